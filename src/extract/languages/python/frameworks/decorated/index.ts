import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Route } from '../../../../../facts/fact.js';
import type { RouteMatching } from '../../../../../model/route-matching.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { answeredElsewhere, recordAnswers } from '../../answers.js';
import { passedOn } from '../../routing/hand-on.js';
import { bracedPath, convertedPath, namedFirstPath } from '../../routing/paths.js';
import { noteParameters } from '../../routing/route-parameters.js';
import { folderOf } from '../../routing/service-folder.js';
import { retainedRouters, type Stored, storedIn } from '../../routing/stored-routers.js';
import { importsFrom } from '../../schemas/field-types.js';
import {
  type ClassDefinition,
  type FunctionDefinition,
  functionHere,
  lookup,
  onlyValue,
  originOf,
  type Scope,
} from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { argument, calledName, calleeOf, keyword, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { throughDecorators } from '../../wrappers.js';
import { MAKES_ROUTERS } from '../profile.js';
import { frameworkProfiles } from '../profiles.js';
import { BLACKSHEEP } from './blacksheep.js';
import { BOTTLE, CHALICE, type Decorated, ROBYN, sentBy } from './responses.js';

const BY = frameworkProfiles.decorated.id;
const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);
/** The default app of Bottle's module functions. */
const DEFAULT = '|default';
type Call = Extract<Node, { kind: 'call' }>;

/** The description of a framework whose decorators register functions. */
interface Framework {
  readonly package: RegExp;
  readonly app: RegExp;
  /** A sub-router, and the argument with its prefix. */
  readonly part?: RegExp;
  readonly prefix?: string;
  /** The `methods` argument of `route`: name and index. */
  readonly methods: readonly [name: string, index: number];
  readonly path: (path: Expression) => Expression;
  readonly responder: Decorated;
  /** Module functions that register on the default app. */
  readonly functions?: RegExp;
  /** Methods that mount another app or sub-router: the index of that argument, and of its prefix. */
  readonly mounts: Readonly<Record<string, readonly [child: number, prefix?: number | string]>>;
  readonly converters?: true;
  /** Converts a literal path, before `path`. */
  readonly written?: (path: string) => string;
  /** Attributes of an app through which code registers routes: `app.router.get('/x')`. */
  readonly through?: RegExp;
  /** Base classes of controllers, whose methods register on the default app. */
  readonly controllers?: RegExp;
  readonly matching?: RouteMatching;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    // https://bottlepy.org/docs/dev/api.html
    package: /^bottle\b/,
    app: /^bottle\.(?:Bottle|default_app|app)$/,
    methods: ['method', 1],
    path: (path) => namedFirstPath(path),
    responder: BOTTLE,
    functions: /^bottle\.(?:route|get|post|put|patch|delete)$/,
    // Bottle also accepts `/books/:id`
    written: (path) => path.replace(/\/:(\w{1,80})(?=\/|$)/g, '/<$1>'),
    mounts: { mount: [1, 0], merge: [0] },
    converters: true,
  },
  {
    // https://aws.github.io/chalice/api
    package: /^chalice\b/,
    app: /^chalice(?:\.app)?\.Chalice$/,
    part: /^chalice(?:\.app)?\.Blueprint$/,
    methods: ['methods', 1],
    path: bracedPath,
    responder: CHALICE,
    mounts: { register_blueprint: [0, 'url_prefix'] },
  },
  {
    // https://robyn.tech/documentation/en/api_reference
    package: /^robyn\b/,
    app: /^robyn\.Robyn$/,
    part: /^robyn\.SubRouter$/,
    prefix: 'prefix',
    methods: ['methods', 1],
    path: (of) => ({ kind: 'operator', operator: 'colon-path', of }),
    responder: ROBYN,
    mounts: { include_router: [0] },
  },
  {
    // https://www.neoteroi.dev/blacksheep/routing/ and https://www.neoteroi.dev/blacksheep/controllers/
    package: /^blacksheep\b/,
    app: /^blacksheep(?:\.\w+)*\.(?:Application|Router|RoutesRegistry)$/,
    prefix: 'prefix',
    methods: ['methods', 1],
    path: convertedPath,
    written: (path) =>
      path
        .replace(/\/:([^/]+)/g, '/{$1}')
        .replace(/<([^<>]*)>/g, '{$1}')
        .replace(/\*$/, '{path:tail}'),
    responder: BLACKSHEEP,
    functions: /^blacksheep(?:\.\w+)*\.(?:route|get|post|put|patch|delete|head|options)$/,
    mounts: { mount: [1, 0] },
    through: /^(?:controllers_)?router$/,
    controllers: /^blacksheep(?:\.\w+)*\.(?:API)?Controller$/,
    matching: { anyCase: true, headByGet: false },
  },
];

interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
  readonly framework: Framework;
  /** Of each controller, for all its methods. */
  readonly prefixes: Map<ClassDefinition, Expression | undefined>;
}

/** Frameworks that mainly consist of decorated functions: Bottle, Chalice, Robyn. */
export const decorated: Extractor<Source> = {
  ...frameworkProfiles.decorated,
  extract: (source): Extraction => {
    const framework = frameworkOf(source);
    if (framework === undefined) return { facts: [], gaps: [] };
    const reading: Reading = { source, facts: [], framework, prefixes: new Map() };
    const { functions, scopes } = source.definitions;
    for (const definition of functions) readHandler(reading, definition);
    if (importsFrom(source, framework.package)) recordAnswers(source, framework.responder);
    for (const scope of scopes) {
      if (scope.form === 'class') continue;
      for (const stored of storedIn(scope)) readRouter(reading, scope, stored);
      reading.facts.push(...retainedRouters(source, BY, scope));
      for (const { node } of scope.calls) {
        if (node.kind !== 'call') continue;
        readCall(reading, scope, node);
        reading.facts.push(...passedOn(source, scope, node, BY, (of, made) => makes(framework, of, made)));
      }
    }
    return { facts: reading.facts, gaps: [] };
  },
};

/** The imported framework. A file that only uses the app of another file reveals the framework by its path syntax. */
function frameworkOf(source: Source): Framework | undefined {
  const named = FRAMEWORKS.find((one) => importsFrom(source, one.package));
  if (named !== undefined || importsFrom(source, MAKES_ROUTERS)) return named;
  const mark = /["']\/[^"'<{\n]{0,200}([<{])\w/.exec(source.masked.code)?.[1];
  return FRAMEWORKS.find((one) => (mark === '{') === (one.path === bracedPath));
}

function makes({ app, part }: Framework, scope: Scope, made: Node): boolean {
  const origin = made.kind === 'call' ? (originOf(scope, made.of) ?? '') : '';
  return app.test(origin) || part?.test(origin) === true;
}

function readRouter({ source, facts, framework }: Reading, scope: Scope, { fact: name, made, start }: Stored): void {
  if (!makes(framework, scope, made)) return;
  const root = framework.app.test(originOf(scope, made.of) ?? '');
  const prefix = framework.prefix === undefined ? undefined : option(made, framework.prefix);
  facts.push({
    kind: 'router',
    by: BY,
    name,
    root,
    ...(framework.matching && { matching: framework.matching }),
    ...(prefix !== undefined && { prefix: framework.path(readValue(source, scope, prefix)) }),
    at: source.at(start),
  });
}

/** `@app.route('/books', methods=['POST'])`, `@get('/books')`. */
function readHandler(reading: Reading, definition: FunctionDefinition): void {
  const { source, framework } = reading;
  const scope = definition.inside.parent ?? definition.inside;
  const calls = definition.decorators.filter(
    (one): one is Call => one.kind === 'call' && routerOf(reading, scope, one) !== undefined,
  );
  if (framework.converters)
    for (const call of calls) for (const path of pathsOf(call)) noteParameters(source, [definition], path, 'name first');
  for (const call of calls) addRoutes(reading, scope, call, definition);
  // https://aws.github.io/chalice/topics/middleware
  const isMiddleware = definition.decorators.some(
    (one) => one.kind === 'call' && /^(?:middleware|after_request)$/.test(lastName(one.of) ?? ''),
  );
  if (isMiddleware && changesBody(source, definition)) addWrap(reading, definition.start);
}

/** Whether middleware sends a response of its own, or replaces a body. */
const changesBody = ({ masked: { bare } }: Source, { start, end }: FunctionDefinition): boolean =>
  /\b(?:body|description|content)[ \t]{0,9}=[^=]|\b(?:Response|with_content)\(|\breturn[ \t]{1,9}(?:json|ok)\(/.test(
    bare.slice(start, end),
  );

function addWrap({ source, facts }: Reading, start: number): void {
  const through = unknown('a plugin or middleware may send another body');
  facts.push({ kind: 'wrap', by: BY, scope: folderOf(source.path), through, past: true, at: source.at(start) });
}

/** `app.router.get` of `@get(…)` after `get = app.router.get`. */
function methodOf(scope: Scope, of: Node): Node {
  const stored = of.kind === 'name' ? onlyValue(lookup(scope, of.name)?.binding) : undefined;
  return stored?.kind === 'attribute' ? stored : of;
}

/** `get` of `@app.get(…)`, or of `@fetch(…)` after `from blacksheep import get as fetch`. */
const verbOf = (scope: Scope, of: Node): string => (originOf(scope, of) ?? lastName(of) ?? '').split('.').at(-1) ?? '';

/** The router of a registration: an app or sub-router of any file, or the default app. */
function routerOf({ source, facts, framework }: Reading, scope: Scope, call: Call): Expression | undefined {
  const of = methodOf(scope, call.of);
  const name = verbOf(scope, of);
  if (name !== 'route' && !VERBS.has(name)) return undefined;
  if (framework.functions?.test(originOf(scope, of) ?? '') === true) {
    const { matching } = framework;
    if (!facts.some((one) => one.kind === 'router' && one.name === DEFAULT))
      facts.push({ kind: 'router', by: BY, name: DEFAULT, root: true, ...(matching && { matching }), at: source.at(call.start) });
    return { kind: 'name', name: DEFAULT, space: 'value' };
  }
  // `from app.router import get`, but not `from unittest.mock import patch`
  const isMethod = framework.through !== undefined && plainText(argument(call, 0))?.startsWith('/');
  if (of.kind !== 'attribute') return isMethod ? readValue(source, scope, of) : undefined;
  const on = of.of.kind === 'attribute' && framework.through?.test(of.of.name) ? of.of.of : of.of;
  const binding = on.kind === 'name' ? lookup(scope, on.name)?.binding : undefined;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  const isOther = made?.kind === 'call' && originOf(scope, made.of) !== undefined && !makes(framework, scope, made);
  return isOther ? undefined : readValue(source, scope, on);
}

/** The paths of a registration; Bottle accepts a list. */
function pathsOf(call: Call): readonly Node[] {
  const path = argument(call, 0, 'path') ?? keyword(call, 'endpoint');
  return path?.kind === 'list' ? path.items : path === undefined ? [] : [path];
}

function addRoutes(reading: Reading, scope: Scope, call: Call, definition: FunctionDefinition | undefined, view?: Node): void {
  const { source, facts, framework } = reading;
  const router = routerOf(reading, scope, call);
  if (router === undefined) return;
  const verb = verbOf(scope, methodOf(scope, call.of));
  const [name, index] = framework.methods;
  const given = verb === 'route' ? (argument(call, index) ?? option(call, name)) : undefined;
  const written = plainText(given);
  const listed = given !== undefined && written === undefined ? { methods: readValue(source, scope, given) } : {};
  const method = given === undefined ? (verb === 'route' ? 'GET' : verb.toUpperCase()) : (written?.toUpperCase() ?? 'ANY');
  const sent = definition === undefined ? answeredElsewhere(source, scope, view) : sends(reading, definition, call);
  const prefix = definition?.owner && prefixOf(reading, definition.owner);
  // `@get()` of a controller
  const paths = call.arguments.length === 0 && prefix !== undefined ? [literal('')] : undefined;
  for (const path of paths ?? pathsOf(call).map((one) => framework.path(pathOf(reading, scope, one)))) {
    const route: Route = {
      ...{ kind: 'route', by: BY, method, ...listed, path: below(prefix, path), router },
      ...{ ...sent, certain: true, at: source.at(call.start) },
    };
    facts.push(route);
  }
}

function pathOf({ source, framework: { written } }: Reading, scope: Scope, node: Node): Expression {
  const text = plainText(node);
  return text === undefined || written === undefined ? readValue(source, scope, node) : literal(written(text));
}

const below = (prefix: Expression | undefined, path: Expression): Expression =>
  prefix === undefined ? path : { kind: 'text', parts: [prefix, literal('/'), path] };

function prefixOf(reading: Reading, owner: ClassDefinition): Expression | undefined {
  const { prefixes } = reading;
  if (!prefixes.has(owner)) prefixes.set(owner, controllerPrefix(reading, owner));
  return prefixes.get(owner);
}

/** What the paths of a controller start with: its `route`, or `api/<version>/<class>` of an `APIController`. */
function controllerPrefix({ framework: { controllers } }: Reading, owner: ClassDefinition): Expression | undefined {
  if (controllers === undefined) return undefined;
  const bases = owner.arguments.map(({ value }) => originOf(owner.outside, value) ?? '');
  const given = (name: string): string | undefined => {
    const field = owner.fields.find((one) => one.name === name);
    const method = owner.methods.find((one) => one.name === name);
    return field || method ? (plainText(field?.value ?? method?.results[0]) ?? UNREAD) : undefined;
  };
  const [route, version, named] = [given('route'), given('version') ?? '', given('class_name')];
  if (!bases.every((base) => controllers.test(base)) || [route, version, named].includes(UNREAD))
    return unknown('the prefix of a controller is not read');
  if (route !== undefined) return literal(`/${route}`);
  const name = (named ?? owner.name).toLowerCase();
  const isApi = bases.some((base) => base.endsWith('.APIController'));
  const plain = version !== '' && name.endsWith(version.toLowerCase()) ? name.slice(0, -version.length) : name;
  return isApi ? literal(`/api/${version}/${plain}`) : undefined;
}
const UNREAD = '|unread';

function sends(
  { source, framework }: Reading,
  definition: FunctionDefinition,
  call: Call,
): Pick<Route, 'responses' | 'incomplete' | 'handler'> {
  const { inside, decorators, start } = definition;
  // https://bottlepy.org/docs/dev/stpl.html#bottle.view
  const isPage = (one: Node): boolean => /^bottle\.\w*view$/.test(originOf(inside, calleeOf(one)) ?? '');
  if (keyword(call, 'apply') !== undefined) return { responses: [], incomplete: 'a plugin may change what it returns' };
  if (keyword(call, 'template') !== undefined || decorators.some(isPage))
    return { responses: [{ status: literal(200), mediaType: 'text/html', body: unknown('a page'), at: source.at(start) }] };
  return throughDecorators(source, definition, call.start, sentBy(source, definition, framework.responder), (_, origin) =>
    framework.package.test(origin),
  );
}

/** `app.router.add_get('/books', list_books)`, `app.router.add('GET', '/books', list_books)`: reads it as `get(…)`. */
function readAdded(reading: Reading, scope: Scope, call: Call, name: string): void {
  const [method, ...others] = call.arguments;
  const isAdd = name === 'add' && others.length >= 2;
  const verb = (isAdd ? plainText(method?.value) : /^add_(\w+)$/.exec(name)?.[1])?.toLowerCase() ?? '';
  if (call.of.kind !== 'attribute' || !VERBS.has(verb)) return;
  const as: Call = { ...call, of: { ...call.of, name: verb }, arguments: isAdd ? others : call.arguments };
  const view = argument(as, 1, 'handler');
  addRoutes(reading, scope, as, functionHere(scope, view), view);
}

/** Plugins that open connections or only inspect requests. */
const HARMLESS = /cors|sql|mongo|redis|session|auth|log|statsd|memcache|prometheus|debug/i;

/** `app.mount('/v1', other)`, `app.register_blueprint(books)`, `app.route('/x', callback=f)`, `app.install(plugin)`. */
function readCall(reading: Reading, scope: Scope, call: Call): void {
  const { source, facts, framework } = reading;
  const name = lastName(call.of) ?? '';
  const at = source.at(call.start);
  const callback = keyword(call, 'callback');
  if (framework.functions !== undefined && callback !== undefined)
    addRoutes(reading, scope, call, functionHere(scope, callback), callback);
  if (framework.through) readAdded(reading, scope, call, name);
  if (name === 'install' && framework.functions !== undefined) {
    const plugin = argument(call, 0, 'plugin');
    const made = plugin?.kind === 'call' ? plugin.of : plugin;
    if (HARMLESS.test(lastName(made) ?? '') || /^bottle\b/.test(originOf(scope, made) ?? '')) return;
    addWrap(reading, call.start);
  }
  // https://www.neoteroi.dev/blacksheep/responses/: other functions may write JSON
  if (name === 'use' && call.of.kind === 'attribute' && lastName(call.of.of) === 'json_settings') addWrap(reading, call.start);
  const isAppended = name === 'append' && call.of.kind === 'attribute' && lastName(call.of.of) === 'middlewares';
  if (name === 'register_middleware' || isAppended) {
    const given = argument(call, 0);
    const own = functionHere(scope, given);
    const isOwn = own !== undefined ? changesBody(source, own) : !HARMLESS.test(calledName(given));
    // `ConvertToMiddleware(logger.inject_lambda_context)` wraps a Lambda decorator that changes nothing
    if ((isAppended || given?.kind !== 'call') && isOwn) addWrap(reading, call.start);
  }
  const mount = Object.hasOwn(framework.mounts, name) ? framework.mounts[name] : undefined;
  if (mount === undefined || call.of.kind !== 'attribute') return;
  const [place, on] = mount;
  const child = argument(call, place);
  const prefix = typeof on === 'string' ? option(call, on) : on === undefined ? undefined : argument(call, on);
  if (child === undefined) return;
  facts.push({
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, call.of.of),
    child: readValue(source, scope, child),
    ...(prefix !== undefined && { prefix: framework.path(readValue(source, scope, prefix)) }),
    certainty: 'router',
    at,
  });
}
