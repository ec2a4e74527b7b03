import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import { answeredElsewhere } from '../../answers.js';
import { bracedPath, namedFirstPath } from '../../routing/paths.js';
import { functionHere, lookup, originOf, type Scope } from '../../scope.js';
import type { Source } from '../../source.js';
import { lastName, type Node, option } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { throughDecorators } from '../../wrappers.js';
import { asgiProfile } from './profile.js';
import { sentBy } from './responses.js';

const BY = asgiProfile.id;
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

/** Adds the routes of a handler; a class handles requests in its methods. */
export function addRoutes(
  { source, facts }: Reading,
  scope: Scope,
  { call, router, path, handler, method, methods: given, isBraced }: Registered,
): void {
  const definition = functionHere(scope, handler);
  const read = readValue(source, scope, path);
  const place = {
    path: isBraced ? bracedPath(read) : namedFirstPath(bracedPath(read)),
    router,
    certain: true,
    at: source.at(call.start),
  };
  const methods = method === undefined ? (given ?? option(call, 'methods')) : undefined;
  // a class handles requests in its methods
  const isView = handler?.kind === 'call' || lastName(call.of) === 'view';
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
