import { ts } from 'ts-morph';
import type { Program } from './program.js';

/** The limit of steps from a value back to its origin. */
const MOST_STEPS = 12;

/** Why the checker does not know the type of a value: the package that it comes from, if that can be resolved. */
export function whyUnknown(program: Program, node: ts.Node): string {
  const specifier = origin(program, node, 0);
  return specifier === undefined ? 'its type is not known' : `it comes from ${specifier}, which is not installed`;
}

function origin(program: Program, node: ts.Node, step: number): string | undefined {
  if (step > MOST_STEPS) return undefined;
  const next = (of: ts.Node | undefined): string | undefined => (of === undefined ? undefined : origin(program, of, step + 1));
  if (ts.isIdentifier(node)) {
    const symbol = program.checker.getSymbolAtLocation(node);
    const declaration = symbol?.declarations?.[0];
    return declaration === undefined ? undefined : declared(program, declaration, step);
  }
  if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword) return next(node.name);
  if (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return next(node.expression);
  return undefined;
}

function declared(program: Program, node: ts.Node, step: number): string | undefined {
  if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)) return specifierOf(node);
  if (ts.isBindingElement(node)) return declared(program, node.parent.parent, step + 1);
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isPropertyDeclaration(node)) return undefined;
  const type = node.type;
  if (type !== undefined && ts.isTypeReferenceNode(type)) {
    const root = ts.isIdentifier(type.typeName) ? type.typeName : type.typeName.left;
    const found = origin(program, root, step + 1);
    if (found !== undefined) return found;
  }
  return node.initializer === undefined ? undefined : origin(program, node.initializer, step + 1);
}

function specifierOf(node: ts.Node): string | undefined {
  let at: ts.Node = node;
  while (at.parent !== undefined && !ts.isImportDeclaration(at)) at = at.parent;
  return ts.isImportDeclaration(at) && ts.isStringLiteral(at.moduleSpecifier) && !at.moduleSpecifier.text.startsWith('.')
    ? at.moduleSpecifier.text
    : undefined;
}
