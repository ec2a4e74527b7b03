import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import type { Extraction, Extractor, Found } from '../../../../extractor.js';
import { JAVALIN } from '../../bodies/contexts.js';
import { bracesOf, callableName, functionsOf, NAMELESS } from '../../bodies/functions.js';
import { type Body, bodyOf, envAt, insideOf, readIn } from '../../bodies/variables.js';
import { functionNamed } from '../../free-names.js';
import { importOf, isLibrary } from '../../names.js';
import {
  type Call,
  callAround,
  callAt,
  calledAt,
  contextHandler,
  lambdaAt,
  referenceAt,
} from '../../routing/context-handlers.js';
import { at, literal, type Source, unknown, value } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, tokenAt } from '../../tokens.js';
import type { Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';
import { GIVEN, javalinNames, type Names, rootAt } from './names.js';
import { javalinPath } from './paths.js';
import { contextPath, javalinSettings } from './settings.js';

const BY = frameworkProfiles.javalin.id;

/** Routes of Javalin. https://javalin.io/documentation#handlers */
export const javalin: Extractor<Source> = { ...frameworkProfiles.javalin, extract };

const VERBS: ReadonlyMap<string, string> = new Map(
  ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].map((name) => [name, name.toUpperCase()]),
);
const BUILDERS = new Set([...VERBS.keys(), 'path', 'crud', 'sse']);
/** Other methods of an app or its configuration, which handle no requests themselves. */
const OTHERS = new Set(
  (
    'create createStandalone start stop before beforeMatched after afterMatched exception error events ws wsBefore wsAfter wsException port ' +
    'attribute appAttribute server jettyServer javalinServlet accessManager updateConfig unsafeConfig cfg block'
  ).split(' '),
);
/** Parameter positions by which a group passes the router around it to the functions that it calls. */
const GROUP = 99;
const RECEIVER = 98;
/** No real code nests groups more deeply. */
const MAX_NESTED = 30;

interface Place {
  readonly body: Body;
  readonly names: Names;
  readonly router: Expression;
  readonly prefix: Expression;
  /** Functions of `ApiBuilder`, or of an app, can be called by their simple names. */
  readonly bare: boolean;
  readonly depth: number;
  /** Ranges that are read separately. */
  readonly skip: readonly Range[];
}

function extract(source: Source): Extraction {
  const found: Found = { facts: [], gaps: [] };
  const { imports, tokens } = source.unit;
  if (!imports.some(({ path }) => path.startsWith('io.javalin'))) return found;
  found.facts.push(...javalinSettings(source), ...apps(source));
  const names = javalinNames(source);
  const bare = imports.some(({ path }) => path.startsWith('io.javalin.apibuilder.ApiBuilder'));
  const common = { prefix: literal(''), bare, depth: 0 };
  const taken: Range[] = [];
  for (const [decl, method] of functionsOf(source)) {
    const range = method.body ?? method.expression;
    if (range === undefined) continue;
    taken.push(range);
    const callable = callableName(decl, method);
    const parameter = (index: number): Expression => ({ kind: 'parameter', callable, index });
    const given = new Map(names);
    for (const [index, { name, type }] of method.parameters.entries())
      if (/^Javalin(?:Config)?$/.test(type?.name ?? '')) given.set(name, parameter(index));
    const isExtension = method.receiver?.name === 'Javalin';
    const router = parameter(isExtension ? RECEIVER : GROUP);
    const body = bodyOf(source, decl, method);
    walk({ ...common, body, names: given, router, bare: bare || isExtension, skip: [] }, range, found);
  }
  const braces = source.unit.types.map((decl) => [decl, bracesOf(source, decl)] as const);
  for (const [decl, range] of [...braces, [undefined, { from: 0, to: tokens.list.length }] as const]) {
    const inner = braces.filter(([other, { from, to }]) => other !== decl && range.from <= from && to <= range.to);
    const body = bodyOf(source, decl, { ...NAMELESS, index: range.from, body: range });
    const router: Expression = { kind: 'parameter', callable: `${decl?.qualified ?? ''}#constructor`, index: GROUP };
    walk({ ...common, body, names, router, skip: [...inner.map(([, one]) => one), ...taken] }, range, found);
  }
  return found;
}

