import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { handlerNamed } from '../../answers.js';
import { passedOn } from '../../routing/hand-on.js';
import { bracedPath } from '../../routing/paths.js';
import { retainedRouters, type Stored, storedIn } from '../../routing/stored-routers.js';
import { type FunctionDefinition, functionHere, lookup, originOf, type Scope } from '../../scope.js';
import { type Source, unknown } from '../../source.js';
import { argument, keyword, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { recordWrappers, throughDecorators } from '../../wrappers.js';
import { frameworkProfiles } from '../profiles.js';
import { ownClass, responsesOf, sentAsIs } from './responses.js';

const BY = frameworkProfiles.fastapi.id;
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);

const NAMES = ['FastAPI', 'APIRouter'];

type Call = Extract<Node, { kind: 'call' }>;

/** FastAPI (https://fastapi.tiangolo.com/reference/): apps, routers, and decorated functions. */
export const fastapi: Extractor<Source> = {
  ...frameworkProfiles.fastapi,
  extract: (source): Extraction => {
    const reading: Reading = { source, facts: [], gaps: [], routers: new Set() };
    recordWrappers(source, (scope, node) => sentAsIs(source, scope, node)[0]);
    for (const definition of source.definitions.functions) readHandler(reading, definition);
    for (const definition of source.definitions.functions) {
      const [made] = definition.results;
      const isOther = made?.kind === 'call' && kindOf(definition.inside, made) === 'router' && !isPlainlyMade(definition, made);
      if (isOther) source.record.given.set(definition.fact, () => unknown('the options of the router it makes are not followed'));
    }
    for (const scope of source.definitions.scopes) {
      for (const { node } of scope.calls) {
        if (node.kind !== 'call') continue;
        readCall(reading, scope, node);
        reading.facts.push(
          ...passedOn(source, scope, node, BY, (of, made) => made.kind === 'call' && kindOf(of, made) !== undefined),
        );
      }
      for (const stored of storedIn(scope)) readRouter(reading, scope, stored);
      reading.facts.push(...retainedRouters(source, BY, scope));
    }
    return { facts: reading.facts, gaps: reading.gaps };
  },
};

interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Variables on which code registers handlers. */
  readonly routers: Set<string>;
}

/** A variable with an app or router created in this file. */
function readRouter({ source, facts, routers }: Reading, scope: Scope, { fact, made, start }: Stored): void {
  const kind = kindOf(scope, made);
  // the use of a service class shows that it extends an app or router
  const isOwn = kind === undefined && routers.has(fact) && /^[A-Z]/.test(lastName(made.of) ?? '');
  if (kind === undefined && !isOwn) {
    if (routers.has(fact)) facts.push(...madeElsewhere(source, scope, { fact, made, start }));
    return;
  }
  const prefix = kind === 'router' ? option(made, 'prefix') : keyword(made, 'prefix');
  facts.push({
    kind: 'router',
    by: BY,
    name: fact,
    root: kind === 'app' || (isOwn && /app|api$/i.test(lastName(made.of) ?? '')),
    ...(prefix === undefined ? {} : { prefix: bracedPath(readValue(source, scope, prefix)) }),
    // in a file that does not mention FastAPI it may be any class
    ...(isOwn &&
      !frameworkProfiles.fastapi.signals(source.masked.text) && {
        ifExtends: { of: readValue(source, scope, made.of), names: NAMES },
      }),
    at: source.at(start),
  });
  const self: Expression = { kind: 'name', name: fact, space: 'value' };
  const routed = keyword(made, 'route_class');
  if (routed !== undefined) {
    const through: Expression = {
      kind: 'member',
      of: { kind: 'instance', of: readValue(source, scope, routed) },
      name: '|routed',
    };
    facts.push({ kind: 'wrap', by: BY, router: self, through, below: true, past: true, at: source.at(routed.start) });
  }
  const wrapping = keyword(made, 'default_response_class');
  if (wrapping === undefined) return;
  const own = ownClass(source, scope, wrapping);
  // its `render` transforms the body of every response
  const callable = `${fact}|sent`;
  const body: Expression = { kind: 'parameter', callable, index: 0 };
  const at = source.at(wrapping.start);
  facts.push({ kind: 'callable', name: callable, inferred: own?.(body) ?? body, at });
  facts.push({
    kind: 'wrap',
    by: BY,
    router: self,
    through: { kind: 'name', name: callable, space: 'value' },
    below: true,
    instead: true,
    at,
  });
}

/** `router = get_router('books')`: a function of another file may make a router for each call. An app may have more routes. */
function madeElsewhere(source: Source, scope: Scope, { fact, made, start }: Stored): readonly Fact[] {
  const of = readValue(source, scope, made);
  const isImported = (originOf(scope, made.of) ?? '').includes('.') && !/app|api$/i.test(fact);
  if (of.kind !== 'returns' || !isImported) return [];
  const given = keyword(made, 'prefix');
  const prefix = given && { prefix: bracedPath(readValue(source, scope, given)) };
  const ifExtends = { of, names: NAMES };
  return [{ kind: 'router', by: BY, name: fact, root: false, clones: of, ifExtends, ...prefix, at: source.at(start) }];
}

/** Whether the router that a function makes has no other options of its own than those that callers pass by their name. */
function isPlainlyMade({ parameters }: FunctionDefinition, made: Call): boolean {
  return made.arguments.every(({ name, star, value }) => {
    const taken = value.kind === 'name' ? parameters.find((one) => one.name === value.name) : undefined;
    if (name === undefined) return star === 2 && taken?.star === 2;
    if (name === 'prefix') return taken?.name === name && (taken.default === undefined || plainText(taken.default) === '');
    return !/^(?:route_class|default_response_class)$/.test(name);
  });
}

