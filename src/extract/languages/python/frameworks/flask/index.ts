import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { answeredElsewhere, recordAnswers } from '../../answers.js';
import { isHarmless } from '../../harmless-packages.js';
import { PLAIN } from '../../plain-answers.js';
import { recordClassRouter } from '../../routing/class-routers.js';
import { passedOn } from '../../routing/hand-on.js';
import { angledPath } from '../../routing/paths.js';
import { noteParameters } from '../../routing/route-parameters.js';
import { retainedRouters, type Stored, storedIn } from '../../routing/stored-routers.js';
import { importsFrom } from '../../schemas/field-types.js';
import { recordFields } from '../../schemas/restful.js';
import { type ClassDefinition, classHere, type FunctionDefinition, lookup, originOf, type Scope } from '../../scope.js';
import type { Source } from '../../source.js';
import { argument, keyword, lastName, type Node, option } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { returnedBy } from './responses.js';

const BY = frameworkProfiles.flask.id;
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const VERBS = new Set([...METHODS, 'head', 'options', 'trace']);

type Call = Extract<Node, { kind: 'call' }>;

/** Flask (https://flask.palletsprojects.com/en/stable/api/) and packages that build on its blueprints. */
export const flask: Extractor<Source> = {
  ...frameworkProfiles.flask,
  extract: (source): Extraction => {
    const reading: Reading = { source, facts: [], gaps: [] };
    noteRules(source);
    for (const definition of source.definitions.functions) readHandler(reading, definition);
    for (const definition of source.definitions.classes) readView(reading, definition);
    if (importsFrom(source, /^(?:flask|quart)\b/)) recordAnswers(source, PLAIN);
    for (const scope of source.definitions.scopes) {
      if (scope.form === 'class') continue;
      for (const stored of storedIn(scope)) readRouter(reading, scope, stored);
      reading.facts.push(...retainedRouters(source, BY, scope));
      recordFields(source, scope);
      for (const { node } of scope.calls) {
        if (node.kind !== 'call') continue;
        readCall(reading, scope, node);
        reading.facts.push(
          ...passedOn(source, scope, node, BY, (of, made) => made.kind === 'call' && anyKindOf(of, made) !== undefined),
        );
      }
    }
    return { facts: reading.facts, gaps: reading.gaps };
  },
};

/** Records the types that rules give to view parameters, before responses are read. */
function noteRules(source: Source): void {
  const note = (on: FunctionDefinition | ClassDefinition, rule: Node | undefined): void =>
    noteParameters(source, 'methods' in on ? on.methods.filter(({ name }) => VERBS.has(name)) : [on], rule, 'type first');
  for (const one of [...source.definitions.functions, ...source.definitions.classes])
    for (const decorator of one.decorators)
      if (decorator.kind === 'call' && decorator.of.kind === 'attribute' && isRouting(decorator.of.name))
        for (const { value } of decorator.arguments) note(one, value);
  for (const scope of source.definitions.scopes)
    for (const { node } of scope.calls) {
      const name = node.kind === 'call' ? lastName(node.of) : undefined;
      if (node.kind !== 'call' || (name !== 'add_url_rule' && name !== 'add_resource')) continue;
      const given = name === 'add_resource' ? argument(node, 0, 'resource') : argument(node, 2, 'view_func');
      const view = given?.kind === 'call' && given.of.kind === 'attribute' ? given.of.of : given;
      const binding = view?.kind === 'name' ? lookup(scope, view.name)?.binding : undefined;
      if (binding?.kind === 'function' || binding?.kind === 'class')
        for (const { value } of node.arguments) note(binding.definition, value);
    }
}

const isRouting = (name: string): boolean => name === 'route' || METHODS.has(name);

interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
}

const APP = /^(?:flask|quart|flask_openapi3|apiflask)(?:\.\w+)*\.(?:Flask|Quart|OpenAPI|APIFlask)$/;
/** Blueprints of Flask, also the one of Swagger UI, which serves documentation alone. */
const BLUEPRINT =
  /^(?:flask_swagger_ui(?:\.flask_swagger_ui)?\.get_swaggerui_blueprint|(?:flask|quart|flask_smorest|apiflask|flask_openapi3)(?:\.\w+)*\.(?:Blueprint|APIBlueprint))$/;
/** APIs of Flask-RESTful, Flask-RESTX and Flask-Smorest: they are mounted on an app or a blueprint. */
const API = /^(?:flask_restful|flask_restx|flask_restplus|flask_smorest|flask_rest_api)(?:\.\w+)*\.Api$/;
const NAMESPACE = /^(?:flask_restx|flask_restplus)(?:\.\w+)*\.Namespace$/;

type Kind = 'app' | 'blueprint' | 'api' | 'namespace';
/** Classes of these packages; services often define subclasses with the same names. */
const KINDS: Readonly<Record<string, Kind>> = {
  ...{ Flask: 'app', Quart: 'app', APIFlask: 'app', OpenAPI: 'app' },
  ...{ Blueprint: 'blueprint', APIBlueprint: 'blueprint', Api: 'api', Namespace: 'namespace' },
};

