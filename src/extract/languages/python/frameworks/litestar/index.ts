import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Mount } from '../../../../../facts/fact.js';
import { append } from '../../../../../model/multi-map.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { passedOn } from '../../routing/hand-on.js';
import { bracedPath } from '../../routing/paths.js';
import { folderOf } from '../../routing/service-folder.js';
import { storedIn } from '../../routing/stored-routers.js';
import {
  type Binding,
  type ClassDefinition,
  comprehensionScope,
  type FunctionDefinition,
  functionHere,
  lookup,
  originOf,
  type Scope,
} from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { argument, keyword, lastName, type Node, option, partsOf, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { throughDecorators } from '../../wrappers.js';
import { frameworkProfiles } from '../profiles.js';
import { rewritingOption, sentBy } from './responses.js';

const BY = frameworkProfiles.litestar.id;
const MAX_DEPTH = 20;
type Call = Extract<Node, { kind: 'call' }>;

/** Litestar (https://docs.litestar.dev/latest/), formerly Starlite. */
export const litestar: Extractor<Source> = {
  ...frameworkProfiles.litestar,
  extract: (source): Extraction => {
    const { functions, classes, scopes } = source.definitions;
    const named = new Map(scopes.flatMap((scope) => storedIn(scope).map(({ made, fact }) => [made, fact] as const)));
    const reading: Reading = { source, facts: [], named, givenTo: createGiven(source) };
    for (const definition of classes) readController(reading, definition);
    for (const definition of functions) if (definition.owner === undefined) readHandler(reading, definition);
    for (const scope of scopes) {
      const made = [...scope.calls.map(({ node }) => node), ...scope.results];
      for (const call of callsIn(made)) readCall(reading, scope, call);
      for (const { node, statement } of scope.calls) {
        const target = source.masked.bare.slice(statement.start, node.start).slice(-100);
        if (/\.route_handlers\s{0,9}\+?=\s{0,9}$/.test(target)) addToApps(reading, scope, node);
      }
      giveMade(reading, scope);
    }
    return { facts: reading.facts, gaps: [] };
  },
};

interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
  /** Variable names by the call that creates their value. */
  readonly named: ReadonlyMap<Node, string>;
  readonly givenTo: (parameter: Parameter) => Given;
}

type Parameter = Extract<Binding, { kind: 'parameter' }>;

/** The arguments for a parameter in the calls of the file. */
interface Given {
  readonly values: readonly Within<Node>[];
  /** No other code can call the function, and each call shows its argument. */
  readonly isAll: boolean;
}

interface Within<Part extends Node> {
  readonly inside: Scope;
  readonly node: Part;
}

/** Limit of visited expressions of one scope. */
const MOST_NODES = 50_000;

/** All calls within expressions. */
function callsIn(nodes: readonly (Node | undefined)[]): readonly Call[] {
  const open = nodes.flatMap((node) => node ?? []);
  const calls = new Set<Call>();
  let seen = 0;
  for (let node = open.pop(); node !== undefined && seen < MOST_NODES; node = open.pop(), seen += 1) {
    if (node.kind === 'call') calls.add(node);
    open.push(...partsOf(node));
  }
  return [...calls];
}

const OF = '(?:litestar|starlite)(?:\\.\\w{1,40}){0,4}\\.';
const HANDLER = new RegExp(`^${OF}(get|post|put|patch|delete|head|route|asgi|websocket\\w{0,20})$`);
const MADE = new RegExp(`^${OF}(Litestar|Starlite|Router)$`);

function kindOf(scope: Scope, { of }: Call): 'app' | 'router' | undefined {
  const name = MADE.exec(originOf(scope, of) ?? '')?.[1];
  return name === undefined ? undefined : name === 'Router' ? 'router' : 'app';
}

const routerName = ({ named }: Reading, call: Call): Expression => ({
  kind: 'name',
  name: named.get(call) ?? `|litestar:${call.start}`,
  space: 'value',
});

/** `def create_app(): return Litestar(...)`: each call returns that app. */
function giveMade(reading: Reading, { of, results }: Scope): void {
  const [only] = results;
  if (of === undefined || results.length !== 1 || only?.kind !== 'call' || kindOf(of.inside, only) === undefined) return;
  reading.source.record.given.set(of.fact, () => routerName(reading, only));
}

/** `@get('/items')` above a function: a router of its own, which an app or a controller mounts. */
function readHandler(reading: Reading, definition: FunctionDefinition): void {
  const scope = definition.inside.parent ?? definition.inside;
  for (const decorator of definition.decorators) {
    if (decorator.kind !== 'call' || !HANDLER.test(originOf(scope, decorator.of) ?? '')) continue;
    const { fact: name } = definition;
    reading.facts.push({ kind: 'router', by: BY, name, root: false, loose: true, at: reading.source.at(definition.start) });
    addRoutes(reading, scope, decorator, definition, { kind: 'name', name, space: 'value' });
  }
}

