import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { append } from '../../../../model/multi-map.js';
import { atOf } from '../at.js';
import { isFunctionNode, memberName } from '../names/names.js';
import { declarationOf, isConst } from '../names/scope.js';
import type { Source } from '../source.js';
import { isSetBy } from './changes/assigned.js';
import { mutationsOf } from './changes/mutations.js';
import { isAwaited, isUsedBefore } from './dereferences.js';
import { assertedBy, type Guard, guardsIn, guardsOfMethod } from './guards.js';
import { referenceOf } from './references.js';
import { EQUALITY, isNothing, membersKnown, type Test, tagsOf } from './tags.js';
import { toldBeside } from './tested-beside.js';
import { lastAssignedBefore } from './versions.js';

/**
 * The effect of tests on a value. `present`: it is neither null nor undefined. `true`: nor any other falsy value. `tested`: one
 * of its forms, but this module does not decide which.
 */
type Narrowing = 'true' | 'present' | 'tested';

const TRUE: Expression = { kind: 'literal', value: true };

/** Statements one after the other. */
type Steps = ts.Block | ts.CaseOrDefaultClause;

/** Limits of conditions and tests for one value; no hand-written code has more. */
const MAX_PARTS = 50;
const MAX_GUARDS = 20;
const MAX_NAMES = 20;

const pathsOf = new WeakMap<ts.Node, ReadonlySet<string>>();
const guardsOf = new WeakMap<ts.Node, ReadonlyMap<string, readonly Guard[]>>();

/** `value`, narrowed by the conditions around it and by earlier tests that leave the function. */
export function narrowed(source: Source, node: ts.Identifier | ts.PropertyAccessExpression, given: Expression): Expression {
  const path = pathOf(node);
  const value = ts.isIdentifier(node) ? withTakenApart(source, node, given) : given;
  const tests: Test[] = [];
  const narrowing = narrowingOf(source, node, path, tests);
  const told = narrowing ?? toldBeside(source, node, (one) => narrowingOf(source, node, one));
  if (narrowing === undefined && told !== undefined) return applied(told, value);
  if (path === undefined || tests.length === 0) return applied(narrowing, value);
  const asserted = tests.flatMap((one) =>
    pathOf(one.condition) === path ? (assertedBy(source, node, one.condition.parent) ?? []) : [],
  );
  if (asserted[0] !== undefined) return asserted[0];
  const speaksOf = (condition: ts.Expression): boolean => pathsIn(condition).has(path);
  const reading = { path, pathOf, speaksOf, constantOf: (one: ts.PropertyAccessExpression) => memberOfConstant(source, one) };
  const of = withMembersKnown(value, membersKnown(tests, reading, isSetSince(source, node)));
  const items = narrowing === undefined ? [] : tagsOf(tests, reading);
  if (items === undefined) {
    const isTested = tests.some(({ condition }) => [...pathsIn(condition)].some((one) => one.startsWith(`${path}.`)));
    return applied(isTested ? 'tested' : narrowing, applied(narrowing === 'tested' ? undefined : narrowing, of));
  }
  if (items.length === 0) return applied(narrowing, of);
  const there = narrowing === 'tested' ? of : applied(narrowing, of);
  return { kind: 'operator', operator: 'tagged', of: there, keys: { kind: 'tuple', items } };
}

/** `Kind.Open`: linking resolves its value, with all files known. */
function memberOfConstant(source: Source, { expression, name }: ts.PropertyAccessExpression): Expression | undefined {
  return ts.isIdentifier(expression) && /^[A-Z]/.test(expression.text)
    ? { kind: 'member', of: referenceOf(source, expression), name: name.text }
    : undefined;
}

