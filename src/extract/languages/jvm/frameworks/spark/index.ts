import type { Expression } from '../../../../../facts/expression.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import type { Extraction, Extractor, Found } from '../../../../extractor.js';
import type { Render } from '../../bodies/context-states.js';
import { SPARK } from '../../bodies/contexts.js';
import { encodedAt, writtenBy } from '../../bodies/encoded.js';
import { bracesOf, callableName, functionsOf, NAMELESS } from '../../bodies/functions.js';
import { type Body, bodyOf, insideOf, readIn } from '../../bodies/variables.js';
import { importOf, isLibrary } from '../../names.js';
import { moduleOf } from '../../naming-settings.js';
import {
  type Call,
  callAround,
  callAt,
  calledAt,
  contextHandler,
  lambdaAt,
  referenceAt,
} from '../../routing/context-handlers.js';
import { givenBy, resultOf, routerGivenBy } from '../../routing/given-routers.js';
import { writtenPath } from '../../routing/written-paths.js';
import { at, literal, type Source, unknown, value } from '../../source.js';
import { closingOf, tokenAt } from '../../tokens.js';
import type { Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.spark.id;

/** Routes of Spark. https://sparkjava.com/documentation#routes */
export const spark: Extractor<Source> = { ...frameworkProfiles.spark, extract };

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);
/** What changes the responses of handlers. */
const CHANGES = new Set(['after', 'afterAfter', 'defaultResponseTransformer']);
/** Other calls: none registers an operation. */
const OTHERS = new Set(
  (
    'before exception notFound internalServerError port ipAddress secure threadPool staticFileLocation externalStaticFileLocation ' +
    'init awaitInitialization awaitStop stop halt webSocket webSocketIdleTimeoutMillis initExceptionHandler modelAndView'
  ).split(' '),
);
/** No real code nests groups more deeply. */
const MAX_NESTED = 30;

interface Place {
  readonly body: Body;
  /** Variables with a server of their own. */
  readonly servers: ReadonlySet<string>;
  readonly router: Expression;
  readonly prefix: Expression;
  readonly depth: number;
  /** Ranges that are read separately. */
  readonly skip: readonly Range[];
}

/** Each function and constructor is a router: what it registers answers below the prefixes of the groups that call it. */
function extract(source: Source): Extraction {
  const found: Found = { facts: [], gaps: [] };
  const { imports, types } = source.unit;
  if (!imports.some(({ path }) => SPARK.imports.test(path) || path === 'spark')) return found;
  const common = { servers: serversIn(source), prefix: literal(''), depth: 0 };
  const methods: Range[] = [];
  for (const [decl, method] of functionsOf(source)) {
    const range = method.body ?? method.expression;
    if (range === undefined) continue;
    methods.push(range);
    const name = callableName(decl, method);
    const place = { ...common, body: bodyOf(source, decl, method), router: resultOf(name), skip: [] };
    registered(place, givenBy(name), range, found);
  }
  const braces = types.map((decl) => [decl, bracesOf(source, decl)] as const);
  for (const [decl, range] of braces) {
    const inner = braces.flatMap(([, one]) => (range.from < one.from && one.to <= range.to ? one : []));
    const body = bodyOf(source, decl, { ...NAMELESS, index: decl.index, body: range });
    registered({ ...common, body, router: value(decl.qualified), skip: [...inner, ...methods] }, decl.qualified, range, found);
  }
  if (found.facts.length > 0) found.facts.push({ kind: 'gather', by: BY, at: { line: 1, column: 1 } });
  return found;
}

/** Reads what a function or constructor registers. It answers without a prefix if nothing is seen to call it. */
function registered(place: Place, name: string, range: Range, found: Found): void {
  const known = found.facts.length;
  walk(place, range, found);
  if (found.facts.length > known)
    found.facts.push({
      kind: 'router',
      by: BY,
      name,
      root: false,
      gathered: true,
      loose: true,
      at: at(place.body.source, range.from),
    });
}

