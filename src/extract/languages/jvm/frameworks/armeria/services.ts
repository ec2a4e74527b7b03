import type { Expression } from '../../../../../facts/expression.js';
import type { BodyHook, Fact, FileGap } from '../../../../../facts/fact.js';
import type { Extraction } from '../../../../extractor.js';
import { functionsOf, NAMELESS } from '../../bodies/functions.js';
import { type Body, bodyOf, readIn } from '../../bodies/variables.js';
import { stringValue } from '../../literals.js';
import { writtenPath } from '../../routing/written-paths.js';
import { at, literal, type Source, unknown } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../../tokens.js';
import type { Argument, Range } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';
import { DECORATED, decorated, wrapOf } from './decorators.js';

const BY = frameworkProfiles.armeria.id;

/** Calls on a server builder that add a service. */
const REGISTERS = /^(?:annotatedService|service|serviceUnder|route|fileService|contextPath)$/;

/** Calls on a server builder that add a decorator for all services. */
const DECORATES = /^(?:decorators?|decoratorUnder|routeDecorator|annotatedServiceExtensions)$/;

interface Found {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Calls that belong to the construction of one service. */
  readonly ofOne: Set<number>;
  readonly functions: Functions;
  /** `baseContextPath("/x")` in the same file. */
  readonly base: Expression | undefined;
}
type Functions = ReturnType<typeof functionsOf>;

/** Services and decorators that are added to server builders. https://armeria.dev/docs/server/basics/#adding-services */
export function registeredServices(source: Source): Extraction {
  const { tokens, imports } = source.unit;
  // in handlers and services, the same names mean something else
  if (!imports.some(({ path, all }) => BUILDERS.test(all ? `${path}.*` : path))) return { facts: [], gaps: [] };
  const functions = functionsOf(source);
  const found: Found = { facts: [], gaps: [], ofOne: new Set(), functions, base: contextPath(source, functions) };
  for (const index of tokens.list.keys()) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word') continue;
    if (text === 'AnnotatedServiceRegistrationBean') gap(source, index, 'What is registered by beans is not read.', found);
    if (DECORATES.test(text)) decorating(source, index, found);
    if (!REGISTERS.test(text)) continue;
    const before = tokenAt(tokens, index - 1).text;
    if (before === '::') gap(source, index, `What ${text} is given is not followed.`, found);
    else if (tokenAt(tokens, index + 1).text === '(' && /^\??\.$|^[{;}]$|^->$/.test(before)) registered(source, index, found);
  }
  return found;
}

const BUILDERS =
  /^com\.linecorp\.armeria\.(?:server\.(?:\*$|Server$|ServerBuilder|VirtualHostBuilder|ContextPath|AbstractContextPath)|spring\.|testing\.)/;

function gap(source: Source, index: number, detail: string, { gaps }: Found, prefix?: string): void {
  const hides = prefix === undefined || prefix === '' || prefix === '/' ? ('service' as const) : { prefix };
  gaps.push({ reason: 'unsupported-framework', detail, at: at(source, index), hides });
}

function registered(source: Source, index: number, found: Found): void {
  const { tokens } = source.unit;
  const name = tokenAt(tokens, index).text;
  const given = argumentsOf(tokens, index + 1);
  if (name === 'annotatedService' && given.length === 0) built(source, index, found);
  else if (name === 'annotatedService') annotated(source, index, given, found);
  else if (name === 'contextPath') gap(source, index, 'Services below a context path of their own are not read.', found);
  else other(source, index, found);
}