/** The effect of tests on destructured names for the members of their value: `const { mail } = user; if (!mail) return user`. */
function withTakenApart(source: Source, node: ts.Identifier, value: Expression): Expression {
  const declaration = declarationOf(source, node);
  let left = value;
  for (const [name, element] of (declaration && takenApart(source).get(declaration)) ?? []) {
    const member = memberName(element.propertyName ?? element.name);
    const tests: Test[] = [];
    const narrowing = narrowingOf(source, node, name, tests);
    if (member === undefined || narrowing === undefined || tests.length === 0) continue;
    const speaksOf = (part: ts.Expression): boolean => pathsIn(part).has(name);
    const bound = new Map([[name, member]]);
    const known = membersKnown(tests, { path: '', pathOf: () => undefined, speaksOf, bound }, isSetSince(source, node));
    left = known.length > 0 ? withMembersKnown(left, known) : withTested(source, element, left, member);
  }
  return left;
}

/** A value with a member that has only some of its forms; which ones is not decided here. */
function withTested(source: Source, at: ts.Node, of: Expression, name: string): Expression {
  const value: Expression = { kind: 'unknown', why: 'a test before it decides which of its forms it has' };
  return {
    kind: 'object',
    members: [
      { kind: 'spread', value: of, own: true },
      { kind: 'property', name, value, at: atOf(source, at) },
    ],
  };
}

const takenOf = new WeakMap<ts.SourceFile, ReadonlyMap<ts.Node, ReadonlyMap<string, ts.BindingElement>>>();

/** The constants that contain members of a value, by their names, for each declaration of a value. */
function takenApart(source: Source): ReadonlyMap<ts.Node, ReadonlyMap<string, ts.BindingElement>> {
  const known = takenOf.get(source.tree);
  if (known !== undefined) return known;
  const found = new Map<ts.Node, Map<string, ts.BindingElement>>();
  takenOf.set(source.tree, found);
  const visit = (node: ts.Node): void => {
    const isPattern = ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name);
    const of = isPattern && node.initializer !== undefined && ts.isIdentifier(node.initializer) ? node.initializer : undefined;
    const isConstant = of !== undefined && isConst(node);
    const declaration = isConstant ? declarationOf(source, of) : undefined;
    for (const one of declaration !== undefined && isPattern ? (node.name as ts.ObjectBindingPattern).elements : []) {
      if (declaration === undefined || !ts.isIdentifier(one.name) || one.dotDotDotToken || one.initializer) continue;
      found.set(declaration, (found.get(declaration) ?? new Map<string, ts.BindingElement>()).set(one.name.text, one));
    }
    if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

function withMembersKnown(of: Expression, items: readonly Expression[]): Expression {
  return items.length === 0 ? of : { kind: 'operator', operator: 'members-tested', of, keys: { kind: 'tuple', items } };
}

/** Whether a member is set after a test of it. */
function isSetSince(source: Source, node: ts.Expression): (name: string, condition: ts.Expression) => boolean {
  const root = rootOf(node);
  const declaration = declarationOf(source, root);
  if (root === undefined || !ts.isIdentifier(root) || declaration === undefined) return () => true;
  const changes = mutationsOf(source, root.text, declaration).filter(({ kind }) => kind !== 'lend');
  return (name, { pos }) =>
    changes.some(({ target, member }) => target.pos > pos && (node !== root || member === undefined || member === name));
}

/** Whether a condition is constant here, because the tests before it exclude the other outcome; undefined: both are possible. */
export function decided(source: Source, condition: ts.Expression): boolean | undefined {
  let at = condition;
  let holds = true;
  for (; ts.isParenthesizedExpression(at) || isNot(at); at = ts.isParenthesizedExpression(at) ? at.expression : at.operand)
    if (isNot(at)) holds = !holds;
  if (isPath(at)) return narrowingOf(source, at) === 'true' ? holds : undefined;
  const equal = ts.isBinaryExpression(at) ? EQUALITY.get(at.operatorToken.kind) : undefined;
  if (!ts.isBinaryExpression(at) || equal === undefined) return undefined;
  const value = isNothing(at.right) ? at.left : isNothing(at.left) ? at.right : undefined;
  const left = value !== undefined && isPath(value) ? narrowingOf(source, value) : undefined;
  return left === 'present' || left === 'true' ? equal !== holds : undefined;
}

/** Whether a value is certainly present at this place (`present`), or even truthy. */
export function isLeft(source: Source, node: ts.Expression, as: 'true' | 'present'): boolean {
  const found = isPath(node) ? narrowingOf(source, node) : undefined;
  return found === 'true' || found === as;
}

const isPath = (node: ts.Node): node is ts.Identifier | ts.PropertyAccessExpression =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);