/** Variables, fields and parameters with a server: `Service http = Service.ignite()`, `http: Service`. */
function serversIn({ unit: { tokens, imports } }: Source): ReadonlySet<string> {
  const names = new Set<string>();
  if (!imports.some(({ path, all }) => path === 'spark.Service' || (path === 'spark' && all))) return names;
  for (const [index, { text }] of tokens.list.entries()) {
    if (text !== 'Service' && text !== 'ignite') continue;
    const before = tokenAt(tokens, index - 1).text;
    const next = tokenAt(tokens, index + 1);
    if (before === ':' || before === '=') names.add(tokenAt(tokens, index - 2).text);
    else if (next.kind === 'word' && tokens.dialect === 'java') names.add(next.text);
  }
  return names;
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
    if (skipped !== undefined) index = skipped.to - 1;
    else if (tokenAt(tokens, index).kind === 'word') index = Math.max(index, step(place, index, range, found) - 1);
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
  const call = /^(?:fun|new|::|void)$/.test(before) ? undefined : callAt(tokens, index);
  if (call !== undefined && isOfSpark(place, index)) {
    register(place, call, found);
    return call.end;
  }
  if (isMember) {
    const written = call?.given[0] === undefined ? '' : tokenAt(tokens, call.given[0].from).text;
    if (VERBS.has(text) && (call?.given.length ?? 0) > 1 && written.startsWith('"/'))
      gap(place, index, 'What this route is registered on was not followed.', found);
    return index + 1;
  }
  if (place.servers.has(text) && /^[(,]$/.test(before) && /^[),]$/.test(next)) passedOn(place, index, found);
  const isNew = text === 'new' || (tokens.dialect === 'kotlin' && /^[A-Z]/.test(text) && call !== undefined);
  const isStart = /^[{};]$|^->$/.test(before) || index === from || (tokens.dialect === 'kotlin' && first);
  if (isNew) made(place, index, found);
  else if (isStart) called(place, index, found);
  return index + 1;
}

/** Is it a static function of Spark, or a method of a server? */
function isOfSpark({ body: { source }, servers }: Place, index: number): boolean {
  const { tokens, imports } = source.unit;
  const { text } = tokenAt(tokens, index);
  if (!VERBS.has(text) && !CHANGES.has(text) && !OTHERS.has(text) && text !== 'path') return false;
  const owner = tokenAt(tokens, index - 2).text;
  if (tokenAt(tokens, index - 1).text === '.') return owner === 'Spark' || servers.has(owner);
  return imports.some(({ path, all }) => (path === 'spark.Spark' && all) || path === `spark.Spark.${text}`);
}

function gap({ body }: Place, index: number, detail: string, { gaps }: Found): void {
  gaps.push({ reason: 'dynamic-mount', detail, at: at(body.source, index), hides: 'service' });
}

function register(place: Place, call: Call, found: Found): void {
  const { name, given, index } = call;
  const { source } = place.body;
  const [first] = given;
  const last = given.at(-1);
  if (name === 'path' && first !== undefined && last !== undefined) group({ ...place, prefix: below(place, first) }, last, found);
  else if (VERBS.has(name)) route(place, call, found);
  else if (CHANGES.has(name) && !isHarmless(place, last)) {
    const through = unknown(REWRITES.filter);
    found.facts.push({ kind: 'wrap', by: BY, scope: moduleOf(source.path), through, at: at(source, index) });
  }
}

/** Is it a filter that is written out and leaves the body alone? */
function isHarmless({ body }: Place, range: Range | undefined): boolean {
  const { tokens } = body.source.unit;
  // `(Filter) (req, res) -> …`
  const isCast = range !== undefined && tokenAt(tokens, range.from + 1).text === 'Filter';
  const lambda = range && lambdaAt(tokens, isCast ? { from: range.from + 3, to: range.to } : range);
  const words = lambda === undefined ? [] : tokens.list.slice(lambda.inner.from, lambda.inner.to).map(({ text }) => text);
  return lambda !== undefined && !words.some((word) => word === 'body' || word === 'raw' || word === 'status');
}

/** A path below the prefix: Spark joins the two texts as they are. */
function below({ body, prefix }: Place, range: Range): Expression {
  const path = writtenPath(readIn(body, range), segment);
  return path.kind === 'unknown' ? path : { kind: 'text', parts: [prefix, path] };
}

/** `:id` matches one segment, `*` anything. https://sparkjava.com/documentation#routes */
function segment(text: string, isLast: boolean): string | undefined {
  if (text === '*') return isLast ? '{rest*}' : '{any}';
  if (text.startsWith(':')) return /^:[\w-]+$/.test(text) ? `{${text.slice(1)}}` : undefined;
  return /[:*{}]/.test(text) ? undefined : text;
}

/** `path("/notes", () -> { … })`, `path("/notes", Notes::register)` */
function group(place: Place, range: Range, found: Found): void {
  const lambda = lambdaAt(place.body.source.unit.tokens, range);
  const of = referenceAt(place.body, range);
  if (lambda !== undefined) walk({ ...place, body: insideOf(place.body, lambda.inner) }, lambda.inner, found);
  else if (of !== undefined) mount(place, routerGivenBy(of), 'router', range.from, found);
  else gap(place, range.from, 'What registers the routes of this group was not followed.', found);
}

function mount(place: Place, child: Expression, certainty: 'router' | 'maybe', index: number, { facts }: Found): void {
  const { router: parent, prefix, body } = place;
  facts.push({ kind: 'mount', by: BY, parent, child, prefix, certainty, at: at(body.source, index) });
}

