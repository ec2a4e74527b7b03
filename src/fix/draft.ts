import { stringify } from 'yaml';
import type { Codebase, CodeResponse, CodeRoute } from '../facts/codebase.js';
import { joinPaths, type Method, pathKey, withoutPatterns } from '../model/endpoint.js';
import { statusPhrase } from '../model/http-status.js';
import { append, groupBy } from '../model/multi-map.js';
import type { Shape } from '../model/shape.js';
import { compareTexts } from '../model/text-order.js';
import { isReached } from '../rules/pairing/pair-route.js';
import { indexRoutes } from '../rules/pairing/route-index.js';
import { Components } from './components.js';

export interface Draft {
  /** An OpenAPI document, as YAML. */
  readonly text: string;
  readonly operations: number;
  /** How many of them have `x-unknown` for a body or a status. */
  readonly open: number;
}

/** A JSON object under construction. */
type Json = Record<string, unknown>;

/** The methods for a handler of all methods: a contract cannot describe "any". */
const ANY_METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Writes an OpenAPI 3.1 document of a service's responses. Unknown parts are marked with `x-unknown`, never guessed. */
export function draftOf({ routes, types }: Pick<Codebase, 'routes' | 'types'>, title: string): Draft {
  const components = new Components(types);
  const paths: Record<string, Json> = {};
  let operations = 0;
  let open = 0;
  for (const { path, method, served } of groupedRoutes(routes)) {
    const operation = operationOf(path, served, components);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    operations += 1;
    if (JSON.stringify(operation).includes('"x-unknown"')) open += 1;
  }
  const schemas = components.written();
  const document = {
    openapi: '3.1.0',
    info: { title, version: '0.1.0' },
    paths,
    ...(Object.keys(schemas).length === 0 ? {} : { components: { schemas } }),
  };
  return { text: stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }), operations, open };
}

interface Group {
  /** As OpenAPI writes it. */
  readonly path: string;
  readonly method: Method;
  readonly served: readonly CodeRoute[];
}

/** Groups routes that are one operation: same method, and paths that differ only in the names of parameters. */
function groupedRoutes(routes: readonly CodeRoute[]): readonly Group[] {
  const spellings = new Map<string, string>();
  const groups = new Map<string, { path: string; method: Method; served: CodeRoute[] }>();
  const known = indexRoutes(routes.filter(({ blocked, prefixUnknown }) => blocked === undefined && prefixUnknown !== true));
  const reached = routes.filter((route) => route.blocked === undefined && isReached(route, known));
  const add = (route: CodeRoute, method: Method): void => {
    const own = withoutPatterns(joinPaths(route.likelyPrefix ?? '', route.path)).replaceAll('*}', '}');
    const key = pathKey(own);
    const path = spellings.get(key) ?? own;
    spellings.set(key, path);
    const group = groups.get(`${method} ${key}`) ?? { path, method, served: [] };
    group.served.push(route);
    groups.set(`${method} ${key}`, group);
  };
  for (const route of reached) if (route.method !== 'ANY') add(route, route.method);
  // A handler of all methods answers methods that have no handler of their own.
  const named = new Set(groups.keys());
  for (const route of reached) {
    if (route.method !== 'ANY') continue;
    const key = pathKey(withoutPatterns(joinPaths(route.likelyPrefix ?? '', route.path)).replaceAll('*}', '}'));
    for (const method of ANY_METHODS) if (!named.has(`${method} ${key}`)) add(route, method);
  }
  return [...groups.values()].sort((a, b) => compareTexts(a.path, b.path));
}

/** By code units; a stable sort keeps the order of methods. */
/** One operation with the responses of the routes that serve it. */
export function operationOf(path: string, served: readonly CodeRoute[], components: Components): Json {
  const doubts = [
    ...new Set(
      served.flatMap(({ prefixUnknown, likelyPrefix, incomplete, method, path: own }) => [
        ...(prefixUnknown === true
          ? [likelyPrefix === undefined ? 'the start of its path is unknown' : 'the start of its path may be another']
          : []),
        ...(own.includes('*}') ? ['its last parameter takes any number of segments'] : []),
        ...(method === 'ANY' ? ['the code does not say which methods it answers'] : []),
        ...(incomplete === undefined ? [] : [incomplete]),
      ]),
    ),
  ];
  const names = [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))];
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    ...(doubts.length === 0 ? {} : { 'x-unknown': doubts.join('; ') }),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responsesOf(
      served.flatMap(({ responses }) => responses),
      components,
    ),
  };
}

function responsesOf(sent: readonly CodeResponse[], components: Components): Json {
  if (sent.length === 0) return { default: { description: 'Not known.', 'x-unknown': 'no response was seen in the code' } };
  const byStatus = groupBy(sent, (response) =>
    response.status === undefined || !isStatus(response.status) ? 'default' : String(response.status),
  );
  const ordered = [...byStatus].sort(([a], [b]) => compareTexts(a, b));
  return Object.fromEntries(ordered.map(([status, responses]) => [status, responseOf(status, responses, components)]));
}

const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 100 && status <= 599;

/** Statuses without content in HTTP, whatever a handler sends (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const BODILESS = new Set(['204', '205', '304']);

export function responseOf(status: string, responses: readonly CodeResponse[], components: Components): Json {
  const content: Json = {};
  const media = new Map<string, Shape[]>();
  for (const { mediaType, shape } of responses) {
    if (mediaType === 'none' || BODILESS.has(status)) continue;
    const type = mediaType ?? 'application/json';
    append(media, type, shape);
  }
  for (const [type, shapes] of media) content[type] = { schema: components.schemaOf(shapes) };
  return {
    description: status === 'default' ? 'Any other answer.' : (statusPhrase(Number(status)) ?? `Status ${status}.`),
    ...(status === 'default' ? { 'x-unknown': 'its status could not be read' } : {}),
    ...(media.size === 0 ? {} : { content }),
  };
}
