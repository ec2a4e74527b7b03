import { ts } from 'ts-morph';
import { append } from '../../../../model/multi-map.js';
import type { Source } from '../source.js';
import { className, functionName, qualifiedName } from './names.js';

/** The declaration that a name refers to where it is used. */
export interface Binding {
  /** The name of its fact: qualified by the enclosing function. */
  readonly name: string;
  readonly kind: BindingKind;
  /** The declarations of this name in its scope: several for merged interfaces and overloads. The first one decides the kind. */
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

/** Which meaning of a name is needed: `interface A` and `const A` may coexist. */
export type Space = 'value' | 'type';

type Scope = Map<string, ts.Node[]>;
const scopesOf = new WeakMap<ts.SourceFile, Map<ts.Node, Scope>>();

/** The binding of an identifier by lexical scope; undefined for a global (`process`) or an undeclared name. */
export function lookup(source: Source, identifier: ts.Identifier, space: Space = 'value'): Binding | undefined {
  return lookupName(source, identifier.text, identifier, space);
}

/** The declaration that decides what a value's name means; undefined for any other expression. */
export const declarationOf = (source: Source, node: ts.Node | undefined): ts.Node | undefined =>
  node !== undefined && ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;

/** The initializer of the variable of the file that a name refers to. */
export function initializerOf(source: Source, node: ts.Node | undefined): ts.Expression | undefined {
  const declaration = declarationOf(source, node);
  return declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

/** The initializer of the constant of the file that a name refers to. */
export function constantOf(source: Source, node: ts.Node | undefined): ts.Expression | undefined {
  const initializer = initializerOf(source, node);
  return isConst(initializer?.parent) ? initializer : undefined;
}

/** Whether `const` declares a variable, or a name of its pattern. */
export const isConst = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.getCombinedNodeFlags(node as ts.Declaration) & ts.NodeFlags.Const) !== 0;

/** As `lookup`, for a name in the scope of a node. */
function lookupName(source: Source, name: string, from: ts.Node, space: Space = 'value'): Binding | undefined {
  const scopes = scopesFor(source.tree);
  for (let node: ts.Node | undefined = from; node !== undefined; node = node.parent) {
    const declared = scopes.get(node)?.get(name);
    const binding = declared && bindingOf(source, name, declared, space);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/** Cached by the declarations of a name in one scope, as a value and as a type: many places look up one name. */
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

/** The declaration (variable or parameter) that contains a destructured name. */
export function patternOwner(element: ts.BindingElement): ts.VariableDeclaration | ts.ParameterDeclaration {
  const owner = element.parent.parent;
  return ts.isBindingElement(owner) ? patternOwner(owner) : owner;
}

/**
 * One walk over the file collects the declarations of each scope. The same walk sets the parents of nodes, which would cost the
 * parser another one, so it must run before any other use of the tree.
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
      append(names, name.text, node);
    }
  };
  const visit = (node: ts.Node, block: ts.Node, callable: ts.Node): void => {
    declareNode(node, block, callable, declare);
    const isCallable = ts.isFunctionLike(node) || ts.isModuleBlock(node);
    const inner = isCallable || isBlock(node) ? node : block;
    const around = isCallable ? node : callable;
    ts.forEachChild(node, (child) => {
      (child as { parent: ts.Node }).parent = node;
      // Names, literals and keywords contain no declarations.
      if (child.kind >= ts.SyntaxKind.FirstNode) visit(child, inner, around);
    });
  };
  visit(tree, tree, tree);
  return scopes;
}

/** Blocks with their own scope. A function's body shares one scope with its parameters. */
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
