import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Response, Route } from '../../../../../facts/fact.js';
import { argumentText } from '../../attributes.js';
import { MINIMAL } from '../../json-options.js';
import { templatePath } from '../../route-templates.js';
import { type Source, valueNamed } from '../../source.js';
import { statusOf } from '../../statuses.js';
import { literalTexts } from '../../syntax/literal-texts.js';
import type { Argument } from '../../syntax/syntax.js';
import { afterBracket, find, isWord, type Range, textAt } from '../../syntax/tokens.js';
import { typeExpression } from '../../types.js';
import { readValue } from '../../values.js';
import { either, returnedBy } from './filters.js';
import { type Registering, registeringFunctions, within } from './functions.js';
import { filtered, filterType } from './global-filters.js';
import { handledBy } from './handlers.js';
import { identityRoutes } from './identity.js';
import { callee, moduleKind, moduleMount, modules, mountOf, passedOn } from './modules.js';
import { ASPNET } from './profile.js';
import { type Chain, chainAround, Routers, readChain, type Segment } from './routers.js';
import { hideEscaping, hideRoute, isBranch, isRegistering, patternAt, unread } from './unread.js';

const ARROW = new Set(['=>']);

/**
 * `AddEndpointFilter<T>()`, `AddEndpointFilter(async (context, next) => …)` on a router: its handlers' results pass through the
 * filter.
 */
function filterOn({ source, scope }: Registering, router: Expression, { at: place, given }: Segment): readonly Fact[] {
  const { tokens } = source;
  const at = tokens.at(place);
  const name = `filter@${at.line}:${at.column}`;
  const body: Expression = { kind: 'parameter', callable: name, index: 0 };
  const type =
    textAt(tokens, place + 1) === '<' || textAt(tokens, place + 2) === 'new' ? filterType(tokens, place + 1) : undefined;
  const [first] = given;
  const arrow = first === undefined ? -1 : find(tokens, first, ARROW);
  if (type === undefined && first === undefined) return [];
  if (type === undefined && arrow < 0) {
    const through: Expression = { kind: 'unknown', why: 'a filter of the endpoint may change the body' };
    return [{ kind: 'wrap', by, router, through, below: true, at }];
  }
  const inferred =
    type !== undefined || first === undefined
      ? filtered(scope, type === undefined ? [] : [type], body)
      : either(
          returnedBy({ ...scope, payload: body }, [], bodyAfter(tokens, arrow, first), textAt(tokens, arrow + 1) !== '{'),
          body,
        );
  return [
    { kind: 'callable', name, inferred, at },
    { kind: 'wrap', by, router, through: valueNamed(name), below: true, at },
  ];
}

function bodyAfter(tokens: Registering['source']['tokens'], arrow: number, { to }: Range): Range {
  const isBlock = textAt(tokens, arrow + 1) === '{';
  return isBlock ? { from: arrow + 2, to: afterBracket(tokens, arrow + 1, to) - 1 } : { from: arrow + 1, to };
}

/** The filters of a single route, which then gets a router of its own, with the facts for it. */
function filtersAfter(
  one: Registering,
  chain: Chain,
  place: number,
  router: Expression,
): { readonly router: Expression; readonly facts: readonly Fact[] } {
  const { tokens } = one.source;
  const filters = segmentsAfter(one, chain, place).filter(({ name }) => name === 'AddEndpointFilter');
  if (filters.length === 0) return { router, facts: [] };
  const at = tokens.at(place);
  const name = `filtered@${at.line}:${at.column}`;
  const own = valueNamed(name);
  return {
    router: own,
    facts: [
      { kind: 'router', by, name, root: false, at },
      { kind: 'mount', by, parent: router, child: own, certainty: 'router', at },
      ...filters.flatMap((segment) => filterOn(one, own, segment)),
    ],
  };
}

const by = ASPNET;
const VERBS = new Map(['Get', 'Post', 'Put', 'Patch', 'Delete'].map((verb) => [`Map${verb}`, verb.toUpperCase()]));
/** Documentation, pages and sockets that packages map. None of them is a contract operation. */
const PAGES =
  /^Map(?:Fallback\w*|Razor\w*|Blazor\w*|Hub|GrpcService|GrpcReflectionService|HealthChecks\w*|OpenApi|Swagger|Scalar\w*|StaticAssets|Controllers|ControllerRoute|AreaControllerRoute|DefaultControllerRoute|Group|ShortCircuit|Metrics|Prometheus\w*|Hangfire\w*|\w*Dashboard|Mcp|SubscribeHandler|ActorsHandlers|Re[dD]oc|SwaggerUI|SignalR|Spa\w*|GraphQL\w*|BananaCakePop|NitroApp|Quartz\w*|When|Path|Type|From|ToApiVersion)$|^UseHealthChecks$/;
