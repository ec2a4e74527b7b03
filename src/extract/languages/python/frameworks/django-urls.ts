import type { Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, Mount } from '../../../../facts/fact.js';
import { angledPath } from '../paths.js';
import { templateOf } from '../regex-paths.js';
import { factName, lookup, originOf, type Scope, type Variable } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { argument, lastName, type Node, plainText } from '../syntax.js';
import { readValue } from '../values.js';
import { djangoProfile } from './django-profile.js';

const BY = djangoProfile.id;
type Call = Extract<Node, { kind: 'call' }>;

/** What urls are read into. */
export interface Urls {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  readonly scope: Scope;
  /** The list that entries hang on. */
  readonly list: Expression;
  /** Entries are not told in the order of the text: the list is set twice (`urlpatterns = new + urlpatterns`) or changed. */
  readonly unordered: boolean;
}

const MAX_DEPTH = 20;

/** A variable that holds URL patterns is a router; other variables are none. */
export function readUrlList(
  source: Source,
  facts: Fact[],
  gaps: FileGap[],
  scope: Scope,
  name: string,
  variable: Variable,
  filled: ReadonlyMap<string, readonly Node[]>,
): void {
  const nodes = [...variable.values, ...variable.added, ...(filled.get(name) ?? [])].flatMap((node) => node ?? []);
  if (name !== 'urlpatterns' && !nodes.some((node) => holdsPatterns(scope, node, 0))) return;
  const list: Expression = { kind: 'name', name: factName(scope, name), space: 'value' };
  facts.push({ kind: 'router', by: BY, name: factName(scope, name), root: false, at: source.at(variable.start) });
  const unordered = variable.values.length > 1 || scope.changed.has(name);
  const urls: Urls = { source, facts, gaps, scope, list, unordered };
  for (const node of nodes) readPatterns(urls, node, 0);
}

/** What is put into lists after they are made: `urlpatterns.append(path('users/', view))`. */
export function filledLists({ calls }: Scope): ReadonlyMap<string, readonly Node[]> {
  const filled = new Map<string, Node[]>();
  for (const { node } of calls) {
    const of =
      node.kind === 'call' && node.of.kind === 'attribute' && /^(?:append|extend|insert)$/.test(node.of.name)
        ? node.of.of
        : undefined;
    const last = node.kind === 'call' ? node.arguments.at(-1)?.value : undefined;
    if (of?.kind !== 'name' || last === undefined) continue;
    const known = filled.get(of.name);
    if (known === undefined) filled.set(of.name, [last]);
    else known.push(last);
  }
  return filled;
}

function holdsPatterns(scope: Scope, node: Node, depth: number): boolean {
  if (depth > 3) return false;
  if (node.kind === 'list' || node.kind === 'tuple') return node.items.some((item) => holdsPatterns(scope, item, depth + 1));
  if (node.kind === 'operation') return holdsPatterns(scope, node.left, depth + 1) || holdsPatterns(scope, node.right, depth + 1);
  return node.kind === 'call' && patternOf(scope, node) !== undefined;
}

/** Which of Django's functions it calls. */
function patternOf(scope: Scope, { of }: Call): 'path' | 'regex' | undefined {
  const origin = originOf(scope, of) ?? '';
  if (/^(?:django\.urls(?:\.conf)?|channels\.routing|django\.conf\.urls)\.(?:path)$/.test(origin)) return 'path';
  return /^(?:django\.urls(?:\.conf)?\.re_path|django\.conf\.urls\.url|django\.urls\.url)$/.test(origin) ? 'regex' : undefined;
}

/** Lists, sums of lists, and calls that take one; what else there may be hides what it may hold. */
function readPatterns(urls: Urls, node: Node, depth: number): void {
  const { scope } = urls;
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
    else if (/^(?:format_suffix_patterns|i18n_patterns|patterns|list|tuple)$/.test(name))
      for (const { value } of node.arguments) readPatterns(urls, value, depth + 1);
    else mount(urls, node, unknown('what this call gives is not read'), undefined, {});
  } else if (node.kind === 'attribute' && node.name === 'urls') mountUrls(urls, node, node.of, undefined);
  else if (node.kind === 'name' || node.kind === 'attribute')
    mount(urls, node, readValue(urls.source, scope, node), undefined, {});
}

/** `path('users/', view)`. */
function readEntry(urls: Urls, call: Call, kind: 'path' | 'regex'): void {
  const { source, scope } = urls;
  const route = argument(call, 0, kind === 'path' ? 'route' : 'regex');
  const view = argument(call, 1, 'view');
  if (route === undefined || view === undefined) return;
  const prefix =
    kind === 'path'
      ? angledPath(readValue(source, scope, route))
      : regexPath(plainText(route) ?? readValue(source, scope, route));
  if (prefix.kind === 'unknown') {
    // what is before the first group, as far as whole segments go
    const known = /^\^?((?:[\w-]{1,80}\/){0,9})/.exec(plainText(route) ?? '')?.[1] ?? '';
    mount(urls, call, prefix, literal(known), {});
    return;
  }
  readView(urls, call, view, prefix, 0);
}

const UNSAID = unknown('a regular expression that no path template can say');

