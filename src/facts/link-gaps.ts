import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import { groupBy } from '../model/multi-map.js';
import type { CodeRoute } from './codebase.js';
import { LOST } from './routers/router-identity.js';
import type { RouterNode } from './routers/router-node.js';
import { readable, UNREAD } from './values/texts.js';

/**
 * Linking skips the routes of a codebase beyond this number: prefixes and routes multiply, and no hand-written service has so
 * many.
 */
export const MOST_ROUTES = 20_000;
/** Most ways to all routers of a codebase, for the same reason. */
export const MOST_WAYS = 20_000;
/** Most segments of one path: pairing compares each segment with each of the others. */
const MOST_SEGMENTS = 50;
const LONGEST_PATH = 4000;

/** The gap that hides the service once there are too many routes. */
export function tooManyRoutes(at: Location): Gap {
  const detail = `the code has more than ${MOST_ROUTES} routes; those from here on were not read`;
  return { reason: 'too-large', detail, at, hides: 'service' };
}

/** The gap that hides the service if routers are mounted on too many ways. */
export function tooManyWays(at: Location): Gap {
  return { reason: 'too-large', detail: 'routers are mounted on more ways than were followed', at, hides: 'service' };
}

/** The gap of a path that is too long to link, or undefined. It hides all paths with the same beginning. */
export function tooLongPath(full: string, method: string, at: Location): Gap | undefined {
  if (full.length <= LONGEST_PATH && full.split('/', MOST_SEGMENTS + 2).length <= MOST_SEGMENTS + 1) return undefined;
  const start = full.slice(0, LONGEST_PATH).split('/', 10).join('/') || '/';
  const detail = `a path of more than ${MOST_SEGMENTS} segments or ${LONGEST_PATH} characters is not read`;
  const hides = start.includes(UNREAD) ? 'service' : { prefix: start, ...methodsOf(method) };
  return { reason: 'too-large', detail, at, hides };
}

/** The gap of a path with an unresolved part: it hides all paths with the beginning before that part. */
export function dynamicPath(full: string, method: string, at: Location): Gap {
  const prefix = full.slice(0, full.indexOf(UNREAD)).replace(/\/[^/]*$/, '') || '/';
  const detail = `part of the path ${readable(full)} cannot be read here`;
  return { reason: 'dynamic-path', detail, at, hides: { prefix, ...methodsOf(method) } };
}

const methodsOf = (method: string): { readonly methods?: readonly string[] } => (method === 'ANY' ? {} : { methods: [method] });

/** Where a router is made. */
export const placeOf = ({ file, fact }: RouterNode): Location => ({
  file,
  line: fact?.at.line ?? 1,
  column: fact?.at.column ?? 1,
});

/** The gap of a router that no code mounts, with its routes. */
export function strayGap(node: RouterNode, routes: readonly { readonly method: string; readonly path: string }[]): Gap {
  const name = node.fact?.name ?? (node.id.endsWith(LOST) ? 'a router that cannot be found' : 'a function that takes a router');
  return {
    reason: 'unmounted-router',
    detail: `${name.replace(/:\d+$/, '')} is not mounted anywhere that could be seen; its ${routes.length} routes are not counted`,
    at: placeOf(node),
    hides: { routes },
  };
}

/** The gaps of routes in folders of examples and development tools, one for each file. */
export function asideGaps(routes: readonly CodeRoute[]): readonly Gap[] {
  const files = groupBy(routes, (route) => route.at.file);
  return [...files.values()].flatMap(([first, ...others]): readonly Gap[] => {
    if (first === undefined) return [];
    const own = [first, ...others].map(({ method, path }) => ({ method, path }));
    const detail = `routes of ${first.at.file} are not counted: a folder above it is named for examples or development`;
    return [{ reason: 'unmounted-router', detail, at: first.at, hides: { routes: own } }];
  });
}
