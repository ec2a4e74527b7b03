import { ts } from 'ts-morph';
import type { Expression, ObjectMember, TupleExpression } from '../../../../facts/expression.js';
import { isFunctionNode, memberName } from '../names/names.js';
import { whyUnknown } from './absent-packages.js';
import { ABSENT, MOST_DEPTH, type Reading, unionOf, unknown } from './reading.js';
import { typeExpression } from './type-expression.js';

/**
 * The value of an expression. Its syntax decides the structure (to the checker, an object with one spread of an unknown type
 * would be unknown as a whole); the checker decides the leaves.
 */
export function valueExpression(reading: Reading, node: ts.Expression, depth = 0): Expression {
  if (depth > MOST_DEPTH) return unknown('it is nested too deeply');
  const inner = (of: ts.Expression): Expression => valueExpression(reading, of, depth + 1);
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node)) return inner(node.expression);
  if (ts.isAsExpression(node) && ts.isConstTypeReference(node.type)) return inner(node.expression);
  if (ts.isObjectLiteralExpression(node))
    return { kind: 'object', members: node.properties.flatMap((one) => memberOf(reading, one, depth)) };
  if (ts.isArrayLiteralExpression(node)) return listOf(reading, node, depth);
  if (ts.isConditionalExpression(node)) return unionOf([inner(node.whenTrue), inner(node.whenFalse)]);
  if (ts.isAwaitExpression(node) && isLiteral(node.expression)) return inner(node.expression);
  if (ts.isBinaryExpression(node) && isFallback(node.operatorToken.kind))
    return unionOf([{ kind: 'operator', operator: 'non-null', of: inner(node.left) }, inner(node.right)]);
  return leaf(reading, node);
}

/** The checker's type of an expression or a name. */
export function leaf(reading: Reading, node: ts.Node): Expression {
  const type = reading.program.checker.getTypeAtLocation(node);
  if (type.flags & ts.TypeFlags.Any) return unknown(whyUnknown(reading.program, node));
  const something = reading.program.checker.getNonNullableType(type);
  if (!reading.isStrict || something === type || !isLookup(reading, node)) return typeExpression(reading, type);
  return unionOf([
    typeExpression(reading, something),
    { kind: 'unknown', why: 'whether a Map has such a key is not known', nothing: true },
  ]);
}

/** `map.get(key)`, whose type includes undefined for every key. */
function isLookup({ program: { checker } }: Reading, node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== 'get')
    return false;
  return /^(?:Map|ReadonlyMap|WeakMap)$/.test(checker.getTypeAtLocation(node.expression.expression).symbol?.name ?? '');
}

function isFallback(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
}

function isLiteral(node: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isParenthesizedExpression(node);
}

function listOf(reading: Reading, node: ts.ArrayLiteralExpression, depth: number): Expression {
  if (node.elements.length === 0) return { kind: 'array', items: unknown('elements of a list that starts empty') };
  const items = node.elements.map((one): TupleExpression['items'][number] => {
    if (ts.isSpreadElement(one)) return { kind: 'spread', value: valueExpression(reading, one.expression, depth + 1) };
    return ts.isOmittedExpression(one) ? { kind: 'literal', value: null } : valueExpression(reading, one, depth + 1);
  });
  return { kind: 'tuple', items };
}

function memberOf(reading: Reading, property: ts.ObjectLiteralElementLike, depth: number): ObjectMember[] {
  if (ts.isSpreadAssignment(property)) return [{ kind: 'spread', value: spreadOf(reading, property.expression, depth) }];
  if (ts.isMethodDeclaration(property) || ts.isSetAccessorDeclaration(property)) return [];
  const given = ts.isPropertyAssignment(property) ? property.initializer : property.name;
  const value = isPromise(reading, given)
    ? UNAWAITED
    : ts.isPropertyAssignment(property)
      ? valueExpression(reading, property.initializer, depth + 1)
      : leaf(reading, property.name);
  const name = memberName(property.name);
  if (name === undefined) return [{ kind: 'rest', values: value }];
  if (ts.isPropertyAssignment(property) && isFunctionNode(property.initializer)) return [];
  const tree = property.getSourceFile();
  const { line, character } = tree.getLineAndCharacterOfPosition(property.getStart(tree));
  const file = reading.program.pathOf(tree);
  return [{ kind: 'property', name, value, ...(file !== undefined && { file }), at: { line: line + 1, column: character + 1 } }];
}

const UNAWAITED = unknown('nothing waits for this promise, which is sent as an empty object');

const isPromise = ({ program: { checker } }: Reading, node: ts.Node): boolean =>
  /^Promise(?:Like)?$/.test(checker.getTypeAtLocation(node).symbol?.name ?? '');

/** `...(c && x)` spreads x or nothing. */
function spreadOf(reading: Reading, node: ts.Expression, depth: number): Expression {
  let at = node;
  while (ts.isParenthesizedExpression(at)) at = at.expression;
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return { kind: 'union', options: [valueExpression(reading, at.right, depth + 1), ABSENT] };
  return valueExpression(reading, at, depth + 1);
}