function addRoutes(
  { source, facts }: Reading,
  scope: Scope,
  call: Call,
  definition: FunctionDefinition,
  router: Expression,
): void {
  const verb = HANDLER.exec(originOf(scope, call.of) ?? '')?.[1] ?? '';
  const at = source.at(call.start);
  const given = argument(call, 0, 'path') ?? (call.arguments.some(({ star }) => star === 2) ? option(call, 'path') : undefined);
  const path = given === undefined ? literal('') : bracedPath(readValue(source, scope, given));
  if (verb.startsWith('websocket')) return;
  if (verb === 'asgi') {
    facts.push({
      kind: 'mount',
      by: BY,
      parent: router,
      child: unknown('an application of its own'),
      prefix: path,
      certainty: 'router',
      at,
    });
    return;
  }
  const methods = verb === 'route' ? methodsIn(keyword(call, 'http_method')) : [verb.toUpperCase()];
  const own = sentBy(source, scope, call, definition, methods ?? []);
  const sent = throughDecorators(source, definition, call.start, own, (_, origin) => /^(?:litestar|starlite)\b/.test(origin));
  const member = definition.owner === undefined ? {} : { member: definition.name };
  for (const method of methods ?? ['ANY']) {
    const more = methods === undefined ? { methods: unknown('its methods are not read') } : {};
    facts.push({ kind: 'route', by: BY, method, ...more, path, router, ...member, ...sent, at });
  }
}

/** `HttpMethod.GET`, `['GET', HttpMethod.POST]`; undefined: unresolved. */
function methodsIn(node: Node | undefined): readonly string[] | undefined {
  const nodes = node?.kind === 'list' || node?.kind === 'tuple' || node?.kind === 'set' ? node.items : [node];
  const names = nodes.map((one) => (plainText(one) ?? lastName(one) ?? '').toUpperCase());
  return names.every((name) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(name)) ? names : undefined;
}

/** A class with a path whose methods are handlers, including inherited ones. */
function readController(reading: Reading, definition: ClassDefinition): void {
  const { source, facts } = reading;
  const { fact: name, outside, inside } = definition;
  const bases = definition.arguments.flatMap(({ name: key, star, value }) =>
    key === undefined && star === undefined ? [value.kind === 'subscript' ? value.of : value] : [],
  );
  const isOwn = bases.some((base) => /^(?:litestar|starlite)\b/.test(originOf(outside, base) ?? ''));
  const handlers = definition.methods.flatMap((method) =>
    method.decorators.flatMap((one) =>
      one.kind === 'call' && HANDLER.test(originOf(outside, one.of) ?? '') ? [{ method, call: one }] : [],
    ),
  );
  if (!isOwn && handlers.length === 0 && !bases.some((base) => /Controller$/.test(lastName(base) ?? ''))) return;
  const at = source.at(definition.start);
  const self: Expression = { kind: 'name', name, space: 'value' };
  const path = definition.fields.find((field) => field.name === 'path')?.value;
  const prefix = path === undefined ? {} : { prefix: bracedPath(readValue(source, inside, path)) };
  facts.push({ kind: 'router', by: BY, name, root: false, loose: true, ...prefix, at });
  for (const { method, call } of handlers) addRoutes(reading, outside, call, method, self);
  wrapBodies(reading, inside, definition.fields, self, definition.start);
  const except = definition.methods.map((method) => method.name);
  for (const base of bases) {
    if (/^(?:litestar|starlite|typing|abc)\b|^(?:object|Generic)$/.test(originOf(outside, base) ?? '')) continue;
    const own: Pick<Mount, 'prefix' | 'replaces'> = path === undefined ? {} : { prefix: literal(''), replaces: true };
    const child = readValue(source, outside, base);
    facts.push({ kind: 'mount', by: BY, parent: self, child, except, ...own, certainty: 'router', at });
  }
}

/** Records options of an app, a router or a controller that transform all bodies below it. */
function wrapBodies(
  { source, facts }: Reading,
  scope: Scope,
  options: readonly { readonly name?: string; readonly value?: Node }[],
  router: Expression,
  start: number,
): void {
  const name = rewritingOption(scope, options);
  if (name === undefined) return;
  const through = unknown(`${name} decides what is sent`);
  facts.push({ kind: 'wrap', by: BY, router, through, below: true, past: true, at: source.at(start) });
}

/**
 * Options that change how Litestar serializes pydantic models. https://docs.litestar.dev/latest/reference/plugins/pydantic.html
 */
