import type { At, Expression, ObjectMember } from '../../../facts/expression.js';
import { under, type ValueCondition } from '../../../facts/values/when.js';
import { groupBy } from '../../../model/multi-map.js';
import { isHarmless } from './harmless-packages.js';
import { ofPassed } from './passed.js';
import { lookup, onlyValue, originOf, type Scope, type SetMember } from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import { type Argument, lastName, type Node, plainText } from './syntax/syntax.js';

/** Methods that change their list or dictionary. */
const CHANGING = new Set('append extend insert remove pop popitem clear update setdefault add discard sort'.split(' '));
/** Limit of recorded changes of one name. */
const MAX_CHANGES = 100;

/** `data['x'] = value`, `user.name = value`. */
export function assigned(scope: Scope, target: Node & { kind: 'subscript' | 'attribute' }, value: Node | undefined): void {
  const key = target.kind === 'subscript' && target.items.length === 1 ? plainText(target.items[0]) : undefined;
  if (target.of.kind === 'name' && key !== undefined && value !== undefined) {
    // a new list in place of one that was appended to
    if (scope.sets.get(target.of.name)?.some((one) => one.key === key && one.appended)) changes(scope, target.of, true);
    put(scope, target.of.name, { key, value, start: target.start });
  } else if (target.of.kind === 'name' && target.kind === 'subscript' && target.items.length === 1 && value !== undefined)
    recordChange(scope, scope.indexed, target.of.name, value);
  else if (!setWithin(scope, target, key, value)) changes(scope, target.of, target.kind === 'subscript');
}

/** `data['page']['next'] = link`; false: a condition is around it, or the member was set before. */
function setWithin(scope: Scope, target: Node, key: string | undefined, value: Node | undefined): boolean {
  const within = target.kind === 'subscript' ? memberIn(target.of) : undefined;
  const name = target.kind === 'subscript' ? target.items[0] : undefined;
  if (target.kind !== 'subscript' || name === undefined || within === undefined) return false;
  if (key === undefined || value === undefined) return false;
  const { start, end } = target;
  const all = scope.sets.get(within.name) ?? [];
  const [before, ...others] = all.filter((one) => one.key === within.key);
  const made = before?.value?.kind === 'dict' && before.value.entries[0]?.key === undefined ? before.value.entries : undefined;
  if (scope.nested > 0 || others.length > 0 || (before !== undefined && made === undefined)) return false;
  const entries = [...(made ?? [{ value: target.of }]), { key: name, value }];
  if (before !== undefined) all.splice(all.indexOf(before), 1);
  put(scope, within.name, { key: within.key, value: { kind: 'dict', entries, start, end }, start });
  return true;
}

/** `data['rows'].append(row)`: the list with one more element. */
function appendedWithin(scope: Scope, of: Node, value: Node): boolean {
  const within = memberIn(of);
  if (within === undefined) return false;
  const { start, end } = of;
  // what a condition or a loop appends stands beside the earlier list
  const isBeside = scope.nested > 0 || scope.sets.get(within.name)?.some(({ key }) => key === within.key) === true;
  const items: readonly Node[] = isBeside ? [value] : [{ kind: 'star', of, start, end }, value];
  put(scope, within.name, { key: within.key, value: { kind: 'list', items, start, end }, start, appended: true });
  return true;
}

/** `data['rows']`. */
function memberIn(of: Node): { readonly name: string; readonly key: string } | undefined {
  const key = of.kind === 'subscript' && of.items.length === 1 ? plainText(of.items[0]) : undefined;
  return of.kind === 'subscript' && of.of.kind === 'name' && key !== undefined ? { name: of.of.name, key } : undefined;
}

