import type { Expression } from '../../../../facts/expression.js';
import type { Constant } from '../../../../facts/fact.js';
import { type Binding, bindingOf, isSurelyDone, type Place, type Source, scopeOf, unknown } from '../source.js';
import type { Node } from '../syntax/node.js';
import { readValue } from '../values.js';
import { constantOf, NO_NUMBER } from '../variables.js';

/** The constant that an expression refers to. */
export function constantBehind(source: Source, expression: Expression | undefined): Constant | undefined {
  return expression?.kind === 'name' ? source.constants.get(expression.name) : undefined;
}

/** With more pairs of values, two variables are not tracked together. */
const MAX_PAIRS = 20;

/** After a block for some methods, the variables that it sets are unknown: the current method is no longer known. */
export function forget({ scope }: Place, names: ReadonlySet<string>): void {
  for (const name of names) {
    const binding = bindingOf(scope, name);
    if (binding === undefined || binding.hint !== undefined || binding.callable !== undefined) continue;
    const given = binding.given && { given: NO_NUMBER };
    scopeOf(scope, name)?.names.set(name, { expression: unknown('it is set for some methods alone'), ...given });
  }
}

/** Name prefix for values of variables that are assigned together. */
const TOGETHER = 'together';

/** `body, code = f()`, `body, code = problem(), 400`: stores which status belongs to which body. */
export function assignTogether(place: Place, targets: readonly Node[], values: readonly Node[]): boolean {
  const { source, scope } = place;
  const names = targets.flatMap((one) => (one.kind === 'name' ? one.name : []));
  const bindings = names.flatMap((name) => bindingOf(scope, name) ?? []);
  const [only] = values;
  const isCall = values.length === 1 && only?.kind === 'call';
  const isPlain = bindings.every((one) => one.hint === undefined && one.callable === undefined);
  if (
    names.length !== 2 ||
    targets.length !== 2 ||
    bindings.length !== 2 ||
    !isPlain ||
    !names.some((name) => /status|code/i.test(name))
  )
    return false;
  if (only === undefined || (!isCall && values.length !== 2)) return false;
  const now: Expression = isCall ? readValue(place, only) : { kind: 'tuple', items: values.map((one) => readValue(place, one)) };
  const stored = togetherIn(bindings);
  const constant = stored === undefined ? undefined : source.constants.get(stored);
  const before = constant === undefined ? storedBefore(source, bindings) : constant.value;
  const isSure = names.every((name) => isSurelyDone(scope, name));
  const options = isSure || before === undefined ? [] : before.kind === 'union' ? before.options : [before];
  const value: Expression = options.length === 0 ? now : { kind: 'union', options: [...options, now], changing: true };
  if (options.length >= MAX_PAIRS) return false;
  if (constant !== undefined && !isSure) source.constants.set(constant.name, { ...constant, value });
  else {
    const of: Expression = { kind: 'name', name: constantOf(place, TOGETHER, only.start, value), space: 'value' };
    for (const [index, name] of names.entries())
      scopeOf(scope, name)?.names.set(name, { expression: { kind: 'member', of, name: String(index) } });
  }
  return true;
}

/** One of two variables that were assigned together gets a new value alone. */
export function setAlone({ constants }: Source, binding: Binding): void {
  const shared = constants.get(togetherIn([binding]) ?? '');
  if (shared !== undefined)
    constants.set(shared.name, { ...shared, value: unknown('a part of what was set together is set alone') });
}

/** The shared value of two variables. */
function togetherIn(bindings: readonly Binding[]): string | undefined {
  const all = new Set(
    bindings.map(({ expression: one }) => (one.kind === 'member' && one.of.kind === 'name' ? one.of.name : '')),
  );
  const [name] = all;
  return all.size === 1 && name?.includes(`${TOGETHER}@`) ? name : undefined;
}

/** The values before the first joint assignment; undefined if one variable has no value yet. */
function storedBefore(source: Source, bindings: readonly Binding[]): Expression | undefined {
  const items = bindings.map(({ expression, given }) => given ?? constantBehind(source, expression)?.value ?? expression);
  if (items.some((one) => one.kind === 'unknown' || (one.kind === 'union' && one.options.length === 0))) return undefined;
  const [first] = items;
  const isResult = items.every((one, index) => one.kind === 'member' && one.name === String(index));
  if (
    isResult &&
    first?.kind === 'member' &&
    items.every((one) => one.kind === 'member' && JSON.stringify(one.of) === JSON.stringify(first.of))
  )
    return first.of;
  return { kind: 'tuple', items };
}