/** A service without annotations hides the operations at its path, or all if the path is no literal. */
function other(source: Source, index: number, found: Found): void {
  const { tokens } = source.unit;
  const given = argumentsOf(tokens, index + 1);
  const name = tokenAt(tokens, index).text;
  const links = name === 'route' ? linksAfter(tokens, index) : [];
  for (const one of links) found.ofOne.add(one.index);
  const path = name === 'route' ? pathIn(tokens, links) : stringAt(tokens, given[0]);
  const plain = path?.replace(/^(?:exact|prefix):/, '').split(/[{:*]/)[0];
  const isPlain = plain?.startsWith('/') === true;
  gap(
    source,
    index,
    'What this service of Armeria answers is not read.',
    found,
    isPlain ? (plain.endsWith('/') ? plain.slice(0, -1) : plain) : undefined,
  );
}

const stringAt = ({ list, dialect }: Tokens, range: Argument | undefined): string | undefined => {
  const token = range === undefined ? undefined : list[range.from];
  return range?.to === (range?.from ?? 0) + 1 && token?.kind === 'string' ? stringValue(token.text, dialect) : undefined;
};

/** The path of `route().get("/x").build(…)`; undefined if there are several, or none that is a literal. */
function pathIn(tokens: Tokens, links: readonly Link[]): string | undefined {
  const paths = links.filter(({ name }) => /^(?:path|pathPrefix|get|post|put|patch|delete|head)$/.test(name));
  return paths.length === 1 ? stringAt(tokens, paths[0]?.given[0]) : undefined;
}

/** A decorator for all services; the reader does not distinguish its paths. */
function decorating(source: Source, index: number, found: Found): void {
  const { tokens } = source.unit;
  const isCall = tokenAt(tokens, index - 1).text === '.' && /^[({]$/.test(tokenAt(tokens, index + 1).text);
  if (found.ofOne.has(index) || !isCall) return;
  const name = tokenAt(tokens, index).text;
  const given = givenTo(tokens, index + 1);
  const range = name === 'routeDecorator' ? linksAfter(tokens, index).at(-1)?.given[0] : given.at(-1);
  if (name === 'annotatedServiceExtensions') {
    const [, converters] = given;
    if (converters === undefined || !/^(?:of|emptyList)$/.test(tokenAt(tokens, converters.to - 3).text))
      found.facts.push(wrapOf(source, index, { through: CONVERTED }));
    return;
  }
  if (ofClient(tokens, index)) return;
  const hook = hookOf(bodyAround(source, index, found), name, range);
  if (hook !== undefined) found.facts.push(wrapOf(source, index, hook));
}

/** `WebClient.builder(…).decorator(…)` */
function ofClient(tokens: Tokens, index: number): boolean {
  let at = index - 1;
  for (; at > 0 && index - at < MAX_CHAIN && !/^[;{}=]$/.test(tokenAt(tokens, at).text); at--)
    if (/^(?:\w{0,40}Clients?|ClientBuilder)$/.test(tokenAt(tokens, at).text)) return true;
  return false;
}
const MAX_CHAIN = 100;

function hookOf(body: Body, name: string, range: Range | undefined): BodyHook | undefined {
  return name === 'decorators' || range === undefined ? { through: DECORATED } : decorated(body, range);
}

const CONVERTED = unknown('a response converter may write it otherwise');

interface Link {
  readonly index: number;
  readonly name: string;
  readonly given: readonly Argument[];
}

/** The calls after one in a chain. */
function linksAfter(tokens: Tokens, index: number): readonly Link[] {
  const links: Link[] = [];
  let at = endOfCall(tokens, index + 1);
  while (tokenAt(tokens, at).text === '.' && /^[({]$/.test(tokenAt(tokens, at + 2).text)) {
    const name = tokenAt(tokens, at + 1).text;
    links.push({ index: at + 1, name, given: givenTo(tokens, at + 2) });
    at = endOfCall(tokens, at + 2);
    if (name === 'build') break;
  }
  return links;
}

/** The position of a Kotlin trailing lambda after the arguments of a call. */
const trailing = (tokens: Tokens, open: number): number | undefined => {
  const after = tokenAt(tokens, open).text === '{' ? open : closingOf(tokens, open) + 1;
  return tokens.dialect === 'kotlin' && tokenAt(tokens, after).text === '{' ? after : undefined;
};

const endOfCall = (tokens: Tokens, open: number): number => closingOf(tokens, trailing(tokens, open) ?? open) + 1;

/** All arguments of a call, by its opening bracket. */
function givenTo(tokens: Tokens, open: number): readonly Argument[] {
  const lambda = trailing(tokens, open);
  const given = tokenAt(tokens, open).text === '(' ? argumentsOf(tokens, open) : [];
  return lambda === undefined ? given : [...given, { from: lambda, to: closingOf(tokens, lambda) + 1 }];
}

/** `annotatedService().pathPrefix("/x").build(service)` */
function built(source: Source, index: number, found: Found): void {
  const links = linksAfter(source.unit.tokens, index);
  const service = links.at(-1)?.name === 'build' ? links.at(-1)?.given[0] : undefined;
  if (service === undefined) {
    gap(source, index, 'Where this annotated service answers is not followed.', found);
    return;
  }
  const prefixes = links.filter(({ name }) => name === 'pathPrefix').flatMap(({ given }) => given.slice(0, 1));
  for (const one of links) found.ofOne.add(one.index);
  const body = bodyAround(source, index, found);
  const hooks = links.flatMap(({ name, given }): readonly BodyHook[] => {
    if (/[rR]esponseConverter/.test(name)) return [{ through: CONVERTED }];
    const hook = /^decorators?$/.test(name) ? hookOf(body, name, given.at(-1)) : undefined;
    return hook === undefined ? [] : [hook];
  });
  mount(body, index, { prefix: prefixes.at(-1), service, hooks }, found);
}

/** `annotatedService("/x", service, …)`, `annotatedService(service, …)` */
function annotated(source: Source, index: number, given: readonly Argument[], found: Found): void {
  const { tokens } = source.unit;
  const [first, second] = given;
  if (first === undefined) return;
  const body = bodyAround(source, index, found);
  const isPath = second !== undefined && isText(body, first, second);
  const service = isPath ? second : first;
  const others = given.slice(isPath ? 2 : 1);
  const hooks = others.flatMap((one) => (isConverter(tokens, one) ? [] : (decorated(body, one) ?? [])));
  mount(body, index, { prefix: isPath ? first : undefined, service, hooks }, found);
}

/** Request converters and exception handlers write no response bodies of the service. */
const isConverter = ({ list }: Tokens, { from, to }: Range): boolean =>
  list.slice(from, to).some(({ text }) => /^[A-Z]\w{0,80}(?:Request\w{0,40}Converter|Exception\w{0,40}Handler)/.test(text)) &&
  !list.slice(from, to).some(({ text }) => /Response/i.test(text));

/** Is the first argument a path: a text, or an argument before a new service? */
function isText(body: Body, first: Argument, second: Argument): boolean {
  const { tokens } = body.source.unit;
  if (isMade(tokens, first)) return false;
  const read = readIn(body, first);
  const isKnown = read.kind === 'literal' || read.kind === 'text' || read.kind === 'scalar';
  return isKnown || /^[A-Z0-9_]+$/.test(tokenAt(tokens, first.to - 1).text) || isMade(tokens, second);
}

/** `new Items()`, `Items()` */
const isMade = (tokens: Tokens, { from }: Range): boolean =>
  tokenAt(tokens, from).text === 'new' || (/^[A-Z]/.test(tokenAt(tokens, from).text) && tokenAt(tokens, from + 1).text === '(');

function bodyAround(source: Source, index: number, { functions }: Pick<Found, 'functions'>): Body {
  const around = functions.findLast(([, { body, expression }]) => {
    const range = body ?? expression;
    return range !== undefined && range.from <= index && index < range.to;
  });
  if (around !== undefined) return bodyOf(source, around[0], around[1]);
  const decl = source.unit.types.findLast((one) => one.index < index);
  return bodyOf(source, decl, { ...NAMELESS, index });
}

interface Service {
  readonly prefix: Argument | undefined;
  readonly service: Argument;
  /** Decorators that may change its bodies. */
  readonly hooks: readonly BodyHook[];
}

function mount(body: Body, index: number, { prefix, service, hooks }: Service, { facts, base }: Found): void {
  const { source } = body;
  const child = readIn(body, service);
  const below = prefix === undefined ? literal('') : prefixOf(readIn(body, prefix));
  const place = at(source, index);
  facts.push({
    kind: 'mount',
    by: BY,
    child,
    prefix: base === undefined ? below : { kind: 'text', parts: [base, literal('/'), below] },
    certainty: 'router',
    at: place,
  });
  for (const hook of hooks) facts.push(wrapOf(source, index, hook, child));
}

const prefixOf = (path: Expression): Expression => writtenPath(path, (text) => (/[:*{}]/.test(text) ? undefined : text));

function contextPath(source: Source, functions: Functions): Expression | undefined {
  const { tokens } = source.unit;
  const index = tokens.list.findIndex(({ kind, text }) => kind === 'word' && text === 'baseContextPath');
  const [first] = index < 0 || tokenAt(tokens, index + 1).text !== '(' ? [] : argumentsOf(tokens, index + 1);
  return first === undefined ? undefined : prefixOf(readIn(bodyAround(source, index, { functions }), first));
}