/** A call statement, or a call whose result is assigned: `data.pop('x')`. */
export function called(scope: Scope, call: Node): void {
  if (call.kind !== 'call' || call.of.kind !== 'attribute' || !CHANGING.has(call.of.name)) return;
  const { name, of } = call.of;
  const [first] = call.arguments;
  if (of.kind === 'name' && first !== undefined && first.star === undefined) {
    const key = plainText(first.value);
    const isAppended = name === 'append' && call.arguments.length === 1;
    const isExtended = name === 'extend' && call.arguments.length === 1;
    const isTaken = name === 'pop' && key !== undefined;
    if (isAppended) recordChange(scope, scope.appended, of.name, first.value);
    if (isExtended) recordChange(scope, scope.extended, of.name, first.value);
    if (isTaken) put(scope, of.name, { key, start: call.start });
    if (isAppended || isExtended || isTaken || (name === 'update' && updated(scope, of.name, call.arguments))) return;
  }
  const isOne = name === 'append' && call.arguments.length === 1 && first?.star === undefined;
  if (isOne && first !== undefined && appendedWithin(scope, of, first.value)) return;
  changes(scope, of, name !== 'add' && name !== 'sort');
}

/** `clean(data)` as a statement: its only purpose may be to change `data`. */
export function lend(scope: Scope, call: Node): void {
  if (call.kind !== 'call') return;
  for (const { value } of call.arguments) {
    if (value.kind !== 'name') continue;
    const all = scope.lent.get(value.name) ?? [];
    if (all.length < MAX_CHANGES) all.push(call);
    scope.lent.set(value.name, all);
  }
}

/** `del data['x']`. */
export function deleted(scope: Scope, node: Node): void {
  const key = node.kind === 'subscript' && node.items.length === 1 ? plainText(node.items[0]) : undefined;
  if (node.kind === 'subscript' && node.of.kind === 'name' && key !== undefined)
    put(scope, node.of.name, { key, start: node.start });
  else changes(scope, node, true);
}

/** `data.update({'x': 1}, y=2)`; false: the added entries are not literal. */
function updated(scope: Scope, name: string, given: readonly Argument[]): boolean {
  const entries = given.flatMap((one) =>
    one.name !== undefined
      ? [{ key: one.name, value: one.value }]
      : one.value.kind === 'dict'
        ? one.value.entries.map(({ key, value }) => ({ key: plainText(key), value }))
        : [{ key: undefined, value: one.value }],
  );
  if (entries.some(({ key }) => key === undefined)) return false;
  for (const { key, value } of entries) if (key !== undefined) put(scope, name, { key, value, start: value.start });
  return true;
}

function put(scope: Scope, name: string, one: Omit<SetMember, 'sure' | 'depth'>): void {
  const all = scope.sets.get(name) ?? [];
  const guard = scope.nested > 0 && scope.repeated === 0 ? scope.guards.at(-1) : undefined;
  if (all.length < MAX_CHANGES) all.push({ ...one, sure: scope.nested === 0, ...(guard && { guard }), depth: scope.nested });
  else scope.replaced.add(name);
  scope.sets.set(name, all);
  itemChanged(scope, name);
}

function recordChange(scope: Scope, to: Map<string, Node[]>, name: string, value: Node): void {
  const all = to.get(name) ?? [];
  if (all.length < MAX_CHANGES) all.push(value);
  else scope.replaced.add(name);
  to.set(name, all);
  itemChanged(scope, name);
}

/** `inside`: the list or dictionary itself changes; otherwise only one of its attributes. */
function changes(scope: Scope, node: Node, inside: boolean): void {
  let at = node;
  while (at.kind === 'attribute' || at.kind === 'subscript') at = at.of;
  if (at.kind !== 'name') return;
  scope.changed.add(at.name);
  if (inside) scope.replaced.add(at.name);
  itemChanged(scope, at.name);
}

/** If a loop changes its variable, the items of the list change. */
function itemChanged(scope: Scope, name: string): void {
  const binding = scope.bindings.get(name);
  for (const loop of binding?.kind === 'loop' ? binding.loops : []) overChanged(scope, name, loop.over);
}

function overChanged(scope: Scope, name: string, list: Node | undefined): void {
  let over = list;
  // `for i, item in enumerate(items)`, `for key, item in items.items()`, `for item in items['rows']`
  for (let depth = 0; depth < 10 && over !== undefined && over.kind !== 'name'; depth++) {
    if (over.kind === 'attribute' || over.kind === 'subscript') over = over.of;
    else if (over.kind === 'call') over = over.of.kind === 'attribute' ? over.of.of : over.arguments[0]?.value;
    else return;
  }
  if (over?.kind !== 'name' || over.name === name) return;
  scope.changed.add(over.name);
  scope.looped.add(over.name);
}