const isNot = (node: ts.Node): node is ts.PrefixUnaryExpression =>
  ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;

/** Methods of a list that examine its elements one by one. */
const TESTS_OF_ELEMENTS = ['some', 'every', 'find', 'findIndex', 'filter', 'includes'];

/** An element of a list: a test of the list's elements (`list.some(isThere)`) may have excluded some of its forms. */
export function narrowedElement(source: Source, list: ts.Expression, value: Expression): Expression {
  const path = isPath(list) ? pathOf(list) : undefined;
  const tested =
    path !== undefined && TESTS_OF_ELEMENTS.some((name) => narrowingOf(source, list, `${path}.${name}`) !== undefined);
  return applied(tested ? 'tested' : undefined, value);
}

function narrowingOf(source: Source, node: ts.Expression, path = pathOf(node), tests: Test[] = []): Narrowing | undefined {
  const root = rootOf(node);
  if (path === undefined || root === undefined) return undefined;
  const declaration = declarationOf(source, root);
  if (ts.isIdentifier(root) && !isVariable(declaration)) return undefined;
  const since =
    declaration === undefined || !ts.isIdentifier(root) ? 0 : lastAssignedBefore(source, root.text, declaration, node.pos);
  let found: Narrowing | undefined;
  const awaited = node === root && isAwaited(declaration);
  const set = node === root && ts.isIdentifier(root) && declaration !== undefined && isSetAt(source, root, declaration, since);
  for (let at: ts.Node = node; at.parent !== undefined && !contains(at, declaration); at = at.parent) {
    const here = narrowingAt(at, at.parent, path, since, tests);
    const isUsed = awaited && isBlock(at.parent) && isUsedBefore(at.parent, path, since, at.pos);
    const isSet = isBlock(at.parent) && since > at.parent.pos && set !== false && set(at.parent);
    found = strongest([isUsed || isSet ? 'present' : undefined, here, found]);
  }
  return found;
}

/** Whether a block leaves a value in a variable at this place. */
function isSetAt(source: Source, { text }: ts.Identifier, declaration: ts.Node, since: number): (block: Steps) => boolean {
  const says = (condition: ts.Expression, holds: boolean): boolean => {
    const found = implied(condition, holds, text);
    return found === 'true' || found === 'present';
  };
  return (block) => isSetBy({ source, name: text, declaration, says }, block, since);
}

/** `value` under a name, where a condition holds or does not: an element that `filter((one) => one !== null)` keeps. */
export function whereTested(condition: ts.Expression, holds: boolean, name: string, value: Expression): Expression {
  const reading = { path: name, pathOf, speaksOf: (part: ts.Expression) => pathsIn(part).has(name) };
  return applied(implied(condition, holds, name), withMembersKnown(value, membersKnown([{ condition, holds }], reading)));
}

/** The same where a pattern destructures the value: `filter(({ note }) => note !== null)`. */
export function whereTaken(condition: ts.Expression, pattern: ts.BindingPattern, value: Expression): Expression {
  const bound = new Map<string, string>();
  for (const one of ts.isObjectBindingPattern(pattern) ? pattern.elements : []) {
    const name = memberName(one.propertyName ?? one.name);
    const isWhole = one.dotDotDotToken === undefined && one.initializer === undefined;
    if (isWhole && name !== undefined && ts.isIdentifier(one.name)) bound.set(one.name.text, name);
  }
  const speaksOf = (part: ts.Expression): boolean => [...pathsIn(part)].some((path) => bound.has(path.split('.')[0] ?? ''));
  const known = membersKnown([{ condition, holds: true }], { path: '', pathOf: () => undefined, speaksOf, bound });
  return withMembersKnown(value, known);
}

