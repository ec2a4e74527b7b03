import { type Expression, isNull, type ObjectMember, type ReturnsExpression } from '../../../facts/expression.js';
import { under, type ValueCondition } from '../../../facts/values/when.js';
import { afterChanges } from './changes.js';
import { interpolated, knownCall, statusOfLibrary } from './known-calls.js';
import { importedPath, nameOf } from './names.js';
import { narrowed, partOfTested } from './narrowing.js';
import { formsPassed, ofPassed } from './passed.js';
import { keepsNull, notePresent, presentWhere } from './presence.js';
import { givenValue, storedAt } from './rebound.js';
import { valueOfLoop } from './routing/loops.js';
import { queryItself } from './schemas/queries.js';
import { comprehensionScope, type Guard, lookup, onlyValue, originOf, type Scope } from './scope.js';
import { FLOAT, literal, type Source, scalar, unknown } from './source.js';
import { parse } from './syntax/parse.js';
import { argument, lastName, type Node, type Place, plainText } from './syntax/syntax.js';
import { typeOf } from './types.js';

/** Deeper values are not analysed. */
const MAX_DEPTH = 60;
/** Literals with more items are data tables. */
const MAX_ITEMS = 400;

/** The value of an expression. */
export function readValue(source: Source, scope: Scope, node: Node | undefined, depth = 0): Expression {
  if (node === undefined || depth > MAX_DEPTH) return unknown('it is not read');
  const inner = (of: Node | undefined): Expression => readValue(source, scope, of, depth + 1);
  switch (node.kind) {
    case 'name':
      return valueOfName(source, scope, node);
    case 'attribute':
      return valueOfAttribute(source, scope, node, inner);
    case 'call':
      return valueOfCall(source, scope, node, depth);
    case 'text':
      return textOf(node, inner);
    case 'number':
      return Number.isFinite(node.value) ? literal(node.value) : scalar('number');
    case 'constant':
      return literal(node.value);
    case 'list':
    case 'tuple':
      return listOf(node.items, inner);
    case 'set':
      return { kind: 'array', items: { kind: 'union', options: node.items.slice(0, MAX_ITEMS).map(inner) } };
    case 'dict':
      return dictOf(source, node, inner);
    case 'comprehension':
      return valueOfComprehension(source, scope, node, depth);
    case 'operation':
      return valueOfOperation(node, inner);
    case 'choice':
      return valueOfChoice(source, scope, node, inner);
    case 'subscript':
      return valueOfSubscript(node, inner);
    case 'test':
      return scalar('boolean');
    case 'await':
      return inner(node.of);
    case 'lambda':
      return { kind: 'absent' };
    default:
      return unknown('an expression that is not understood');
  }
}

function valueOfAttribute(source: Source, scope: Scope, node: Of<'attribute'>, inner: (of: Node) => Expression): Expression {
  if (/^(?:count|num_pages|per_page|number)$/.test(node.name) && /^(?:paginator|page)$/.test(lastName(node.of) ?? ''))
    return scalar('integer');
  const status = statusOfLibrary(scope, node);
  if (status !== undefined) return status;
  const query = queryItself(node, inner);
  if (query !== undefined) return query;
  const path = importedPath(scope, node);
  if (path === undefined) return narrowed(source, scope, node, { kind: 'member', of: inner(node.of), name: node.name });
  const start: Expression = nameOf(source, scope, path.name, 'value') ?? unknown('it is not read');
  return path.members.reduce<Expression>((of, name) => ({ kind: 'member', of, name }), start);
}