/** A function changes a list or dictionary of a scope around it: `STATE['x'] = 1`, `rows.append(row)` into an empty list. */
export function changedFrom(scope: Scope): void {
  for (const name of changedNames(scope)) {
    const found = scope.bindings.has(name) ? undefined : lookup(scope, name);
    if (found === undefined || found.scope === scope || found.binding.kind !== 'variable') continue;
    const [first] = found.binding.values;
    if (first === undefined || !/^(?:list|tuple|dict)$/.test(first.kind)) continue;
    // rows that are added to others are taken to be alike
    const isAlike = (first.kind === 'list' || first.kind === 'tuple') && first.items.length > 0;
    if (isAlike && !scope.changed.has(name) && !scope.sets.has(name)) continue;
    found.scope.changed.add(name);
    found.scope.replaced.add(name);
  }
}

/** What changes another name of a dictionary changes it as well: `d = data`, `d['id'] = 1`. */
export function changedByAlias(scope: Scope): void {
  const { bindings, sets, changed, replaced } = scope;
  for (const alias of changedNames(scope)) {
    const value = onlyValue(bindings.get(alias));
    const of = value?.kind === 'name' && value.name !== alias ? onlyValue(bindings.get(value.name)) : undefined;
    if (value?.kind !== 'name' || of?.kind !== 'dict') continue;
    const own = sets.get(alias);
    if (own !== undefined) sets.set(value.name, [...(sets.get(value.name) ?? []), ...own].slice(0, MAX_CHANGES));
    if (own !== undefined && !changed.has(alias) && !scope.indexed.has(alias)) continue;
    changed.add(value.name);
    replaced.add(value.name);
  }
}

/** Whether the scope changes the value of a name after it is assigned. */
export const isAltered = ({ changed, sets, indexed, appended, extended }: Scope, name: string): boolean =>
  [changed, sets, indexed, appended, extended].some((all) => all.has(name));

const changedNames = ({ changed, sets, indexed, appended, extended }: Scope): ReadonlySet<string> =>
  new Set([...changed, ...sets.keys(), ...indexed.keys(), ...appended.keys(), ...extended.keys()]);

/** The value of a name after all statements that change it. */
export function afterChanges(
  masked: MaskedText,
  scope: Scope,
  name: string,
  first: Expression,
  read: (of: Node) => Expression,
  at: (offset: number) => At,
): Expression {
  const why = `${name} is changed after it is made`;
  const stored = isAltered(scope, name) || isLent(scope, name) ? withoutArguments(first) : first;
  if (scope.before.has(name)) return stored;
  if (scope.looped.has(name) && stored.kind !== 'object')
    return { kind: 'unknown', why: `the items of ${name} are changed after it is made` };
  const isLiteral = stored.kind === 'object' || stored.kind === 'tuple';
  const isReplaced = scope.replaced.has(name) || (scope.indexed.has(name) && stored.kind !== 'object');
  const isOpen = isReplaced || (isLiteral && (scope.changed.has(name) || isLent(scope, name)));
  if (![scope.sets, scope.indexed, scope.appended, scope.extended].some((all) => all.has(name)) && !isOpen) return stored;
  scope.before.add(name);
  try {
    return changed({ masked, scope, name, stored, isOpen, why }, read, at);
  } finally {
    scope.before.delete(name);
  }
}

/** What `Note(text='x')` was given says nothing after `note.text = None`. */
export function withoutArguments(of: Expression): Expression {
  if (of.kind === 'union') return { ...of, options: of.options.map(withoutArguments) };
  return of.kind === 'operator' && of.operator === 'surely' ? of.of : of;
}

/** Methods that only read, store or send their arguments. */
const READERS =
  /^(?:append|extend|insert|add|set\w*|hset|put\w*|send\w*|emit|publish|broadcast\w*|write\w*|p?print|debug|info|warn|warning|error|critical|exception|log\w*|save\w*|store\w*|dump\w*|delay|apply_async|submit|enqueue|[lr]?push|xadd|produce|track|notify|assert\w*)$/;
/** Limit of functions that pass a value on to each other. */
const MAX_HOPS = 4;

