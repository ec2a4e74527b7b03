import type { FileGap } from '../../../../facts/fact.js';
import { argumentText } from '../attributes.js';
import { templatePath } from '../route-templates.js';
import type { Source } from '../source.js';
import type { Argument } from '../syntax.js';
import { type Tokens, textAt } from '../tokens.js';
import type { Registering } from './aspnet-functions.js';

const VERB = /^Map(Get|Post|Put|Patch|Delete)$/;

/** `x.MapGet("/…", …)`: surely a route, whatever `x` is. */
export function isRegistered(tokens: Tokens, place: number): boolean {
  if (!VERB.test(textAt(tokens, place)) || textAt(tokens, place - 1) !== '.' || textAt(tokens, place + 1) !== '(') return false;
  return tokens.list[place + 2]?.kind === 'string';
}

/** Routes that stand in no function that is read: in a property, in a block of extension members. */
export function unread(tokens: Tokens, places: readonly number[], functions: readonly Registering[]): readonly number[] {
  const ranges = functions.map(({ range }) => range).sort((one, other) => one.from - other.from);
  let next = 0;
  let end = -1;
  return places.filter((place) => {
    while ((ranges[next]?.from ?? Number.POSITIVE_INFINITY) <= place) {
      end = Math.max(end, ranges[next]?.to ?? -1);
      next += 1;
    }
    return place >= end && isRegistered(tokens, place);
  });
}

/** A route on a router that cannot be told, or that is not read: where it answers is not known, only how its path ends. */
export function hideRoute({ tokens, gaps }: Source, place: number, pattern: Argument | undefined): void {
  const text = argumentText(tokens, pattern);
  const path = text === undefined ? undefined : templatePath({ kind: 'literal', value: text }, []);
  const method = VERB.exec(textAt(tokens, place))?.[1]?.toUpperCase() ?? 'ANY';
  const hides: FileGap['hides'] =
    path?.kind === 'literal' && path.value !== '/' ? { routes: [{ method, path: String(path.value) }] } : 'service';
  const detail = 'a route is registered here on something that could not be followed';
  gaps.push({ reason: 'unmounted-router', detail, at: tokens.at(place), hides });
}
