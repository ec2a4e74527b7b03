import type { Expression } from '../../../../../facts/expression.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { recordAnswers } from '../../answers.js';
import { passedOn } from '../../routing/hand-on.js';
import { bracedPath, namedFirstPath } from '../../routing/paths.js';
import { noteParameters } from '../../routing/route-parameters.js';
import { retainedRouters, type Stored, storedIn } from '../../routing/stored-routers.js';
import { importsFrom } from '../../schemas/field-types.js';
import { type Binding, type FunctionDefinition, factName, onlyValue, originOf, type Scope } from '../../scope.js';
import type { Source } from '../../source.js';
import { argument, keyword, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { recordWrappers } from '../../wrappers.js';
import { frameworkProfiles } from '../profiles.js';
import { gatheredBy, readGathering, readMembers } from './members.js';
import { ASGI, responseOf } from './responses.js';
import {
  addRoutes as addFunctions,
  type Call,
  isBeforePrefix,
  type Kind,
  kindOf,
  type Reading,
  type Registered,
  storedBy,
  VERB,
  versionOf,
} from './routes.js';
import { mountView, readView } from './views.js';

const BY = frameworkProfiles.asgi.id;
const ROUTES = /^(?:starlette(?:\.(?:applications|routing))?$|sanic\b|aiohttp\b)/;

/** Mounts a handler class, or adds routes for a function. */
function addRoutes(reading: Reading, scope: Scope, one: Registered): void {
  if (isBeforePrefix(reading.source, scope, one)) {
    const detail = 'a version of the route stands before the prefix of its blueprint';
    reading.gaps.push({ reason: 'dynamic-path', detail, at: reading.source.at(one.call.start), hides: 'service' });
  } else if (!mountView(reading, scope, one)) addFunctions(reading, scope, one);
}

/** Starlette (https://www.starlette.io/routing/), Sanic (https://sanic.dev/en/guide/basics/routing.html), aiohttp (https://docs.aiohttp.org/en/stable/web.html). */
export const asgi: Extractor<Source> = {
  ...frameworkProfiles.asgi,
  extract: (source): Extraction => {
    const reading: Reading = { source, facts: [], gaps: [] };
    recordWrappers(source, (scope, node) => responseOf(source, scope, node));
    // only handlers, which another file registers
    if (importsFrom(source, /^(?:starlette|sanic|aiohttp)\b/) && !importsFrom(source, ROUTES)) {
      recordAnswers(source, ASGI);
      return reading;
    }
    if (importsFrom(source, /^sanic\b/))
      for (const definition of source.definitions.functions)
        for (const one of definition.decorators)
          if (one.kind === 'call' && (VERB.test(lastName(one.of) ?? '') || lastName(one.of) === 'route'))
            noteParameters(source, [definition], argument(one, 0, 'uri'), 'name first');
    for (const definition of source.definitions.functions) readHandler(reading, definition);
    recordAnswers(source, ASGI);
    for (const definition of source.definitions.classes) readView(reading, definition);
    if (importsFrom(source, /^sanic\b/)) {
      for (const definition of source.definitions.classes) readMembers(reading, definition);
      for (const definition of source.definitions.functions) readGathering(source, definition);
    }
    for (const scope of source.definitions.scopes) {
      if (scope.form === 'class') continue;
      for (const [name, binding] of scope.bindings) readList(reading, scope, name, binding);
      for (const stored of storedIn(scope)) readRouter(reading, scope, stored);
      reading.facts.push(...retainedRouters(source, BY, scope));
      for (const { node } of scope.calls) {
        if (node.kind !== 'call') continue;
        readCall(reading, scope, node);
        reading.facts.push(
          ...passedOn(source, scope, node, BY, (of, made) => made.kind === 'call' && kindOf(of, made) !== undefined),
        );
      }
    }
    return { facts: reading.facts, gaps: reading.gaps };
  },
};

/** A variable with a list of routes. */
function readList(reading: Reading, scope: Scope, name: string, binding: Binding): void {
  const made = onlyValue(binding);
  if (binding.kind !== 'variable' || made?.kind !== 'list') return;
  if (!made.items.some((item) => item.kind === 'call' && entryOf(scope, item) !== undefined)) return;
  const fact = factName(scope, name);
  reading.facts.push({ kind: 'router', by: BY, name: fact, root: false, at: reading.source.at(binding.start) });
  readEntries(reading, scope, made, { kind: 'name', name: fact, space: 'value' });
}

function readRouter(reading: Reading, scope: Scope, { fact, made, start }: Stored): void {
  const { source, facts } = reading;
  const kind = kindOf(scope, made);
  if (kind === undefined) return;
  const self: Expression = { kind: 'name', name: fact, space: 'value' };
  const prefix = kind === 'blueprint' ? option(made, 'url_prefix') : keyword(made, 'url_prefix');
  const version = kind === 'blueprint' ? versionOf(source, scope, made) : undefined;
  const starts = [
    ...(version === undefined ? [] : [version]),
    ...(prefix === undefined ? [] : [namedFirstPath(readValue(source, scope, prefix))]),
  ];
  const [first] = starts;
  facts.push({
    kind: 'router',
    by: BY,
    name: fact,
    root: kind === 'starlette' || kind === 'sanic' || kind === 'aiohttp',
    // https://www.starlette.io/routing/#route-priority
    ...(kind.startsWith('starlette') && { matching: { firstMatch: true, slashCounts: true } }),
    ...(first !== undefined && { prefix: starts.length === 1 ? first : { kind: 'text', parts: starts } }),
    at: source.at(start),
  });
  const routes = keyword(made, 'routes') ?? (kind === 'starlette-router' ? argument(made, 0) : argument(made, 1));
  if (routes !== undefined && kind.startsWith('starlette')) readEntries(reading, scope, routes, self);
}

/** `Route('/x', f, methods=['GET'])`, `Mount('/x', routes=[...])` of Starlette, `web.get('/x', f)` of aiohttp. */
function entryOf(scope: Scope, { of }: Call): 'route' | 'mount' | 'socket' | undefined {
  const origin = originOf(scope, of) ?? '';
  if (/^starlette\.routing\.Route$/.test(origin) || /^aiohttp\.web\.(?:get|post|put|patch|delete|head|route|view)$/.test(origin))
    return 'route';
  if (/^starlette\.routing\.(?:WebSocketRoute|Host)$/.test(origin) || origin === 'aiohttp.web.static') return 'socket';
  return origin === 'starlette.routing.Mount' ? 'mount' : undefined;
}

function readEntries(reading: Reading, scope: Scope, node: Node, router: Expression): void {
  const { source, facts } = reading;
  if (node.kind === 'operation') {
    for (const part of [node.left, node.right]) readEntries(reading, scope, part, router);
    return;
  }
  if (node.kind !== 'list' && node.kind !== 'tuple') {
    const at = source.at(node.start);
    facts.push({ kind: 'mount', by: BY, parent: router, child: readValue(source, scope, node), certainty: 'router', at });
    return;
  }
  for (const item of node.items) {
    if (item.kind === 'star') readEntries(reading, scope, item.of, router);
    else if (item.kind !== 'call') continue;
    else if (entryOf(scope, item) === 'route') readEntry(reading, scope, item, router);
    else if (entryOf(scope, item) === 'mount') readMount(reading, scope, item, router);
  }
}

function readEntry(reading: Reading, scope: Scope, call: Call, router: Expression): void {
  const name = lastName(call.of) ?? '';
  const isGiven = name === 'route';
  const path = argument(call, isGiven ? 1 : 0, 'path');
  const handler = argument(call, isGiven ? 2 : 1, name === 'Route' ? 'endpoint' : 'handler');
  const method = isGiven ? plainText(argument(call, 0)) : VERB.exec(name)?.[1];
  if (path === undefined) return;
  addRoutes(reading, scope, { call, router, path, handler, method: method === '*' ? 'ANY' : method, isBraced: true });
}

function readMount(reading: Reading, scope: Scope, call: Call, router: Expression): void {
  const { source, facts } = reading;
  const path = argument(call, 0, 'path');
  const inner = keyword(call, 'routes');
  const app = argument(call, 1, 'app');
  const at = source.at(call.start);
  if (app?.kind === 'call' && /StaticFiles$/.test(lastName(app.of) ?? '')) return;
  const prefix = path === undefined ? {} : { prefix: bracedPath(readValue(source, scope, path)) };
  const name = `|mount:${call.start}`;
  if (inner !== undefined || (app?.kind === 'call' && kindOf(scope, app) === 'starlette-router')) {
    const self: Expression = { kind: 'name', name, space: 'value' };
    facts.push({ kind: 'router', by: BY, name, root: false, at });
    facts.push({ kind: 'mount', by: BY, parent: router, child: self, ...prefix, certainty: 'router', at });
    const routes = inner ?? (app?.kind === 'call' ? (keyword(app, 'routes') ?? argument(app, 0)) : undefined);
    if (routes !== undefined) readEntries(reading, scope, routes, self);
  } else if (app !== undefined)
    facts.push({
      kind: 'mount',
      by: BY,
      parent: router,
      child: readValue(source, scope, app),
      ...prefix,
      certainty: 'router',
      at,
    });
}

/** `@app.get('/x')`, `@bp.route('/x', methods=['GET'])`, `@routes.get('/x')`. */
function readHandler(reading: Reading, definition: FunctionDefinition): void {
  const scope = definition.inside.parent ?? definition.inside;
  for (const decorator of definition.decorators) {
    if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute') continue;
    const { name, of } = decorator.of;
    const method = VERB.exec(name)?.[1];
    const path = argument(decorator, 0, name === 'route' ? 'path' : 'uri') ?? keyword(decorator, 'uri');
    if ((method === undefined && name !== 'route') || path === undefined) continue;
    const made = of.kind === 'name' ? storedBy(scope, of.name) : undefined;
    const kind = made === undefined ? undefined : kindOf(scope, made);
    // the router may come from another file if this file imports one of the packages and no framework with the same decorators
    if (kind === undefined && (made !== undefined || isOther(reading))) continue;
    addRoutes(reading, scope, {
      call: decorator,
      router: readValue(reading.source, scope, of),
      path,
      handler: { kind: 'name', name: definition.name, start: definition.start, end: definition.start },
      method,
      isBraced: kind === 'table',
    });
  }
}

/** Whether the file uses a framework with the same decorators. */
const isOther = ({ source }: Reading): boolean => importsFrom(source, /^(?:flask|fastapi|quart)\b/);

/** `app.add_route(f, '/x')`, `app.router.add_get('/x', f)`, `app.add_routes([...])`, `app.blueprint(bp)`, `app.add_subapp('/x', sub)`. */
function readCall(reading: Reading, scope: Scope, call: Call): void {
  const { source, facts } = reading;
  if (call.of.kind !== 'attribute') return;
  const { name, of } = call.of;
  const on = of.kind === 'attribute' && of.name === 'router' ? of.of : of;
  const made = on.kind === 'name' ? storedBy(scope, on.name) : undefined;
  if (made === undefined ? isOther(reading) : kindOf(scope, made) === undefined) return;
  const parent = readValue(source, scope, on);
  const [first, second] = call.arguments.flatMap((one) => (one.name === undefined ? [one.value] : []));
  const at = source.at(call.start);
  const verb = /^add_(get|post|put|patch|delete|head|view)$/.exec(name)?.[1];
  if (verb !== undefined && first !== undefined)
    addRoutes(reading, scope, {
      call,
      router: parent,
      path: first,
      handler: second,
      method: verb === 'view' ? undefined : verb,
      isBraced: true,
    });
  else if (name === 'add_routes' && first !== undefined) readEntries(reading, scope, first, parent);
  else if (name === 'blueprint' && first !== undefined) {
    const prefix = option(call, 'url_prefix');
    const more = prefix === undefined ? {} : { prefix: namedFirstPath(readValue(source, scope, prefix)), replaces: true };
    for (const child of first.kind === 'list' || first.kind === 'tuple' ? first.items : [first]) {
      const gathered = gatheredBy(source, scope, child);
      const of = gathered?.child ?? readValue(source, scope, child);
      const below = prefix === undefined && gathered !== undefined ? { prefix: namedFirstPath(gathered.prefix) } : more;
      facts.push({ kind: 'mount', by: BY, parent, child: of, ...below, certainty: 'router', at });
    }
  } else if ((name === 'add_subapp' || name === 'mount') && first !== undefined && second !== undefined)
    facts.push({
      kind: 'mount',
      by: BY,
      parent,
      child: readValue(source, scope, second),
      prefix: bracedPath(readValue(source, scope, first)),
      certainty: 'router',
      at,
    });
  else if (name === 'add_route')
    addGiven(reading, scope, call, parent, made === undefined ? undefined : kindOf(scope, made), on !== of);
}

/**
 * `add_route` has other parameters in each framework: method, path, handler (aiohttp), path, handler (Starlette), handler, path
 * (Sanic).
 */
function addGiven(
  reading: Reading,
  scope: Scope,
  call: Call,
  router: Expression,
  kind: Kind | undefined,
  onRouter: boolean,
): void {
  const [first, second, third] = call.arguments.flatMap((one) => (one.name === undefined ? [one.value] : []));
  const given = plainText(first);
  // the other frameworks take a list of methods here
  const isAiohttp = kind === undefined ? onRouter || first?.kind === 'text' : kind === 'aiohttp';
  if (third !== undefined && isAiohttp && given?.startsWith('/') !== true) {
    const method = given === undefined ? { methods: first } : { method: given === '*' ? 'ANY' : given };
    if (second !== undefined)
      addRoutes(reading, scope, { call, router, path: second, handler: third, isBraced: true, ...method });
    return;
  }
  const isStarlette = kind?.startsWith('starlette') === true;
  const isBraced = isStarlette || first?.kind === 'text' || keyword(call, 'path') !== undefined;
  const path = isBraced ? argument(call, 0, 'path') : argument(call, 1, 'uri');
  const handler = isBraced ? (argument(call, 1, 'route') ?? keyword(call, 'endpoint')) : argument(call, 0, 'handler');
  if (path !== undefined) addRoutes(reading, scope, { call, router, path, handler, method: undefined, methods: third, isBraced });
}
