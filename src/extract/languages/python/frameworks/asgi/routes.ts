import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import { answeredElsewhere } from '../../answers.js';
import { bracedPath, namedFirstPath } from '../../routing/paths.js';
import { importsFrom } from '../../schemas/field-types.js';
import { functionHere, lookup, originOf, type Scope } from '../../scope.js';
import type { Source } from '../../source.js';
import { keyword, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { throughDecorators } from '../../wrappers.js';
import { frameworkProfiles } from '../profiles.js';
import { sentBy } from './responses.js';

const BY = frameworkProfiles.asgi.id;
export const VERB = /^(?:add_)?(get|post|put|patch|delete|head|options)$/;
export type Call = Extract<Node, { kind: 'call' }>;

/** Collects the facts about one file's routes. */
export interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
}

export type Kind = 'starlette' | 'starlette-router' | 'sanic' | 'blueprint' | 'aiohttp' | 'table';

/** The kind of app or router that a call creates. */
export function kindOf(scope: Scope, { of }: Call): Kind | undefined {
  const origin = originOf(scope, of) ?? '';
  if (/^starlette(?:\.\w+)*\.Starlette$/.test(origin)) return 'starlette';
  if (/^starlette(?:\.\w+)*\.Router$/.test(origin)) return 'starlette-router';
  if (/^sanic(?:\.\w+)*\.Sanic$/.test(origin)) return 'sanic';
  if (/^sanic(?:\.\w+)*\.Blueprint$/.test(origin)) return 'blueprint';
  if (/^aiohttp\.web(?:_\w+)?\.Application$/.test(origin)) return 'aiohttp';
  return /^aiohttp\.web(?:_\w+)?\.RouteTableDef$/.test(origin) ? 'table' : undefined;
}

/** The call that assigns a name. */
export function storedBy(scope: Scope, name: string): Call | undefined {
  const binding = lookup(scope, name)?.binding;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  return made?.kind === 'call' ? made : undefined;
}

/** A handler registered for a path. */
export interface Registered {
  readonly call: Call;
  readonly router: Expression;
  readonly path: Node;
  readonly handler: Node | undefined;
  readonly method?: string | undefined;
  /** The expression of the methods if they are not literal; absent: the call's `methods` argument. */
  readonly methods?: Node | undefined;
  /** Parameters are in braces; otherwise in angle brackets. */
  readonly isBraced: boolean;
}

/** The path of a route, behind its own version. */
export function pathOf(source: Source, scope: Scope, { call, path, isBraced }: Registered): Expression {
  const read = readValue(source, scope, path);
  const own = isBraced ? bracedPath(read) : namedFirstPath(bracedPath(read));
  const version = versionOf(source, scope, call);
  return version === undefined ? own : { kind: 'text', parts: [version, own] };
}

/** A version of the route stands before the prefix of its blueprint, or takes the place of that of the blueprint. */
export function isBeforePrefix(source: Source, scope: Scope, { call }: Registered): boolean {
  if (versionOf(source, scope, call) === undefined) return false;
  const on = call.of.kind === 'attribute' && call.of.of.kind === 'name' ? storedBy(scope, call.of.of.name) : undefined;
  return on === undefined || option(on, 'url_prefix') !== undefined || option(on, 'version') !== undefined;
}

/** Sanic's `version=1`: the paths of a blueprint, or of one route, begin with `/v1`. https://sanic.dev/en/guide/advanced/versioning.html */
export function versionOf(source: Source, scope: Scope, call: Call): Expression | undefined {
  const version = importsFrom(source, /^sanic\b/) ? option(call, 'version') : undefined;
  if (version === undefined || version.kind === 'constant') return undefined;
  const written = version.kind === 'number' ? String(version.value) : plainText(version)?.replace(/^v/, '');
  const number: Expression = written === undefined ? readValue(source, scope, version) : { kind: 'literal', value: written };
  const before = keyword(call, 'version_prefix');
  const start: Expression = before === undefined ? { kind: 'literal', value: '/v' } : readValue(source, scope, before);
  return { kind: 'text', parts: [start, number] };
}

/** Adds the routes of a handler; a class handles requests in its methods. */
export function addRoutes({ source, facts }: Reading, scope: Scope, one: Registered): void {
  const { call, router, handler, method, methods: given } = one;
  const definition = functionHere(scope, handler);
  const place = {
    path: pathOf(source, scope, one),
    router,
    certain: true,
    at: source.at(call.start),
  };
  const methods = method === undefined ? (given ?? option(call, 'methods')) : undefined;
  // a class handles requests in its methods; `web.get('/x', handler_of(store))` names the method
  const isView = method === undefined && (handler?.kind === 'call' || lastName(call.of) === 'view');
  const sent =
    definition === undefined
      ? answeredElsewhere(source, scope, handler)
      : throughDecorators(source, definition, call.start, sentBy(source, definition));
  const route: Route = {
    kind: 'route',
    by: BY,
    method: methods === undefined && !isView ? (method ?? 'get').toUpperCase() : 'ANY',
    ...(methods === undefined ? {} : { methods: readValue(source, scope, methods) }),
    ...place,
    ...sent,
  };
  facts.push(route);
}
