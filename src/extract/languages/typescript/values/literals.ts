import { ts } from 'ts-morph';
import { type Expression, type ObjectMember, type TupleExpression, unknown } from '../../../../facts/expression.js';
import { atOf, spanOf } from '../at.js';
import { functionName, isFunctionNode, memberName, valueNamed } from '../names/names.js';
import { constantOf, declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { isUnawaited, UNAWAITED } from './promises.js';

/** Reads a value; a parameter, so that the modules for values need not import each other. */
export type ValueReader = (source: Source, node: ts.Expression) => Expression;

/** Longer lists are data, not code: only their first elements are distinguished. */
const MOST_ELEMENTS = 200;
/** Objects with more members than this are dictionaries. */
const MOST_MEMBERS = 500;

/** An object literal; functions in it are methods: not sent, but callable. */
export function objectValue(source: Source, node: ts.ObjectLiteralExpression, read: ValueReader): Expression {
  const members = node.properties.slice(0, MOST_MEMBERS).flatMap((property) => propertyMember(source, property, read));
  if (node.properties.length > MOST_MEMBERS) members.push({ kind: 'spread', value: unknown('the object has too many members') });
  return { kind: 'object', members };
}

function propertyMember(source: Source, property: ts.ObjectLiteralElementLike, read: ValueReader): ObjectMember[] {
  const at = atOf(source, property);
  if (ts.isSpreadAssignment(property)) return [{ kind: 'spread', value: spreadValue(source, property.expression, read) }];
  const name = memberName(property.name);
  if (name === undefined) return computedMember(source, property, read);
  const sent = (of: ts.Expression): Expression => (isUnawaited(source, of) ? UNAWAITED : read(source, of));
  if (ts.isShorthandPropertyAssignment(property)) return [{ kind: 'property', name, value: sent(property.name), at }];
  if (ts.isMethodDeclaration(property)) return [methodMember(source, property, name)];
  if (ts.isGetAccessorDeclaration(property)) {
    source.requested.add(property);
    const value: Expression = {
      kind: 'returns',
      of: valueNamed(functionName(source.tree, property)),
    };
    return [{ kind: 'property', name, value, at }];
  }
  if (!ts.isPropertyAssignment(property)) return [];
  const written = unwrap(property.initializer);
  if (isFunctionNode(written)) return [methodMember(source, written, name)];
  return [{ kind: 'property', name, value: sent(property.initializer), at }];
}

function methodMember(
  source: Source,
  node: ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.Node,
  name: string,
): ObjectMember {
  source.requested.add(node);
  const callable = isFunctionNode(node) ? functionName(source.tree, node) : name;
  return { kind: 'method', name, callable, at: atOf(source, node) };
}

function computedMember(source: Source, property: ts.ObjectLiteralElementLike, read: ValueReader): ObjectMember[] {
  if (!ts.isPropertyAssignment(property)) return [];
  const of = read(source, property.initializer);
  const key = ts.isComputedPropertyName(property.name) ? unwrap(property.name.expression) : undefined;
  if (key === undefined || !isFixed(source, key)) return [{ kind: 'rest', values: of }];
  return [{ kind: 'spread', value: { kind: 'operator', operator: 'named', of, keys: read(source, key) } }];
}

/** Whether a key is the same for all calls: a constant of a file, a member of an enum. */
function isFixed(source: Source, key: ts.Expression): boolean {
  const root = ts.isPropertyAccessExpression(key) ? key.expression : key;
  const declaration = declarationOf(source, root);
  if (declaration === undefined) return false;
  if (ts.isEnumDeclaration(declaration) || ts.isImportSpecifier(declaration)) return true;
  return constantOf(source, root) !== undefined && ts.isSourceFile(declaration.parent.parent.parent);
}

/** `...(c && x)` spreads x or nothing. */
function spreadValue(source: Source, node: ts.Expression, read: ValueReader): Expression {
  let at = node;
  while (ts.isParenthesizedExpression(at)) at = at.expression;
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    return { kind: 'union', options: [read(source, at.right), { kind: 'absent' }] };
  }
  return read(source, at);
}

/** The distinct elements of an array literal or a list of arguments. */
export function listValue(source: Source, elements: readonly ts.Expression[], read: ValueReader): Expression {
  const items = elements.slice(0, MOST_ELEMENTS).map((element): TupleExpression['items'][number] => {
    if (ts.isSpreadElement(element)) return { kind: 'spread', value: spreadItems(source, element, read) };
    return ts.isOmittedExpression(element) ? { kind: 'literal', value: null } : read(source, element);
  });
  if (elements.length > MOST_ELEMENTS) items.push({ kind: 'spread', value: unknown('the list is too long') });
  return { kind: 'tuple', items };
}

/** The elements of a spread in a list; for a Map or Set, only the checker knows them. */
function spreadItems(source: Source, node: ts.SpreadElement, read: ValueReader): Expression {
  const distinct = madeOf(node.expression);
  if (distinct !== undefined) return { kind: 'array', items: { kind: 'element', of: read(source, distinct) } };
  if (!isIteration(node.expression)) return read(source, node.expression);
  return { kind: 'array', items: { kind: 'unknown', why: 'what an iterator gives', at: spanOf(source, node) } };
}

/** The list of `new Set(list)`. */
export function madeOf(node: ts.Expression): ts.Expression | undefined {
  const isSet = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Set';
  return isSet ? node.arguments?.[0] : undefined;
}

/** `map.values()`, but not `Object.values(x)`. */
export function isIteration(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || node.arguments.length > 0 || !ts.isPropertyAccessExpression(node.expression)) return false;
  return /^(?:values|keys|entries)$/.test(node.expression.name.text);
}

/** A template with its parts in order. */
export function templateValue(source: Source, node: ts.TemplateExpression, read: ValueReader): Expression {
  const parts: Expression[] = [];
  if (node.head.text !== '') parts.push({ kind: 'literal', value: node.head.text });
  for (const span of node.templateSpans) {
    parts.push(read(source, span.expression));
    if (span.literal.text !== '') parts.push({ kind: 'literal', value: span.literal.text });
  }
  return { kind: 'text', parts };
}
