import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { keysOf } from '../../../../facts/values/when.js';
import { isFunctionNode, mentions } from '../names/names.js';
import { declarationOf, initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { madeOf, type ValueReader } from './literals.js';
import { EQUALITY } from './tags.js';

/** An object, and the tests of member names before they are copied. */
interface Copy {
  readonly of: ts.Expression;
  readonly filters: readonly Named[];
}
/** A function whose argument is a member: its name alone, or its name and its value. */
interface Named {
  readonly key: string;
  readonly value?: string;
  readonly body: ts.Expression;
}

const MAX_STEPS = 10;
const MAX_DEPTH = 20;

/**
 * `Object.fromEntries(Object.entries(user).filter(([key]) => !HIDDEN.includes(key)))`, and the same with `Object.keys` and
 * `Object.assign({}, ...)`: the members of another object whose names pass the test.
 */
export function copiedMembers(source: Source, node: ts.CallExpression, read: ValueReader): Expression | undefined {
  const copy = copyIn(source, node);
  if (copy === undefined) return undefined;
  const of = read(source, copy.of);
  return copy.filters.reduce((rest, filter) => left(source, filter.body, true, filter, rest, read), of);
}

/** Whether a value is such a copy: its declared type is less precise. */
export function isCopy(source: Source, given: ts.Expression): boolean {
  const node = unwrap(given);
  return ts.isCallExpression(node) && copyIn(source, node) !== undefined;
}

function copyIn(source: Source, node: ts.CallExpression): Copy | undefined {
  const name = nameOnObject(source, node);
  const [first, second] = node.arguments;
  if (name === 'fromEntries' && first !== undefined) return copyOf(source, unwrap(first), false);
  const isBlank = first !== undefined && ts.isObjectLiteralExpression(first) && first.properties.length === 0;
  const isOne = name === 'assign' && isBlank && second !== undefined && node.arguments.length === 2;
  return isOne && ts.isSpreadElement(second) ? copyOf(source, unwrap(second.expression), true) : undefined;
}

/** `Object.name(…)` of the language itself. */
function nameOnObject(source: Source, { expression: callee }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression)) return undefined;
  return callee.expression.text === 'Object' && lookup(source, callee.expression) === undefined ? callee.name.text : undefined;
}

/** A list of pairs, or (`single`) of objects with one member, built from the members of one object without changing them. */
function copyOf(source: Source, list: ts.Expression, single: boolean): Copy | undefined {
  const filters: Named[] = [];
  let mapping: Named | undefined;
  let at = list;
  for (let step = 0; step < MAX_STEPS && ts.isCallExpression(at); step += 1) {
    const listed = nameOnObject(source, at);
    const [given] = at.arguments;
    if (given === undefined) return undefined;
    if (listed === 'entries' || listed === 'keys') {
      const isRetained = mapping === undefined ? !single && listed === 'entries' : isRetainedBy(mapping, given, single, source);
      return isRetained && filters.length > 0 ? { of: given, filters } : undefined;
    }
    const callee = unwrap(at.expression);
    const named = namedBy(given);
    if (!ts.isPropertyAccessExpression(callee) || named === undefined) return undefined;
    if (callee.name.text === 'filter') filters.unshift(named);
    else if (callee.name.text === 'map' && mapping === undefined && filters.length === 0) mapping = named;
    else return undefined;
    at = unwrap(callee.expression);
  }
  return undefined;
}

/** `(key) => …`, `([key, value]) => …`, with an expression as its body. */
function namedBy(given: ts.Expression): Named | undefined {
  if (!isFunctionNode(given) || given.body === undefined || ts.isBlock(given.body) || given.parameters.length !== 1)
    return undefined;
  const name = given.parameters[0]?.name;
  if (name === undefined || ts.isObjectBindingPattern(name)) return undefined;
  if (ts.isIdentifier(name)) return { key: name.text, body: given.body };
  const [key, value] = name.elements.map((one) =>
    ts.isBindingElement(one) && one.initializer === undefined && ts.isIdentifier(one.name) ? one.name.text : '',
  );
  return key === undefined ? undefined : { key, ...(value !== undefined && { value }), body: given.body };
}

/** `[key, user[key]]`, `({ [key]: user[key] })`, or with the value parameter beside the name. */
function isRetainedBy({ key, value, body }: Named, of: ts.Expression, single: boolean, { tree }: Source): boolean {
  const made = unwrap(body);
  const pair = single ? onlyMember(made) : ts.isArrayLiteralExpression(made) ? made.elements : [];
  const [name, stored] = pair.map(unwrap);
  if (name === undefined || stored === undefined || pair.length !== 2 || !isNamed(name, key)) return false;
  if (value !== undefined) return isNamed(stored, value);
  return (
    ts.isElementAccessExpression(stored) &&
    isNamed(unwrap(stored.argumentExpression), key) &&
    unwrap(stored.expression).getText(tree) === unwrap(of).getText(tree)
  );
}