/** Pages that a contract may list although a package answers them: their first argument is the path. */
const LISTED_PAGES = /^(?:Map|Use)HealthChecks\w*$|^Map(?:Metrics|Prometheus\w*)$/;
/** Functions of packages that call one method of every module: Carter, MinimalApi.Endpoint. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ['MapCarter', 'AddRoutes'],
  ['MapEndpoints', 'AddRoute'],
]);
const REGISTERS =
  /^(?:Register|Configure|Define|Setup|Build|Add|Use|Include|Init|Apply|Create|Expose)\w{0,60}|(?:Endpoints?|Routes?|Api|Apis)$/;
/** Functions that only map routes. One that no file declares comes from a package, and its routes are unknown. */
const CERTAIN = /^Map(?!Fast)\p{Lu}|^Use(?!Fast)\w{1,60}(?:Endpoints?|Routes?)$/u;

/** Routes of minimal APIs, groups, and calls that pass a router on. */
export function endpointFacts(source: Source): readonly Fact[] {
  const { tokens } = source;
  hideEscaping(source);
  const places = tokens.list.flatMap(({ kind, text }, index) =>
    kind === 'word' && (isOnRouter(source, text, index) || isGivenOn(source, index)) && textAt(tokens, index + 1) !== ';'
      ? [index]
      : [],
  );
  if (places.length === 0) return [];
  const functions = registeringFunctions(source, places);
  for (const place of unread(tokens, places, functions)) hideRoute(source, place, undefined);
  return functions.flatMap((one) => {
    const routers = new Routers(one);
    const inner = one.inner ?? [];
    const own = within(places, one.range).filter((place) => !inner.some(({ range }) => place >= range.from && place < range.to));
    const facts = own.flatMap((place) => factsAt(one, routers, place));
    const called = inner.map(({ callable, range }): Fact => ({ kind: 'callable', name: callable, at: tokens.at(range.from) }));
    return [...modules(one, facts), ...called, ...facts, ...routers.facts];
  });
}

/** `app.MapX(…)`, or a function of the repository with a common name for registering routes. */
function isOnRouter({ tokens }: Source, text: string, index: number): boolean {
  if (text.startsWith('Map') || text === 'AddEndpointFilter') return true;
  return textAt(tokens, index - 1) === '.' && textAt(tokens, index + 1) === '(' && REGISTERS.test(text);
}

/** `Users.Register(app)`: a call whose first argument may be a router. */
function isGivenOn({ tokens }: Source, index: number): boolean {
  return textAt(tokens, index + 1) === '(' && isWord(tokens, index + 2) && /^[),]$/.test(textAt(tokens, index + 3));
}

function factsAt(one: Registering, routers: Routers, place: number): readonly Fact[] {
  const { tokens } = one.source;
  const chain = chainAround(tokens, place, one.range);
  const segment = chain?.segments.find(({ at }) => at === place);
  if (chain === undefined && (VERBS.has(textAt(tokens, place)) || textAt(tokens, place) === 'MapGroup'))
    hideLong(one.source, place);
  if (chain === undefined || segment?.isCalled !== true) {
    if (segment === undefined && isRegistering(tokens, place)) hideRoute(one.source, place, patternAt(tokens, place));
    return [];
  }
  const router = routers.of(chain, place);
  const { name } = segment;
  if (router === undefined) {
    const passed = passedOn(one, routers, chain, segment);
    if (!isRegistering(tokens, place)) return passed;
    hideRoute(one.source, place, patternAt(tokens, place));
    return [];
  }
  if (name === 'AddEndpointFilter')
    return chain.segments.some(({ at, name: before }) => at < place && isRoute(before)) ? [] : filterOn(one, router, segment);
  if (isRoute(name) || isLikeRoute(one, segment)) {
    const { router: own, facts } = filtersAfter(one, chain, place, router);
    const routes = routesOf(one, segment, own, producedAfter(one, chain, place));
    if (routes.length === 0 && name === 'MapMethods') hideRoute(one.source, place, segment.given[0]);
    return routes.length === 0 ? [] : [...facts, ...routes];
  }
  if (PAGES.test(name)) {
    const [path] = segment.given;
    if (LISTED_PAGES.test(name) && argumentText(tokens, path) !== undefined)
      hideRoute(one.source, place, path, 'a package answers here, whose body is not known');
    return [];
  }
  if (name === 'MapIdentityApi') return identityRoutes(by, router, tokens.at(place));
  const method = MODULES.get(name);
  const gathered: readonly Fact[] =
    method === undefined ? [] : [{ kind: 'gather', by: moduleKind(method), router, at: tokens.at(place) }];
  if (name === 'MapCarter') return gathered;
  const typed = segment.typeArguments.flatMap((type) => moduleMount(one, router, type, place));
  const stand = wrappedPattern(one.source, segment);
  if (stand !== undefined) hideRoute(one.source, place, stand);
  return [...gathered, ...typed, mountOf(one, router, callee(one, name), 0, place, CERTAIN.test(name))];
}

const isRoute = (name: string): boolean => VERBS.has(name) || name === 'MapMethods' || name === 'Map';

