import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Mount, Route } from '../../../../facts/fact.js';
import { extensionNamed, typeNamed } from '../names.js';
import type { Source } from '../source.js';
import type { Argument } from '../syntax.js';
import { isWord, textAt } from '../tokens.js';
import { simpleName } from '../type-syntax.js';
import { readConstant } from '../values.js';
import { filterOn, filtersAfter } from './aspnet-endpoint-filters.js';
import { isBuilder, type Registering, registeringFunctions, valueNamed } from './aspnet-functions.js';
import { handledBy } from './aspnet-handlers.js';
import { ASPNET } from './aspnet-profile.js';
import { type Chain, chainAround, Routers, type Segment } from './aspnet-routers.js';
import { templatePath } from './aspnet-templates.js';
import { literalTexts } from './aspnet-verbs.js';

const by = ASPNET;
const VERBS = new Map(['Get', 'Post', 'Put', 'Patch', 'Delete'].map((verb) => [`Map${verb}`, verb.toUpperCase()]));
/** What packages map: documentation, pages, sockets. None of it is an operation that a contract promises. */
const PAGES =
  /^Map(?:Fallback\w*|Razor\w*|Blazor\w*|Hub|GrpcService|GrpcReflectionService|HealthChecks\w*|OpenApi|Swagger|Scalar\w*|StaticAssets|Controllers|ControllerRoute|AreaControllerRoute|DefaultControllerRoute|Group|ShortCircuit|Metrics|PrometheusScrapingEndpoint|When|Path|Type|From)$/;
/** What packages map that may answer anything. */
const UNSEEN = /^Map(?:IdentityApi|ReverseProxy|ODataRoute|ODataServiceRoute|GraphQL|Forwarder)$/;

/** Routes of minimal APIs, groups, and what hands a router on. */
export function endpointFacts(source: Source): readonly Fact[] {
  const { tokens } = source;
  const places = tokens.list.flatMap(({ kind, text }, index) =>
    kind === 'word' &&
    (text.startsWith('Map') || text === 'AddEndpointFilter' || isHandedOn(source, index)) &&
    textAt(tokens, index + 1) !== ';'
      ? [index]
      : [],
  );
  if (places.length === 0) return [];
  return registeringFunctions(source, places).flatMap((one) => {
    const routers = new Routers(one);
    const inside = places.filter((place) => place >= one.range.from && place < one.range.to);
    const facts = inside.flatMap((place) => factsAt(one, routers, place));
    return [...modules(one, facts), ...facts, ...routers.facts];
  });
}

/** `Users.Register(app)`: a call that is given something that may be a router. */
function isHandedOn({ tokens }: Source, index: number): boolean {
  return textAt(tokens, index + 1) === '(' && isWord(tokens, index + 2) && /^[),]$/.test(textAt(tokens, index + 3));
}

function factsAt(one: Registering, routers: Routers, place: number): readonly Fact[] {
  const { tokens } = one.source;
  const chain = chainAround(tokens, place, one.range);
  const segment = chain?.segments.find(({ at }) => at === place);
  if (chain === undefined && (VERBS.has(textAt(tokens, place)) || textAt(tokens, place) === 'MapGroup'))
    hideLong(one.source, place);
  if (chain === undefined || segment?.isCalled !== true) return [];
  const router = routers.of(chain, place);
  const handed = router === undefined ? handedOn(one, routers, chain, segment) : [];
  if (router === undefined) return handed;
  const { name } = segment;
  if (name === 'AddEndpointFilter')
    return chain.segments.some(({ at, name: before }) => at < place && isRoute(before)) ? [] : filterOn(one, router, segment);
  if (isRoute(name)) {
    const { router: own, facts } = filtersAfter(one, chain, place, router);
    const routes = routesOf(one, segment, own);
    return routes.length === 0 ? [] : [...facts, ...routes];
  }
  if (!name.startsWith('Map') && !one.source.tree.types.some((type) => isExtension(type.path, name, one.source))) return [];
  if (PAGES.test(name)) return [];
  if (name === 'MapCarter') return [{ kind: 'gather', by: moduleKind('AddRoutes'), router, at: tokens.at(place) }];
  return [mountOf(one, router, callee(one, name), 0, place, UNSEEN.test(name))];
}

const isRoute = (name: string): boolean => VERBS.has(name) || name === 'MapMethods' || name === 'Map';

/** A chain of calls that is too long to be followed. */
function hideLong({ tokens, gaps }: Source, place: number): void {
  if (gaps.some(({ reason }) => reason === 'too-large')) return;
  const detail = 'A chain of calls that registers routes is too long to be followed.';
  gaps.push({ reason: 'too-large', detail, at: tokens.at(place), hides: 'service' });
}