/** The apps of other files as one router; a file that creates an app gathers its routes. */
function apps({ unit: { tokens } }: Source): readonly Fact[] {
  const place = { line: 1, column: 1 };
  const made = tokens.list.flatMap((_, index) => (rootAt(tokens, index) ? [value(`javalin@${index}`)] : []));
  return [
    { kind: 'router', by: BY, name: GIVEN, root: false, gathered: true, at: place },
    ...made.map((router): Fact => ({ kind: 'gather', by: BY, router, at: place })),
  ];
}

function walk(above: Place, range: Range, found: Found): void {
  const place = { ...above, depth: above.depth + 1 };
  if (place.depth > MAX_NESTED) {
    gap(place, range.from, 'Groups of routes are nested too deeply.', found);
    return;
  }
  const { tokens } = place.body.source.unit;
  for (let index = range.from; index < range.to; index++) {
    const skipped = place.skip.find(({ from, to }) => from <= index && index < to);
    if (skipped !== undefined) {
      index = skipped.to - 1;
      continue;
    }
    if (tokenAt(tokens, index).kind === 'word') index = Math.max(index, step(place, index, range, found) - 1);
  }
}

/** Reads what begins at a word; returns the next position. */
function step(place: Place, index: number, { from }: Range, found: Found): number {
  const { source } = place.body;
  const { tokens } = source.unit;
  const { text, first } = tokenAt(tokens, index);
  const before = tokenAt(tokens, index - 1).text;
  const next = tokenAt(tokens, index + 1).text;
  const isMember = before === '.' || before === '?.';
  if (rootAt(tokens, index)) return chain(place, root(place, index, found), index + 1, found);
  const isOwn = !isMember || tokenAt(tokens, index - 2).text === 'this';
  if (isOwn && place.names.has(text)) {
    const router = place.names.get(text) ?? value(GIVEN);
    if (next === '.') return chain({ ...place, prefix: literal('') }, router, index + 1, found);
    if (/^[(,]$/.test(before) && /^[),]$/.test(next)) passedOn(place, router, index, found);
    return index + 1;
  }
  if (isMember) return member(place, index, found);
  if (text === 'ApiBuilder' && next === '.') return chain(place, place.router, index + 1, found);
  if (before === '::' || before === 'fun' || before === 'new') return index + 1;
  const call = callAt(tokens, index);
  if (call !== undefined && place.bare && BUILDERS.has(text) && isImported(source, text, place)) {
    register(place, call, found);
    return call.end;
  }
  const starts = /^[{};]$|^->$/.test(before) || index === from || (tokens.dialect === 'kotlin' && first);
  if (place.bare && starts) mounted(place, index, found);
  return index + 1;
}

/** Does the name belong to `ApiBuilder`, or to an app that is `this`? */
function isImported(source: Source, name: string, { router }: Place): boolean {
  const isExtension = router.kind === 'parameter' && router.index === RECEIVER;
  const all = source.unit.imports.filter(({ path }) => path.startsWith('io.javalin.apibuilder.ApiBuilder'));
  return (
    isExtension ||
    all.length === 0 ||
    all.some((one) => one.all || one.path.endsWith(`.${name}`) || one.path.endsWith('.ApiBuilder'))
  );
}

/** The app that the code creates here. */
function root(place: Place, index: number, { facts }: Found): Expression {
  const name = `javalin@${index}`;
  facts.push({ kind: 'router', by: BY, name, root: true, prefix: contextPath(place.body), at: at(place.body.source, index) });
  return value(name);
}

/** Chained calls on an app: `.get(…).post(…)`. */
function chain(place: Place, router: Expression, dot: number, found: Found): number {
  const { tokens } = place.body.source.unit;
  let index = dot;
  while (/^\??\.$/.test(tokenAt(tokens, index).text)) {
    const call = callAt(tokens, index + 1);
    if (call === undefined) {
      // `config.router.apiBuilder(…)`
      index += 2;
      continue;
    }
    register({ ...place, router }, call, found);
    index = call.end;
  }
  return index;
}

