import type { Expression } from '../../../../../facts/expression.js';
import type { Extraction, Extractor, Found } from '../../../../extractor.js';
import { VERTX } from '../../bodies/contexts.js';
import { callableName, functionsOf, NAMELESS } from '../../bodies/functions.js';
import { type Body, bodyOf, readIn } from '../../bodies/variables.js';
import { importOf } from '../../names.js';
import { callAround, calledAt, contextHandler, lambdaAt, orNamed, referenceAt } from '../../routing/context-handlers.js';
import { resultOf, routerGivenBy } from '../../routing/given-routers.js';
import { at, literal, type Source, unknown, value } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../../tokens.js';
import type { Argument, Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';
import { BUILDERS, type Builder, buildersIn, createdAt, operationOf } from './operations.js';
import { mountPath, vertxPath } from './paths.js';

const BY = frameworkProfiles.vertx.id;

/** Routes of Vert.x Web. https://vertx.io/docs/vertx-web/java/ */
export const vertx: Extractor<Source> = { ...frameworkProfiles.vertx, extract };

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);
/** Router of files that receive one from an unknown place. */
const GIVEN = 'vertx';

interface Place {
  readonly body: Body;
  readonly builders: readonly Builder[];
  readonly names: ReadonlyMap<string, Expression>;
}

function extract(source: Source): Extraction {
  const found: Found = { facts: [], gaps: [] };
  const { tokens } = source.unit;
  const builders = buildersIn(source);
  const names = routersIn(source, builders);
  for (const builder of builders)
    found.facts.push({ kind: 'router', by: BY, name: builder.router, root: false, at: at(source, builder.index) });
  found.facts.push({ kind: 'router', by: BY, name: GIVEN, root: false, at: { line: 1, column: 1 } });
  for (const index of tokens.list.keys())
    if (madeAt(tokens, index))
      found.facts.push({ kind: 'router', by: BY, name: `router@${index}`, root: false, at: at(source, index) });
  const taken: Range[] = [];
  const [only, ...others] = builders;
  for (const [decl, method] of functionsOf(source)) {
    const range = method.body ?? method.expression;
    if (range === undefined) continue;
    taken.push(range);
    const callable = callableName(decl, method);
    const given = new Map(names);
    for (const [index, { name, type }] of method.parameters.entries())
      if (type?.name === 'Router') given.set(name, { kind: 'parameter', callable, index });
      else if (BUILDERS.test(type?.name ?? '') && only !== undefined && others.length === 0) given.set(name, value(only.router));
    const place = { body: bodyOf(source, decl, method), builders, names: given };
    walk(place, range, found);
    for (const { value: of } of place.body.block.returns) {
      const child = routerIn(place, of);
      const parent = resultOf(callable);
      if (child !== undefined) mount(place, parent, child, literal(''), of.from, found);
    }
  }
  for (const rest of between(taken, tokens.list.length)) {
    const decl = source.unit.types.findLast(({ index }) => index < rest.from);
    walk({ body: bodyOf(source, decl, { ...NAMELESS, index: rest.from, body: rest }), builders, names }, rest, found);
  }
  return found;
}

/** The ranges outside functions: constructors, initializers. */
function between(taken: readonly Range[], length: number): readonly Range[] {
  const sorted = [...taken].sort((one, other) => one.from - other.from);
  const all: Range[] = [];
  let from = 0;
  for (const one of sorted) {
    if (one.from > from) all.push({ from, to: one.from });
    from = Math.max(from, one.to);
  }
  return [...all, { from, to: length }];
}

/** `Router.router(vertx)` */
const madeAt = (tokens: Tokens, index: number): boolean =>
  tokenAt(tokens, index).text === 'Router' &&
  tokenAt(tokens, index + 1).text === '.' &&
  tokenAt(tokens, index + 2).text === 'router';