function isExtension(path: string, name: string, { types }: Source): boolean {
  return types.get(path)?.members.some((member) => member.name === name && member.parameters[0]?.isThis === true) === true;
}

function mountOf(one: Registering, parent: Expression, of: Expression, index: number, place: number, isCertain = false): Mount {
  const child: Expression = { kind: 'parameter', callable: '', of, index };
  const certainty = isCertain ? 'router' : 'maybe';
  return { kind: 'mount', by, parent, child, same: true, certainty, at: one.source.tokens.at(place) };
}

/** An extension method of this file, else of another. */
function callee({ source, scope }: Registering, name: string): Expression {
  const own = source.tree.types.find(({ path }) => isExtension(path, name, source));
  return own === undefined ? extensionNamed(scope, name) : valueNamed(`${own.path}.${name}`);
}

/** `Users.Register(app)`, `Register(app)`, `module.Register(app)`: the router is handed to a function. */
function handedOn(one: Registering, routers: Routers, chain: Chain, { name, given, at: place }: Segment): readonly Fact[] {
  const { tokens } = one.source;
  return given.flatMap((argument, index): Fact[] => {
    if (argument.to !== argument.from + 1 || !isWord(tokens, argument.from)) return [];
    const router = routers.named(textAt(tokens, argument.from));
    if (router === undefined) return [];
    const isTyped = /^\p{Lu}/u.test(chain.head) && chain.segments.length === 2;
    if (isTyped) {
      const of: Expression = { kind: 'member', of: valueNamed(typeNamed(one.scope, chain.head)), name };
      return [mountOf(one, router, of, index, place)];
    }
    if (chain.segments.length === 1) return [mountOf(one, router, ownFunction(one, name), index, place)];
    // which of its kind it is, is decided when it runs: all of them
    return [{ kind: 'gather', by: moduleKind(name), router, at: tokens.at(place) }];
  });
}

function ownFunction({ node, local }: Registering, name: string): Expression {
  const member = local.get(name);
  if (node === undefined || member === undefined) return valueNamed(name);
  return valueNamed(`${node.path}${member.modifiers.has('static') ? '.' : '#'}${name}`);
}

const moduleKind = (method: string): string => `${ASPNET}#${method}`;

/** A method of a class of endpoints that its interface or base class declares: whoever takes all of them calls it. */
function modules({ node, member, callable, parameters, source }: Registering, facts: readonly Fact[]): readonly Fact[] {
  if (node === undefined || member === undefined || node.bases.length === 0 || facts.length === 0) return [];
  const isOpen = node.bases.some((base) => !/^I\p{Lu}/u.test(simpleName(base)) && simpleName(base) !== 'CarterModule');
  return parameters.flatMap((parameter, index): Fact[] => {
    if (!isBuilder(parameter) || parameter.isThis) return [];
    const prefix: Expression = { kind: 'unknown', why: 'its base class may add a prefix' };
    const at = source.tokens.at(member.at);
    const name = `${callable}:${index}`;
    return [{ kind: 'router', by: moduleKind(member.name), name, root: false, gathered: true, ...(isOpen && { prefix }), at }];
  });
}

/** `MapGet("/x", handler)`, `MapMethods("/x", ["GET"], handler)`. */
function routesOf(one: Registering, { name, given, at: place }: Segment, router: Expression): readonly Route[] {
  const { source, scope } = one;
  const methods =
    name === 'MapMethods' ? literalTexts(source.tokens, given[1]).map((text) => text.toUpperCase()) : [VERBS.get(name) ?? 'ANY'];
  const plain = given.filter(
    (argument) => argument.name === undefined || /^(?:pattern|handler|requestDelegate)$/.test(argument.name),
  );
  const pattern = plain.find((argument) => isPattern(one, argument));
  const handler = plain.findLast((argument) => argument !== pattern);
  if (handler === undefined || (name === 'Map' && pattern === undefined)) return [];
  // a function that stands in for the framework's own: its calls are read as those of the framework
  if (one.member !== undefined && VERBS.has(one.member.name)) return [];
  const path = pattern === undefined ? { kind: 'literal' as const, value: '' } : templatePath(readConstant(scope, pattern), []);
  const sent = handledBy(one, handler);
  const at = source.tokens.at(place);
  return methods.map((method) => ({ kind: 'route', by, method, anyCase: true, path, router, ...sent, at }));
}

/** The pattern is the first argument, unless a function is. */
function isPattern({ source, local }: Registering, { from, to }: Argument): boolean {
  const { tokens } = source;
  if (to === from + 1 && tokens.list[from]?.kind === 'string') return true;
  if (to === from + 1 && local.has(textAt(tokens, from))) return false;
  for (let at = from; at < to; at++) if (textAt(tokens, at) === '=>') return false;
  return true;
}
