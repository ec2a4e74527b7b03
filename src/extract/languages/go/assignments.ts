import { type Expression, isNull, type ObjectMember } from '../../../facts/expression.js';
import type { Condition, Constant } from '../../../facts/fact.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { under } from '../../../facts/values/when.js';
import { copyReplaced, isError } from './conditions.js';
import { appendedTo, asDeclared, filledList, listFrom, withElement, withoutElements } from './lists.js';
import { declaredName } from './names.js';
import { mayRegister, originOf } from './routing/escapes.js';
import { serve } from './routing/hand-on.js';
import { packageMember, structOf, typeNameOf } from './routing/hints.js';
import { handlerCached, handlerSet } from './routing/operations.js';
import { mount, routerOf } from './routing/routers.js';
import { appendedTable, fillTable, isRoute, isTable } from './routing/tables.js';
import { setOnReceiver } from './sends/fluent.js';
import { aroundMissing, tells, whereMissing, whereNil } from './sends/headers.js';
import { assignTogether, constantBehind, setAlone } from './sends/set-together.js';
import { noteSet, statusValue } from './sends/status-values.js';
import { type Binding, bindingOf, isSurelyDone, type Place, type Scope, type Source, scopeOf, unknown } from './source.js';
import { fieldsOf } from './struct-fields.js';
import { fillField, fillGiven, forgetField, givenStruct, isKnownList } from './struct-values.js';
import type { CompositeNode, Node } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';
import { placeOf } from './syntax/text.js';
import { typeOf } from './types.js';
import { readValue, widened } from './values.js';
import { constantOf } from './variables.js';

type Assignment = Statement & { kind: 'assign' };

/** Tracks how assignments to variables, fields and map entries change their values; a caller decides whether they run `when`. */
export function assign(place: Place, { targets, values }: Assignment, when?: readonly Condition[]): void {
  for (const target of targets) if (target.kind === 'name' && !isError(target)) place.byMethod?.add(target.name);
  if (assignTogether(place, targets, values)) return;
  for (const [index, target] of targets.entries()) {
    const value = values.length === targets.length ? values[index] : undefined;
    forgetPassed(place, target);
    // it no longer tells whether a map has an entry
    if (target.kind === 'name') scopeOf(place.scope, tells(target.name))?.names.delete(tells(target.name));
    if (target.kind === 'name') assignName(place, target.name, value, when);
    else if (target.kind === 'index') {
      handlerCached(place, target, value);
      assignEntry(place, target, value);
    }
    noteSet(place, target, value);
    if (target.kind === 'member' && value !== undefined) assignField(place, target, value);
  }
}

/** `status.Code = 201`, `status = Created` of a parameter: the argument no longer shows what it holds. */
function forgetPassed(place: Place, target: Node): void {
  const { scope } = place;
  const node = target.kind === 'member' ? target.of : target;
  const binding = node.kind === 'name' ? bindingOf(scope, node.name) : undefined;
  if (node.kind !== 'name' || binding === undefined) return;
  const { passed, changed: before, ...rest } = binding;
  if (passed === undefined && before === undefined) return;
  const changed = target.kind === 'member' && before && fillGiven(place, before, target.name, target.start);
  scopeOf(scope, node.name)?.names.set(node.name, { ...rest, ...(changed && { changed }) });
}

function assignName(place: Place, name: string, value: Node | undefined, when: readonly Condition[] = []): void {
  const { source, scope } = place;
  const binding = bindingOf(scope, name);
  if (binding !== undefined) setAlone(source, binding);
  if (binding?.given !== undefined) holdNumber(place, name, binding, value);
  if (binding !== undefined && value !== undefined) setParameter(place, name, binding, value);
  if (binding?.callable !== undefined && !isWrapped(value, name))
    scopeOf(scope, name)?.names.set(name, { expression: unknown('it is one of several functions') });
  const router = value && routerOf(place, value);
  if (router !== undefined) {
    const hint = { kind: 'router' as const, dialect: router.dialect.id };
    const owner = scopeOf(scope, name);
    owner?.names.set(name, { expression: router.expression, hint });
    // a package variable is a router of its own; the code that assigns it mounts it somewhere
    if (owner === undefined && value !== undefined)
      mount(place, router, ownName(source, name, value), { node: value, certainty: 'maybe', same: true });
    return;
  }
  const added = appendedTo(value, (first) => first.kind === 'name' && first.name === name);
  const constant = constantBehind(source, binding?.expression);
  if (constant === undefined) {
    changeStored(place, name, binding);
    return;
  }
  const table = appendedTable(place, constant, value, readValue);
  if (table !== undefined) {
    source.constants.set(constant.name, table);
    return;
  }
  if (added === undefined) {
    const read = value === undefined ? undefined : readValue(place, value);
    if (read !== undefined && holdsData(place, name, constant, read, value?.start ?? 0)) return;
    const isNew = read !== undefined && !mentions(read, constant.name);
    const list = isNew ? listFrom(filledList(constant), read, isSurelyDone(scope, name), isKnownList(source, read)) : undefined;
    const now = list ?? withoutElements(filledList(asDeclared(constant)));
    source.constants.set(constant.name, now);
    if (list === undefined) change(source, now, read && under(when, read), isSurelyDone(scope, name));
    return;
  }
  const filled = isSurelyDone(scope, name) && added.length > 0 ? filledList(constant) : constant;
  const last = added.reduce((list, one) => withElement(list, elementOf(place, one)), filled);
  source.constants.set(constant.name, last);
}