/** Variables and fields of a file that contain routers. */
function routersIn({ unit: { tokens } }: Source, builders: readonly Builder[]): ReadonlyMap<string, Expression> {
  const names = new Map(builders.map(({ name, router }) => [name, value(router)]));
  const twice = new Set<string>();
  for (const index of tokens.list.keys()) {
    if (tokenAt(tokens, index).text !== 'Router') continue;
    const before = tokenAt(tokens, index - 1).text;
    const next = tokenAt(tokens, index + 1);
    if (madeAt(tokens, index) && before === '=') {
      const isTyped = tokenAt(tokens, index - 3).text === ':';
      const name = tokenAt(tokens, index - (isTyped ? 4 : 2)).text;
      if (names.has(name) && names.get(name)?.kind === 'name' && isMade(names.get(name))) twice.add(name);
      names.set(name, value(`router@${index}`));
    } else if (before === ':' && !names.has(tokenAt(tokens, index - 2).text))
      names.set(tokenAt(tokens, index - 2).text, value(GIVEN));
    else if (next.kind === 'word' && tokens.dialect === 'java' && !names.has(next.text)) names.set(next.text, value(GIVEN));
  }
  // `Router router = builder.createRouter()`, `this.router = builder.createRouter()`
  for (const builder of builders)
    for (const index of tokens.list.keys())
      if (tokenAt(tokens, index).text === '=' && createdAt(tokens, index + 1, builder)) {
        const isTyped = tokens.dialect === 'kotlin' && tokenAt(tokens, index - 2).text === ':';
        names.set(tokenAt(tokens, index - (isTyped ? 3 : 1)).text, value(builder.router));
      }
  // two routers with the same name in a file: each belongs to its own function
  for (const name of twice) names.set(name, { kind: 'union', options: madeAs(tokens, name) });
  return names;
}

const isMade = (of: Expression | undefined): boolean => of?.kind === 'name' && of.name !== GIVEN;

const madeAs = (tokens: Tokens, name: string): readonly Expression[] =>
  [...tokens.list.keys()].flatMap((index) =>
    madeAt(tokens, index) && [2, 4].some((back) => tokenAt(tokens, index - back).text === name) ? [value(`router@${index}`)] : [],
  );

/** The router with this name at a position: the last one created before it. */
function named({ body, names }: Place, name: string, index: number): Expression | undefined {
  const of = names.get(name);
  if (of?.kind !== 'union') return of;
  const { options } = of;
  const before = options.filter((one) => one.kind === 'name' && Number(one.name.slice('router@'.length)) < index);
  return before.at(-1) ?? options[0] ?? unknown(`${body.method.name} has several`);
}

/** The router in an argument: a name, the result of a function, or a router created in place. */
function routerIn(place: Place, { from, to }: Range): Expression | undefined {
  const { tokens } = place.body.source.unit;
  const first = tokenAt(tokens, from).text === 'this' ? from + 2 : from;
  if (to === first + 1) return named(place, tokenAt(tokens, first).text, first);
  // `router::handle`, `router::accept`
  if (to === first + 3 && tokenAt(tokens, first + 1).text === '::') return named(place, tokenAt(tokens, first).text, first);
  if (madeAt(tokens, from)) return value(`router@${from}`);
  const builder = to === from + 5 ? place.builders.find((one) => createdAt(tokens, from, one)) : undefined;
  if (builder !== undefined) return value(builder.router);
  const of = calledAt(place.body, { from, to });
  return of === undefined ? undefined : routerGivenBy(of);
}