function valueOfName(source: Source, scope: Scope, node: Of<'name'>): Expression {
  const { name, start } = node;
  const found = lookup(scope, name);
  const status = found?.binding.kind === 'import' ? statusOfLibrary(scope, node) : undefined;
  if (status !== undefined) return status;
  if (found === undefined) return nameOf(source, scope, name, 'value') ?? unknown(`${name} is not known here`);
  const { binding, fact } = found;
  switch (binding.kind) {
    case 'parameter': {
      const { of, index } = binding;
      const place = source.record.selves.get(of.fact);
      if (index < 0 && place !== undefined) return { kind: 'parameter', callable: of.fact, index: place };
      if (index < 0) return of.owner === undefined ? unknown(name) : { kind: 'name', name: of.owner.fact };
      const given = givenValue(source, binding);
      const current = afterChanges(
        source.masked,
        found.scope,
        name,
        given,
        (value) => readValue(source, found.scope, value),
        source.at,
      );
      return narrowed(source, scope, node, current);
    }
    case 'loop':
      return narrowed(
        source,
        scope,
        node,
        valueOfLoop(source, found.scope, fact, binding.loops, start, (over) =>
          readValue(source, found.scope, over, MAX_DEPTH / 2),
        ),
      );
    case 'variable': {
      if (found.scope.form === 'class') recordOfClass(source, found.scope, fact, onlyValue(binding));
      const state = found.scope.before.has(name) ? '|before' : '';
      const part = partOfTested(scope, node, binding, (of) => readValue(source, scope, of));
      if (part !== undefined) return narrowed(source, scope, node, part);
      const one = storedAt(source, found.scope, name, { variable: binding, fact, start });
      const stored: Expression = one ?? { kind: 'name', name: `${fact}${state}`, space: 'value' };
      const isTested = scope.tested.has(name) && found.scope === scope;
      const later = [...binding.values.slice(binding.given === undefined ? 1 : 0), ...binding.added];
      return narrowed(source, scope, node, stored, isTested && !keepsNull(scope, source.masked, name, later, start));
    }
    default:
      return { kind: 'name', name: fact, space: 'value' };
  }
}

/** `STATES = [(OPEN, 'Open')]` in the body of a class: a name that the body uses becomes a constant, once. */
function recordOfClass(source: Source, scope: Scope, name: string, value: Node | undefined): void {
  const known = namesOfClasses.get(source) ?? new Set();
  namesOfClasses.set(source, known);
  if (value === undefined || known.has(name)) return;
  known.add(name);
  source.record.facts.push({ kind: 'constant', name, value: readValue(source, scope, value), at: source.at(value.start) });
}

const namesOfClasses = new WeakMap<Source, Set<string>>();

type Of<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

function valueOfCall(source: Source, scope: Scope, node: Of<'call'>, depth: number): Expression {
  const inner = (of: Node | undefined): Expression => readValue(source, scope, of, depth + 1);
  if (node.of.kind === 'name' && node.of.name === 'super') return ofBase(source, scope);
  const known = knownCall(source, scope, node, inner);
  if (known !== undefined) return known;
  // `functools.wraps(handler)(wrapper)`
  if (node.of.kind === 'call' && originOf(scope, node.of.of) === 'functools.wraps') return inner(node.arguments[0]?.value);
  // `book_list = BookView.as_view()`, which the URLs of another file refer to
  if (node.of.kind === 'attribute' && node.of.name === 'as_view' && node.arguments.every(({ name }) => name !== undefined))
    return inner(node.of.of);
  // `Page[Item](items=items)`
  if (node.of.kind === 'subscript' && /^[A-Z](?:$|\w{0,100}[a-z])/.test(lastName(node.of.of) ?? ''))
    return typeOf(source, scope, node.of);
  return withArguments(source, node, { kind: 'returns', of: inner(node.of), ...argumentsOf(source, node, inner) }, inner);
}

/** `Note(text=row.text or '')`: a member that an argument surely gives is not null, whatever its type says. */
function withArguments(source: Source, call: Of<'call'>, made: Expression, inner: (of: Node) => Expression): Expression {
  if (!/^[A-Z]/.test(lastName(call.of) ?? '') || call.arguments.length > MAX_ITEMS) return made;
  const members = call.arguments.flatMap(({ name, value }): ObjectMember[] =>
    name === undefined ? [] : [{ kind: 'property', name, value: inner(value), at: source.at(value.start) }],
  );
  return members.length === 0 ? made : { kind: 'operator', operator: 'surely', of: made, keys: { kind: 'object', members } };
}

