import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route, Router, Versioning } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { serviceFolder } from '../../json-options.js';
import { bodyNamed } from '../../method-groups.js';
import { typeNamed } from '../../names.js';
import { rewritten } from '../../rewritten.js';
import { templatePath } from '../../route-templates.js';
import { type Scope, type Source, scopeOf, valueNamed } from '../../source.js';
import { readGiven } from '../../syntax/parse-parts.js';
import type { Argument, Attribute, TypeNode } from '../../syntax/syntax.js';
import { afterBracket, find, isWord, type Range, type Tokens, textAt } from '../../syntax/tokens.js';
import { readArguments, simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';
import { FAST, fastProfile } from './profile.js';
import { sentByEndpoint } from './sends.js';

const by = FAST;
const VERBS = /^(?:Get|Post|Put|Patch|Delete|Head|Options)$/;
const PREFIX = '(prefix)';
const VERSION = '(version)';

/** FastEndpoints: one class for each endpoint, which sets its routes in `Configure`. */
export const fast: Extractor<Source> = { ...fastProfile, extract };

function extract(source: Source): Extraction {
  const gaps: FileGap[] = [];
  const facts = source.tree.types.flatMap((node): readonly Fact[] => {
    if (node.form !== 'class') return [];
    if (node.bases.some((base) => /^(?:Sub)?Group$/.test(simpleName(base)))) return groupFacts(source, node);
    return isEndpoint(node) ? endpointFacts(source, node, gaps) : [];
  });
  return { facts: [...serviceFacts(source), ...facts], gaps };
}

const isEndpoint = (node: TypeNode): boolean =>
  node.bases.some((base) => /Endpoint/.test(simpleName(base)) || (base.kind === 'named' && base.name.startsWith('Ep.')));

/** `app.UseFastEndpoints(c => c.Endpoints.RoutePrefix = "api")`: the service, which takes all endpoints. */
function serviceFacts(source: Source): readonly Fact[] {
  const { tokens } = source;
  const index = tokens.list.findIndex(({ kind, text }) => kind === 'word' && /^(?:Use|Map)FastEndpoints$/.test(text));
  if (index < 0 || textAt(tokens, index + 1) !== '(') return [];
  const given = { from: index + 2, to: afterBracket(tokens, index + 1, tokens.list.length) - 1 };
  const range = bodyNamed(source, given) ?? given;
  const at = tokens.at(index);
  const name = '(fast-endpoints)';
  const facts: Fact[] = [
    { kind: 'router', by, name, root: true, ...prefixGiven(source, range), versioning: versioningIn(source, range), at },
    { kind: 'gather', by, router: valueNamed(name), at },
  ];
  if (assigned(tokens, range, 'ResponseSerializer') === undefined) return facts;
  const callable = `wrap@${at.line}:${at.column}`;
  facts.push({ kind: 'callable', name: callable, inferred: rewritten('a serializer of the service writes what is sent'), at });
  return [...facts, { kind: 'wrap', by, scope: serviceFolder(source.path), through: valueNamed(callable), at }];
}

/** The prefix of all endpoints; unknown if a function elsewhere sets the options. */
function prefixGiven(source: Source, range: Range): Pick<Router, 'prefix'> {
  const prefix = assigned(source.tokens, range, 'RoutePrefix');
  if (prefix !== undefined) return { prefix: templatePath(readValue(scopeOf(source, undefined), prefix), []) };
  const isElsewhere = range.to === range.from + 1;
  return isElsewhere ? { prefix: { kind: 'unknown', why: 'the options of FastEndpoints are set elsewhere' } } : {};
}

/** `c.Versioning.DefaultVersion = 1`. https://fast-endpoints.com/docs/api-versioning */
function versioningIn(source: Source, range: Range): Versioning {
  const { tokens } = source;
  const scope = scopeOf(source, undefined);
  const prefix = assigned(tokens, range, 'Prefix');
  const usual = assigned(tokens, range, 'DefaultVersion');
  const first = assigned(tokens, range, 'PrependToRoute');
  return {
    prefix: prefix === undefined ? { kind: 'literal', value: 'v' } : readValue(scope, prefix),
    ...(usual === undefined ? {} : { default: versionText(readValue(scope, usual)) }),
    ...(first !== undefined && textAt(tokens, first.from) === 'true' ? {} : { last: true }),
  };
}

/** The endpoint states no version: the default version of the service applies. */
const NO_VERSION: Expression = { kind: 'tuple', items: [] };

/** Version 0 means no version. */
const versionText = (version: Expression): Expression =>
  version.kind === 'literal' ? { kind: 'literal', value: version.value === 0 ? '' : String(version.value) } : version;

/** The range of the value assigned to a member of the options. */
function assigned(tokens: Tokens, { from, to }: Range, member: string): Range | undefined {
  for (let at = from; at < to; at++) {
    if (textAt(tokens, at) !== member || textAt(tokens, at + 1) !== '=') continue;
    const end = find(tokens, { from: at + 2, to }, new Set([';', ',']));
    return { from: at + 2, to: end < 0 ? to : end };
  }
  return undefined;
}

/** `class Admin : Group { Admin() { Configure("admin", ep => …); } }`: its prefix, after that of the outer group. */
function groupFacts(source: Source, node: TypeNode): readonly Fact[] {
  const { tokens } = source;
  const scope = scopeOf(source, node);
  const [call] = node.members.flatMap(({ kind, body, expression }) => {
    const range = kind === 'constructor' ? (body ?? expression) : undefined;
    return range === undefined ? [] : callsIn(tokens, range).filter(({ name }) => name === 'Configure');
  });
  const [first] = call?.given ?? [];
  const own: Expression =
    first === undefined ? { kind: 'unknown', why: 'the prefix of its group is not read' } : readValue(scope, first);
  const base = node.bases.find((one) => simpleName(one) === 'SubGroup');
  const outer = base?.kind === 'named' ? base.arguments[0] : undefined;
  const inferred: Expression =
    outer === undefined ? own : { kind: 'text', parts: [ofGroup(scope, outer, PREFIX), { kind: 'literal', value: '/' }, own] };
  const at = tokens.at(node.at);
  const version = versionOf(scope, call?.given ?? []) ?? (outer && ofGroup(scope, outer, VERSION)) ?? NO_VERSION;
  return [
    { kind: 'callable', name: `${node.path}.${PREFIX}`, inferred, at },
    { kind: 'callable', name: `${node.path}.${VERSION}`, inferred: version, at },
  ];
}

/** `ep => ep.EndpointVersion(1)`. */
function versionOf(scope: Scope, ranges: readonly Range[]): Expression | undefined {
  const { tokens } = scope.source;
  for (const { from, to } of ranges) {
    for (let at = from; at < to; at++) {
      if (!/^(?:Endpoint)?Version$/.test(textAt(tokens, at)) || textAt(tokens, at + 1) !== '(') continue;
      const [version] = readGiven(tokens, { from: at + 2, to: afterBracket(tokens, at + 1, to) - 1 });
      if (version !== undefined) return versionText(readValue(scope, version));
    }
  }
  return undefined;
}

/** A property of a group, such as its prefix or version. */
function ofGroup(scope: Scope, group: TypeSyntax, name: string): Expression {
  if (group.kind !== 'named') return { kind: 'unknown', why: 'its group is not read' };
  return { kind: 'returns', of: { kind: 'member', of: valueNamed(typeNamed(scope, group.name)), name } };
}

interface Call {
  readonly name: string;
  readonly given: readonly Argument[];
  readonly typeArguments: readonly TypeSyntax[];
  readonly at: number;
}

/** Calls of the class's own methods in a body. */
function callsIn(tokens: Tokens, { from, to }: Range): readonly Call[] {
  const calls: Call[] = [];
  for (let at = from; at < to; at++) {
    if (!isWord(tokens, at) || textAt(tokens, at - 1) === '.') continue;
    const generic = textAt(tokens, at + 1) === '<' ? readArguments(tokens, at + 1, to) : undefined;
    const open = generic?.next ?? at + 1;
    if (textAt(tokens, open) !== '(') continue;
    const close = afterBracket(tokens, open, to);
    calls.push({
      name: textAt(tokens, at),
      given: readGiven(tokens, { from: open + 1, to: close - 1 }),
      typeArguments: generic?.given ?? [],
      at,
    });
    at = close - 1;
  }
  return calls;
}

/** The routes of an endpoint. */
interface Placing {
  readonly methods: readonly string[];
  readonly patterns: readonly Range[];
  readonly at: number;
}

function endpointFacts(source: Source, node: TypeNode, gaps: FileGap[]): readonly Fact[] {
  const { tokens } = source;
  const configure = node.members.find(
    ({ name, kind, parameters }) => kind === 'method' && name === 'Configure' && parameters.length === 0,
  );
  const range = configure?.body ?? configure?.expression;
  const calls = range === undefined ? [] : callsIn(tokens, range);
  const placed = [...placingsOf(tokens, calls), ...node.attributes.flatMap((one) => placingOf(tokens, one))];
  if (placed.length === 0) {
    if (range !== undefined && !node.modifiers.has('abstract')) {
      const detail = `Where ${node.name} answers is set elsewhere, which is not read.`;
      gaps.push({ reason: 'dynamic-path', detail, at: tokens.at(node.at), hides: 'service' });
    }
    return [];
  }
  const scope = scopeOf(source, node);
  const name = `${node.path}#endpoint`;
  const at = tokens.at(node.at);
  const override = calls.find((call) => call.name === 'RoutePrefixOverride')?.given[0];
  const group = calls.find((call) => call.name === 'Group')?.typeArguments[0] ?? groupAttribute(node.attributes);
  const prefixes = [
    ...(override === undefined ? [] : [readValue(scope, override)]),
    ...(group === undefined ? [] : [ofGroup(scope, group, PREFIX)]),
  ];
  const prefix = joined(prefixes);
  const place = override === undefined ? { root: false, gathered: true } : { root: true };
  const own = range && versionOf(scope, [range]);
  const version = own ?? (group && ofGroup(scope, group, VERSION));
  // an endpoint with its own prefix does not show how its version appears in the path
  const isUnread = override !== undefined && own !== undefined && !(own.kind === 'literal' && own.value === '');
  return [
    {
      kind: 'router',
      by,
      name,
      ...place,
      ...(prefix === undefined ? {} : { prefix: templatePath(prefix, []) }),
      ...(version === undefined ? {} : { version }),
      at,
    },
    ...placed.flatMap((one) => routesOf(scope, node, one, valueNamed(name), isUnread)),
  ];
}

function joined([first, second]: readonly Expression[]): Expression | undefined {
  if (first === undefined || second === undefined) return first;
  return { kind: 'text', parts: [first, { kind: 'literal', value: '/' }, second] };
}

const groupAttribute = (attributes: readonly Attribute[]): TypeSyntax | undefined =>
  attributes.find(({ name }) => name === 'Group')?.typeArguments[0];

/** `Get("/a", "/b")`; `Verbs(Http.GET, Http.PUT)` with `Routes("/a")`. */
function placingsOf(tokens: Tokens, calls: readonly Call[]): readonly Placing[] {
  const direct = calls
    .filter(({ name, given }) => VERBS.test(name) && given.length > 0)
    .map(({ name, given, at }) => ({
      methods: [name.toUpperCase()],
      patterns: given.filter((one) => !isFunction(tokens, one)),
      at,
    }));
  const routes = calls.filter(({ name }) => name === 'Routes');
  const verbs = calls.filter(({ name }) => name === 'Verbs').flatMap(({ given }) => given);
  const methods = verbs.map(({ from, to }) => {
    const word = textAt(tokens, Math.max(to - 1, from)).replaceAll('"', '');
    return VERBS.test(word) || /^[A-Z]+$/.test(word) ? word.toUpperCase() : 'ANY';
  });
  return [...direct, ...routes.map(({ given, at }) => ({ methods, patterns: given, at }))];
}

const isFunction = (tokens: Tokens, range: Range): boolean => find(tokens, range, new Set(['=>'])) >= 0;

/** `[HttpGet("/a")]`. */
function placingOf(tokens: Tokens, { name, arguments: given, at }: Attribute): readonly Placing[] {
  const verb = /^Http(\w{1,9})$/.exec(name)?.[1];
  if (verb === undefined || !VERBS.test(verb) || given.length === 0) return [];
  return [{ methods: [verb.toUpperCase()], patterns: given.filter((one) => !isFunction(tokens, one)), at }];
}

function routesOf(
  scope: Scope,
  node: TypeNode,
  { methods, patterns, at: place }: Placing,
  router: Expression,
  isUnread: boolean,
): readonly Route[] {
  const { tokens } = scope.source;
  const sent = sentByEndpoint(scope, node);
  const at = tokens.at(place);
  return patterns.flatMap((pattern) => {
    const template = named(readValue(scope, pattern));
    const path: Expression = isUnread
      ? { kind: 'unknown', why: 'the version of the endpoint is part of it' }
      : templatePath(template, []);
    return methods.map((method): Route => {
      const unread = method === 'ANY' ? { incomplete: 'the methods that it answers cannot be read' } : {};
      return { kind: 'route', by, method, path, router, ...sent, ...unread, at };
    });
  });
}

/** `/invoices/{@id}` binds to a property by name; the name does not matter for matching. */
function named(template: Expression): Expression {
  return template.kind === 'literal' ? { ...template, value: String(template.value).replaceAll('{@', '{') } : template;
}
