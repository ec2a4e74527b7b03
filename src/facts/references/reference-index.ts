import { append } from '../../model/multi-map.js';
import type { Expression, OperatorExpression } from '../expression.js';
import type { Callable, Declaration, Export, Fact, FileFacts, Loop } from '../fact.js';
import type { Need, Steps } from './reach.js';

/** Facts of a file by name. */
export interface Index {
  readonly named: ReadonlyMap<string, readonly Fact[]>;
  readonly exports: ReadonlyMap<string, readonly Export[]>;
  readonly routing: readonly Fact[];
  /**
   * Whether a name is a function that gets a router or, in a language without exports, any function of a file that may be read
   * only for it.
   */
  readonly mayRegister: (name: string) => boolean;
}
const indexes = new WeakMap<FileFacts, Index>();

/** The index of a file, built once for all questions about it. */
export function indexOf(file: FileFacts): Index {
  const known = indexes.get(file);
  if (known !== undefined) return known;
  const named = new Map<string, Fact[]>();
  const exports = new Map<string, Export[]>();
  const routing: Fact[] = [];
  for (const fact of file.facts) {
    if (fact.kind === 'export') append(exports, fact.name, fact);
    else if ('name' in fact) append(named, fact.name, fact);
    if (
      fact.kind === 'route' ||
      fact.kind === 'router' ||
      fact.kind === 'mount' ||
      fact.kind === 'registration' ||
      fact.kind === 'gather' ||
      fact.kind === 'prefix' ||
      fact.kind === 'wrap' ||
      fact.kind === 'shared' ||
      fact.kind === 'message' ||
      fact.kind === 'sending' ||
      fact.kind === 'unmentioned' ||
      fact.kind === 'guarded'
    )
      routing.push(fact);
  }
  const mayRegister = (name: string): boolean => named.has(`${name}:0`) || exports.size === 0;
  const index = { named, exports, routing, mayRegister };
  indexes.set(file, index);
  return index;
}

/** The members needed from a type that other files of its package declare. See `Declaration.elsewhere`. */
export function elsewhereOf({ name, elsewhere }: Declaration, { named }: Index, [first, ...rest]: Steps): readonly Need[] {
  if (elsewhere === undefined) return [];
  const asked = first?.startsWith('.') === true ? [first.slice(1)] : first === undefined ? elsewhere.writes : [];
  const missing = asked.filter((member) => !named.has(`${name}#${member}`));
  return missing.map((member) => ({ specifier: `${elsewhere.prefix}${member}`, name: `${name}#${member}`, steps: rest }));
}

/** The router expressions of a route, mount or similar fact. */
export function routersOf(fact: Fact): readonly (Expression | undefined)[] {
  switch (fact.kind) {
    case 'route':
    case 'gather':
    case 'prefix':
    case 'wrap':
      return [fact.router];
    case 'router':
      return [fact.clones, fact.ifExtends?.of];
    case 'mount':
      return [fact.parent, fact.child];
    default:
      return [];
  }
}

/** The other expressions of a route, router, mount or similar fact, except for what it sends. */
export function routingParts(fact: Fact): readonly (Expression | undefined)[] {
  switch (fact.kind) {
    case 'route':
      return [
        fact.path,
        fact.methods,
        fact.handler,
        fact.serializes,
        fact.schema,
        fact.request,
        fact.version,
        ...(fact.before ?? []),
        ...(fact.hooks ?? []).flatMap(({ through, unless }) => [through, unless]),
        ...listsOf(fact.each),
      ];
    case 'router':
      return [fact.prefix, fact.version, fact.versioning?.prefix, fact.versioning?.default];
    case 'mount':
      return [
        ...[fact.prefix, fact.options, ...(fact.binds ?? []), ...listsOf(fact.each)],
        ...(fact.overrides ?? []).map(({ handler }) => handler),
      ];
    case 'registration':
      return [fact.callable, ...fact.given, ...listsOf(fact.each)];
    case 'prefix':
      return [
        ...[fact.prefix, fact.versioning?.prefix, fact.versioning?.default],
        ...(fact.exclude ?? []).map(({ path }) => path),
      ];
    case 'wrap':
      return [typeof fact.through === 'string' ? undefined : fact.through, fact.middleware, fact.unless, fact.path];
    case 'guarded':
      return [fact.value];
    case 'shared':
      return [fact.schema];
    case 'message':
      return [fact.channel, fact.aliases, fact.event, fact.payload, fact.headers];
    case 'sending':
      return [fact.callable, ...fact.given, ...(fact.takes ?? []).map(({ type }) => type)];
    default:
      return [];
  }
}