/** The arguments of a call, by position and by name; keyword arguments of a class are described by its fields. */
export function argumentsOf(
  source: Source,
  { of, arguments: given }: Of<'call'>,
  inner: (of: Node) => Expression,
): Pick<ReturnsExpression, 'values' | 'named'> {
  const star = given.findIndex((one) => one.star === 1);
  const values = given.filter(
    ({ name, star: isSpread }, index) => name === undefined && isSpread === undefined && (star < 0 || index < star),
  );
  const isClass = /^[A-Z]/.test(lastName(of) ?? '');
  const named = given.flatMap(({ name, star: spread, value }): ObjectMember[] => {
    if (name !== undefined) return [{ kind: 'property', name, value: inner(value), at: source.at(value.start) }];
    if (spread === undefined) return [];
    return [{ kind: 'spread', value: spread === 2 ? inner(value) : unknown('a list of arguments') }];
  });
  return {
    ...(values.length > 0 && { values: values.map(({ value }) => inner(value)) }),
    ...(named.length > 0 && !isClass && { named }),
  };
}

/** `super()` in a method: an instance of the first base class. */
function ofBase(source: Source, scope: Scope): Expression {
  let inside: Scope | undefined = scope;
  while (inside !== undefined && inside.of?.owner === undefined) inside = inside.parent;
  const owner = inside?.of?.owner;
  const [base] = owner?.arguments.filter(({ name, star }) => name === undefined && star === undefined) ?? [];
  return owner === undefined || base === undefined
    ? unknown('super is not known here')
    : typeOf(source, owner.outside, base.value);
}

function textOf(node: Of<'text'>, inner: (of: Node) => Expression): Expression {
  if (node.bytes) return scalar('string');
  const parts = node.parts.map((part) => (typeof part === 'string' ? literal(part) : inner(part)));
  if (node.parts.every((part) => typeof part === 'string')) return literal(node.parts.join(''));
  return { kind: 'text', parts };
}

/** `a or b`, `a and b`, `a if c else b`. */
function valueOfChoice(source: Source, scope: Scope, node: Of<'choice'>, inner: (of: Node) => Expression): Expression {
  const { options, conditional, first, test } = node;
  const [whole, other] = options;
  if (test !== undefined && whole !== undefined) notePresent(scope, presentWhere(source.masked, test, true), whole);
  if (test !== undefined && other !== undefined) notePresent(scope, presentWhere(source.masked, test, false), other);
  const given = first === true && options.length === 2 && other !== undefined && isEmpty(other) ? whole : undefined;
  const values = options.map((one, index): Expression => {
    const value = inner(one);
    const conditions =
      conditional === true && test !== undefined ? passedFor(source, scope, { ...test, holds: index === 0 }) : [];
    // a null that depends only on an argument which is not null stays possible
    if (conditions.length > 0 && !isNull(value)) return under(conditions, value);
    if (isNull(value) && conditional === true && test !== undefined)
      return under(nullOnlyFor(source, test, index !== 0, inner), value);
    // `metadata or {}`: the second only where the first is empty as well
    if (given !== undefined && index > 0) return under([{ value: inner(given), holds: false }], value);
    const isRetained = first === true && index < options.length - 1 && value.kind !== 'literal';
    return isRetained ? { kind: 'operator', operator: 'non-null', of: value } : value;
  });
  return { kind: 'union', options: values, ...(conditional === true && { changing: true }) };
}

