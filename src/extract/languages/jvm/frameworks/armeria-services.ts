import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../facts/fact.js';
import type { Extraction } from '../../../extractor.js';
import { functionsOf, NAMELESS } from '../bodies/functions.js';
import { type Body, bodyOf, readIn } from '../bodies/variables.js';
import { stringValue } from '../literals.js';
import { writtenPath } from '../routing/written-paths.js';
import { at, literal, type Source, unknown } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Argument, Range } from '../unit.js';
import { armeriaProfile } from './armeria-profile.js';

const BY = armeriaProfile.id;

/** Calls on a builder of servers that give it something that answers. */
const REGISTERS = /^(?:annotatedService|service|serviceUnder|route|fileService|contextPath)$/;

interface Found {
  readonly facts: Fact[];
  readonly gaps: FileGap[];
}

/** What is given to builders of servers. https://armeria.dev/docs/server/basics/#adding-services */
export function registeredServices(source: Source): Extraction {
  const found: Found = { facts: [], gaps: [] };
  const { tokens, imports } = source.unit;
  // in handlers and services themselves such names are others
  if (!imports.some(({ path, all }) => BUILDERS.test(all ? `${path}.*` : path))) return found;
  for (const index of tokens.list.keys()) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word') continue;
    if (text === 'AnnotatedServiceRegistrationBean') gap(source, index, 'What is registered by beans is not read.', found);
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

/** A service that is no annotated one: its path, where that is written out, is what it hides. */
function other(source: Source, index: number, found: Found): void {
  const { tokens } = source.unit;
  const given = argumentsOf(tokens, index + 1);
  const name = tokenAt(tokens, index).text;
  const path = name === 'route' ? pathAfter(tokens, index) : stringAt(tokens, given[0]);
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

/** `route().get("/x").build(…)`: undefined where it has more than one path, or none that is written out. */
function pathAfter(tokens: Tokens, index: number): string | undefined {
  const paths = linksAfter(tokens, index).filter(({ name }) => /^(?:path|pathPrefix|get|post|put|patch|delete|head)$/.test(name));
  return paths.length === 1 ? stringAt(tokens, paths[0]?.given[0]) : undefined;
}

interface Link {
  readonly name: string;
  readonly given: readonly Argument[];
}

/** The calls behind one. */
function linksAfter(tokens: Tokens, index: number): readonly Link[] {
  const links: Link[] = [];
  let at = closingOf(tokens, index + 1) + 1;
  while (tokenAt(tokens, at).text === '.' && tokenAt(tokens, at + 2).text === '(') {
    const name = tokenAt(tokens, at + 1).text;
    links.push({ name, given: argumentsOf(tokens, at + 2) });
    at = closingOf(tokens, at + 2) + 1;
    if (name === 'build') break;
  }
  return links;
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
  const opened = links.some(({ name }) => /[rR]esponseConverter/.test(name));
  mount(source, index, { prefix: prefixes.at(-1), service, opened }, found);
}

/** `annotatedService("/x", service, …)`, `annotatedService(service, …)` */
function annotated(source: Source, index: number, given: readonly Argument[], found: Found): void {
  const { tokens } = source.unit;
  const [first, second] = given;
  if (first === undefined) return;
  const isPath = second !== undefined && isText(source, index, first, second);
  const service = isPath ? second : first;
  const others = given.slice(isPath ? 2 : 1);
  const opened = others.some((one) => !isHarmless(tokens, one));
  mount(source, index, { prefix: isPath ? first : undefined, service, opened }, found);
}

/** What changes requests, or answers in place of the service, writes none of its bodies. */
const isHarmless = ({ list }: Tokens, { from, to }: Range): boolean =>
  list.slice(from, to).some(({ text }) => /Request|Exception|Decorator|Logging|Cors|Auth/i.test(text)) &&
  !list.slice(from, to).some(({ text }) => /Response/i.test(text));

/** Whether the first argument is a path: a text, or what stands before a new service. */
function isText(source: Source, index: number, first: Argument, second: Argument): boolean {
  const { tokens } = source.unit;
  if (isMade(tokens, first)) return false;
  const read = readIn(bodyAround(source, index), first);
  const isKnown = read.kind === 'literal' || read.kind === 'text' || read.kind === 'scalar';
  return isKnown || /^[A-Z0-9_]+$/.test(tokenAt(tokens, first.to - 1).text) || isMade(tokens, second);
}

/** `new Items()`, `Items()` */
const isMade = (tokens: Tokens, { from }: Range): boolean =>
  tokenAt(tokens, from).text === 'new' || (/^[A-Z]/.test(tokenAt(tokens, from).text) && tokenAt(tokens, from + 1).text === '(');

function bodyAround(source: Source, index: number): Body {
  const around = functionsOf(source).findLast(([, { body, expression }]) => {
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
  /** Something may write its bodies otherwise. */
  readonly opened: boolean;
}

function mount(source: Source, index: number, { prefix, service, opened }: Service, { facts }: Found): void {
  const body = bodyAround(source, index);
  const child = readIn(body, service);
  const below = prefix === undefined ? literal('') : prefixOf(readIn(body, prefix));
  const place = at(source, index);
  const base = contextPath(source, body);
  facts.push({
    kind: 'mount',
    by: BY,
    child,
    prefix: base === undefined ? below : { kind: 'text', parts: [base, literal('/'), below] },
    certainty: 'router',
    at: place,
  });
  const through = unknown('a response converter may write it otherwise');
  if (opened) facts.push({ kind: 'wrap', by: BY, router: child, through, below: true, at: place });
}

const prefixOf = (path: Expression): Expression => writtenPath(path, (text) => (/[:*{}]/.test(text) ? undefined : text));

/** `baseContextPath("/x")` of the same file. */
function contextPath({ unit: { tokens } }: Source, body: Body): Expression | undefined {
  const index = tokens.list.findIndex(({ kind, text }) => kind === 'word' && text === 'baseContextPath');
  const [first] = index < 0 || tokenAt(tokens, index + 1).text !== '(' ? [] : argumentsOf(tokens, index + 1);
  return first === undefined ? undefined : prefixOf(readIn(body, first));
}