/** A call on an unresolved receiver; groups count as groups of the service. */
function member(place: Place, index: number, found: Found): number {
  const { tokens } = place.body.source.unit;
  const { text } = tokenAt(tokens, index);
  const call = /^(?:routes|apiBuilder)$/.test(text) || VERBS.has(text) ? callAt(tokens, index) : undefined;
  if (call === undefined) return index + 1;
  const [first] = call.given;
  if (!VERBS.has(text)) {
    const isGroup = first !== undefined && call.given.length === 1 && (lambdaAt(tokens, first) ?? referenceAt(place.body, first));
    if (!isGroup) return index + 1;
    const isConfig = place.depth > 1 || place.names.size > 0;
    register({ ...place, prefix: literal(''), router: isConfig ? place.router : value(GIVEN) }, call, found);
    return call.end;
  }
  const written = first === undefined ? '' : tokenAt(tokens, first.from).text;
  if (call.given.length > 1 && /^"[/:{]/.test(written))
    gap(place, index, 'What this route is registered on was not followed.', found);
  return index + 1;
}

function gap({ body }: Place, index: number, detail: string, { gaps }: Found): void {
  gaps.push({ reason: 'dynamic-mount', detail, at: at(body.source, index), hides: 'service' });
}

function register(place: Place, call: Call, found: Found): void {
  const { name, given, index } = call;
  const { tokens } = place.body.source.unit;
  const [first, second] = given;
  const last = given.at(-1);
  const verb = VERBS.get(name);
  if (verb !== undefined || name === 'sse') route(place, verb ?? 'SSE', call, found);
  else if (/^addH(?:ttpH)?andler$/.test(name) && first !== undefined && second !== undefined) {
    const method = tokenAt(tokens, first.to - 1).text;
    if (VERBS.has(method.toLowerCase())) route(place, method, { ...call, given: given.slice(1) }, found);
    else if (!/^(?:BEFORE|AFTER)/.test(method)) gap(place, index, 'The method of this route is not written out.', found);
  } else if (name === 'path' && first !== undefined && last !== undefined)
    group({ ...place, prefix: below(place, first) }, last, found);
  else if (name === 'routes' || name === 'apiBuilder') {
    if (last !== undefined) group(place, last, found);
  } else if (name === 'crud') crud(place, call, found);
  else if (name === 'mount' || name === 'registerPlugin') {
    if (name === 'mount') gap(place, index, 'What mounts routes here was not followed.', found);
  } else if (/^(?:create|createStandalone|updateConfig|apply|also|run|let)$/.test(name)) {
    if (last !== undefined) configured(place, last, name, found);
  } else if (!OTHERS.has(name) && tokens.dialect === 'kotlin') {
    const of = functionNamed(envAt(place.body, index), name);
    mount(place, { kind: 'parameter', callable: '', of, index: RECEIVER }, 'maybe', index, found);
  }
}

/** `Javalin.create(config -> …)`, `app.apply { … }` */
function configured(place: Place, range: Range, name: string, found: Found): void {
  const { tokens } = place.body.source.unit;
  const lambda = lambdaAt(tokens, range);
  if (lambda === undefined) {
    const of = referenceAt(place.body, range);
    if (of !== undefined) mount(place, { kind: 'parameter', callable: '', of, index: 0 }, 'maybe', range.from, found);
    else gap(place, range.from, 'What configures the app here was not followed, and it may register routes.', found);
    return;
  }
  const names = new Map(place.names);
  if (lambda.name !== undefined) names.set(lambda.name, place.router);
  const isOwn = name === 'apply' || name === 'run';
  walk({ ...place, names, body: insideOf(place.body, lambda.inner), bare: place.bare || isOwn }, lambda.inner, found);
}

/** A path below the prefix; unresolved parts stay unknown in it. */
function below({ body, prefix }: Place, range: Range): Expression {
  return { kind: 'text', parts: [prefix, literal('/'), javalinPath(readIn(body, range))] };
}

/** Routes that the argument of a group registers: a lambda, a reference, an `EndpointGroup`. */
function group(place: Place, range: Range, found: Found): void {
  const lambda = lambdaAt(place.body.source.unit.tokens, range);
  if (lambda !== undefined) {
    walk({ ...place, body: insideOf(place.body, lambda.inner), bare: true }, lambda.inner, found);
    return;
  }
  const of: Expression = referenceAt(place.body, range) ??
    calledAt(place.body, range) ?? { kind: 'member', of: readIn(place.body, range), name: 'addEndpoints()' };
  mount(place, { kind: 'parameter', callable: '', of, index: GROUP }, 'router', range.from, found);
}

function mount(place: Place, child: Expression, certainty: 'router' | 'maybe', index: number, { facts }: Found): void {
  const { router: parent, prefix, body } = place;
  facts.push({ kind: 'mount', by: BY, parent, child, prefix, certainty, at: at(body.source, index) });
}

/** A function that is called between routes may register more of them. */
function mounted(place: Place, start: number, found: Found): void {
  const { source } = place.body;
  const { tokens } = source.unit;
  let open = start + 1;
  while (/^\??\.$/.test(tokenAt(tokens, open).text) && tokenAt(tokens, open + 1).kind === 'word') open += 2;
  const isPlain =
    tokenAt(tokens, open).text === '(' && !/^(?:if|for|while|switch|when|catch|return)$/.test(tokenAt(tokens, start).text);
  if (!isPlain || isLibrary(importOf(source, tokenAt(tokens, start).text)?.path ?? '')) return;
  const of = calledAt(place.body, { from: start, to: closingOf(tokens, open) + 1 });
  if (of !== undefined) mount(place, { kind: 'parameter', callable: '', of, index: GROUP }, 'maybe', start, found);
}

/** `register(app)`: the function registers routes on its argument. */
function passedOn(place: Place, router: Expression, index: number, found: Found): void {
  const { tokens } = place.body.source.unit;
  const { open, from } = callAround(tokens, index);
  const of = calledAt(place.body, { from, to: closingOf(tokens, open) + 1 });
  if (of === undefined) return;
  const position = argumentsOf(tokens, open).findIndex((one) => one.from === index || one.to === index + 1);
  const child: Expression = { kind: 'parameter', callable: '', of, index: Math.max(position, 0) };
  mount({ ...place, router, prefix: literal('') }, child, 'router', index, found);
}

function route(place: Place, method: string, { given, index }: Call, found: Found): void {
  const { body } = place;
  const [first, second] = given;
  const isHandlerFirst = given.length === 1 || (first !== undefined && second !== undefined && isFunction(place, first));
  const handler = isHandlerFirst ? first : second;
  const written = isHandlerFirst || first === undefined ? literal('') : javalinPath(readIn(body, first));
  const path: Expression = written.kind === 'unknown' ? written : { kind: 'text', parts: [place.prefix, literal('/'), written] };
  const isStream = method === 'SSE';
  const here = at(body.source, index);
  found.facts.push({
    ...{ kind: 'route', by: BY, method: isStream ? 'GET' : method, path, router: place.router },
    ...(handler !== undefined && !isStream && { handler: contextHandler(body, handler, JAVALIN, found.facts) }),
    responses: isStream ? [{ status: literal(200), mediaType: 'text/event-stream', body: unknown('a stream'), at: here }] : [],
    at: here,
  });
}

const isFunction = ({ body }: Place, range: Range): boolean => {
  const { tokens } = body.source.unit;
  return (
    lambdaAt(tokens, range) !== undefined ||
    tokenAt(tokens, range.to - 2).text === '::' ||
    tokenAt(tokens, range.from).text === 'new'
  );
};

const CRUD = [
  ...(['GET getAll', 'POST create'] as const).map((one) => ({ one, whole: false })),
  ...(['GET getOne', 'PATCH update', 'DELETE delete'] as const).map((one) => ({ one, whole: true })),
];

/** `crud("users/{id}", new UserHandler())`: five routes. https://javalin.io/documentation#crudhandler */
function crud(place: Place, { given, index }: Call, found: Found): void {
  const { body } = place;
  const [first, second] = given;
  const path = first === undefined || second === undefined ? undefined : javalinPath(readIn(body, first));
  const written = path?.kind === 'literal' ? String(path.value) : '';
  const slash = written.lastIndexOf('/');
  const id = written.slice(slash + 1);
  if (second === undefined || slash < 0 || !id.startsWith('{')) {
    gap(place, index, 'The path of these routes is not written out.', found);
    return;
  }
  const of = readIn(body, second);
  const base = written.slice(0, slash);
  for (const { one, whole } of CRUD) {
    const [method = '', name = ''] = one.split(' ');
    const parts = [place.prefix, literal(`/${base}`), ...(whole ? [literal(`/${id}`)] : [])];
    const handler: Expression = { kind: 'member', of, name: `${name}()` };
    const route = { kind: 'route', by: BY, method, path: { kind: 'text', parts }, handler, responses: [] } as const;
    found.facts.push({ ...route, router: place.router, at: at(body.source, index) });
  }
}