const WRITES_MODELS = /^(?:prefer_alias|exclude\w{0,40}|include)$/;

/** `PydanticPlugin(prefer_alias=True)` changes the serialization of models in the whole service. */
function pluginOptions({ source, facts }: Reading, scope: Scope, call: Call): void {
  const isPlugin = /^Pydantic(?:Init)?Plugin$/.test(lastName(call.of) ?? '');
  if (!isPlugin || !/^(?:litestar|starlite)\b/.test(originOf(scope, call.of) ?? '')) return;
  const sets = call.arguments.some(({ name, star, value }) => {
    const isOff = value.kind === 'constant' && (value.value === false || value.value === null);
    return star !== undefined || (name !== undefined && WRITES_MODELS.test(name) && !isOff);
  });
  const through = unknown('options of a plugin decide how models are written');
  if (sets) facts.push({ kind: 'wrap', by: BY, scope: folderOf(source.path), through, past: true, at: source.at(call.start) });
}

function readCall(reading: Reading, scope: Scope, call: Call): void {
  const { source, facts } = reading;
  facts.push(...passedOn(source, scope, call, BY, (of, made) => made.kind === 'call' && kindOf(of, made) !== undefined));
  pluginOptions(reading, scope, call);
  const kind = kindOf(scope, call);
  if (kind !== undefined) makeRouter(reading, scope, call, kind);
  if (call.of.kind !== 'attribute') return;
  const { name, of } = call.of;
  const last = call.arguments.at(-1)?.value;
  if (last === undefined) return;
  if (name === 'register' && call.arguments.length === 1) readHandlers(reading, scope, last, readValue(source, scope, of));
  // `app_config.route_handlers.append(handler)` in a plugin
  else if (/^(?:append|extend|insert)$/.test(name) && of.kind === 'attribute' && of.name === 'route_handlers')
    addToApps(reading, scope, last);
}

/** Adds the handlers of a plugin to its app, whichever app that is. */
function addToApps(reading: Reading, scope: Scope, handlers: Node): void {
  const name = `|plugin:${handlers.start}`;
  reading.facts.push({ kind: 'router', by: BY, name, root: false, gathered: true, at: reading.source.at(handlers.start) });
  readHandlers(reading, scope, handlers, { kind: 'name', name, space: 'value' });
}

function makeRouter(reading: Reading, scope: Scope, call: Call, kind: 'app' | 'router'): void {
  const { source, facts } = reading;
  const self = routerName(reading, call);
  const at = source.at(call.start);
  const path = kind === 'router' ? argument(call, 0, 'path') : keyword(call, 'path');
  const prefix = path === undefined ? {} : { prefix: bracedPath(readValue(source, scope, path)) };
  const name = self.kind === 'name' ? self.name : '';
  facts.push({ kind: 'router', by: BY, name, root: kind === 'app', ...prefix, at });
  if (kind === 'app') facts.push({ kind: 'gather', by: BY, router: self, at });
  wrapBodies(reading, scope, call.arguments, self, call.start);
  const handlers = keyword(call, 'route_handlers') ?? (kind === 'app' ? argument(call, 0) : undefined);
  if (handlers !== undefined) readHandlers(reading, scope, handlers, self);
  if (call.arguments.some(({ star }) => star !== undefined)) mount(reading, call, unknown('what it is given is not read'), self);
}

/** Static files, and routes of Litestar itself. */
const ASIDE = /^(?:create_static_files_router|StaticFilesConfig|OpenAPIController)$/;

/** Parameters whose arguments a parent already has, with the nesting depth of reading. */
type Taken = Map<Parameter, number>;

/** Reads lists of handlers, sums of lists, and names of lists; any other expression hides its content. */
function readHandlers(reading: Reading, scope: Scope, node: Node, parent: Expression, depth = 0, taken: Taken = new Map()): void {
  const { source } = reading;
  const each = (part: Node, inside = scope): void => readHandlers(reading, inside, part, parent, depth + 1, taken);
  const parameter = parameterOf(scope, node);
  const local = localParts(scope, node);
  if (depth > MAX_DEPTH || (node.kind === 'constant' && node.value === null)) return;
  if (node.kind === 'list' || node.kind === 'tuple' || node.kind === 'set') for (const item of node.items) each(item);
  else if (node.kind === 'star') each(node.of);
  else if (node.kind === 'choice') for (const one of node.options) each(one);
  else if (node.kind === 'operation' && node.operator === '+') for (const one of [node.left, node.right]) each(one);
  else if (node.kind === 'comprehension') each(node.element, comprehensionScope(scope, node));
  else if (local !== undefined) for (const one of local) each(one.node, one.inside);
  else if (node.kind === 'call') readMade(reading, scope, node, parent);
  else if (parameter === undefined) mount(reading, node, sure(readValue(source, scope, node)), parent);
  else {
    const { values, isAll } = reading.givenTo(parameter);
    if (depth < (taken.get(parameter) ?? Number.POSITIVE_INFINITY)) {
      taken.set(parameter, depth);
      for (const one of values) readHandlers(reading, one.inside, one.node, parent, depth + 5, taken);
    }
    if (!isAll) mount(reading, node, unknown('handlers that a function is given are not read'), parent);
  }
}

