import { ts } from 'ts-morph';
import type { NameExpression } from '../../../../facts/expression.js';

/** The function-like kinds that run: with a body, or as an overload of one. */
export type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.GetAccessorDeclaration
  | ts.SetAccessorDeclaration
  | ts.ConstructorDeclaration;

export function isFunctionNode(node: ts.Node): node is FunctionNode {
  return FUNCTION_KINDS.has(node.kind);
}

/** The innermost function around a node. */
export const functionAround = (node: ts.Node): FunctionNode | undefined => ts.findAncestor(node.parent, isFunctionNode);
/** One lookup instead of seven comparisons: this runs for every ancestor of every name. */
const FUNCTION_KINDS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.Constructor,
]);

/** The text of a member's name when it is static: `a`, `'a'`, `1`, `#a`, `['a']`. */
export function memberName(name: ts.PropertyName | ts.BindingName | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name))
    return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}

/** `12:5`, from 1: distinguishes nodes without names. */
export function place(tree: ts.SourceFile, node: ts.Node): string {
  const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
  return `${line + 1}:${character + 1}`;
}

/**
 * Name of a declaration's fact. A local of a function is qualified by it (`outer.inner`); a declaration in a nested block also by
 * its position (`outer.inner@12:5`), because blocks may declare one name twice.
 */
export function qualifiedName(tree: ts.SourceFile, declaration: ts.Node, name: string): string {
  const own = inNestedBlock(declaration) ? `${name}@${place(tree, declaration)}` : name;
  const around = surrounding(tree, declaration);
  return around === '' ? own : `${around}.${own}`;
}

/** Name of a function's `callable` fact; see `Callable`. */
export function functionName(tree: ts.SourceFile, node: FunctionNode): string {
  const parent = node.parent;
  if (ts.isClassLike(parent)) return `${memberPrefix(tree, parent, node as ts.ClassElement)}${ownMemberName(tree, node)}`;
  if (ts.isFunctionDeclaration(node)) return node.name ? qualifiedName(tree, node, node.name.text) : 'default';
  if (ts.isPropertyDeclaration(parent) && parent.initializer === node) {
    const name = memberName(parent.name);
    if (name !== undefined) return `${memberPrefix(tree, parent.parent, parent)}${name}`;
  }
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return qualifiedName(tree, parent, parent.name.text);
  return `fn@${place(tree, node)}`;
}

/** What a class extends. */
export const extended = (node: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined =>
  node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];

/** Name of a class's facts: its own name, its variable's, `default`, or by its position. */
export function className(tree: ts.SourceFile, node: ts.ClassLikeDeclaration): string {
  if (ts.isClassDeclaration(node)) return node.name ? qualifiedName(tree, node, node.name.text) : 'default';
  const parent = node.parent;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return qualifiedName(tree, parent, parent.name.text);
  return `class@${place(tree, node)}`;
}

/** Name of a class's member as a constant or router: `Class#member`, static `Class.member`. */
export function classMemberName(tree: ts.SourceFile, owner: ts.ClassLikeDeclaration, name: string, isStatic = false): string {
  return `${className(tree, owner)}${isStatic ? '.' : '#'}${name}`;
}

function memberPrefix(tree: ts.SourceFile, owner: ts.ClassLikeDeclaration, member: ts.ClassElement): string {
  return `${className(tree, owner)}${hasModifier(member, ts.SyntaxKind.StaticKeyword) ? '.' : '#'}`;
}

/** Whether a declaration has a modifier like `static` or `abstract`. */
export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === kind) === true;
}

function ownMemberName(tree: ts.SourceFile, node: FunctionNode): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return memberName(node.name) ?? `fn@${place(tree, node)}`;
}

/** The name of the innermost function or namespace around a node; `''` for the module. */
function surrounding(tree: ts.SourceFile, declaration: ts.Node): string {
  for (let node = declaration.parent; node !== undefined; node = node.parent) {
    if (isFunctionNode(node)) return functionName(tree, node);
    if (ts.isModuleDeclaration(node)) return qualifiedName(tree, node, node.name.text);
  }
  return '';
}

/** Whether a declaration is in a block that is neither a function's body nor the module. */
function inNestedBlock(declaration: ts.Node): boolean {
  for (let node = declaration.parent; node !== undefined; node = node.parent) {
    if (isFunctionNode(node) || ts.isSourceFile(node) || ts.isModuleBlock(node)) return false;
    if (ts.isBlock(node) && !isFunctionNode(node.parent)) return true;
    if (
      ts.isForStatement(node) ||
      ts.isForOfStatement(node) ||
      ts.isForInStatement(node) ||
      ts.isCatchClause(node) ||
      ts.isCaseBlock(node)
    )
      return true;
  }
  return false;
}

/** The value that a property of an object literal assigns to a name; undefined for a method. */
export function assigned(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const one of object.properties) {
    if (memberName(one.name) !== name) continue;
    if (ts.isPropertyAssignment(one)) return one.initializer;
    if (ts.isShorthandPropertyAssignment(one)) return one.name;
  }
  return undefined;
}

/** Whether a name occurs in a piece of code. */
export function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (child) => mentions(child, name)) ?? false;
}

/** The name of a type, without its namespace: `Response` of `express.Response<Book>`. */
export function typeName(type: ts.TypeNode | undefined): string | undefined {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return undefined;
  return ts.isIdentifier(type.typeName) ? type.typeName.text : type.typeName.right.text;
}

/** A local name, as a value. */
export const valueNamed = (name: string): NameExpression => ({ kind: 'name', name, space: 'value' });