/** `row.at.isoformat() if row.at else None`: null counts only as far as the member may be null, or anything else that is false. */
function nullOnlyFor(
  { masked }: Source,
  test: Place,
  holds: boolean,
  inner: (of: Node) => Expression,
): readonly ValueCondition[] {
  // another part of the test may decide as well
  if (/\b(?:and|or)\b/.test(masked.bare.slice(test.start, test.end))) return [];
  const [known, ...others] = presentWhere(masked, test, holds).filter(({ path }) => !path.startsWith('!'));
  const start = masked.bare.indexOf(known?.path ?? '', test.start);
  if (known === undefined || known.kind !== undefined || others.length > 0 || !known.path.includes('.')) return [];
  const tested = parse(masked, start, start + known.path.length);
  return [{ value: inner(tested), is: known.truthy === true ? 'falsy' : 'nothing', holds: true }];
}

/** What a condition asks of an argument of the function around it: `[…] if many else one`. */
function passedFor({ masked }: Source, scope: Scope, guard: Guard): readonly ValueCondition[] {
  const around = scope.of ?? scope.parent?.of;
  const names = scope.of === undefined ? masked.bare.slice(guard.start, guard.end).split(/\W/) : [];
  // a comprehension has variables of its own
  const isShadowed = names.some((name) => scope.bindings.has(name));
  return around === undefined || isShadowed
    ? []
    : [...ofPassed(masked, around, guard), ...(formsPassed(masked, around, guard) ?? [])];
}

const isEmpty = (node: Node): boolean =>
  (node.kind === 'dict' && node.entries.length === 0) || (node.kind === 'list' && node.items.length === 0);

function listOf(items: readonly Node[], inner: (of: Node) => Expression): Expression {
  if (items.length > MAX_ITEMS) return { kind: 'array', items: unknown('the list is long') };
  return {
    kind: 'tuple',
    items: items.map((item) => (item.kind === 'star' ? { kind: 'spread', value: inner(item.of) } : inner(item))),
  };
}

function dictOf(source: Source, node: Of<'dict'>, inner: (of: Node) => Expression): Expression {
  if (node.entries.length > MAX_ITEMS) return { kind: 'map', values: unknown('the dictionary is large') };
  const members = node.entries.map(({ key, value }): ObjectMember => {
    if (key === undefined) return { kind: 'spread', value: inner(value) };
    const name = keyOf(key);
    // a name that only linking resolves is the single key of a record
    const named = (): Expression => ({ kind: 'operator', operator: 'record', of: inner(value), keys: inner(key) });
    return name === undefined
      ? key.kind === 'attribute' || key.kind === 'name'
        ? { kind: 'spread', value: named() }
        : { kind: 'rest', values: inner(value) }
      : { kind: 'property', name, value: inner(value), at: source.at(key.start) };
  });
  return { kind: 'object', members };
}

function keyOf(key: Node): string | undefined {
  if (key.kind === 'number') return String(key.value);
  if (key.kind !== 'text' || key.bytes) return undefined;
  return key.parts.every((part) => typeof part === 'string') ? key.parts.join('') : undefined;
}

function valueOfComprehension(source: Source, scope: Scope, node: Of<'comprehension'>, depth: number): Expression {
  const inside = comprehensionScope(scope, node);
  for (const test of node.tests ?? []) notePresent(inside, presentWhere(source.masked, test, true), node);
  const read = (of: Node): Expression => readValue(source, inside, of, depth + 1);
  if (node.form !== 'dict') return { kind: 'array', items: read(node.element) };
  return namedMembers(source, node, read) ?? { kind: 'map', values: read(node.element) };
}