function applied(narrowing: Narrowing | undefined, value: Expression): Expression {
  if (narrowing === undefined) return value;
  if (narrowing === 'tested') return { kind: 'operator', operator: 'tested', of: value };
  return { kind: 'operator', operator: 'non-null', of: value, ...(narrowing === 'true' && { keys: TRUE }) };
}

function rootOf(node: ts.Expression): ts.Identifier | ts.ThisExpression | undefined {
  let at: ts.Expression = node;
  while (ts.isPropertyAccessExpression(at) || ts.isNonNullExpression(at) || ts.isParenthesizedExpression(at)) at = at.expression;
  return ts.isIdentifier(at) || isThis(at) ? at : undefined;
}

function isThis(node: ts.Node): node is ts.ThisExpression {
  return node.kind === ts.SyntaxKind.ThisKeyword;
}

function isVariable(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isImportSpecifier(node) || ts.isImportClause(node)) return true;
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
}

function contains(node: ts.Node, inner: ts.Node | undefined): boolean {
  return inner !== undefined && node.pos <= inner.pos && inner.end <= node.end;
}

/** `a`, `a.b.c`: an expression that a later test can name again. */
function pathOf(node: ts.Expression): string | undefined {
  const names: string[] = [];
  let at: ts.Expression = node;
  while (ts.isPropertyAccessExpression(at) || ts.isNonNullExpression(at) || ts.isParenthesizedExpression(at)) {
    if (ts.isPropertyAccessExpression(at)) names.push(at.name.text);
    if (names.length > MAX_NAMES) return undefined;
    at = at.expression;
  }
  if (isThis(at) && names.length > 0) return ['this', ...names.reverse()].join('.');
  return ts.isIdentifier(at) ? [at.text, ...names.reverse()].join('.') : undefined;
}

/** Kinds of nodes that contain a condition, or statements one after the other. */
const MAY_NARROW: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.Block,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.DefaultClause,
]);

/** The effect of the step from a node up to its parent on a value inside the node, where the test is after `since`. */
function narrowingAt(node: ts.Node, parent: ts.Node, path: string, since: number, tests: Test[]): Narrowing | undefined {
  if (!MAY_NARROW.has(parent.kind) && !ts.isCaseOrDefaultClause(node)) return undefined;
  const around = conditionAround(node, parent);
  if (around !== undefined) {
    if (around.condition.pos < since) return undefined;
    tests.push(around);
    return implied(around.condition, around.holds, path);
  }
  if (ts.isCaseOrDefaultClause(node) && pathsIn(node.parent.parent.expression).has(path)) {
    tests.push({ condition: node.parent.parent.expression, holds: true, loose: true });
    return 'tested';
  }
  if (!ts.isStatement(node) || !isBlock(parent)) return undefined;
  const before = (guards(parent).get(path) ?? []).filter((one) => one.end <= node.pos && one.condition.pos > since);
  tests.push(...before.slice(0, MAX_GUARDS + 1));
  if (before.length > MAX_GUARDS) return 'tested';
  return strongest(before.map((one) => (one.loose === true ? 'tested' : implied(one.condition, one.holds, path))));
}

function isBlock(node: ts.Node): node is Steps {
  return ts.isBlock(node) || ts.isCaseOrDefaultClause(node);
}

function conditionAround(node: ts.Node, parent: ts.Node): Omit<Guard, 'end'> | undefined {
  if (ts.isIfStatement(parent) && node !== parent.expression)
    return { condition: parent.expression, holds: node === parent.thenStatement };
  if (ts.isConditionalExpression(parent) && node !== parent.condition)
    return { condition: parent.condition, holds: node === parent.whenTrue };
  if (!ts.isBinaryExpression(parent) || node !== parent.right) return undefined;
  const operator = parent.operatorToken.kind;
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return { condition: parent.left, holds: true };
  return operator === ts.SyntaxKind.BarBarToken ? { condition: parent.left, holds: false } : undefined;
}