/** `if data == nil { data = Empty{} }` replaces a parameter. If the branch may or may not run, the value is unknown. */
function setParameter(place: Place, name: string, { expression, hint }: Binding, value: Node): void {
  const { scope } = place;
  const isGiven = expression.kind === 'parameter' || (expression.kind === 'operator' && expression.operator === 'or-else');
  const made = value.kind === 'unary' ? value.of : value;
  if (!isGiven || hint !== undefined || made.kind !== 'composite') return;
  const read = readValue(place, value);
  const isDefault = bindingOf(scope, whereNil(name)) !== undefined && expression.kind === 'parameter';
  const now: Expression = isSurelyDone(scope, name)
    ? read
    : isDefault
      ? { kind: 'operator', operator: 'or-else', of: expression, keys: read }
      : unknown('what a function is given is replaced in some cases');
  scopeOf(scope, name)?.names.set(name, { expression: now });
}

/** `body = gin.H{"data": body}`, or any value in a variable of type `any`, replaces the old value; in a branch nothing is known. */
function holdsData(place: Place, name: string, constant: Constant, read: Expression, at: number): boolean {
  const { source, scope } = place;
  const { type, value } = constant;
  const isAny = type?.kind === 'unknown';
  if (read.kind === 'object' ? type !== undefined && !isAny && type.kind !== 'map' : !isAny || mentions(read, constant.name))
    return false;
  if (isSurelyDone(scope, name)) {
    const full = constantOf(place, name, at, read);
    scopeOf(scope, name)?.names.set(name, { expression: { kind: 'name', name: full, space: 'value' } });
    return true;
  }
  if (read.kind !== 'object' || value.kind === 'unknown' || !mentions(read, constant.name)) return false;
  const { type: _, ...rest } = constant;
  source.constants.set(constant.name, { ...rest, value: unknown('it may be put into another value') });
  return true;
}

/** `delete(body, "secret")`: the entry is gone from here on, or optional if the call is in a branch. */
export function deleteEntry(place: Place, [of, key]: readonly Node[], start: number): void {
  const { source, scope } = place;
  if (of?.kind === 'name') openGiven(place, of.name);
  const constant = of?.kind === 'name' ? constantBehind(source, bindingOf(scope, of.name)?.expression) : undefined;
  if (constant?.value.kind !== 'object' || of?.kind !== 'name') return;
  const { members } = constant.value;
  const name = key && readValue(place, key);
  const isGone = (one: ObjectMember): boolean =>
    one.kind === 'property' && (name?.kind !== 'literal' || one.name === String(name.value));
  if (name?.kind === 'literal' && isSurelyDone(scope, of.name)) {
    const full = constantOf(place, of.name, start, { kind: 'object', members: members.filter((one) => !isGone(one)) });
    scopeOf(scope, of.name)?.names.set(of.name, { expression: { kind: 'name', name: full, space: 'value' } });
    return;
  }
  const left = members.map((one): ObjectMember => (one.kind === 'property' && isGone(one) ? { ...one, optional: true } : one));
  source.constants.set(constant.name, { ...constant, value: { kind: 'object', members: left } });
}

/** A function changes the map that it is given. */
export function openGiven({ scope }: Place, name: string): void {
  const binding = bindingOf(scope, name);
  if (binding?.expression.kind === 'parameter')
    scopeOf(scope, name)?.names.set(name, { ...binding, expression: unknown('what a function is given is changed') });
}