/** `MapPostWithFile(Add, "photos")`: the service's own function around a framework function, with a handler as argument. */
function isLikeRoute({ local, source: { tokens } }: Registering, { name, given }: Segment): boolean {
  if (verbOf(name) === undefined) return false;
  return given.some(({ from, to }) => to === from + 1 && local.has(textAt(tokens, from)));
}

/**
 * The pattern in `MapPostOf<T>(Wrap(Add), "photos")`: the service's own function around a framework function, with a handler that
 * is not visible.
 */
function wrappedPattern(source: Source, { name, given }: Segment): Argument | undefined {
  if (verbOf(name) === undefined || !given.some((one) => isCallIn(source, one))) return undefined;
  return given.find((one) => argumentText(source.tokens, one) !== undefined);
}

const verbOf = (name: string): string | undefined => VERBS.get(/^Map(?:Get|Post|Put|Patch|Delete)/.exec(name)?.[0] ?? '');

/** Reports a gap for a chain of calls that is too long to follow. */
function hideLong({ tokens, gaps }: Source, place: number): void {
  if (gaps.some(({ reason }) => reason === 'too-large')) return;
  const detail = 'A chain of calls that registers routes is too long to be followed.';
  gaps.push({ reason: 'too-large', detail, at: tokens.at(place), hides: 'service' });
}

/** `MapGet("/x", handler)`, `MapMethods("/x", ["GET"], handler)`. */
function routesOf(
  one: Registering,
  { name, given: arguments_, at: place }: Segment,
  router: Expression,
  produced: readonly Response[],
): readonly Route[] {
  const { source, scope } = one;
  const methods =
    name === 'MapMethods'
      ? literalTexts(source.tokens, arguments_[1]).map((text) => text.toUpperCase())
      : [verbOf(name) ?? 'ANY'];
  const plain = arguments_.filter(
    (argument) => argument.name === undefined || /^(?:pattern|handler|requestDelegate)$/.test(argument.name),
  );
  // framework functions take two arguments; a service's own function with a handler alone supplies the pattern itself
  const pattern =
    plain.length === 1 && isCallIn(source, plain[0]) ? undefined : plain.find((argument) => isPattern(one, argument));
  const handler = plain.findLast((argument) => argument !== pattern);
  if (handler === undefined || (name === 'Map' && (pattern === undefined || isBranch(source.tokens, handler)))) return [];
  // a function that replaces a framework function: its calls are read like calls of the framework
  if (one.member !== undefined && verbOf(one.member.name) !== undefined && isPassedOn(one, handler)) return [];
  const given: Expression = pattern === undefined ? { kind: 'literal', value: '' } : readValue(scope, pattern);
  const at = source.tokens.at(place);
  return handledBy(one, handler, given, produced).flatMap(({ template, ...sent }) => {
    const path = templatePath(template, []);
    return methods.map((method): Route => ({ kind: 'route', by, method, path, router, writer: MINIMAL, ...sent, at }));
  });
}

/** The segments of a chain after this position. */
const segmentsAfter = ({ source, range }: Registering, { from }: Chain, place: number): readonly Segment[] =>
  (readChain(source.tokens, { from, to: range.to })?.segments ?? []).filter(({ at }) => at > place);

/** `.Produces<Pen>(200)` after a route: the declared responses, used if the handler's code does not show them. */
function producedAfter(one: Registering, chain: Chain, place: number): readonly Response[] {
  const { source, scope } = one;
  const after = segmentsAfter(one, chain, place);
  const next = after.findIndex(({ name }) => isRoute(name));
  return after.slice(0, next < 0 ? after.length : next).flatMap(({ name, typeArguments: [type], given: [code, media], at }) => {
    if (name !== 'Produces' || type === undefined) return [];
    const status = code === undefined ? 200 : statusOf(scope, code);
    const isJson = media === undefined || /json/i.test(argumentText(source.tokens, media) ?? 'json');
    if (status === undefined || status >= 300 || !isJson) return [];
    return [{ status: { kind: 'literal', value: status }, body: typeExpression(scope, type), at: source.tokens.at(at) }];
  });
}

/** `MapGet(Wrap(List))`. */
function isCallIn({ tokens }: Source, argument: Argument | undefined): boolean {
  return argument !== undefined && textAt(tokens, argument.to - 1) === ')' && argumentText(tokens, argument) === undefined;
}

function isPassedOn({ source: { tokens }, parameters }: Registering, { from, to }: Argument): boolean {
  return to === from + 1 && parameters.some(({ name }) => name === textAt(tokens, from));
}

/** The pattern is the first argument that is not a function. */
function isPattern({ source, local }: Registering, { from, to }: Argument): boolean {
  const { tokens } = source;
  if (to === from + 1 && tokens.list[from]?.kind === 'string') return true;
  if (to === from + 1 && local.has(textAt(tokens, from))) return false;
  for (let at = from; at < to; at++) if (textAt(tokens, at) === '=>') return false;
  return true;
}