function walk(place: Place, range: Range, found: Found): void {
  const { tokens } = place.body.source.unit;
  for (let index = range.from; index < range.to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word') continue;
    const before = tokenAt(tokens, index - 1).text;
    const next = tokenAt(tokens, index + 1).text;
    if (text === 'requestHandler' && /^[({]$/.test(next)) served(place, index, found);
    if (BUILDERS.test(text) && isUnread(place, index, next)) {
      gap(place, index, 'Handlers that are bound to operations by their ids are not read.', found);
      continue;
    }
    const isOwn = before !== '.' || tokenAt(tokens, index - 2).text === 'this';
    if (madeAt(tokens, index)) {
      const dot = closingOf(tokens, index + 3) + 1;
      index = Math.max(index, chain(place, value(`router@${index}`), dot, found) - 1);
      continue;
    }
    const router = isOwn ? named(place, text, index) : undefined;
    if (router === undefined) continue;
    const isBuilder = router.kind === 'name' && place.builders.some((one) => one.router === router.name);
    if (isBuilder && isFollowed(place, index)) continue;
    if (isBuilder && place.builders.some(({ name }) => name === text) && !BUILDERS.test(before) && !/^(?:\.|->|=|:)$/.test(next))
      gap(place, index, 'Where a builder of routers goes is not followed.', found);
    else if (next === '.') chain(place, router, index + 1, found);
    else if (/^[(,]$/.test(before) && /^[),]$/.test(next)) passedOn(place, router, index, found);
  }
}

/** Is the only builder of a file passed to a function of this file, whose parameter stands for it? */
function isFollowed({ body: { source }, builders }: Place, index: number): boolean {
  const { tokens } = source.unit;
  if (builders.length !== 1 || !/^[(,]$/.test(tokenAt(tokens, index - 1).text)) return false;
  const { open } = callAround(tokens, index);
  const position = argumentsOf(tokens, open).findIndex((one) => one.from === index && one.to === index + 1);
  const before = tokenAt(tokens, open - 2).text;
  if (position < 0 || (before === '.' && tokenAt(tokens, open - 3).text !== 'this')) return false;
  const named = functionsOf(source).filter(([, { name }]) => name === tokenAt(tokens, open - 1).text);
  return named.length > 0 && named.every(([, { parameters }]) => BUILDERS.test(parameters[position]?.type?.name ?? ''));
}

/** Is it a builder with an unresolved document or name, or from another file? */
function isUnread({ builders, body }: Place, index: number, next: string): boolean {
  const { tokens } = body.source.unit;
  if (next === '.') return tokenAt(tokens, index + 2).text === 'create' && builders.every((one) => one.index !== index);
  const isImport = tokenAt(tokens, index - 1).text === '.';
  if (isImport && namesConstant(body.source)) return false;
  return builders.length === 0 && importOf(body.source, 'RouterBuilder') !== undefined;
}

/** `context.get(RouterBuilder.KEY_META_DATA_OPERATION)` needs no builder. */
const namesConstant = ({ unit: { tokens } }: Source): boolean =>
  tokens.list.some(
    ({ text }, index) =>
      text === 'RouterBuilder' && tokenAt(tokens, index + 1).text === '.' && /^[A-Z_]+$/.test(tokenAt(tokens, index + 2).text),
  );

function gap({ body }: Place, index: number, detail: string, { gaps }: Found): void {
  gaps.push({ reason: 'dynamic-mount', detail, at: at(body.source, index), hides: 'service' });
}

/** `server.requestHandler(router)` */
function served(place: Place, index: number, found: Found): void {
  const { tokens } = place.body.source.unit;
  const [first] = tokenAt(tokens, index + 1).text === '(' ? argumentsOf(tokens, index + 1) : [];
  const child = first === undefined ? undefined : routerIn(place, first);
  if (child === undefined || first === undefined || lambdaAt(tokens, first) !== undefined)
    gap(place, index, 'Requests are answered by what is not followed.', found);
  else mount(place, undefined, child, literal(''), index, found);
}

function mount(
  { body }: Place,
  parent: Expression | undefined,
  child: Expression,
  prefix: Expression,
  index: number,
  { facts }: Found,
): void {
  facts.push({
    kind: 'mount',
    by: BY,
    ...(parent && { parent }),
    child,
    prefix,
    certainty: 'router',
    at: at(body.source, index),
  });
}

interface Link {
  readonly name: string;
  readonly index: number;
  readonly given: readonly Argument[];
}

/** Chained calls: calls on a router begin routes, later calls add their handlers. */
function chain(place: Place, router: Expression, dot: number, found: Found): number {
  const { tokens } = place.body.source.unit;
  let index = dot;
  const links: Link[] = [];
  while (/^\??\.$/.test(tokenAt(tokens, index).text) && tokenAt(tokens, index + 2).text === '(') {
    const close = closingOf(tokens, index + 2);
    const hasBlock = tokens.dialect === 'kotlin' && tokenAt(tokens, close + 1).text === '{';
    const end = hasBlock ? closingOf(tokens, close + 1) + 1 : close + 1;
    const given = argumentsOf(tokens, index + 2);
    const name = tokenAt(tokens, index + 1).text;
    links.push({ name, index: index + 1, given: hasBlock ? [...given, { from: close + 1, to: end }] : given });
    index = end;
  }
  const [first, ...others] = links;
  if (first !== undefined) registered(place, router, first, others, found);
  return index;
}

const LOOKS = new Set(
  'createRouter getRouter rootHandler bodyHandler security securityHandler setOptions getOptions errorHandler addSecurityHandler addSecuritySchemaScopeValidator addGlobalHandler addFailureHandlerByOperationId setBodyHandler setExtraOperationContextPayloadMapper setValidationFailureHandler setNotImplementedFailureHandler failureHandler getRoutes clear allowForward modifiedHandler handle handleContext handleFailure putMetadata metadata'.split(
    ' ',
  ),
);

function registered(place: Place, router: Expression, { name, given, index }: Link, others: readonly Link[], found: Found): void {
  const [first, second] = given;
  if (name === 'mountSubRouter' && first !== undefined && second !== undefined) {
    const child = routerIn(place, second) ?? unknown('what makes this router is not followed');
    mount(place, router, child, mountPath(readIn(place.body, first)), index, found);
    return;
  }
  if (/WithRegex$/.test(name)) {
    gap(place, index, 'A path that is a regular expression is not read.', found);
    return;
  }
  const operations = place.builders.find((one) => router.kind === 'name' && router.name === one.router);
  if (operations !== undefined && /^(?:operation|getRoute)$/.test(name) && first !== undefined) {
    route(place, router, { index, path: first, method: 'ANY', operations }, others, found);
    return;
  }
  // of Vert.x 3: gives the factory back, so that another operation may follow
  if (operations !== undefined && name === 'addHandlerByOperationId' && first !== undefined && second !== undefined) {
    route(place, router, { index, path: first, method: 'ANY', operations }, [{ name: 'handler', index, given: [second] }], found);
    const [next, ...rest] = others;
    if (next !== undefined) registered(place, router, next, rest, found);
    return;
  }
  if (name !== 'route' && !VERBS.has(name)) {
    if (!LOOKS.has(name)) gap(place, index, `What ${name} does to a router is not followed.`, found);
    return;
  }
  const path = name === 'route' && second !== undefined ? second : first;
  const isMethod = name === 'route' && first !== undefined && second !== undefined;
  route(
    place,
    router,
    { index, path, method: isMethod ? methodIn(place, first) : name === 'route' ? 'ANY' : name.toUpperCase() },
    others,
    found,
  );
}

/** `HttpMethod.GET` */
function methodIn({ body }: Place, { to }: Range): string {
  const { text } = tokenAt(body.source.unit.tokens, to - 1);
  return VERBS.has(text.toLowerCase()) ? text : 'ANY';
}

interface Begun {
  readonly index: number;
  readonly path: Range | undefined;
  readonly method: string;
  /** Set if the path is the id of an operation. */
  readonly operations?: Builder;
}

function route(
  place: Place,
  router: Expression,
  { index, path, method, operations }: Begun,
  links: readonly Link[],
  found: Found,
): void {
  const { body } = place;
  const written = path === undefined ? literal('/{rest*}') : readIn(body, path);
  const sub = links.find(({ name }) => name === 'subRouter')?.given[0];
  if (sub !== undefined) {
    const child = routerIn(place, sub) ?? unknown('what makes this router is not followed');
    mount(place, router, child, path === undefined ? literal('') : mountPath(written), index, found);
    return;
  }
  const changed = links.find(({ name }) => name === 'path' || name === 'pathRegex' || name === 'virtualHost');
  if (changed !== undefined) gap(place, changed.index, 'What is said of the path of this route is not read.', found);
  const methods = links.flatMap(({ name, given }) =>
    name === 'method' && given[0] !== undefined ? [methodIn(place, given[0])] : [],
  );
  const handlers = links.filter(
    ({ name, given }) => /^(?:handler|addHandler|blockingHandler|coHandler|respond)$/.test(name) && given.length > 0,
  );
  const own = handlers.filter(({ given }) => !isOfLibrary(place, given[0]));
  const last = own.at(-1);
  if (last === undefined && handlers.length > 0) return;
  const expression = (link: Link): Expression => handlerOf(place, link, found);
  const before = own.slice(0, -1).map(expression);
  const operation = operations && path && operationOf(place.body, operations, path);
  const full: Expression = operation?.path ?? (path === undefined ? written : vertxPath(written));
  for (const one of methods.length === 0 ? [method] : methods)
    found.facts.push({
      ...{ kind: 'route', by: BY, method: one, path: full, router, responses: [] },
      ...(last === undefined ? { incomplete: 'its handler is set elsewhere' } : { handler: expression(last) }),
      ...(before.length > 0 && { before }),
      ...(operation ? { methods: operation.methods } : one === 'ANY' && { passesOn: true }),
      at: at(body.source, index),
    });
}

/** The handler in a call; the argument of `respond` returns a value that is sent as JSON, which is not analysed. */
function handlerOf({ body }: Place, { name, given }: Link, { facts }: Found): Expression {
  const [first] = given;
  if (first === undefined || name === 'respond') return unknown('what answers is not followed');
  const { tokens } = body.source.unit;
  const isFollowed = lambdaAt(tokens, first) !== undefined || referenceAt(body, first) !== undefined;
  if (isFollowed || calledAt(body, first) === undefined) return contextHandler(body, first, VERTX, facts);
  return orNamed(body, first, unknown('what makes this handler is not followed'));
}

/** `BodyHandler.create()`: a library handler passes requests on, or sends responses that no contract contains. */
function isOfLibrary({ body }: Place, range: Range | undefined): boolean {
  const { text } = tokenAt(body.source.unit.tokens, range?.from ?? -1);
  return /^[A-Z]\w*$/.test(text) && /^io\.vertx\./.test(importOf(body.source, text)?.path ?? '');
}

/** `new ItemApi().attach(router)`: unresolved code may register routes on the router. */
function passedOn(place: Place, router: Expression, index: number, found: Found): void {
  const { tokens } = place.body.source.unit;
  const { open, from } = callAround(tokens, index);
  const name = tokenAt(tokens, open - 1).text;
  // the constructor of the class registers its routes on the router
  if (/^(?:requestHandler|subRouter|mountSubRouter|println)$/.test(name) || /^[A-Z]/.test(name)) return;
  const isCut = /^\??\.$/.test(tokenAt(tokens, from - 1).text);
  const of = isCut ? undefined : calledAt(place.body, { from, to: closingOf(tokens, open) + 1 });
  const position = argumentsOf(tokens, open).findIndex((one) => one.to === index + 1);
  const child: Expression =
    of === undefined
      ? unknown('what this router is given to is not followed')
      : { kind: 'parameter', callable: '', of, index: Math.max(position, 0) };
  mount(place, router, child, literal(''), index, found);
}