/** A function changes a list of the package, so its content is unknown. */
function changeStored({ source }: Place, name: string, binding: Binding | undefined): void {
  const stored = binding === undefined ? source.constants.get(name) : undefined;
  if (stored?.value.kind !== 'tuple' && !isTable(source, stored?.value)) return;
  if (stored !== undefined) source.constants.set(name, { ...stored, value: unknown('it is changed while the program runs') });
}

/** `status = 404` is valid from here on in this block, and possibly after it. */
function holdNumber(place: Place, name: string, { given: _, ...binding }: Binding, value: Node | undefined): void {
  const read = value === undefined ? undefined : statusValue(place, value);
  const isNumber = read?.kind === 'literal' && typeof read.value === 'number';
  const isOwn = place.scope?.names.has(name) === true && binding.outer !== true;
  place.scope?.names.set(name, { ...binding, ...(isNumber && { given: read }), ...(!isOwn && { outer: true }) });
}

/** The value appended to a list, if it shows more than the element type of the list. */
function elementOf(place: Place, node: Node): Expression {
  const value = readValue(place, node);
  const stored = constantBehind(place.source, value)?.value;
  if (value.kind === 'object' || stored?.kind === 'object') return value;
  // `*note.Response()`
  const result = value.kind === 'operator' && value.operator === 'non-null' ? value.of : value;
  return givenStruct(place.source, value) ?? (result.kind === 'returns' ? value : unknown('its type tells'));
}

/** Code compares a list that was declared without a value, or a result, with nil: treat it as not nil. */
function look({ source, scope }: Place, name: string): void {
  const constant = constantBehind(source, bindingOf(scope, name)?.expression);
  if (constant === undefined) return;
  const { type, value } = constant;
  const isResult = type === undefined && (value.kind === 'returns' || value.kind === 'member');
  const stored: Expression = isResult ? { kind: 'operator', operator: 'non-null', of: value } : value;
  source.constants.set(constant.name, filledList({ ...constant, value: stored }));
}

/** `x == nil`, `len(x) == 0`, `&x`. */
export function lookAt(place: Place, node: Node): void {
  const inner = node.kind === 'call' && node.of.kind === 'name' && node.of.name === 'len' ? node.given[0] : node;
  if (inner?.kind === 'name') look(place, inner.name);
}

/** A variable of the package, which another file may declare. */
function ownName(source: Source, name: string, { start }: Node): Expression {
  const found = declaredName(source, name, start);
  return found.kind === 'name' ? { ...found, space: 'value' } : found;
}

/**
 * A declared type stays. A reassigned constant is no longer constant, but a literal text that only one branch overwrites with a
 * computed text stays the likely value. A variable of any type may hold each of its values last.
 */
function change(source: Source, constant: Constant, value: Expression | undefined, isSure: boolean): void {
  const { type, value: old } = constant;
  // an interface variable without a value gets its methods from the assigned value
  const isInterface = type?.kind === 'name' && (old.kind === 'unknown' || old.kind === 'union') && value !== undefined;
  const handles = isFunction(source, old) || (type?.kind === 'name' && HANDLER.test(type.name));
  if (type !== undefined && type.kind !== 'unknown' && !isInterface && !handles) return;
  const set = (now: Expression): void => {
    source.constants.set(constant.name, { ...constant, value: now });
  };
  // `out = nil` in one branch, `out = data[0]` in another: which one ran is not known
  if (isNull(old) && value !== undefined && !mentions(value, constant.name)) {
    set(isSure ? value : { kind: 'union', options: [value, MAY_BE_NIL], changing: true });
    return;
  }
  const isDefault = !isSure && old.kind === 'literal' && typeof old.value === 'string' && value?.kind !== 'literal';
  if (isDefault) set({ kind: 'operator', operator: 'likely', of: old });
  else if (old.kind === 'literal') set(widened(old));
  else if (old.kind === 'operator' && old.operator === 'likely') set(isSure ? widened(old.of) : old);
  else if (old.kind === 'tuple') {
    const options = old.items.map((item) => widened(item.kind === 'spread' ? item.value : item));
    const distinct = [...new Map(options.map((one) => [JSON.stringify(one), one])).values()];
    set({ kind: 'array', items: { kind: 'union', options: distinct } });
  } else if (value === undefined || mentions(value, constant.name)) return;
  else if (old.kind === 'unknown') set(value);
  else if (old.kind === 'union' && old.changing === true)
    set(old.options.length < MAX_VALUES ? { ...old, options: [...old.options, value] } : TOO_MANY);
  else if (old.kind === 'parameter' && type === undefined) set(copyReplaced(old, value, isSure));
  else if (type !== undefined || handles || old.kind === 'object') set({ kind: 'union', options: [old, value], changing: true });
}