/** The parts of a list that the file puts together: `handlers = [A]` with `handlers.append(B)`, or what its own function returns. */
function localParts(scope: Scope, node: Node): readonly Within<Node>[] | undefined {
  const within = (inside: Scope, parts: readonly (Node | undefined)[]): readonly Within<Node>[] | undefined =>
    parts.every((part) => part !== undefined) ? parts.map((part) => ({ inside, node: part })) : undefined;
  if (node.kind === 'call') {
    const results = functionHere(scope, node.of)?.inside.results ?? [];
    const isList = results.length > 0 && results.every((one) => one?.kind === 'list' || one?.kind === 'name');
    return isList ? within(functionHere(scope, node.of)?.inside ?? scope, results) : undefined;
  }
  const found = node.kind === 'name' ? lookup(scope, node.name) : undefined;
  if (node.kind !== 'name' || found?.binding.kind !== 'variable' || found.scope.form !== 'function') return undefined;
  const { appended, extended, lent, changed, replaced } = found.scope;
  if ([lent, changed, replaced].some((names) => names.has(node.name))) return undefined;
  const more = [...(appended.get(node.name) ?? []), ...(extended.get(node.name) ?? [])];
  return within(found.scope, [...found.binding.values, ...found.binding.added, ...more]);
}

/** A router or handler created in place: `Router('/x', [...])`, `get('/x')(function)`. */
function readMade(reading: Reading, scope: Scope, call: Call, parent: Expression): void {
  const { source, facts } = reading;
  if (ASIDE.test(lastName(call.of) ?? '')) return;
  const [given] = call.arguments;
  const definition = functionHere(scope, given?.value);
  const isHandler = call.of.kind === 'call' && HANDLER.test(originOf(scope, call.of.of) ?? '');
  if (kindOf(scope, call) !== undefined) mount(reading, call, routerName(reading, call), parent);
  else if (isHandler && call.of.kind === 'call' && definition !== undefined) {
    const name = `|handler:${call.start}`;
    const self: Expression = { kind: 'name', name, space: 'value' };
    facts.push({ kind: 'router', by: BY, name, root: false, at: source.at(call.start) });
    addRoutes(reading, scope, call.of, definition, self);
    mount(reading, call, self, parent);
  } else mount(reading, call, sure(readValue(source, scope, call)), parent);
}

function parameterOf(scope: Scope, node: Node): Parameter | undefined {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  return binding?.kind === 'parameter' ? binding : undefined;
}

/** Resolves list parameters through the calls in the file; a function that other files may call can get more. */
function createGiven({ definitions }: Source): Reading['givenTo'] {
  let byName: ReadonlyMap<string, readonly Within<Call>[]> | undefined;
  const known = new Map<Parameter, Given>();
  return (parameter) => {
    const before = known.get(parameter);
    if (before !== undefined) return before;
    byName ??= callsByName(definitions.scopes);
    const { index, of, parameter: written } = parameter;
    const calls = byName.get(of.name) ?? [];
    const values = calls.flatMap(({ inside, node: call }) => {
      const node = argument(call, index, written.name);
      return node === undefined ? [] : [{ inside, node }];
    });
    const given = { values, isAll: values.length > 0 && values.length === calls.length && of.name.startsWith('_') };
    known.set(parameter, given);
    return given;
  };
}

function callsByName(scopes: readonly Scope[]): ReadonlyMap<string, readonly Within<Call>[]> {
  const byName = new Map<string, Within<Call>[]>();
  for (const inside of scopes)
    for (const node of callsIn(inside.calls.map((call) => call.node))) {
      const name = lastName(node.of) ?? '';
      append(byName, name, { inside, node });
    }
  return byName;
}

/** An unknown value among handlers may be a handler. */
const sure = (value: Expression): Expression => (value.kind === 'unknown' ? value : { kind: 'array', items: value });

function mount({ source, facts }: Reading, place: Node, child: Expression, parent: Expression): void {
  const at = source.at(place.start);
  facts.push({ kind: 'mount', by: BY, parent, child, certainty: 'router', at });
}
