import type { Expression } from '../../../../../facts/expression.js';
import { type Fact, type FileGap, type Mount, RESULT } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { recordAnswers } from '../../answers.js';
import { bracketless } from '../../routing/paths.js';
import { regexPath } from '../../routing/regex-paths.js';
import { importsFrom } from '../../schemas/field-types.js';
import { buildsOtherUrls } from '../../schemas/views.js';
import { type Binding, classHere, type FunctionDefinition, factName, lookup, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { parse } from '../../syntax/parse.js';
import { argument, keyword, lastName, type Node, partsOf, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { isDecoratedAway, recordWrappers } from '../../wrappers.js';
import { frameworkProfiles } from '../profiles.js';
import { readNinja } from './ninja.js';
import {
  readDjoserSettings,
  readKeySetting,
  readPagesSetting,
  readRestSettings,
  readTokenChange,
  readTokenSettings,
  readUserSetting,
} from './project.js';
import { DJANGO, responseIn } from './responses.js';
import { type Filled, filledLists, holdsPatterns, nodesOf, readPatterns, readRoot, readUrlList, type Urls } from './urls.js';
import { readViewClass, readViewFunction } from './views.js';

const BY = frameworkProfiles.django.id;
type Call = Extract<Node, { kind: 'call' }>;

/** Django (https://docs.djangoproject.com/en/stable/topics/http/urls/), Django REST framework and django-ninja. */
export const django: Extractor<Source> = {
  ...frameworkProfiles.django,
  extract: (source): Extraction => {
    const facts: Fact[] = [];
    const gaps: FileGap[] = [];
    const { module, functions, classes, scopes } = source.definitions;
    const filled = filledLists(module);
    recordWrappers(source, (scope, node) => responseIn(source, scope, node));
    if (importsFrom(source, /^(?:django|rest_framework)\b/)) recordAnswers(source, DJANGO);
    for (const definition of classes) {
      readViewClass(source, facts, definition);
      const key = definition.fields.find(({ name }) => name === 'default_auto_field');
      if (key !== undefined) readKeySetting(source, facts, key.value, key.start);
    }
    for (const definition of functions) readViewFunction(source, facts, definition);
    for (const definition of functions) readUrlFunction(source, facts, gaps, definition);
    for (const [name, binding] of module.bindings) {
      if (binding.kind !== 'variable') continue;
      if (name === 'ROOT_URLCONF') readRoot(source, facts, binding);
      else if (name === 'REST_FRAMEWORK') readRestSettings(source, facts, binding);
      else if (name === 'AUTH_USER_MODEL') readUserSetting(source, facts, binding);
      else if (name === 'SIMPLE_JWT') readTokenSettings(source, facts, binding);
      else if (name === 'DJOSER') readDjoserSettings(source, facts, binding);
      else if (name === 'NINJA_PAGINATION_CLASS') readPagesSetting(source, facts, binding);
      else if (name === 'DEFAULT_AUTO_FIELD') readKeySetting(source, facts, binding.values[0], binding.start);
      else if (!readApiRouter(source, facts, module, name, binding))
        readUrlList(source, facts, gaps, module, name, binding, filled);
    }
    for (const scope of scopes) {
      for (const { node, statement } of scope.calls) {
        if (node.kind === 'call') readRegister(source, facts, scope, node);
        readRegistry(source, facts, scope, node, statement.start);
      }
    }
    readTokenChange(source, facts);
    readNinja(source, facts);
    return { facts, gaps };
  },
};

/** `router = DefaultRouter()`; also nested routers with their parents. */
function readApiRouter(source: Source, facts: Fact[], scope: Scope, name: string, binding: Binding): boolean {
  const [first] = binding.kind === 'variable' ? binding.values : [];
  // `DefaultRouter() if settings.DEBUG else SimpleRouter()`: their routes differ by the page that lists them
  const options = first?.kind === 'choice' && first.conditional === true ? first.options : [first];
  const made = options.find((one) => one?.kind === 'call' && lastName(one.of) !== 'DefaultRouter') ?? options[0];
  if (made?.kind !== 'call' || binding.kind !== 'variable') return false;
  const own = ownRouter(scope, made.of);
  const kind = lastName(own?.base ?? made.of) ?? '';
  const origin = originOf(scope, own?.base ?? made.of);
  const isNamed = origin !== undefined && /Router$/.test(kind) && !/^API|^Ninja|^Router$/.test(kind);
  if (!isNamed && !registersOn(scope, name, made)) return false;
  const at = source.at(binding.start);
  const router = factName(scope, name);
  const prefix = /Nested/.test(kind) ? nestedPrefix(made) : undefined;
  facts.push({
    ...{ kind: 'router', by: BY, name: router, root: false, at },
    ...(prefix === undefined ? {} : { prefix }),
    // a class of another file may build other URLs
    ...(!(isNamed && /^rest_framework\w{0,30}\./.test(origin)) && {
      ifExtends: { of: readValue(source, scope, own?.base ?? made.of), names: isNamed ? [...ROUTERS, kind] : ROUTERS },
    }),
  });
  if (own?.adds === true) {
    const parent: Expression = { kind: 'name', name: router, space: 'value' };
    facts.push({ kind: 'mount', by: BY, parent, child: unknown('a router of its own class adds URLs'), certainty: 'router', at });
  }
  // https://www.django-rest-framework.org/api-guide/routers/#defaultrouter
  const isDefault = kind === 'DefaultRouter' && keyword(made, 'include_root_view') === undefined;
  if (isDefault) {
    const incomplete = 'it lists the service';
    facts.push({
      ...{ kind: 'route', by: BY, method: 'GET', path: literal(''), responses: [], incomplete, at },
      router: { kind: 'name', name: router, space: 'value' },
    });
  }
  return true;
}

/** Router classes of REST framework and of drf-extensions (https://chibisov.github.io/drf-extensions/docs/#routers). */
const ROUTERS = ['SimpleRouter', 'DefaultRouter'].flatMap((name) => [name, `Extended${name}`, `Nested${name}`]);

/** Whether the file registers viewsets on an instance of a class of the service, whatever the class is called. */
function registersOn(scope: Scope, name: string, { of }: Call): boolean {
  const known = registered.get(scope);
  const names =
    known ??
    new Set(
      scope.calls.flatMap(({ node }) => (isRegister(node) && node.of.kind === 'attribute' ? (lastName(node.of.of) ?? []) : [])),
    );
  if (known === undefined) registered.set(scope, names);
  return names.has(name) && (originOf(scope, of) ?? '').includes('.');
}

const registered = new WeakMap<Scope, ReadonlySet<string>>();

const isRegister = (node: Node): node is Call =>
  node.kind === 'call' && node.of.kind === 'attribute' && node.of.name === 'register' && node.arguments.length > 1;

/** A class of the file that extends a router of REST framework and builds the same URLs, or additional ones. */
function ownRouter(scope: Scope, of: Node): { readonly base: Node; readonly adds: boolean } | undefined {
  const own = classHere(scope, of);
  if (own === undefined) return undefined;
  const { arguments: given, methods, outside } = own;
  const [base, ...others] = given;
  const isPlain = others.length === 0 && base !== undefined && /^rest_framework\b/.test(originOf(outside, base.value) ?? '');
  if (!isPlain || buildsOtherUrls(own)) return undefined;
  const makers = methods.filter(({ name }) => name === 'urls' || name === 'get_urls');
  const isSum = makers.every(
    ({ inside, results }) => results.length > 0 && results.every((node) => node !== undefined && namesSuper(inside, node)),
  );
  return isSum ? { base: base.value, adds: makers.length > 0 } : undefined;
}

/** `super().urls + more`, or a variable that starts with it. */
function namesSuper(scope: Scope, node: Node, named = new Set<string>()): boolean {
  const inner = (of: Node): boolean => namesSuper(scope, of, named);
  if (node.kind === 'name') {
    // `urls = urls + more` refers to itself
    if (named.has(node.name)) return false;
    named.add(node.name);
    const binding = scope.bindings.get(node.name);
    const [first] = binding?.kind === 'variable' ? binding.values : [];
    return first !== undefined && first.kind !== 'name' && inner(first);
  }
  if (node.kind === 'operation') return node.operator === '+' && (inner(node.left) || inner(node.right));
  if (node.kind === 'call') return node.of.kind === 'attribute' ? inner(node.of) : lastName(node.of) === 'super';
  return node.kind === 'attribute' && inner(node.of);
}

/** `NestedSimpleRouter(router, 'domains', lookup='domain')` (https://github.com/alanjds/drf-nested-routers). */
function nestedPrefix(made: Call): ReturnType<typeof literal> {
  const path = plainText(argument(made, 1, 'parent_prefix'));
  const lookup = plainText(keyword(made, 'lookup')) ?? 'nested';
  return path === undefined ? unknown('what it is nested in is not read') : literal(`${bracketless(path)}/{${lookup}_pk}`);
}

/** `router.register('users', UserViewSet)`. */
function readRegister(source: Source, facts: Fact[], scope: Scope, call: Call): void {
  if (call.of.kind !== 'attribute' || call.of.name !== 'register') return;
  if (isRegister(call.of.of)) readRegister(source, facts, scope, call.of.of);
  const prefix = argument(call, 0, 'prefix');
  const viewset = argument(call, 1, 'viewset');
  if (prefix === undefined || viewset === undefined || viewset.kind === 'text') return;
  const text = plainText(prefix);
  const own = text === undefined ? readValue(source, scope, prefix) : regexPath(text);
  const { router, above } = registeredOn(scope, call);
  const mounted: Omit<Mount, 'child'> = {
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, router),
    prefix: above === undefined ? own : above === 'unread' ? literal('') : { kind: 'text', parts: [literal(`${above}/`), own] },
    certainty: 'router',
    at: source.at(call.start),
  };
  if (above === 'unread') {
    facts.push({ ...mounted, child: unknown('what it is nested in is not read') });
    return;
  }
  facts.push({ ...mounted, child: readValue(source, scope, viewset), placed: true });
  // REST framework has a base name as third argument; routers of other packages have a nested viewset there
  const more = call.arguments.filter(
    ({ name, value }, index) => index > 1 && !/^(?:base_?name|parents_query_lookups)$/.test(name ?? '') && isMore(value),
  );
  if (more.length > 0) facts.push({ ...mounted, child: unknown('what a router is given besides the viewset is not read') });
}

/**
 * The router of a registration, and the paths above it: `router.register('shelves', Shelves).register('books', Books, parents_query_lookups=['shelf'])`
 * of drf-extensions is below `shelves/{parent_lookup_shelf}`.
 */
function registeredOn(scope: Scope, call: Call): { readonly router: Node; readonly above?: string } {
  const lookups = keyword(call, 'parents_query_lookups');
  const names = lookups?.kind === 'list' || lookups?.kind === 'tuple' ? lookups.items.map(plainText) : [];
  let above: string | undefined;
  let router = call.of.kind === 'attribute' ? call.of.of : call.of;
  for (let depth = 0; depth < MAX_NESTED; depth++) {
    const stored = router.kind === 'name' ? lookup(scope, router.name)?.binding : undefined;
    const items = stored?.kind === 'variable' ? stored.values.filter((one) => one === undefined || isRegister(one)) : [router];
    const [item] = items;
    if (item === undefined || !isRegister(item) || item.of.kind !== 'attribute') return { router, ...(above && { above }) };
    router = item.of.of;
    const path = plainText(argument(item, 0, 'prefix'));
    const name = names.at(-1 - depth);
    const isRead = items.length === 1 && above !== 'unread' && path !== undefined && name !== undefined;
    above = isRead
      ? [`${bracketless(path)}/{parent_lookup_${name}}`, ...(above === undefined ? [] : [above])].join('/')
      : 'unread';
  }
  return { router, above: 'unread' };
}

const MAX_NESTED = 10;

/** `router.registry.extend(other.registry)`, `router.registry += other.registry`: a router takes over what another one registers. */
function readRegistry(source: Source, facts: Fact[], scope: Scope, node: Node, start: number): void {
  const target = /^[ \t]*[A-Za-z_][\w.]{0,80}\.registry(?=[ \t]*\+?=[ \t]*$)/.exec(
    source.masked.bare.slice(start, node.start),
  )?.[0];
  const filled =
    node.kind === 'call' && node.of.kind === 'attribute' && /^(?:extend|append|insert)$/.test(node.of.name)
      ? { of: node.of.of, given: node.of.name === 'extend' ? node.arguments[0]?.value : undefined }
      : target !== undefined && { of: parse(source.masked, start, start + target.length), given: node };
  if (filled === false || filled.of.kind !== 'attribute' || filled.of.name !== 'registry') return;
  const parent = readValue(source, scope, filled.of.of);
  const open: (Node | undefined)[] = [filled.given];
  while (open.length > 0) {
    const part = open.pop();
    if (part?.kind === 'star') open.push(part.of);
    else if (part?.kind === 'operation' || part?.kind === 'list') open.push(...partsOf(part));
    else {
      const child =
        part?.kind === 'attribute' && part.name === 'registry'
          ? readValue(source, scope, part.of)
          : unknown('what a router takes over is not read');
      facts.push({ kind: 'mount', by: BY, parent, child, certainty: 'router', at: source.at(node.start) });
    }
  }
}

const isMore = ({ kind }: Node): boolean => kind !== 'text' && kind !== 'constant';

const MAX_NODES = 200;
const NAMED = /url|pattern|route/i;

/**
 * A function that returns URL patterns: each call adds them where its result is used. A function that adds patterns to a list
 * parameter fills that list.
 */
function readUrlFunction(source: Source, facts: Fact[], gaps: FileGap[], definition: FunctionDefinition): void {
  const { inside: scope, fact, parameters } = definition;
  if (definition.isGenerator || isDecoratedAway(definition)) return;
  const filled = filledLists(scope);
  const unordered = parameters.length > 0;
  for (const [name, nodes] of filled) {
    const binding = scope.bindings.get(name);
    if (binding?.kind !== 'parameter' || binding.index < 0 || !nodes.some((node) => holdsPatterns(scope, node, 0))) continue;
    const list: Expression = { kind: 'parameter', callable: fact, index: binding.index };
    for (const node of nodes) readPatterns({ source, facts, gaps, scope, list, unordered }, node, 0);
  }
  const results = definition.results.flatMap((node) => node ?? []);
  if (!givesPatterns(source, definition, results, filled)) return;
  const list: Expression = { kind: 'parameter', callable: fact, index: RESULT };
  const locals = { of: scope, filled, read: new Set<string>() };
  const urls: Urls = { source, facts, gaps, scope, list, unordered, locals };
  for (const node of results) readPatterns(urls, node, 0);
  source.record.given.set(fact, () => list);
}

/**
 * Whether a function returns patterns: its lists contain some, or its name suggests it in a URL file and it returns results of
 * other calls.
 */
function givesPatterns(
  source: Source,
  { name, inside, results }: FunctionDefinition,
  given: readonly Node[],
  filled: Filled,
): boolean {
  if (given.length === 0 || given.length < results.length) return false;
  const all = new Set<Node>();
  const open = [...given];
  const named = new Set<string>();
  for (let node = open.pop(); node !== undefined && all.size < MAX_NODES; node = open.pop()) {
    if (!all.has(node)) open.push(...listedIn(inside, filled, node, named));
    all.add(node);
  }
  if ([...all].some((node) => holdsPatterns(inside, node, 0))) return true;
  const isOfUrls = NAMED.test(name) && (importsFrom(source, /^django\.(?:urls|conf)\b/) || /urls?(?:\.py$|\/)/.test(source.path));
  return isOfUrls && [...all].some((node) => node.kind === 'call' && NAMED.test(lastName(node.of) ?? ''));
}

/** The content of nested lists: sums, local variables, comprehension elements. */
function listedIn(scope: Scope, filled: Filled, node: Node, named: Set<string>): readonly Node[] {
  if (node.kind === 'name') {
    const binding = scope.bindings.get(node.name);
    if (named.has(node.name) || binding?.kind !== 'variable') return [];
    named.add(node.name);
    return nodesOf(binding, filled.get(node.name));
  }
  if (node.kind === 'comprehension') return [node.element];
  return /^(?:list|tuple|operation|star|choice)$/.test(node.kind) ? partsOf(node) : [];
}