const MAY_BE_NIL: Expression = nullInDoubt('it is nil in a branch');

/** `handler = middleware(handler)`: the wrapper still calls the function. */
function isWrapped(value: Node | undefined, name: string): boolean {
  return value?.kind === 'call' && value.given.some((one) => one.kind === 'name' && one.name === name);
}

/** Handlers must not be confused with each other. */
const HANDLER = /\.Handler(?:Func)?$/;

/** A function or method of the file. */
function isFunction(source: Source, value: Expression): boolean {
  const isNamed = (value.kind === 'name' && value.space === 'value') || value.kind === 'member';
  return isNamed && source.functions.some(({ name }) => name === value.name);
}

/** `x = append(x, y)`. */
function mentions(value: Expression, name: string): boolean {
  return JSON.stringify(value).includes(JSON.stringify(name));
}

/** Limits: entries of one map, and values that one variable holds in turn. */
const MAX_ENTRIES = 500;
const MAX_VALUES = 20;
const TOO_MANY: Expression = { kind: 'unknown', why: 'it is changed too often to be followed' };

/**
 * `data["key"] = value` on a map that this code builds; in a branch the entry is optional. Also `list[i] = value` for each `i`.
 */
function assignEntry(place: Place, { of, keys, start }: Node & { kind: 'index' }, value: Node | undefined): void {
  const { source, scope } = place;
  const binding = of.kind === 'name' ? bindingOf(scope, of.name) : undefined;
  const constant = constantBehind(source, binding?.expression);
  if (of.kind === 'name') openGiven(place, of.name);
  if (constant === undefined || of.kind !== 'name') return;
  const { value: old } = constant;
  const [key] = keys;
  // each map of a list of maps may change
  const list = old.kind === 'element' ? constantBehind(source, old.of) : undefined;
  if (list !== undefined) source.constants.set(list.name, { ...list, value: unknown('its elements are changed') });
  if (isTable(source, old) && old.kind !== 'object') {
    source.constants.set(constant.name, { ...constant, value: unknown('it is changed') });
    return;
  }
  if (old.kind === 'array' && value !== undefined && isOfLoop(scope, key))
    source.constants.set(constant.name, withElement(constant, elementOf(place, value)));
  const isOpenMap = old.kind === 'map' && old.values.kind === 'unknown';
  if (old.kind !== 'object' && !isOpenMap) return;
  const name = key && readValue(place, key);
  const read: Expression = value === undefined ? { kind: 'unknown', why: 'it is not understood' } : readValue(place, value);
  if (old.kind === 'object' && name !== undefined && name.kind !== 'literal' && addRow(place, constant.name, name, read)) return;
  const missing = whereMissing({ kind: 'index', of, keys, start, end: start });
  const optional = !isSurelyDone(scope, of.name) && !isSurelyDone(aroundMissing(scope, missing), of.name);
  const member: ObjectMember =
    name?.kind === 'literal' && typeof name.value === 'string'
      ? { kind: 'property', name: name.value, value: read, ...(optional && { optional }), at: placeOf(source.text, start) }
      : { kind: 'rest', values: read };
  const members = old.kind === 'object' ? old.members : [];
  if (members.length > MAX_ENTRIES) return;
  const before = members.find((one) => one.kind === 'property' && member.kind === 'property' && one.name === member.name);
  const isFull = members.length === MAX_ENTRIES;
  const retained = before === undefined || !optional ? [...members.filter((one) => one !== before), member] : members;
  const { type: _, ...rest } = constant;
  source.constants.set(constant.name, {
    ...rest,
    value: { kind: 'object', members: isFull ? [...members, { kind: 'rest', values: TOO_MANY }] : retained },
  });
}

/**
 * `routes["get" + name] = route{…}`, once for each element of the enclosing loop: a loop over the map registers these routes too.
 */
function addRow({ source, scope, loops }: Place, table: string, key: Expression, value: Expression): boolean {
  const last = loops.at(-1);
  const isDirect =
    last !== undefined && [...(scope?.parent?.names.values() ?? [])].some(({ expression }) => mentions(expression, last.name));
  const rows = source.rows.get(table) ?? [];
  if (!isDirect || !isRoute(value) || rows.length >= MAX_ROWS) return false;
  source.rows.set(table, [...rows, { key, value, loops }]);
  return true;
}