const listsOf = (each: readonly Loop[] | undefined): readonly Expression[] => (each ?? []).map(({ over }) => over);

/**
 * The declared result, unless it is empty (`any`, `Promise<unknown>`): then the inferred one. A type of a package is empty as
 * well if a member of the result is requested: for `(): ModuleMetadata`, the body shows the value of `controllers`. A literal
 * says more than the declared type that it is returned as.
 */
export function resultsOf(
  { returns, inferred, exact }: Callable,
  { named }: Index,
  steps: readonly string[],
): readonly Expression[] {
  const shown = inferred === undefined ? [] : [inferred];
  if (returns === undefined) return shown;
  // a caller may also call a function that is passed on as a value; `func list() http.HandlerFunc` returns a function
  const givesFunction = steps.length === 1 && steps[0] === '()' && inferred?.kind === 'name' && inferred.space === 'value';
  const asksMember = steps.length === 0 || givesFunction || (steps[0] === '()' && steps[1]?.startsWith('.') === true);
  const saysMore = asksMember && (inferred?.kind === 'returns' || isOfPackage(returns, named));
  return saysNothing(oneOf(returns, steps[1])) || saysMore || exact === true ? [returns, ...shown] : [returns];
}

/** The requested one of several results. */
function oneOf(returns: Expression, step: string | undefined): Expression {
  const item = returns.kind === 'tuple' && step !== undefined ? returns.items[Number(step.slice(1))] : undefined;
  return item === undefined || item.kind === 'spread' ? returns : item;
}

/** No path to a file: a package, or a name that some file of the same package declares (Go). */
const OTHER_PACKAGE = /^(?:[^.]|\.#)/;

function isOfPackage(type: Expression, named: Index['named']): boolean {
  if (type.kind === 'tuple') return type.items.some((item) => item.kind !== 'spread' && isOfPackage(item, named));
  if (type.kind === 'operator') return isOfPackage(type.of, named);
  if (type.kind !== 'name') return false;
  return named.get(type.name)?.some((fact) => fact.kind === 'import' && OTHER_PACKAGE.test(fact.specifier)) === true;
}

/** Whether a type is empty: `any`, `Promise<unknown>`. */
export function saysNothing(type: Expression): boolean {
  if (type.kind === 'operator') return saysNothing(type.of);
  if (type.kind === 'name') return type.arguments?.some(saysNothing) ?? false;
  return type.kind === 'unknown' || type.kind === 'absent';
}

/** The steps that an operator's parts need when `steps` of the operator are requested. */
export function operatorVisits(
  { operator, of, keys }: OperatorExpression,
  steps: Steps,
): readonly (readonly [Expression, Steps])[] {
  if (operator === 'having') {
    // the operator tests for a member and results in one of two values
    const [name, ...values] = keys?.kind === 'tuple' ? keys.items : [];
    const asked = values.flatMap((value): readonly (readonly [Expression, Steps])[] =>
      value.kind === 'spread' ? [] : [[value, steps]],
    );
    return [[of, name?.kind === 'literal' ? [`.${String(name.value)}`] : []], ...asked];
  }
  const named: readonly (readonly [Expression, Steps])[] =
    keys === undefined ? [] : [[keys, operator === 'first-known' || operator === 'or-else' ? steps : []]];
  // A record's members are `of` itself, and the element of `T[keyof T]` is a member of `of`.
  if (operator === 'record' || operator === 'named') return [...named, [of, steps.slice(1)]];
  return [...named, [of, operator === 'values-of' ? ['[]', ...steps] : steps]];
}
