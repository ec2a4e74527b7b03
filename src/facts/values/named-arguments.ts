import type { Expression, ObjectMember, ReturnsExpression } from '../expression.js';
import { type Callable, RECEIVER } from '../fact.js';
import { CALLED, isLent, type Lazy, LENT, type Site } from '../program.js';
import { isNullish } from './elements.js';
import { givesReceiver } from './receivers.js';
import type { Resolver, Target } from './target.js';
import { bindTypes } from './type-parameters.js';

/** Deepest level of spreads within spreads. */
const MAX_DEPTH = 5;

/** Where to evaluate the result of a called function: with the arguments of the call. */
export function calledSite(
  resolver: Resolver,
  of: Target & { readonly kind: 'callable' },
  call: ReturnsExpression,
  site: Site,
  fuel: number,
): Site {
  const { callable, file } = of;
  const passed = new Map(of.site.passed);
  for (const [index, value] of argumentsOf(resolver, of, call, site, fuel)) passed.set(`${callable.name}:${index}`, value);
  if (call.of.kind === 'member' && givesReceiver(resolver, of))
    passed.set(`${callable.name}:${RECEIVER}`, { expression: call.of.of, site });
  for (const [key, value] of markOf(of, call)) passed.set(key, value);
  if (isLent({ expression: call, site })) passed.set(LENT, { expression: { kind: 'absent' }, site: { file: site.file } });
  const given = (call.arguments ?? []).map((expression): Lazy => ({ expression, site }));
  return bindTypes(callable.typeParameters, given, { ...of.site, file, passed });
}

/** The arguments of a call, by the indexes of the parameters. */
function argumentsOf(
  resolver: Resolver,
  { callable, file }: { readonly callable: Callable; readonly file: string },
  call: Pick<ReturnsExpression, 'values' | 'named'>,
  site: Site,
  fuel: number,
): readonly (readonly [index: number, value: Lazy])[] {
  const placed = placedValues(callable, call.values ?? []);
  const values = placed.map((expression, index): readonly [number, Lazy] => [index, { expression, site }]);
  return [...values, ...namedArguments(resolver, callable, file, call, site, fuel)];
}

const NO_VALUE: Lazy = { expression: { kind: 'absent' }, site: { file: '' } };

/**
 * The mark of a call whose arguments are all known, in a language whose calls may leave out any. Only of a call that is written:
 * what a library calls back, `list.map((one, index) => …)`, gets more than is known.
 */
export const markOf = (
  { callable, file }: { readonly callable: Callable; readonly file: string },
  { more, at }: ReturnsExpression,
): readonly (readonly [string, Lazy])[] =>
  more === undefined && at !== undefined && SCRIPT.test(file) ? [[`${callable.name}:${CALLED}`, NO_VALUE]] : [];

/** Files of JavaScript and TypeScript. */
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The positional arguments for the positional parameters: `*args` takes all from its index on. */
export function placedValues({ parameters = [] }: Callable, values: readonly Expression[]): readonly Expression[] {
  const end = parameters.findIndex(({ name }) => name === '*');
  return end < 0 ? values : values.slice(0, end);
}

interface Named {
  readonly found: Map<string, Lazy>;
  /** The call may pass more arguments with unknown names. */
  isOpen: boolean;
}

/**
 * The named arguments of a call, and the defaults of parameters without an argument.
 *
 * @param file of the function
 * @returns values by the indexes of parameters
 */
export function namedArguments(
  resolver: Resolver,
  callable: Callable,
  file: string,
  { values: all = [], named = [] }: Pick<ReturnsExpression, 'values' | 'named'>,
  site: Site,
  fuel: number,
): readonly (readonly [index: number, value: Lazy])[] {
  const { parameters = [] } = callable;
  const values = placedValues(callable, all);
  if (parameters.length <= values.length) return [];
  const given: Named = { found: new Map(), isOpen: false };
  readNames(resolver, given, { members: named, site }, fuel, 0);
  const taken = new Set(parameters.map(({ name }) => name));
  return parameters.flatMap(({ name, default: fallback, rest }, index): (readonly [number, Lazy])[] => {
    if (index < values.length) return [];
    const lazy = rest === true ? others(given, taken, named, site) : given.found.get(name);
    if (lazy !== undefined) return [[index, lazy]];
    if (given.isOpen) return [[index, unread(site)]];
    return fallback === undefined ? [] : [[index, { expression: fallback, site: { file } }]];
  });
}

const unread = (site: Site): Lazy => ({ expression: { kind: 'unknown', why: 'a list of arguments that is not read' }, site });

function readNames(
  resolver: Resolver,
  given: Named,
  { members, site }: { readonly members: readonly ObjectMember[]; readonly site: Site },
  fuel: number,
  depth: number,
): void {
  for (const member of members) {
    if (member.kind === 'property') given.found.set(member.name, { expression: member.value, site });
    else {
      const spread =
        member.kind === 'spread' && depth < MAX_DEPTH ? objectIn(resolver, { expression: member.value, site }, fuel) : undefined;
      if (spread === undefined) given.isOpen = true;
      else readNames(resolver, given, spread, fuel, depth + 1);
    }
  }
}

/** The members of an object literal, also if it is the only non-null one of several options. */
function objectIn(
  resolver: Resolver,
  lazy: Lazy,
  fuel: number,
): { readonly members: readonly ObjectMember[]; readonly site: Site } | undefined {
  const target: Target = resolver.resolve(resolver, lazy, 'value', fuel - 1);
  if (target.kind === 'plain' && target.expression.kind === 'object')
    return { members: target.expression.members, site: target.site };
  if (target.kind !== 'choice') return undefined;
  const there = target.options.filter((option) => !isNullish(resolver, option, 'value', fuel - 1));
  const [only] = there;
  return there.length === 1 && only !== undefined && fuel > 0 ? objectIn(resolver, only, fuel - 1) : undefined;
}

/** `**options`: the arguments that match no other parameter. */
function others({ found, isOpen }: Named, taken: ReadonlySet<string>, named: readonly ObjectMember[], site: Site): Lazy {
  const left = named.filter((one) => one.kind !== 'property' || !taken.has(one.name));
  const isWritten = left.every(({ kind }) => kind === 'property');
  const isWhole = !isOpen && (isWritten || [...found.keys()].every((name) => taken.has(name)));
  const members = left.filter(({ kind }) => kind === 'property');
  return isWhole ? { expression: { kind: 'object', members }, site } : unread(site);
}
