import type { Operation } from '../../contracts/contract.js';
import type { CodeRoute } from '../../facts/codebase.js';
import { earliestOf } from '../../facts/routers/registration-order.js';
import { joinPaths, type PathTemplate, pathKey } from '../../model/endpoint.js';
import { isJson, isSuccess, successes } from '../comparison/expected-bodies.js';
import { answering, type Covering, type RouteIndex } from './route-index.js';
import { isNamed } from './route-match.js';

/** The routes that match an operation, and how exactly. */
export interface PairedRoute {
  readonly routes: readonly CodeRoute[];
  /**
   * `path`: by their exact path. `rest`: their start is unresolved, and the rest is the operation's path.
   * `parameter`: a parameter of the route stands for a literal of the contract. `catch-all`: the route answers every path below.
   */
  readonly by: 'path' | 'rest' | 'parameter' | 'catch-all';
  readonly method: 'method' | 'any' | 'get';
  /** Routes with this exact path that no request reaches: those in `routes` were registered earlier and answer first. */
  readonly dead?: readonly CodeRoute[];
  /**
   * The route that answers instead, without their method: its path was registered earlier, and the framework matches the path
   * alone.
   */
  readonly refusedBy?: CodeRoute;
}

/** Routes with a known start, and those without (indexed by the rest of their path). */
export interface Routes {
  readonly known: RouteIndex;
  readonly rests: RouteIndex;
}

/**
 * The routes that match an operation below one of these prefixes: the most exact kind that exists. Several registrations of one
 * path count together. `restsFirst`: a route with an unresolved start comes before one of the exact path. `start`: what the
 * contract writes for that start.
 */
export function findKeeping(
  operation: Operation,
  prefixes: readonly PathTemplate[],
  routes: Routes,
  { restsFirst = false, start }: { readonly restsFirst?: boolean; readonly start?: PathTemplate | undefined } = {},
): PairedRoute | undefined {
  const { method, path } = operation;
  const covering = prefixes.flatMap((prefix) => routes.known.covering(pathKey(joinPaths(prefix, path))));
  const able = covering.filter(({ route }) => !answersOtherwise(route, operation));
  const own = pick(covering, 0, method, 'path');
  const isBelow = start !== undefined && path.startsWith(`${start}/`);
  const rest = isBelow ? { ...operation, path: path.slice(start.length) } : operation;
  return (
    (restsFirst ? findByRest(rest, prefixes, routes.rests) : undefined) ??
    (own && reachable(own, covering)) ??
    findByRest(rest, prefixes, routes.rests) ??
    pick(able, least(able, method), method, 'parameter') ??
    pick(able, Infinity, method, 'catch-all')
  );
}

/** Whether requests reach a route, or an earlier route answers all that match it. */
export function isReached(route: CodeRoute, known: RouteIndex): boolean {
  const covering = known.covering(pathKey(route.path));
  const own = pick(covering, 0, route.method === 'ANY' ? 'GET' : route.method, 'path');
  return own === undefined || !own.routes.includes(route) || reachable(own, covering).routes.includes(route);
}

/**
 * The routes that requests reach; if none is left, the wider routes that answer instead. Where the first match answers, an
 * earlier route that matches everything a later one does takes all its requests, unless it passes them on.
 */
function reachable(own: PairedRoute, covering: readonly Covering[]): PairedRoute {
  const isWider = ({ route, loosened }: Covering): boolean =>
    loosened > 0 || (route.method === 'ANY' && !own.routes.includes(route));
  const wider = covering.flatMap((one) => (isWider(one) && isGreedy(one.route) ? [one.route] : []));
  const methods = new Set<CodeRoute['method']>([...own.routes.map(({ method }) => method), 'ANY']);
  const earliest = new Map([...methods].map((method) => [method, earliestOf(wider.filter((one) => one.method === method))]));
  const before = ({ method, order }: CodeRoute): CodeRoute | undefined =>
    earliest.get(method)?.before(order) ?? earliest.get('ANY')?.before(order);
  const alive = own.routes.filter((route) => before(route) === undefined);
  if (alive.length > 0) {
    const refusedBy = refusal(alive, own.method, covering);
    return { ...own, routes: alive, ...(refusedBy && { refusedBy }) };
  }
  const first = new Set<CodeRoute>();
  for (const route of own.routes) {
    let at = route;
    // each is registered earlier than the last
    for (let next = before(at); next !== undefined; next = before(at)) at = next;
    first.add(at);
  }
  return { routes: [...first], by: 'parameter', method: own.method, dead: own.routes };
}

/** The route that rejects all of these: where the framework matches the path alone, the first match must also have the method. */
function refusal(alive: readonly CodeRoute[], by: PairedRoute['method'], covering: readonly Covering[]): CodeRoute | undefined {
  const fitting = covering.flatMap(({ route }) => (route.matching?.pathAlone === true && isGreedy(route) ? [route] : []));
  if (fitting.length === 0) return undefined;
  const earliest = earliestOf(fitting);
  const entryOf = ({ order }: CodeRoute, method: CodeRoute['method']): string => JSON.stringify([method, order]);
  const entries = new Set(fitting.map((route) => entryOf(route, route.method)));
  const refusals = alive.map((route) => {
    const first = earliest.before(route.order);
    const methods = [route.method, 'ANY', ...(by === 'get' ? (['HEAD'] as const) : [])] as const;
    return first === undefined || methods.some((method) => entries.has(entryOf(first, method))) ? undefined : first;
  });
  return refusals.includes(undefined) ? undefined : refusals[0];
}