/** A function that is called may register routes. */
function called(place: Place, start: number, found: Found): void {
  const { source } = place.body;
  const { tokens } = source.unit;
  const { text } = tokenAt(tokens, start);
  let open = start + 1;
  while (/^\??\.$/.test(tokenAt(tokens, open).text) && tokenAt(tokens, open + 1).kind === 'word') open += 2;
  const isPlain = tokenAt(tokens, open).text === '(' && !/^(?:if|for|while|switch|when|catch|return|super|this)$/.test(text);
  if (!isPlain || isLibrary(importOf(source, text)?.path ?? '')) return;
  const of = calledAt(place.body, { from: start, to: closingOf(tokens, open) + 1 });
  if (of !== undefined) mount(place, routerGivenBy(of), 'maybe', start, found);
}

/** `new Notes(store)`, `new Notes(store).register()`: a constructor may register routes, and so may what is called on its result. */
function made(place: Place, index: number, found: Found): void {
  const { source } = place.body;
  const { tokens } = source.unit;
  const name = tokenAt(tokens, index).text === 'new' ? index + 1 : index;
  if (tokenAt(tokens, name + 1).text !== '(' || isLibrary(importOf(source, tokenAt(tokens, name).text)?.path ?? '')) return;
  const end = closingOf(tokens, name + 1) + 1;
  mount(place, readIn(place.body, { from: index, to: end }), 'maybe', index, found);
  if (tokenAt(tokens, end).text !== '.' || tokenAt(tokens, end + 2).text !== '(') return;
  const of = calledAt(place.body, { from: index, to: closingOf(tokens, end + 2) + 1 });
  if (of !== undefined) mount(place, routerGivenBy(of), 'maybe', index, found);
}

/** A server that other code gets: a function or a constructor of the service is read with the others. */
function passedOn(place: Place, index: number, found: Found): void {
  const { source } = place.body;
  const { tokens } = source.unit;
  const { open, from } = callAround(tokens, index);
  if (tokenAt(tokens, from - 1).text === 'new' || /^[A-Z]/.test(tokenAt(tokens, open - 1).text)) {
    if (!isLibrary(importOf(source, tokenAt(tokens, open - 1).text)?.path ?? '')) return;
  }
  const of = calledAt(place.body, { from, to: closingOf(tokens, open) + 1 });
  if (of === undefined) gap(place, index, 'Where this server goes is not followed.', found);
  else mount(place, routerGivenBy(of), 'router', index, found);
}

/** `get(path, handler)`, `get(path, type, handler)`, each with a transformer or not. */
function route(place: Place, { name, given, index }: Call, found: Found): void {
  const { body } = place;
  const { tokens } = body.source.unit;
  const [path, second, third] = given;
  if (path === undefined || second === undefined) {
    gap(place, index, 'A route of an old form is not read.', found);
    return;
  }
  const lambda = third && lambdaAt(tokens, third);
  const isTyped =
    given.length > 3 ||
    (third !== undefined && (isText(readIn(body, second)) || (lambda !== undefined && lambda.last !== lambda.name)));
  const [handler, transformer] = given.slice(isTyped ? 2 : 1);
  const isRendered = transformer !== undefined && handler !== undefined && lambdaAt(tokens, handler) === undefined;
  found.facts.push({
    ...{ kind: 'route', by: BY, method: name.toUpperCase(), path: below(place, path), router: place.router, responses: [] },
    ...(handler !== undefined &&
      !isRendered && { handler: contextHandler(body, handler, SPARK, found.facts, transformer && rendering(body, transformer)) }),
    ...(isRendered && { incomplete: 'what a transformer makes of the result of this handler is not followed' }),
    at: at(body.source, index),
  });
}

const isText = ({ kind }: Expression): boolean => kind === 'literal' || kind === 'text';

/** What a transformer makes of a value: `gson::toJson`, `model -> mapper.writeValueAsString(model)`, `new JsonTransformer()` */
function rendering(body: Body, range: Range): Render {
  const { tokens } = body.source.unit;
  const lambda = lambdaAt(tokens, range);
  const inner = lambda && encodedAt(body, lambda.inner);
  const isPlain = inner !== undefined && inner.to === inner.from + 1 && tokenAt(tokens, inner.from).text === lambda?.name;
  const name = tokenAt(tokens, isPlain ? inner.from - 2 : range.to - 1).text;
  const isReference = tokenAt(tokens, range.to - 2).text === '::' && !/^[A-Z]/.test(tokenAt(tokens, range.from).text);
  if (isPlain || (isReference && /^(?:toJson|writeValueAsString)$/.test(name)))
    return (result) => ({ body: writtenBy(name, result) });
  const of: Expression = referenceAt(body, range) ?? { kind: 'member', of: readIn(body, range), name: 'render()' };
  return (result) => ({ body: { kind: 'returns', of, values: [result] }, rawTexts: true });
}
