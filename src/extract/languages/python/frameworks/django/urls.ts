import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Mount } from '../../../../../facts/fact.js';
import { append } from '../../../../../model/multi-map.js';
import { isHarmless } from '../../harmless-packages.js';
import { isFiltered, scopesOfLoop } from '../../routing/loops.js';
import { angledPath } from '../../routing/paths.js';
import { regexPath } from '../../routing/regex-paths.js';
import {
  comprehensionScope,
  factName,
  functionHere,
  lookup,
  onlyValue,
  originOf,
  type Scope,
  textIn,
  type Variable,
} from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { argument, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { routesOfPackage, sentByPackage } from './packages.js';
import { hasDefault, isRefitted, passedTo, withDefaults } from './url-arguments.js';

const BY = frameworkProfiles.django.id;
type Call = Extract<Node, { kind: 'call' }>;

/** Collects the facts about URLs. */
export interface Urls {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  readonly scope: Scope;
  /** The list that contains the entries. */
  readonly list: Expression;
  /** The source does not show the order of entries: the list is reassigned or changed. */
  readonly unordered: boolean;
  /** For a list in a function: what fills its variables, and the variables already read. */
  readonly locals?: { readonly of: Scope; readonly filled: Filled; readonly read: Set<string> };
}

/** Values that are added to lists later, by list name. */
export type Filled = ReadonlyMap<string, readonly Node[]>;

const MAX_DEPTH = 20;

/** Reads a variable with URL patterns as a router; other variables are ignored. */
export function readUrlList(
  source: Source,
  facts: Fact[],
  gaps: FileGap[],
  scope: Scope,
  name: string,
  variable: Variable,
  filled: Filled,
): void {
  const nodes = nodesOf(variable, filled.get(name));
  const isList = nodes.some((node) => holdsPatterns(scope, node, 0) || isPatternCall(source, scope, node));
  if (name !== 'urlpatterns' && !isList) return;
  const list: Expression = { kind: 'name', name: factName(scope, name), space: 'value' };
  facts.push({ kind: 'router', by: BY, name: factName(scope, name), root: false, at: source.at(variable.start) });
  const unordered = variable.values.length > 1 || scope.changed.has(name);
  const urls: Urls = { source, facts, gaps, scope, list, unordered };
  for (const node of nodes) readPatterns(urls, node, 0);
  readLent(urls, scope, name);
}

/** Functions that get a list may fill it. */
function readLent({ source, facts, list }: Urls, scope: Scope, name: string): void {
  for (const call of scope.lent.get(name) ?? []) {
    const origin = call.kind === 'call' ? originOf(scope, call.of) : undefined;
    if (call.kind !== 'call' || (origin !== undefined && (!origin.includes('.') || isHarmless(origin)))) continue;
    const given = passedTo(source, scope, call);
    const index = call.arguments.findIndex(
      (one) => one.name === undefined && one.value.kind === 'name' && one.value.name === name,
    );
    const child: Expression =
      index < 0 || given === undefined
        ? unknown('what a function does to this list is not read')
        : { kind: 'parameter', callable: '', of: readValue(source, scope, call.of), index };
    facts.push({
      ...{
        kind: 'mount',
        by: BY,
        parent: list,
        child,
        same: true,
        certainty: 'router',
        unordered: true,
        at: source.at(call.start),
      },
      ...(given && { given }),
    });
  }
}

/** All parts of a list; an unresolved part keeps a placeholder. */
export function nodesOf({ values, added, start }: Variable, filled: readonly Node[] = []): readonly Node[] {
  return [...values, ...added, ...filled].map((node) => node ?? { kind: 'unread', start, end: start });
}

/** A call of a function of the file that returns patterns. */
const isPatternCall = ({ record }: Source, scope: Scope, node: Node): boolean => {
  const definition = node.kind === 'call' ? functionHere(scope, node.of) : undefined;
  return definition !== undefined && record.given.has(definition.fact);
};

/** Values that are added to lists later: `urlpatterns.append(path('users/', view))`. */
export function filledLists({ calls }: Scope): Filled {
  const filled = new Map<string, Node[]>();
  for (const { node } of calls) {
    const of =
      node.kind === 'call' && node.of.kind === 'attribute' && /^(?:append|extend|insert)$/.test(node.of.name)
        ? node.of.of
        : undefined;
    const last = node.kind === 'call' ? node.arguments.at(-1)?.value : undefined;
    if (of?.kind !== 'name' || last === undefined) continue;
    append(filled, of.name, last);
  }
  return filled;
}

/** Whether an expression is a pattern, or a list with one. */
export function holdsPatterns(scope: Scope, node: Node, depth: number): boolean {
  if (depth > 3) return false;
  if (node.kind === 'comprehension') return holdsPatterns(scope, node.element, depth + 1);
  if (node.kind === 'list' || node.kind === 'tuple') return node.items.some((item) => holdsPatterns(scope, item, depth + 1));
  if (node.kind === 'operation') return holdsPatterns(scope, node.left, depth + 1) || holdsPatterns(scope, node.right, depth + 1);
  if (node.kind === 'attribute' && node.name === 'urls') return depth > 0;
  return node.kind === 'call' && patternOf(scope, node) !== undefined;
}

/** The kind of Django function that a call uses. */
function patternOf(scope: Scope, { of }: Call): 'path' | 'regex' | undefined {
  const origin = originOf(scope, of) ?? '';
  if (/^(?:django\.urls(?:\.conf)?|channels\.routing|django\.conf\.urls)\.(?:path)$/.test(origin)) return 'path';
  return /^(?:django\.urls(?:\.conf)?\.re_path|django\.conf\.urls\.url|django\.urls\.url)$/.test(origin) ? 'regex' : undefined;
}

/** Functions that return their list unchanged, or below a language prefix. */
const LISTS = /^(?:(?:django|rest_framework)\.(?:\w+\.)+(?:format_suffix_patterns|i18n_patterns|patterns)|list|tuple)$/;

/** Reads lists, sums of lists, and calls that take one; any other expression hides its content. */
export function readPatterns(urls: Urls, node: Node, depth: number): void {
  const { source, scope } = urls;
  if (depth > MAX_DEPTH) return;
  if (node.kind === 'list' || node.kind === 'tuple') {
    for (const item of node.items) readPatterns(urls, item, depth + 1);
  } else if (node.kind === 'operation') {
    readPatterns(urls, node.left, depth + 1);
    readPatterns(urls, node.right, depth + 1);
  } else if (node.kind === 'star') readPatterns(urls, node.of, depth + 1);
  else if (node.kind === 'choice') for (const option of node.options) readPatterns(urls, option, depth + 1);
  else if (node.kind === 'call') {
    const kind = patternOf(scope, node);
    const name = lastName(node.of) ?? '';
    if (kind !== undefined) readEntry(urls, node, kind);
    else if (/^(?:static|staticfiles_urlpatterns)$/.test(name)) return;
    else if (LISTS.test(originOf(scope, node.of) ?? ''))
      for (const { value } of node.arguments) readPatterns(urls, value, depth + 1);
    else mountCall(urls, node, undefined);
  } else if (node.kind === 'comprehension')
    readPatterns({ ...urls, scope: comprehensionScope(scope, node) }, node.element, depth + 1);
  else if (node.kind === 'attribute' && node.name === 'urls') mountUrls(urls, node, node.of, undefined);
  else if (node.kind === 'name' && readLocal(urls, node.name, depth)) return;
  else if (node.kind === 'name' || node.kind === 'attribute') mount(urls, node, readValue(source, scope, node), undefined, {});
  else if (node.kind !== 'constant') mount(urls, node, unknown('what stands here among patterns is not read'), undefined, {});
}

/** Reads a local variable of the function as a part of its list, as far as it has patterns. */
function readLocal(urls: Urls, name: string, depth: number): boolean {
  const { scope, locals } = urls;
  const found = locals === undefined ? undefined : lookup(scope, name);
  if (locals === undefined || found?.binding.kind !== 'variable' || found.scope !== locals.of) return false;
  if (locals.read.has(name)) return true;
  locals.read.add(name);
  for (const node of nodesOf(found.binding, locals.filled.get(name)))
    readPatterns({ ...urls, scope: found.scope }, node, depth + 1);
  readLent(urls, found.scope, name);
  return true;
}

/** `item_patterns('api/')`: the result of a service function for these arguments. */
function mountCall(urls: Urls, call: Call, prefix: Expression | undefined): void {
  const { source, scope } = urls;
  const values = passedTo(source, scope, call);
  const child: Expression =
    values === undefined
      ? unknown('what this call gives is not read')
      : { kind: 'returns', of: readValue(source, scope, call.of), values };
  mount(urls, call, child, prefix, {});
}

/** `path('users/', view)`. */
function readEntry(urls: Urls, call: Call, kind: 'path' | 'regex', isUnrolled = false): void {
  const { source, scope } = urls;
  const route = argument(call, 0, kind === 'path' ? 'route' : 'regex');
  const view = argument(call, 1, 'view');
  if (route === undefined || view === undefined) return;
  // modules are named by texts, which linking does not turn into files: `path(prefix, include(module))` in a loop
  const named = view.kind === 'call' && lastName(view.of) === 'include' ? view.arguments[0]?.value : undefined;
  if (!isUnrolled && (isFiltered(source, scope, route) || (named !== undefined && isFiltered(source, scope, named)))) {
    mount(urls, call, unknown('which elements a condition in the loop leaves out is not known'), undefined, {});
    return;
  }
  const scopes = named?.kind === 'name' && !isUnrolled ? scopesOfLoop(scope, named) : undefined;
  if (scopes !== undefined) {
    for (const inner of scopes) readEntry({ ...urls, scope: inner }, call, kind, true);
    return;
  }
  const text = isUnrolled ? textIn(scope, route) : undefined;
  const read = text === undefined ? withDefaults(scope, readValue(source, scope, route)) : literal(text);
  const prefix = kind === 'path' ? angledPath(read) : regexPath(textIn(scope, route) ?? read);
  if (prefix.kind === 'unknown') {
    // the part before the first group, in whole segments
    const known = /^\^?((?:[\w-]{1,80}\/){0,9})/.exec(plainText(route) ?? '')?.[1] ?? '';
    mount(urls, call, prefix, literal(known), {});
    return;
  }
  readView(urls, call, view, prefix, 0);
}

/** Any view answers exactly its path. */
const VIEW = { placed: true, exact: true } as const;

/** Calls of REST framework, drf-yasg and django-rest-swagger that give one view of the schema, often at the start of all paths. */
const SCHEMA_VIEW = /^(?:get_schema_view|get_swagger_view|with_ui|without_ui)$/;

function readView(urls: Urls, call: Call, view: Node, prefix: Expression, depth: number): void {
  const { source, scope } = urls;
  const made = view.kind === 'name' ? viewMade(scope, view.name) : undefined;
  const sent = sentByPackage(source, scope, view);
  if (sent !== undefined) {
    urls.facts.push({ ...sent, path: prefix, router: urls.list, at: source.at(call.start) });
    return;
  }
  if (view.kind === 'attribute' && view.name === 'urls') mountUrls(urls, call, view.of, prefix);
  else if (made !== undefined && depth <= 5) readView(urls, call, made, prefix, depth + 1);
  else if (view.kind !== 'call') mount(urls, call, viewOf(source, scope, view), prefix, VIEW);
  else if (lastName(view.of) === 'include') include(urls, call, view.arguments[0]?.value, prefix);
  else if (view.of.kind === 'attribute' && view.of.name === 'as_view') {
    const given = argument(view, 0, 'actions');
    const mapping = given?.kind === 'name' ? (onlyValue(lookup(scope, given.name)?.binding) ?? given) : given;
    if (mapping?.kind === 'dict') mapped(urls, call, view, mapping, prefix);
    else if (isRefitted(view)) mount(urls, call, unknown('what its view is given is not read'), prefix, VIEW);
    else mount(urls, call, viewOf(source, scope, view.of.of), prefix, VIEW);
  } else if (/include$/i.test(lastName(view.of) ?? '')) {
    // `decorator_include(never_cache, [path(...)])`, of a package or the service: the other arguments are decorators
    const given = view.arguments.find(({ name, value }) => name === undefined && isUrlconf(scope, value));
    if (given === undefined) mount(urls, call, unknown(`what ${lastName(view.of)} includes is not read`), prefix, {});
    else include(urls, call, given.value, prefix);
  } else if (view.arguments.some(({ value }) => holdsPatterns(scope, value, 0)))
    mount(urls, call, unknown(`what ${lastName(view.of) ?? 'a function'} makes of these URLs is not read`), prefix, {});
  else {
    // a decorator around a view: `csrf_exempt(View.as_view())`, `cache_page(60)(view)`
    const inner = view.arguments.find(({ name, value }) => name === undefined && /^(?:call|name|attribute)$/.test(value.kind));
    const how = SCHEMA_VIEW.test(lastName(view.of) ?? '') ? VIEW : {};
    if (inner === undefined || depth > 5) mount(urls, call, unknown('what makes this view is not read'), prefix, how);
    else readView(urls, call, inner.value, prefix, depth + 1);
  }
}

/** The arguments of `include`: a list of patterns, a module name, `(patterns, 'name')`, `router.urls`. */
const isUrlconf = (scope: Scope, node: Node): boolean =>
  holdsPatterns(scope, node, 0) || plainText(node) !== undefined || (node.kind === 'attribute' && node.name === 'urls');

/** The views in calls that override a default are not distinguished from it. */
const viewOf = (source: Source, scope: Scope, view: Node): Expression =>
  hasDefault(scope, view) ? unknown('which view its function is given is not read') : readValue(source, scope, view);

/** `users = Users.as_view({'get': 'list'})`. */
function viewMade(scope: Scope, name: string): Node | undefined {
  const binding = lookup(scope, name)?.binding;
  const made = onlyValue(binding);
  return made?.kind === 'call' && lastName(made.of) !== 'include' ? made : undefined;
}

/** `include('app.urls')`, `include((patterns, 'name'))`, `include(router.urls)`. */
function include(urls: Urls, call: Call, given: Node | undefined, prefix: Expression): void {
  const { source, scope } = urls;
  const what = given?.kind === 'tuple' ? given.items[0] : given;
  const module = textIn(scope, what);
  const known = module === undefined ? undefined : routesOfPackage(source, module);
  if (known !== undefined) {
    const list = listAt(urls, call);
    mount(urls, call, list, prefix, {});
    for (const route of known) urls.facts.push({ ...route, router: list, at: source.at(call.start) });
  }
  // a package may have more URLs than those that are known
  if (module !== undefined) mount(urls, call, patternsOf({ kind: 'module', specifier: module }), prefix, {});
  else if (what?.kind === 'attribute' && what.name === 'urls') mountUrls(urls, call, what.of, prefix);
  else if (what?.kind === 'list') {
    for (const item of what.items) nested(urls, item, prefix);
  } else if (what?.kind === 'call') mountCall(urls, what, prefix);
  else if (what?.kind === 'comprehension' || what?.kind === 'operation') nested(urls, what, prefix);
  else if (what !== undefined) {
    const value = readValue(source, scope, what);
    mount(urls, call, { kind: 'union', options: [patternsOf(value), value], readings: true }, prefix, {});
  }
}

/** A literal list in an `include`. */
function nested(urls: Urls, item: Node, prefix: Expression): void {
  const list = listAt(urls, item);
  mount(urls, item, list, prefix, {});
  readPatterns({ ...urls, list }, item, 1);
}

/** A list of patterns without a name. */
function listAt({ source, facts, scope }: Urls, { start }: Node): Expression {
  const at = source.at(start);
  const name = factName(scope, `urls@${at.line}:${at.column}`);
  facts.push({ kind: 'router', by: BY, name, root: false, at });
  return { kind: 'name', name, space: 'value' };
}

const patternsOf = (module: Expression): Expression => ({ kind: 'member', of: module, name: 'urlpatterns' });

/** `router.urls`, `api.urls`; the index page of a `DefaultRouter` is at the place of inclusion. */
function mountUrls(urls: Urls, place: Node, of: Node, prefix: Expression | undefined): void {
  const binding = of.kind === 'name' ? lookup(urls.scope, of.name)?.binding : undefined;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  const placed = made?.kind === 'call' && lastName(made.of) === 'DefaultRouter' ? { placed: true } : {};
  mount(urls, place, readValue(urls.source, urls.scope, of), prefix, placed);
}

/** `Users.as_view({'get': 'list'})`: viewset methods by HTTP method. Where a base class that is not read has one, it is unknown. */
function mapped(urls: Urls, call: Call, made: Call, mapping: Extract<Node, { kind: 'dict' }>, prefix: Expression): void {
  const { source, facts, scope, list } = urls;
  const view = made.of.kind === 'attribute' ? made.of.of : made;
  const serves = mapping.entries.flatMap(({ key, value }) => {
    const method = plainText(key)?.toUpperCase();
    return method === undefined ? [] : [{ method, member: plainText(value) ?? '' }];
  });
  const isWhole = serves.length === mapping.entries.length;
  if (isWhole && !isRefitted(made)) mount(urls, call, viewOf(source, scope, view), prefix, { ...VIEW, serves });
  // `{**reading, 'post': 'create'}`
  if (!isWhole) mount(urls, call, unknown('which methods its view answers is not read'), prefix, VIEW);
  for (const { method } of serves) {
    const at = source.at(call.start);
    const incomplete = `what ${lastName(view) ?? 'the viewset'} sends is not worked out`;
    facts.push({ kind: 'route', by: BY, method, path: prefix, router: list, responses: [], fallback: true, incomplete, at });
  }
}

function mount(
  urls: Urls,
  place: Node,
  child: Expression,
  prefix: Expression | undefined,
  more: Pick<Mount, 'placed' | 'exact' | 'serves'>,
): void {
  const { source, facts, list } = urls;
  const at = source.at(place.start);
  facts.push({
    kind: 'mount',
    by: BY,
    parent: list,
    child,
    ...(prefix === undefined ? {} : { prefix }),
    certainty: 'router',
    ...more,
    ...(urls.unordered ? { unordered: true } : {}),
    at,
  });
}

/** `ROOT_URLCONF = 'project.urls'`. */
export function readRoot(source: Source, facts: Fact[], variable: Variable): void {
  const [value] = variable.values;
  const module = plainText(value);
  const child =
    module === undefined ? unknown('the module of the URLs is not read') : patternsOf({ kind: 'module', specifier: module });
  facts.push({ kind: 'mount', by: BY, child, certainty: 'router', at: source.at(variable.start) });
}