function kindOf(scope: Scope, { of }: Call): 'app' | 'router' | undefined {
  const origin = originOf(scope, of) ?? '';
  if (/^fastapi(?:\.\w+)*\.FastAPI$/.test(origin)) return 'app';
  // services often derive a class of this name and import it
  return /\.APIRouter$/.test(origin) ? 'router' : undefined;
}

/** `@router.get('/path')` above a function. */
function readHandler(reading: Reading, definition: FunctionDefinition): void {
  for (const decorator of definition.decorators) {
    if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute') continue;
    const { name, of } = decorator.of;
    const path = argument(decorator, 0, 'path');
    const isRoute = METHODS.has(name) || name === 'api_route' || name === 'websocket' || name === 'websocket_route';
    if (!isRoute || path === undefined || isOther(definition.inside, of)) continue;
    const scope = definition.inside.parent ?? definition.inside;
    if (of.kind === 'name') reading.routers.add(lookup(scope, of.name)?.fact ?? of.name);
    if (!name.startsWith('websocket')) addRoutes(reading, scope, { call: decorator, router: of, path, name, definition });
  }
}

/** Whether the decorator belongs to another framework: Flask has the same decorators. */
function isOther(scope: Scope, node: Node): boolean {
  if (node.kind !== 'name') return false;
  const binding = lookup(scope, node.name)?.binding;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  const origin = made?.kind === 'call' ? (originOf(scope, made.of) ?? '') : '';
  return /^(?:flask|quart|sanic|aiohttp|bottle|django|ninja)\b/.test(origin);
}

interface Registered {
  readonly call: Call;
  readonly router: Node;
  readonly path: Node;
  /** `get`, `api_route`, `add_api_route`. */
  readonly name: string;
  readonly definition?: FunctionDefinition;
  /** The registered function, if it is not defined in this file. */
  readonly endpoint?: Node | undefined;
}

function addRoutes(
  { source, facts }: Reading,
  scope: Scope,
  { call, router, path, name, definition, endpoint }: Registered,
): void {
  const methods = METHODS.has(name) ? undefined : option(call, 'methods');
  const method = METHODS.has(name) ? name.toUpperCase() : 'GET';
  const at = source.at(call.start);
  const sent = definition === undefined ? elsewhere(source, scope, call, endpoint) : responsesOf(source, scope, call, definition);
  const route: Route = {
    kind: 'route',
    by: BY,
    method: methods === undefined ? method : 'ANY',
    ...(methods === undefined ? {} : { methods: readValue(source, scope, methods) }),
    path: bracedPath(readValue(source, scope, path)),
    router: readValue(source, scope, router),
    certain: true,
    ...(definition === undefined ? sent : throughDecorators(source, definition, call.start, sent)),
    at,
  };
  facts.push(route);
}

/** Arguments that affect the response of a path operation. */
const ANSWERS = /^(?:status_code|response_\w+)$/;

/** The answer of a function in another file: its return value, unless the registration changes it. */
function elsewhere(
  source: Source,
  scope: Scope,
  call: Call,
  endpoint: Node | undefined,
): Pick<Route, 'responses' | 'incomplete' | 'handler' | 'returned'> {
  const isPlain = call.arguments.every(({ name, star }) => star !== 2 && !ANSWERS.test(name ?? ''));
  const handler = isPlain ? handlerNamed(source, scope, endpoint) : undefined;
  if (handler === undefined) return responsesOf(source, scope, call, undefined);
  return { responses: [], handler, returned: { text: 'application/json', empty: 200 } };
}

/** `app.include_router(...)`, `app.mount(...)`, `router.add_api_route(...)`. */
function readCall(reading: Reading, scope: Scope, call: Call): void {
  const { source, facts } = reading;
  if (call.of.kind !== 'attribute') return;
  const { name, of } = call.of;
  const at = source.at(call.start);
  if (name === 'include_router') {
    const child = argument(call, 0, 'router');
    const prefix = option(call, 'prefix');
    if (child === undefined) return;
    if (of.kind === 'name') reading.routers.add(lookup(scope, of.name)?.fact ?? of.name);
    facts.push({
      kind: 'mount',
      by: BY,
      parent: readValue(source, scope, of),
      child: readValue(source, scope, child),
      ...(prefix === undefined ? {} : { prefix: bracedPath(readValue(source, scope, prefix)) }),
      certainty: 'router',
      at,
    });
  } else if (name === 'mount') readMount(reading, scope, call, of);
  else if (name === 'add_api_route') {
    const path = argument(call, 0, 'path');
    const endpoint = argument(call, 1, 'endpoint');
    const definition = functionHere(scope, endpoint);
    if (path !== undefined)
      addRoutes(reading, scope, { call, router: of, path, name, endpoint, ...(definition && { definition }) });
  }
}

/** Mounts another app; mounted static files hide only paths below theirs. */
function readMount({ source, facts }: Reading, scope: Scope, call: Call, of: Node): void {
  const path = argument(call, 0, 'path');
  const child = argument(call, 1, 'app');
  if (path === undefined || child === undefined) return;
  if (child.kind === 'call' && /StaticFiles$/.test(lastName(child.of) ?? '')) return;
  facts.push({
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, of),
    child: readValue(source, scope, child),
    prefix: bracedPath(readValue(source, scope, path)),
    certainty: 'router',
    at: source.at(call.start),
  });
}