/** Whether a call may change the argument under this name; functions of this file are analysed for that. */
function isLent(scope: Scope, name: string, hops = 0): boolean {
  return (scope.lent.get(name) ?? []).some((call) => {
    if (call.kind !== 'call') return false;
    const { of, arguments: given } = call;
    if (READERS.test(lastName(of) ?? '')) return false;
    const isOnSelf = of.kind === 'attribute' && of.of.kind === 'name' && of.of.name === 'self';
    const binding = of.kind === 'name' ? lookup(scope, of.name)?.binding : undefined;
    // a builtin function, or a class
    if (of.kind === 'name' && (binding === undefined || binding.kind === 'class')) return false;
    if (isHarmless(originOf(scope, of) ?? '')) return false;
    const method = isOnSelf ? scope.of?.owner?.methods.find((one) => one.name === of.name) : undefined;
    const definition = binding?.kind === 'function' ? binding.definition : method;
    if (definition === undefined || hops > MAX_HOPS) return true;
    const parameters = definition.parameters.slice(method === undefined ? 0 : 1);
    return given.some((one, index) => {
      if (one.value.kind !== 'name' || one.value.name !== name) return false;
      const taken = one.name === undefined ? parameters[index] : parameters.find((other) => other.name === one.name);
      return taken === undefined || taken.star !== 0 || isChangedIn(definition.inside, taken.name, hops + 1);
    });
  });
}

function isChangedIn(scope: Scope, name: string, hops: number): boolean {
  return isAltered(scope, name) || isLent(scope, name, hops);
}

interface Changed {
  readonly masked: MaskedText;
  readonly scope: Scope;
  readonly name: string;
  readonly stored: Expression;
  readonly isOpen: boolean;
  readonly why: string;
}

function changed(
  { masked, scope, name, stored: current, isOpen, why }: Changed,
  read: (of: Node) => Expression,
  at: (offset: number) => At,
): Expression {
  const sets = scope.sets.get(name);
  const appended = scope.appended.get(name);
  const extended = scope.extended.get(name);
  if (extended !== undefined) {
    if ((current.kind !== 'tuple' && current.kind !== 'array') || isOpen || sets !== undefined) return { kind: 'unknown', why };
    const before = current.kind === 'tuple' ? current.items : [{ kind: 'spread' as const, value: current }];
    const after = extended.map((list) => ({ kind: 'spread' as const, value: read(list) }));
    const whole: Expression = { kind: 'tuple', items: [...before, ...(appended ?? []).map(read), ...after] };
    return { kind: 'array', items: { kind: 'element', of: whole } };
  }
  if (appended !== undefined) {
    const items = current.kind === 'tuple' && !isOpen && sets === undefined ? current.items : undefined;
    if (items === undefined || items.some((item) => item.kind === 'spread')) return { kind: 'unknown', why };
    const options = [...items.flatMap((item) => (item.kind === 'spread' ? [] : item)), ...appended.map(read)];
    return { kind: 'array', items: options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'union', options } };
  }
  if (current.kind === 'tuple') return { kind: 'unknown', why };
  // setting a member fails on None: `book['title'] = title` proves that the value exists
  const there: Expression = { kind: 'operator', operator: 'non-null', of: current };
  const before: readonly ObjectMember[] = current.kind === 'object' ? current.members : [{ kind: 'spread', value: there }];
  const values = (scope.indexed.get(name) ?? []).map(read);
  const rest: readonly ObjectMember[] = values.length === 0 ? [] : [{ kind: 'rest', values: { kind: 'union', options: values } }];
  const open: readonly ObjectMember[] = isOpen ? [{ kind: 'spread', value: { kind: 'unknown', why } }] : [];
  return {
    kind: 'object',
    members: [...before, ...rest, ...setMembers(masked, { scope, name }, current, sets ?? [], read, at), ...open],
  };
}