function kindOf(scope: Scope, { of }: Call): Kind | undefined {
  return kindOfClass(scope, of, 0) ?? (namespacedOn(of) === undefined ? undefined : 'namespace');
}

/** The kind of a package class, or of a class in this file that extends it. */
function kindOfClass(scope: Scope, of: Node, depth: number): Kind | undefined {
  const origin = originOf(scope, of);
  if (origin === undefined) {
    const own = classHere(scope, of);
    const [base] = own?.arguments ?? [];
    return own === undefined || base === undefined || depth > 5 ? undefined : kindOfClass(own.outside, base.value, depth + 1);
  }
  if (APP.test(origin)) return 'app';
  if (BLUEPRINT.test(origin)) return 'blueprint';
  if (API.test(origin)) return 'api';
  return NAMESPACE.test(origin) ? 'namespace' : undefined;
}

/** As above, or by name for a class of another file: linking decides whether it extends a package class. */
function anyKindOf(scope: Scope, made: Call): Kind | undefined {
  const origin = originOf(scope, made.of) ?? '';
  const name = lastName(made.of) ?? '';
  return kindOf(scope, made) ?? (origin !== name && !isHarmless(origin) ? KINDS[name] : undefined);
}

/** `api.namespace('users')` of Flask-RESTX creates a namespace and adds it to the API. */
const namespacedOn = (of: Node): Node | undefined => (of.kind === 'attribute' && of.name === 'namespace' ? of.of : undefined);

function readRouter({ source, facts }: Reading, scope: Scope, { fact: router, made, start }: Stored): void {
  const kind = anyKindOf(scope, made);
  if (kind === undefined) return;
  const at = source.at(start);
  const prefix = prefixOf(kind, made);
  facts.push({
    kind: 'router',
    by: BY,
    name: router,
    root: kind === 'app',
    ...(prefix === undefined ? {} : { prefix: angledPath(readValue(source, scope, prefix)) }),
    ...(kindOf(scope, made) === undefined && { ifExtends: { of: readValue(source, scope, made.of), names: Object.keys(KINDS) } }),
    at,
  });
  const on = kind === 'api' ? argument(made, 0, 'app') : namespacedOn(made.of);
  if (on === undefined) return;
  facts.push({
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, on),
    child: { kind: 'name', name: router, space: 'value' },
    certainty: 'router',
    at,
  });
}

/** `Namespace('users')` has the prefix `/users` (https://flask-restx.readthedocs.io/en/latest/scaling.html). */
function prefixOf(kind: Kind, made: Call): Node | undefined {
  switch (kind) {
    case 'app':
      return undefined;
    case 'blueprint':
      return option(made, 'url_prefix');
    case 'api':
      return option(made, 'prefix');
    default:
      return keyword(made, 'path') ?? argument(made, 0, 'name');
  }
}

/** `@app.route('/path', methods=[...])` above a function. */
function readHandler(reading: Reading, definition: FunctionDefinition): void {
  for (const decorator of definition.decorators) {
    if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute') continue;
    const { name, of } = decorator.of;
    const rule = argument(decorator, 0, 'rule');
    if (!isRouting(name) || rule === undefined) continue;
    const scope = definition.inside.parent ?? definition.inside;
    const isForeign =
      importsFrom(reading.source, /^(?:sanic|starlette|aiohttp)\b/) && !importsFrom(reading.source, /^(?:flask|quart)/);
    if (isForeign || (name !== 'route' && isOther(scope, of))) continue;
    addRoute(reading, scope, { call: decorator, router: of, rule, name, definition });
  }
}

/** Whether the decorator belongs to another framework: FastAPI and others have the same decorators. */
function isOther(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  if (made?.kind !== 'call') return false;
  return anyKindOf(scope, made) === undefined && originOf(scope, made.of) !== undefined;
}

interface Registered {
  readonly call: Call;
  readonly router: Node;
  readonly rule: Node;
  readonly name: string;
  readonly definition?: FunctionDefinition;
  /** The registered view, if it is not a function of this file. */
  readonly view?: Node;
}

function addRoute({ source, facts }: Reading, scope: Scope, { call, router, rule, name, definition, view }: Registered): void {
  const methods = option(call, 'methods');
  const isListed = methods !== undefined && !METHODS.has(name);
  const isMade = methods === undefined && view?.kind === 'call' && view.arguments.some((one) => isClassView(scope, one.value));
  const route: Route = {
    kind: 'route',
    by: BY,
    method: isListed || isMade ? 'ANY' : METHODS.has(name) ? name.toUpperCase() : 'GET',
    ...(isListed ? { methods: readValue(source, scope, methods) } : {}),
    path: angledPath(readValue(source, scope, rule)),
    router: readValue(source, scope, router),
    ...(definition === undefined ? answeredElsewhere(source, scope, view) : returnedBy(source, definition, call.start)),
    certain: true,
    at: source.at(call.start),
  };
  facts.push(route);
}