/**
 * Whether it answers every request that matches its path. After a catch-all in the middle of a path another part may not match.
 */
function isGreedy({ matching, passesOn, constrained, path }: CodeRoute): boolean {
  const [start = ''] = path.split('*}');
  return (
    matching?.firstMatch === true &&
    passesOn !== true &&
    constrained === undefined &&
    (start === path || path.length === start.length + 2)
  );
}

/**
 * Whether a route certainly sends something other than the expected JSON: a page (of a single-page application), a redirect, an
 * error. Such a route is usually a fallback for all paths that the service does not know.
 */
export function answersOtherwise({ responses, incomplete }: CodeRoute, operation: Operation): boolean {
  if (incomplete !== undefined || responses.length === 0) return false;
  if (successes(operation).length === 0) return false;
  if (responses.every(({ status = 0 }) => status >= 400)) return true;
  if (!isJsonAlone(operation)) return false;
  return responses.every(
    ({ status, mediaType }) => (status !== undefined && !isSuccess(status)) || (mediaType !== undefined && isPage(mediaType)),
  );
}

/** Whether the operation describes each success with a JSON body. */
export function isJsonAlone(operation: Operation): boolean {
  const expected = successes(operation);
  return expected.length > 0 && expected.every(({ mediaType }) => mediaType !== undefined && isJson(mediaType));
}

/** Pages, and metrics for Prometheus. */
function isPage(mediaType: string): boolean {
  return /^text\/(?:html(?:;|$)|plain; version=)/i.test(mediaType);
}

/** The smallest `loosened` of the routes that answer the method. */
function least(covering: readonly Covering[], method: Operation['method']): number {
  const answered = covering.filter(({ route }) => answering([route], method, (item) => item) !== undefined);
  const finite = answered.filter(({ loosened }) => Number.isFinite(loosened));
  return finite.reduce((smallest, { loosened }) => Math.min(smallest, loosened), Number.MAX_SAFE_INTEGER);
}

function pick(
  covering: readonly Covering[],
  loosened: number,
  method: Operation['method'],
  by: PairedRoute['by'],
): PairedRoute | undefined {
  const alike = covering.filter((item) => item.loosened === loosened);
  const found = answering(alike, method, ({ route }) => route);
  return found === undefined ? undefined : { routes: [...new Set(found.items.map(({ route }) => route))], by, method: found.by };
}

/**
 * The rest after an unresolved start may begin with the end of the prefix: below `/api/v1`, `/v1/users` also matches `/users`.
 */
function findByRest({ method, path }: Operation, prefixes: readonly PathTemplate[], rests: RouteIndex): PairedRoute | undefined {
  if (!isNamed(path)) return undefined;
  const keys = new Set<string>();
  for (const prefix of [...prefixes, '/']) {
    const segments = prefix.split('/').filter((segment) => segment !== '');
    for (let start = 0; start <= segments.length; start += 1) keys.add(pathKey(joinPaths(...segments.slice(start), path)));
  }
  const mayStart = ({ prefixStart }: CodeRoute): boolean => prefixes.some((prefix) => goTogether(prefix, prefixStart));
  const exact = [
    ...prefixes.flatMap((prefix) => begunRoutes(joinPaths(prefix, path), rests)),
    ...[...keys].flatMap((key) => rests.at(key)).filter(mayStart),
  ];
  // a parameter may stand for a part of the prefix: `/v{version}/users`
  const end = pathKey(joinPaths(path));
  const isWider = ({ route, loosened }: Covering): boolean => Number.isFinite(loosened) && pathKey(route.path).endsWith(end);
  const wider = (): readonly CodeRoute[] =>
    [...keys].flatMap((key) => rests.covering(key).flatMap((one) => (isWider(one) && mayStart(one.route) ? [one.route] : [])));
  const found = answering(exact.length > 0 ? [...new Set(exact)] : wider(), method, (route) => route);
  return found === undefined ? undefined : { routes: found.items, by: 'rest', method: found.by };
}

/** Routes with one unresolved segment: `/api/${version}/users` for `/api/v1/users`. */
function begunRoutes(full: PathTemplate, rests: RouteIndex): readonly CodeRoute[] {
  const segments = full.split('/').filter((segment) => segment !== '');
  return segments.slice(1).flatMap((_, index) => {
    const start = `/${segments.slice(0, index + 1).join('/')}`;
    const isStart = ({ prefixStart = '' }: CodeRoute): boolean => {
      const unread = start.slice(prefixStart.length);
      return (
        prefixStart !== '' &&
        start.startsWith(prefixStart) &&
        !unread.includes('/') &&
        (unread !== '' || !prefixStart.endsWith('/'))
      );
    };
    return rests.at(pathKey(joinPaths(...segments.slice(index + 1)))).filter(isStart);
  });
}

/** Whether a route with this known start may be below a prefix of the contract. */
function goTogether(prefix: PathTemplate, known = ''): boolean {
  const literal = known.slice(0, known.lastIndexOf('/') + 1);
  const below = prefix === '/' ? '/' : `${prefix}/`;
  return literal.startsWith(below) || below.startsWith(literal);
}
