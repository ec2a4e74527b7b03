import type { Operation } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import { joinPaths, type PathTemplate, pathKey } from '../../model/endpoint.js';
import { answering, type RouteIndex } from './route-index.js';
import { segmentsOf } from './route-match.js';

/** Routes that answer some values of a parameter in the contract, because they have literals in its place. */
export interface LiteralRoutes {
  readonly routes: readonly CodeRoute[];
  /** They answer every value that the contract lists. */
  readonly all: boolean;
  /** For a reader. */
  readonly why: string;
}

/**
 * Finds routes with literals in place of an operation's parameter. If the contract lists the parameter's values and each has a
 * route, the routes satisfy the operation together; else routes that match no operation of their own serve it in part.
 */
export function findLiterals(
  { method, path, parameters }: Operation,
  prefixes: readonly PathTemplate[],
  known: RouteIndex,
  free: RouteIndex,
): LiteralRoutes | undefined {
  if (!path.includes('{')) return undefined;
  const listed = prefixes.flatMap((prefix) => eachValue(joinPaths(prefix, path), parameters));
  const each = listed.map((one) => answering(known.at(pathKey(one)), method, (route) => route)?.items ?? []);
  if (each.length > 0 && each.every((some) => some.length > 0)) {
    return { routes: [...new Set(each.flat())], all: true, why: 'each value of its parameter has a route of its own' };
  }
  const some = prefixes.flatMap((prefix) => free.within(pathKey(joinPaths(prefix, path))));
  const routes = answering(some, method, (route) => route)?.items ?? [];
  const [first] = routes;
  if (first === undefined) return undefined;
  const others = routes.length === 1 ? '' : ` and ${routes.length - 1} more`;
  return { routes, all: false, why: `only some values of its parameter have a route: ${first.method} ${first.path}${others}` };
}

/** The path for each value of the only parameter, if the contract lists them all. */
function eachValue(path: PathTemplate, parameters: Operation['parameters']): readonly PathTemplate[] {
  const open = segmentsOf(path).filter((segment) => segment.includes('{'));
  const [name] = /\{([^{}*]+)\}/.exec(path)?.slice(1) ?? [];
  const shape = parameters.find((one) => one.in === 'path' && one.name === name)?.shape;
  if (open.length !== 1 || shape?.kind !== 'enum') return [];
  return shape.values.map((value) => path.replace(/\{[^{}]*\}/, () => String(value)));
}
