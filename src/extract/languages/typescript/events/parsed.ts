import { ts } from 'ts-morph';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';

/**
 * `JSON.parse` of a part of a message: of an expression with its name (`message.value`), or of a variable that derives from one.
 */
export function isParsed(source: Source, node: ts.Expression, named: RegExp): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  if (name.text !== 'parse' || !ts.isIdentifier(expression) || expression.text !== 'JSON') return false;
  const [given] = node.arguments;
  return given !== undefined && isOfMessage(source, given, named, 0);
}

const MAX_HOPS = 4;

function isOfMessage(source: Source, given: ts.Expression, named: RegExp, hops: number): boolean {
  if (named.test(given.getText(source.tree))) return true;
  const found = firstIdentifier(given);
  const declaration = found && declarationOf(source, found);
  if (declaration === undefined || hops >= MAX_HOPS || !ts.isVariableDeclaration(declaration)) return false;
  return declaration.initializer !== undefined && isOfMessage(source, unwrap(declaration.initializer), named, hops + 1);
}

function firstIdentifier(node: ts.Node): ts.Identifier | undefined {
  if (ts.isIdentifier(node)) return node;
  return ts.forEachChild(node, firstIdentifier);
}

/** `topic`, `payload.topic`: an expression that ends with this name. */
export function isPart(node: ts.Expression, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.isPropertyAccessExpression(node) && node.name.text === name;
}
