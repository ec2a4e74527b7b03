import { ts } from 'ts-morph';
import type { Source } from '../source.js';
import { className, functionName, qualifiedName } from './names.js';

/** What a name stands for where it is used. */
export interface Binding {
  /** Of its fact: qualified by the function around it. */
  readonly name: string;
  readonly kind: BindingKind;
  /** The declarations of this name in its scope: several for merged interfaces and overloads. The first says the kind. */
  readonly nodes: readonly [ts.Node, ...ts.Node[]];
}
export type BindingKind =
  | 'import'
  | 'variable'
  | 'parameter'
  | 'function'
  | 'class'
  | 'enum'
  | 'interface'
  | 'alias'
  | 'type-parameter'
  | 'namespace';

/** Which meaning of a name is asked for: `interface A` and `const A` may stand side by side. */
export type Space = 'value' | 'type';

type Scope = Map<string, ts.Node[]>;
const scopesOf = new WeakMap<ts.SourceFile, Map<ts.Node, Scope>>();

/** What an identifier stands for by lexical scope; undefined for a global (`process`) or a name that nothing declares. */
export function lookup(source: Source, identifier: ts.Identifier, space: Space = 'value'): Binding | undefined {
  return lookupName(source, identifier.text, identifier, space);
}

/** What the variable of the file that a name stands for is initialized with. */
export function initializerOf(source: Source, node: ts.Node): ts.Expression | undefined {
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  return declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

/** As `lookup`, for a name as seen from a node. */
function lookupName(source: Source, name: string, from: ts.Node, space: Space = 'value'): Binding | undefined {
  const scopes = scopesFor(source.tree);
  for (let node: ts.Node | undefined = from; node !== undefined; node = node.parent) {
    const declared = scopes.get(node)?.get(name);
    const binding = declared && bindingOf(source, name, declared, space);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** By the declarations of a name in one scope, as a value and as a type: a name is looked up from many places. */
const bindings: Readonly<Record<Space, WeakMap<readonly ts.Node[], Binding>>> = { value: new WeakMap(), type: new WeakMap() };

function bindingOf(source: Source, name: string, declared: readonly ts.Node[], space: Space): Binding | undefined {
  const known = bindings[space].get(declared);
  if (known !== undefined) return known;
  const [first, ...rest] = declared.filter((one) => fits(kindOf(one), space));
  if (first === undefined) return undefined;
  const made: Binding = { name: bindingName(source, first, name), kind: kindOf(first), nodes: [first, ...rest] };
  bindings[space].set(declared, made);
  return made;
}

function fits(kind: BindingKind, space: Space): boolean {
  if (kind === 'import' || kind === 'class' || kind === 'enum' || kind === 'namespace') return true;
  const isType = kind === 'interface' || kind === 'alias' || kind === 'type-parameter';
  return isType === (space === 'type');
}

function bindingName(source: Source, node: ts.Node, name: string): string {
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return functionName(source.tree, node);
  if (ts.isClassLike(node)) return className(source.tree, node);
  return qualifiedName(source.tree, node, name);
}

function kindOf(node: ts.Node): BindingKind {
  switch (node.kind) {
    case ts.SyntaxKind.ImportClause:
    case ts.SyntaxKind.ImportSpecifier:
    case ts.SyntaxKind.NamespaceImport:
    case ts.SyntaxKind.ImportEqualsDeclaration:
      return 'import';
    case ts.SyntaxKind.FunctionDeclaration:
    case ts.SyntaxKind.FunctionExpression:
      return 'function';
    case ts.SyntaxKind.ClassDeclaration:
    case ts.SyntaxKind.ClassExpression:
      return 'class';
    case ts.SyntaxKind.EnumDeclaration:
      return 'enum';
    case ts.SyntaxKind.InterfaceDeclaration:
      return 'interface';
    case ts.SyntaxKind.TypeAliasDeclaration:
      return 'alias';
    case ts.SyntaxKind.TypeParameter:
      return 'type-parameter';
    case ts.SyntaxKind.ModuleDeclaration:
      return 'namespace';
    case ts.SyntaxKind.Parameter:
      return 'parameter';
    default:
      return ts.isBindingElement(node) && patternOwner(node).kind === ts.SyntaxKind.Parameter ? 'parameter' : 'variable';
  }
}

/** The declaration (variable or parameter) that a destructured name belongs to. */
export function patternOwner(element: ts.BindingElement): ts.VariableDeclaration | ts.ParameterDeclaration {
  const owner = element.parent.parent;
  return ts.isBindingElement(owner) ? patternOwner(owner) : owner;
}

/**
 * One walk over the file: which scope declares what. It gives the nodes their parents, which the parser would set in a walk of its
 * own: it comes before anything else is asked of a tree.
 */
export function scopesFor(tree: ts.SourceFile): Map<ts.Node, Scope> {
  const known = scopesOf.get(tree);
  if (known !== undefined) return known;
  const scopes = new Map<ts.Node, Scope>();
  scopesOf.set(tree, scopes);
  const declare = (scope: ts.Node, name: ts.Node | undefined, node: ts.Node): void => {
    if (name === undefined) return;
    if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name)) {
      for (const element of name.elements) if (ts.isBindingElement(element)) declare(scope, element.name, element);
    } else if (ts.isIdentifier(name)) {
      const names = scopes.get(scope) ?? new Map<string, ts.Node[]>();
      scopes.set(scope, names);
      const nodes = names.get(name.text);
      if (nodes === undefined) names.set(name.text, [node]);
      else nodes.push(node);
    }
  };
  const visit = (node: ts.Node, block: ts.Node, callable: ts.Node): void => {
    declareNode(node, block, callable, declare);
    const isCallable = ts.isFunctionLike(node) || ts.isModuleBlock(node);
    const inner = isCallable || isBlock(node) ? node : block;
    const around = isCallable ? node : callable;
    ts.forEachChild(node, (child) => {
      (child as { parent: ts.Node }).parent = node;
      // Names, literals and keywords hold no declarations.
      if (child.kind >= ts.SyntaxKind.FirstNode) visit(child, inner, around);
    });
  };
  visit(tree, tree, tree);
  return scopes;
}

/** Blocks with names of their own. A function's body is one scope with its parameters. */
function isBlock(node: ts.Node): boolean {
  switch (node.kind) {
    case ts.SyntaxKind.Block:
      return !ts.isFunctionLike(node.parent);
    case ts.SyntaxKind.ForStatement:
    case ts.SyntaxKind.ForOfStatement:
    case ts.SyntaxKind.ForInStatement:
    case ts.SyntaxKind.CatchClause:
    case ts.SyntaxKind.CaseBlock:
    case ts.SyntaxKind.ClassDeclaration:
    case ts.SyntaxKind.ClassExpression:
      return true;
    default:
      return false;
  }
}

type Declare = (scope: ts.Node, name: ts.Node | undefined, node: ts.Node) => void;

function declareNode(node: ts.Node, block: ts.Node, callable: ts.Node, declare: Declare): void {
  switch (node.kind) {
    case ts.SyntaxKind.VariableDeclaration:
      declareVariable(node as ts.VariableDeclaration, block, callable, declare);
      break;
    case ts.SyntaxKind.Parameter:
    case ts.SyntaxKind.TypeParameter:
      declare(node.parent, (node as ts.ParameterDeclaration | ts.TypeParameterDeclaration).name, node);
      break;
    case ts.SyntaxKind.FunctionExpression:
    case ts.SyntaxKind.ClassExpression:
      declare(node, (node as ts.FunctionExpression | ts.ClassExpression).name, node);
      break;
    case ts.SyntaxKind.FunctionDeclaration:
    case ts.SyntaxKind.ClassDeclaration:
    case ts.SyntaxKind.EnumDeclaration:
    case ts.SyntaxKind.InterfaceDeclaration:
    case ts.SyntaxKind.TypeAliasDeclaration:
    case ts.SyntaxKind.ModuleDeclaration:
    case ts.SyntaxKind.ImportClause:
    case ts.SyntaxKind.ImportSpecifier:
    case ts.SyntaxKind.NamespaceImport:
    case ts.SyntaxKind.ImportEqualsDeclaration:
      declare(block, (node as ts.NamedDeclaration).name, node);
      break;
  }
}

/** `var` belongs to its function, `let` and `const` to their block. */
function declareVariable(node: ts.VariableDeclaration, block: ts.Node, callable: ts.Node, declare: Declare): void {
  const isVar = ts.isVariableDeclarationList(node.parent) && (node.parent.flags & ts.NodeFlags.BlockScoped) === 0;
  declare(isVar ? callable : block, node.name, node);
}
