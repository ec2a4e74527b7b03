import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { afterBracket, find, type Range, textAt } from '../tokens.js';
import { either, returnedBy } from './aspnet-filters.js';
import { type Registering, valueNamed } from './aspnet-functions.js';
import { filtered, filterType } from './aspnet-global-filters.js';
import { ASPNET } from './aspnet-profile.js';
import { type Chain, readChain, type Segment } from './aspnet-routers.js';

const by = ASPNET;
const ARROW = new Set(['=>']);

/** `AddEndpointFilter<T>()`, `AddEndpointFilter(async (context, next) => …)` on a router: what its handlers give passes through it. */
export function filterOn({ source, scope }: Registering, router: Expression, { at: place, given }: Segment): readonly Fact[] {
  const { tokens } = source;
  const at = tokens.at(place);
  const name = `filter@${at.line}:${at.column}`;
  const body: Expression = { kind: 'parameter', callable: name, index: 0 };
  const type =
    textAt(tokens, place + 1) === '<' || textAt(tokens, place + 2) === 'new' ? filterType(tokens, place + 1) : undefined;
  const [first] = given;
  const arrow = first === undefined ? -1 : find(tokens, first, ARROW);
  if (type === undefined && first === undefined) return [];
  if (type === undefined && arrow < 0) {
    const through: Expression = { kind: 'unknown', why: 'a filter of the endpoint may change the body' };
    return [{ kind: 'wrap', by, router, through, below: true, at }];
  }
  const inferred =
    type !== undefined || first === undefined
      ? filtered(scope, type === undefined ? [] : [type], body)
      : either(
          returnedBy({ ...scope, payload: body }, [], bodyAfter(tokens, arrow, first), textAt(tokens, arrow + 1) !== '{'),
          body,
        );
  return [
    { kind: 'callable', name, inferred, at },
    { kind: 'wrap', by, router, through: valueNamed(name), below: true, at },
  ];
}

function bodyAfter(tokens: Registering['source']['tokens'], arrow: number, { to }: Range): Range {
  const isBlock = textAt(tokens, arrow + 1) === '{';
  return isBlock ? { from: arrow + 2, to: afterBracket(tokens, arrow + 1, to) - 1 } : { from: arrow + 1, to };
}

/** The filters that a route alone has: it then hangs on a router of its own, and the facts say so. */
export function filtersAfter(
  one: Registering,
  chain: Chain,
  place: number,
  router: Expression,
): { readonly router: Expression; readonly facts: readonly Fact[] } {
  const { tokens } = one.source;
  const whole = readChain(tokens, { from: chain.from, to: one.range.to });
  const filters = (whole?.segments ?? []).filter((segment) => segment.at > place && segment.name === 'AddEndpointFilter');
  if (filters.length === 0) return { router, facts: [] };
  const at = tokens.at(place);
  const name = `filtered@${at.line}:${at.column}`;
  const own = valueNamed(name);
  return {
    router: own,
    facts: [
      { kind: 'router', by, name, root: false, at },
      { kind: 'mount', by, parent: router, child: own, certainty: 'router', at },
      ...filters.flatMap((segment) => filterOn(one, own, segment)),
    ],
  };
}