/** `{name: row[name] for name in ('id', 'title')}`: the members that a list of texts names. */
function namedMembers(source: Source, node: Of<'comprehension'>, read: (of: Node) => Expression): Expression | undefined {
  const { key, target, over, element, tests = [], within = [] } = node;
  const isNamed = key?.kind === 'name' && target.kind === 'name' && key.name === target.name;
  if (!isNamed || tests.length > 0 || within.length > 0 || (over?.kind !== 'list' && over?.kind !== 'tuple')) return undefined;
  const names = over.items.map(plainText);
  if (names.length > MAX_ITEMS || !names.every((name) => name !== undefined)) return undefined;
  const isTarget = (of: Node | undefined): boolean => of?.kind === 'name' && of.name === target.name;
  const isPart = element.kind === 'subscript' && element.items.length === 1 && isTarget(element.items[0]);
  const isAsked = element.kind === 'call' && element.of.kind === 'name' && element.of.name === 'getattr';
  const asked = isAsked && isTarget(argument(element, 1)) ? argument(element, 0) : undefined;
  const whole = isPart ? read(element.of) : asked && read(asked);
  const at = source.at(node.start);
  const memberOf = (name: string): Expression => (whole === undefined ? read(element) : { kind: 'member', of: whole, name });
  return { kind: 'object', members: names.map((name) => ({ kind: 'property', name, value: memberOf(name), at })) };
}

/** `+` joins texts and lists; the result of other operands is unknown. */
function valueOfOperation(node: Of<'operation'>, inner: (of: Node) => Expression): Expression {
  const { operator, left, right } = node;
  if (operator === '+') {
    if (isTextual(left) || isTextual(right)) return { kind: 'text', parts: [inner(left), inner(right)] };
    if (left.kind === 'list' || right.kind === 'list') {
      const spread = (value: Node): { kind: 'spread'; value: Expression } => ({ kind: 'spread', value: inner(value) });
      return { kind: 'tuple', items: [spread(left), spread(right)] };
    }
  }
  if (operator === '|' && (left.kind === 'dict' || right.kind === 'dict'))
    return { kind: 'object', members: [left, right].map((value) => ({ kind: 'spread', value: inner(value) })) };
  if (operator === '%' && left.kind === 'text') return interpolated(plainText(left), right, inner);
  // the names may stand for texts, lists or numbers
  const isNamed = [left, right].every(({ kind }) => ADDED.has(kind));
  if (!isNamed || !ARITHMETIC.has(operator)) return unknown('what an operation gives is not worked out');
  if (operator === '+') return { kind: 'operator', operator: 'sum', of: inner(left), keys: inner(right) };
  const numbers: Expression = { kind: 'operator', operator: 'difference', of: inner(left), keys: inner(right) };
  return operator === '/' ? { kind: 'operator', operator: 'difference', of: numbers, keys: FLOAT } : numbers;
}

const ADDED: ReadonlySet<Node['kind']> = new Set(['name', 'attribute', 'operation', 'call', 'number', 'subscript', 'await']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//']);

function isTextual(node: Node): boolean {
  return (
    node.kind === 'text' ||
    (node.kind === 'operation' && node.operator === '+' && (isTextual(node.left) || isTextual(node.right)))
  );
}

/** `x[:3]`: a part of a list, or of a text. */
function partOf(of: Expression): Expression {
  const list: Expression = { kind: 'array', items: { kind: 'element', of } };
  if (of.kind === 'array' || of.kind === 'tuple') return list;
  const keys: readonly Expression[] = [literal('[]'), list, scalar('string')];
  return {
    kind: 'operator',
    operator: 'having',
    of: { kind: 'operator', operator: 'non-null', of },
    keys: { kind: 'tuple', items: keys },
  };
}

function valueOfSubscript(node: Of<'subscript'>, inner: (of: Node) => Expression): Expression {
  const [index, ...more] = node.items;
  if (node.slice === true) return partOf(inner(node.of));
  if (index === undefined || more.length > 0) return unknown('a part of it that is not understood');
  const key = keyOf(index);
  if (key !== undefined && !key.startsWith('-')) return { kind: 'member', of: inner(node.of), name: key };
  return index.kind === 'name' || index.kind === 'attribute' || key !== undefined
    ? { kind: 'element', of: inner(node.of) }
    : unknown('a part of it that is not understood');
}