/** A class with methods named after HTTP methods. */
function readView({ source, facts }: Reading, definition: ClassDefinition): void {
  const methods = definition.methods.filter(({ name }) => VERBS.has(name));
  const bases = definition.arguments.filter(({ name }) => name === undefined);
  if (methods.length === 0 && !bases.some(({ value }) => /(?:View|Resource)$/.test(lastName(value) ?? ''))) return;
  const origins = bases.map(({ value }) => originOf(definition.outside, value) ?? '');
  if (origins.some((origin) => /^(?:django|rest_framework|fastapi|starlette)\b/.test(origin))) return;
  const self = recordClassRouter({ source, facts, by: BY }, definition, methods, (method) => returnedBy(source, method));
  for (const decorator of definition.decorators) {
    if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute' || decorator.of.name !== 'route') continue;
    for (const { name, value } of decorator.arguments) {
      if (name === undefined)
        mountView(facts, source, definition.outside, {
          on: decorator.of.of,
          rule: value,
          view: self,
          at: source.at(decorator.start),
        });
    }
  }
}

interface Mounted {
  readonly on: Node;
  readonly rule: Node;
  readonly view: Extract<Fact, { kind: 'mount' }>['child'];
  readonly at: Fact['at'];
}

function mountView(facts: Fact[], source: Source, scope: Scope, { on, rule, view, at }: Mounted): void {
  facts.push({
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, on),
    child: view,
    prefix: angledPath(readValue(source, scope, rule)),
    certainty: 'router',
    placed: true,
    at,
  });
}

/** `register_blueprint`, `add_url_rule`, `add_resource`, `add_namespace`. */
function readCall(reading: Reading, scope: Scope, call: Call): void {
  const { source, facts } = reading;
  if (call.of.kind !== 'attribute') return;
  const { name, of } = call.of;
  const at = source.at(call.start);
  const [first] = call.arguments;
  if (name === 'register_blueprint' || name === 'add_namespace' || name === 'register_api') {
    const prefix = option(call, name === 'add_namespace' ? 'path' : 'url_prefix');
    if (first === undefined) return;
    const made = first.value;
    // `register_blueprint(get_swaggerui_blueprint(...))`: nothing else can reach it
    const isBare = made.kind === 'call' && kindOf(scope, made) === 'blueprint';
    if (isBare) readRouter(reading, scope, { fact: `|${made.start}`, made, start: made.start });
    facts.push({
      kind: 'mount',
      by: BY,
      parent: readValue(source, scope, of),
      child: isBare ? { kind: 'name', name: `|${made.start}`, space: 'value' } : readValue(source, scope, made),
      // https://flask.palletsprojects.com/en/stable/api/#flask.Flask.register_blueprint
      ...(prefix === undefined ? {} : { prefix: angledPath(readValue(source, scope, prefix)), replaces: true }),
      certainty: 'router',
      at,
    });
  } else if (name === 'add_url_rule') addRule(reading, scope, call, of);
  else if (name === 'init_app' && first !== undefined && isApi(scope, of))
    facts.push({
      kind: 'mount',
      by: BY,
      parent: readValue(source, scope, first.value),
      child: readValue(source, scope, of),
      certainty: 'maybe',
      at,
    });
  else if (name === 'add_resource' && first !== undefined) {
    for (const { name: key, value } of call.arguments.slice(1)) {
      if (key === undefined)
        mountView(facts, source, scope, { on: of, rule: value, view: readValue(source, scope, first.value), at });
    }
  }
}

/** `Api()` that is bound to its app later, in this or another file. */
function isApi(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  return made?.kind === 'call' ? anyKindOf(scope, made) === 'api' : /(?:^|_)api$/.test(lastName(node) ?? '');
}

/** `Users.as_view('users')`, directly or in a variable: its class determines the methods. */
function isClassView(scope: Scope, node: Node): boolean {
  const binding = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  const stored = binding?.kind === 'variable' ? binding.values[0] : node;
  return stored?.kind === 'call' && stored.of.kind === 'attribute' && stored.of.name === 'as_view';
}

function addRule(reading: Reading, scope: Scope, call: Call, of: Node): void {
  const { source, facts } = reading;
  const rule = argument(call, 0, 'rule');
  const view = argument(call, 2, 'view_func');
  if (rule === undefined || view === undefined) return;
  const binding = view.kind === 'name' ? lookup(scope, view.name)?.binding : undefined;
  const stored = binding?.kind === 'variable' ? binding.values[0] : view;
  if (stored?.kind === 'call' && stored.of.kind === 'attribute' && stored.of.name === 'as_view') {
    mountView(facts, source, scope, { on: of, rule, view: readValue(source, scope, stored.of.of), at: source.at(call.start) });
    return;
  }
  const definition = binding?.kind === 'function' ? { definition: binding.definition } : {};
  addRoute(reading, scope, { call, router: of, rule, name: 'route', view, ...definition });
}