/** The name and the value of `{ [name]: value }`. */
function onlyMember(made: ts.Expression): readonly ts.Expression[] {
  const [property, ...others] = ts.isObjectLiteralExpression(made) ? made.properties : [];
  if (property === undefined || others.length > 0 || !ts.isPropertyAssignment(property)) return [];
  return ts.isComputedPropertyName(property.name) ? [property.name.expression, property.initializer] : [];
}

const isNamed = (node: ts.Node, name: string): boolean => name !== '' && ts.isIdentifier(node) && node.text === name;

/** The members of an object that pass a test of their names; where the test reads another value, any of them may be left out. */
function left(
  source: Source,
  given: ts.Expression,
  holds: boolean,
  named: Named,
  of: Expression,
  read: ValueReader,
  depth = 0,
): Expression {
  const node = unwrap(given);
  const open: Expression = { kind: 'operator', operator: 'partial', of, keys: { kind: 'absent' } };
  if (depth > MAX_DEPTH) return open;
  const next = (one: ts.Expression, is: boolean, rest: Expression): Expression =>
    left(source, one, is, named, rest, read, depth + 1);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return next(node.operand, !holds, of);
  if (ts.isCallExpression(node)) {
    const names = namesAsked(source, node, named);
    if (names === undefined) return open;
    return { kind: 'operator', operator: holds ? 'pick' : 'omit', of, keys: read(source, names) };
  }
  if (!ts.isBinaryExpression(node)) return open;
  const operator = node.operatorToken.kind;
  const [both, either] = holds
    ? [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]
    : [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken];
  if (operator === both) return next(node.right, holds, next(node.left, holds, of));
  if (operator === either) {
    const flag = isOther(node.left, named) ? node.left : undefined;
    if (flag === undefined) return open;
    const when = (is: boolean, rest: Expression): Expression => {
      const value = read(source, flag);
      const known: Expression = value.kind === 'parameter' ? { ...value, otherwise: { kind: 'absent' } } : value;
      const condition = { value: known, holds: is === holds };
      return { kind: 'operator', operator: 'when', of: rest, keys: keysOf([condition]) };
    };
    return { kind: 'union', options: [when(true, of), when(false, next(node.right, holds, of))] };
  }
  const equal = EQUALITY.get(operator);
  const [one, other] = [unwrap(node.left), unwrap(node.right)];
  if (equal === undefined) return open;
  if (isNamed(one, named.key) && ts.isStringLiteralLike(other))
    return { kind: 'operator', operator: equal === holds ? 'pick' : 'omit', of, keys: { kind: 'literal', value: other.text } };
  // JSON omits it anyway
  const isUndefined = named.value !== undefined && isNamed(one, named.value) && isNamed(other, 'undefined');
  const isStrict = operator === ts.SyntaxKind.ExclamationEqualsEqualsToken;
  return isUndefined && isStrict && holds ? of : open;
}

/** The list of `HIDDEN.includes(key)` or `HIDDEN.has(key)`. */
function namesAsked(
  source: Source,
  { expression: callee, arguments: given }: ts.CallExpression,
  { key }: Named,
): ts.Expression | undefined {
  const [asked] = given;
  if (!ts.isPropertyAccessExpression(callee) || asked === undefined || given.length !== 1 || !isNamed(unwrap(asked), key))
    return undefined;
  // `includes` of a text asks for a part of it
  if (callee.name.text === 'includes') return isText(source, callee.expression) ? undefined : callee.expression;
  const made = callee.name.text === 'has' ? (initializerOf(source, callee.expression) ?? callee.expression) : undefined;
  return made && madeOf(made);
}

/** A condition that does not read the member. */
const isOther = (node: ts.Expression, { key, value }: Named): boolean =>
  !mentions(node, key) && (value === undefined || value === '' || !mentions(node, value));

function isText(source: Source, list: ts.Expression): boolean {
  const stored = declarationOf(source, list);
  const type = stored !== undefined && (ts.isVariableDeclaration(stored) || ts.isParameter(stored)) ? stored.type : undefined;
  const made = unwrap(initializerOf(source, list) ?? list);
  return type?.kind === ts.SyntaxKind.StringKeyword || ts.isStringLiteralLike(made) || ts.isTemplateExpression(made);
}