/** If more statements than this add rows to one map, its rows are not analysed. */
const MAX_ROWS = 20;

const OPENED: ObjectMember = { kind: 'rest', values: unknown('a function that is given the map may put more into it') };

/** Marks a map as open: a function may add entries to it. */
export function openMap({ constants }: Source, name: string): void {
  const constant = constants.get(name);
  const { value } = constant ?? {};
  const isOpenMap = value?.kind === 'map' && value.values.kind === 'unknown';
  const members = value?.kind === 'object' ? value.members : [];
  if (constant === undefined || (value?.kind !== 'object' && !isOpenMap) || members.includes(OPENED)) return;
  const { type: _, ...rest } = constant;
  constants.set(name, { ...(isOpenMap ? rest : constant), value: { kind: 'object', members: [...members, OPENED] } });
}

/** Whether the key is the variable of the loop directly around this block, or `go func() {…}()` in it: it applies to each element. */
const isOfLoop = (scope: Scope | undefined, key: Node | undefined): boolean =>
  key?.kind === 'name' && (scope?.literal ? scope.parent : scope)?.parent?.names.has(key.name) === true;

/** `Server{router: gin.Default()}`: the field stands for that router. */
export function fillFields(place: Place, node: CompositeNode): void {
  if (node.type?.kind !== 'name' && node.type?.kind !== 'member') return;
  const struct = structOf(place, node);
  const fields = struct === undefined ? [] : fieldsOf(place.source, struct.body);
  for (const [index, { key, value }] of node.elements.entries()) {
    const name = key === undefined ? fields[index]?.name : key.kind === 'name' ? key.name : undefined;
    const router = name === undefined ? undefined : routerOf(place, value);
    if (name !== undefined && node.type.kind === 'name' && value.kind === 'composite' && value.type !== undefined)
      fillTable(place.source, node.type.name, name, readValue(place, value));
    const made = packageMember(place, node.type);
    const isServer = name === 'Handler' && made?.path === 'net/http';
    if (isServer) serve(place, value);
    if (router === undefined || name === undefined) continue;
    if (isServer) place.source.served.set(JSON.stringify(router.expression), { ...router, dialect: router.dialect.id });
    const isEmbedded = fields.find((field) => field.name === name)?.embedded === true && node.type.kind === 'name';
    const child: Expression = isEmbedded
      ? { kind: 'name', name: `${node.type.name}#${name}`, space: 'value' }
      : { kind: 'member', of: typeOf(place.source, node.type, place.scope), name };
    const certainty = mayRegister(originOf(place, node.type)) ? 'router' : 'maybe';
    mount(place, router, child, { node: key ?? value, certainty, same: true, alias: !isEmbedded });
  }
}

/** `s.router = gin.Default()`: the field stands for that router. `answer.Data = users`: the variable holds that field value. */
function assignField(place: Place, target: Node & { kind: 'member' }, value: Node): void {
  const router = routerOf(place, value);
  if (router !== undefined) {
    const child: Expression = { kind: 'member', of: readValue(place, target.of), name: target.name };
    const certainty = mayRegister(originOf(place, target.of)) ? 'router' : 'maybe';
    mount(place, router, child, { node: target, certainty, same: true, alias: true });
    return;
  }
  const { source, scope } = place;
  const { of, name } = target;
  fillTable(source, typeNameOf(place, of), name, readValue(place, value));
  handlerSet(place, target, value);
  const receiver = of.kind === 'name' ? bindingOf(scope, of.name) : undefined;
  if (receiver?.set !== undefined) setOnReceiver(place, receiver, target, value);
  if (of.kind === 'name' && bindingOf(scope, of.name) === undefined) forgetField(source, of.name, name);
  if (of.kind !== 'name' || value.kind === 'string' || value.kind === 'number') return;
  const constant = constantBehind(source, bindingOf(scope, of.name)?.expression);
  if (constant === undefined) return;
  const added = appendedTo(value, (first) => isField(first, of.name, name));
  const elements = added?.map((one) => elementOf(place, one));
  const stored = { node: value, value: readValue(place, value), ...(elements && { elements }) };
  fillField(place, constant, name, stored, isSurelyDone(scope, of.name));
}

const isField = (node: Node, of: string, name: string): boolean =>
  node.kind === 'member' && node.name === name && node.of.kind === 'name' && node.of.name === of;