/** The tests among the statements of a block after which it continues only with one outcome, by the paths that they name. */
function guards(block: Steps): ReadonlyMap<string, readonly Guard[]> {
  const known = guardsOf.get(block);
  if (known !== undefined) return known;
  const found = new Map<string, Guard[]>();
  const add = (guard: Guard, path: string): void => append(found, path, guard);
  for (const statement of block.statements) {
    for (const guard of guardsIn(statement)) for (const path of pathsIn(guard.condition)) add(guard, path);
    // the method's other names are its own locals
    for (const guard of guardsOfMethod(statement))
      for (const path of pathsIn(guard.condition)) if (path.startsWith('this.')) add(guard, path);
  }
  guardsOf.set(block, found);
  return found;
}

/** All paths that a condition names: `a.b` also names `a`. */
function pathsIn(condition: ts.Expression): ReadonlySet<string> {
  const known = pathsOf.get(condition);
  if (known !== undefined) return known;
  const paths = new Set<string>();
  pathsOf.set(condition, paths);
  const visit = (node: ts.Node): void => {
    if (isFunctionNode(node) || paths.size > MAX_PARTS) return;
    const path = ts.isExpression(node) ? pathOf(node) : undefined;
    if (path !== undefined) paths.add(path);
    if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else ts.forEachChild(node, visit);
  };
  visit(condition);
  return paths;
}

/** The effect of a condition on a value where it holds, or where it does not. */
function implied(condition: ts.Expression, holds: boolean, path: string, depth = 0): Narrowing | undefined {
  if (depth > MAX_PARTS) return undefined;
  const inner = (part: ts.Expression, partHolds: boolean): Narrowing | undefined => implied(part, partHolds, path, depth + 1);
  if (ts.isParenthesizedExpression(condition)) return inner(condition.expression, holds);
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken)
    return inner(condition.operand, !holds);
  if (ts.isBinaryExpression(condition)) {
    const operator = condition.operatorToken.kind;
    const isAnd = operator === ts.SyntaxKind.AmpersandAmpersandToken;
    if (isAnd || operator === ts.SyntaxKind.BarBarToken) {
      const parts = [inner(condition.left, holds), inner(condition.right, holds)];
      if (isAnd === holds) return strongest(parts);
      if (parts.every((part) => part === 'true')) return 'true';
      const isThere = parts.every((part) => part === 'present' || part === 'true');
      return isThere ? 'present' : parts.find((part) => part !== undefined) && 'tested';
    }
    const compared = comparison(condition, holds, path);
    if (compared !== undefined) return compared;
  }
  if (holds && pathOf(condition) === path) return 'true';
  if (holds && chainsThrough(condition, path)) return 'present';
  return pathsIn(condition).has(path) ? 'tested' : undefined;
}

/** `x !== null`, `x != undefined`, `typeof x !== 'undefined'`, `x?.y === 1`. */
function comparison(condition: ts.BinaryExpression, holds: boolean, path: string): Narrowing | undefined {
  const isEqual = EQUALITY.get(condition.operatorToken.kind);
  if (isEqual === undefined) return undefined;
  const equal = isEqual === holds;
  const { left, right } = condition;
  if (ts.isTypeOfExpression(left))
    return !equal && ts.isStringLiteralLike(right) && right.text === 'undefined' && pathOf(left.expression) === path
      ? 'present'
      : undefined;
  const [value, other] = isNothing(left) ? [right, left] : [left, right];
  if (isNothing(other)) return !equal && (pathOf(value) === path || chainsThrough(value, path)) ? 'present' : undefined;
  return equal && isLiteral(other) && chainsThrough(value, path) ? 'present' : undefined;
}

function isLiteral(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return ts.isIdentifier(node.expression) && /^[A-Z]/.test(node.expression.text);
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || node.kind === ts.SyntaxKind.TrueKeyword;
}

/** `x?.y.z` has a value only where x has one. */
function chainsThrough(node: ts.Expression, path: string): boolean {
  let at: ts.Expression = node;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at)) {
    if (at.questionDotToken !== undefined && pathOf(at.expression) === path) return true;
    at = at.expression;
  }
  return false;
}

function strongest(parts: readonly (Narrowing | undefined)[]): Narrowing | undefined {
  return (['true', 'present'] as const).find((one) => parts.includes(one)) ?? parts.find((part) => part !== undefined);
}