/** A regular expression as a path; of one that is put together the parts that are written out are regular expressions of their own. */
export function regexPath(regex: string | Expression | undefined): Expression {
  if (typeof regex === 'string') {
    const template = templateOf(regex);
    return template === undefined ? UNSAID : literal(template);
  }
  if (regex?.kind !== 'text') return UNSAID;
  const parts = regex.parts.map((part) =>
    part.kind === 'literal' && typeof part.value === 'string' ? regexPath(part.value) : part,
  );
  return parts.includes(UNSAID) ? UNSAID : { kind: 'text', parts };
}

function readView(urls: Urls, call: Call, view: Node, prefix: Expression, depth: number): void {
  const { source, scope } = urls;
  const made = view.kind === 'name' ? viewMade(scope, view.name) : undefined;
  if (view.kind === 'attribute' && view.name === 'urls') mountUrls(urls, call, view.of, prefix);
  else if (made !== undefined && depth <= 5) readView(urls, call, made, prefix, depth + 1);
  else if (view.kind !== 'call') mount(urls, call, readValue(source, scope, view), prefix, { placed: true });
  else if (lastName(view.of) === 'include') include(urls, call, view.arguments[0]?.value, prefix);
  else if (view.of.kind === 'attribute' && view.of.name === 'as_view') {
    const [mapping] = view.arguments;
    if (mapping?.name === undefined && mapping?.value.kind === 'dict') mapped(urls, call, view.of.of, mapping.value, prefix);
    else mount(urls, call, readValue(source, scope, view.of.of), prefix, { placed: true });
  } else {
    // a decorator around a view: `csrf_exempt(View.as_view())`, `cache_page(60)(view)`
    const inner = view.arguments.find(({ name, value }) => name === undefined && /^(?:call|name|attribute)$/.test(value.kind));
    if (inner === undefined || depth > 5) mount(urls, call, unknown('what makes this view is not read'), prefix, {});
    else readView(urls, call, inner.value, prefix, depth + 1);
  }
}

/** `user_list = UserViewSet.as_view({'get': 'list'})`, above the list. */
function viewMade(scope: Scope, name: string): Node | undefined {
  const binding = lookup(scope, name)?.binding;
  const [made] = binding?.kind === 'variable' && binding.values.length === 1 ? binding.values : [];
  return made?.kind === 'call' && lastName(made.of) !== 'include' ? made : undefined;
}

/** `include('app.urls')`, `include((patterns, 'name'))`, `include(router.urls)`. */
function include(urls: Urls, call: Call, given: Node | undefined, prefix: Expression): void {
  const { source, scope } = urls;
  const what = given?.kind === 'tuple' ? given.items[0] : given;
  const module = plainText(what);
  if (module !== undefined) mount(urls, call, patternsOf({ kind: 'module', specifier: module }), prefix, {});
  else if (what?.kind === 'attribute' && what.name === 'urls') mountUrls(urls, call, what.of, prefix);
  else if (what?.kind === 'list') {
    for (const item of what.items) nested(urls, item, prefix);
  } else if (what !== undefined) {
    const value = readValue(source, scope, what);
    mount(urls, call, { kind: 'union', options: [patternsOf(value), value], readings: true }, prefix, {});
  }
}

/** A list that is written out where it is included. */
function nested(urls: Urls, item: Node, prefix: Expression): void {
  const { source, facts, scope } = urls;
  const at = source.at(item.start);
  const name = `urls@${at.line}:${at.column}`;
  const list: Expression = { kind: 'name', name: factName(scope, name), space: 'value' };
  facts.push({ kind: 'router', by: BY, name: factName(scope, name), root: false, at });
  facts.push({ kind: 'mount', by: BY, parent: urls.list, child: list, prefix, certainty: 'router', at });
  readPatterns({ ...urls, list }, item, 1);
}

const patternsOf = (module: Expression): Expression => ({ kind: 'member', of: module, name: 'urlpatterns' });

/** `router.urls`, `api.urls`; the page that a `DefaultRouter` adds stands where that is included. */
function mountUrls(urls: Urls, place: Node, of: Node, prefix: Expression | undefined): void {
  const binding = of.kind === 'name' ? lookup(urls.scope, of.name)?.binding : undefined;
  const [made] = binding?.kind === 'variable' ? binding.values : [];
  const placed = made?.kind === 'call' && lastName(made.of) === 'DefaultRouter' ? { placed: true } : {};
  mount(urls, place, readValue(urls.source, urls.scope, of), prefix, placed);
}

/** `Users.as_view({'get': 'list'})`: methods of a viewset, by name. */
function mapped(urls: Urls, call: Call, view: Node, mapping: Extract<Node, { kind: 'dict' }>, prefix: Expression): void {
  const { source, facts, list } = urls;
  for (const { key } of mapping.entries) {
    const method = plainText(key)?.toUpperCase();
    if (method === undefined) continue;
    const at = source.at(call.start);
    const incomplete = `what ${lastName(view) ?? 'the viewset'} sends is not worked out`;
    facts.push({ kind: 'route', by: BY, method, path: prefix, router: list, responses: [], incomplete, at });
  }
}

function mount(urls: Urls, place: Node, child: Expression, prefix: Expression | undefined, more: Pick<Mount, 'placed'>): void {
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