function setMembers(
  masked: MaskedText,
  { scope, name: variable }: Pick<Changed, 'scope' | 'name'>,
  stored: Expression,
  sets: readonly SetMember[],
  read: (of: Node) => Expression,
  at: (offset: number) => At,
): readonly ObjectMember[] {
  const byKey = groupBy(sets, (one) => one.key);
  return [...byKey].map(([name, all]): ObjectMember => {
    const [first] = all;
    const values = all.flatMap(({ value }) => (value === undefined ? [] : [read(value)]));
    const [only] = values;
    const value: Expression =
      only === undefined ? { kind: 'absent' } : values.length === 1 ? only : { kind: 'union', options: values };
    const isSure = (all.some(({ sure }) => sure) || isEither(all)) && (values.length === all.length || values.length === 0);
    const isRemoved = values.length < all.length;
    // a member that exists before exists in any case
    if (!isSure && !isRemoved) {
      const missing = all.length === 1 && first?.depth === 1 ? missingMember(masked, first, variable) : undefined;
      if (missing !== undefined)
        return { kind: 'property', name, value: filled(stored, name, value, missing), at: at(first?.start ?? 0) };
      const known = first !== undefined && all.length === 1 && isSometimes(scope, first);
      const conditions = known && first.guard && scope.of ? ofPassed(masked, scope.of, first.guard) : [];
      return { kind: 'property', name, value: either(stored, name, value, known, conditions), at: at(first?.start ?? 0) };
    }
    return {
      kind: 'property',
      name,
      value,
      ...(isSure ? {} : { unsure: 'a condition decides whether it is sent' }),
      at: at(first?.start ?? 0),
    };
  });
}

/** Whether a member is set only where it is missing (`if "x" not in data: data["x"] = 1`), or where it has no value. */
function missingMember({ text }: MaskedText, { key, guard }: SetMember, variable: string): 'absent' | 'nothing' | undefined {
  if (guard?.holds !== true || guard.end - guard.start > MAX_TEST) return undefined;
  const test = text
    .slice(guard.start, guard.end)
    .replaceAll(/[\s()]/g, '')
    .replaceAll("'", '"');
  if (test === `"${key}"notin${variable}` || test === `not"${key}"in${variable}`) return 'absent';
  const got = `${variable}.get"${key}"`;
  return [`not${got}`, `${got}isNone`, `not${variable}["${key}"]`, `${variable}["${key}"]isNone`].includes(test)
    ? 'nothing'
    : undefined;
}
const MAX_TEST = 200;

/** The value of a member that is set where it is missing. */
function filled(of: Expression, name: string, value: Expression, missing: 'absent' | 'nothing'): Expression {
  const member: Expression = { kind: 'member', of, name };
  const before: Expression = missing === 'absent' ? member : { kind: 'operator', operator: 'non-null', of: member };
  const items: readonly Expression[] = [{ kind: 'literal', value: name }, { kind: 'union', options: [before, value] }, value];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items } };
}

/** Both branches of one `if` set the member. */
function isEither([one, other, ...more]: readonly SetMember[]): boolean {
  const [first, second] = [one?.guard, other?.guard];
  if (first === undefined || second === undefined || more.length > 0 || one?.depth !== 1 || other?.depth !== 1) return false;
  return first.start === second.start && first.holds !== second.holds;
}

/** Only some requests set it: no `return` stands under the same condition. */
function isSometimes({ ways }: Scope, { guard }: SetMember): boolean {
  if (guard === undefined) return false;
  return !ways.some((guards) => guards.some(({ start, holds }) => start === guard.start && holds === guard.holds));
}

/**
 * The old or the new value; `known`: where the member did not exist before, it may be absent, as far as the argument that the
 * conditions test allows both.
 */
function either(
  current: Expression,
  name: string,
  value: Expression,
  known: boolean,
  conditions: readonly ValueCondition[],
): Expression {
  const before: Expression = { kind: 'member', of: current, name };
  const why = 'a condition decides whether it is sent';
  const unset = conditions.map((one) => ({ ...one, holds: !one.holds }));
  const options = [under(conditions, value), under(unset, { kind: 'absent' })];
  const unsure: Expression = known ? { kind: 'union', options } : { kind: 'unknown', why };
  const items: readonly Expression[] = [{ kind: 'literal', value: name }, { kind: 'union', options: [before, value] }, unsure];
  return { kind: 'operator', operator: 'having', of: current, keys: { kind: 'tuple', items } };
}
