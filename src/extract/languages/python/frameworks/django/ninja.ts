import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Response } from '../../../../../facts/fact.js';
import type { RouteMatching } from '../../../../../model/route-matching.js';
import { bySettings } from '../../django-settings.js';
import { bracedPath, convertedPath } from '../../routing/paths.js';
import { type FunctionDefinition, factName, lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusArgument } from '../../statuses.js';
import { argument, calledName, calleeOf, keyword, lastName, type Node } from '../../syntax/syntax.js';
import { typeOf } from '../../types.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { PAGINATORS } from './project.js';

const BY = frameworkProfiles.django.id;
/** All operations of a path form one view, wherever the file registers them. */
const MATCHING: RouteMatching = { firstMatch: true, slashCounts: true };
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
type Call = Extract<Node, { kind: 'call' }>;
type Entries = Extract<Node, { kind: 'dict' }>['entries'];

/** django-ninja (https://django-ninja.dev/): APIs, routers, and decorated functions. */
export function readNinja(source: Source, facts: Fact[]): void {
  const { module, functions, scopes } = source.definitions;
  for (const [name, binding] of module.bindings) {
    const [made] = binding.kind === 'variable' ? binding.values : [];
    if (binding.kind !== 'variable' || made?.kind !== 'call' || !isNinja(module, made)) continue;
    facts.push({
      kind: 'router',
      by: BY,
      name: factName(module, name),
      root: false,
      matching: MATCHING,
      at: source.at(binding.start),
    });
  }
  for (const definition of functions) {
    for (const decorator of definition.decorators) {
      if (decorator.kind !== 'call' || decorator.of.kind !== 'attribute' || !METHODS.has(decorator.of.name)) continue;
      const path = argument(decorator, 0, 'path');
      const scope = definition.inside.parent ?? module;
      if (path === undefined || !usesNinja(module)) continue;
      facts.push({
        kind: 'route',
        by: BY,
        method: decorator.of.name.toUpperCase(),
        path: convertedPath(readValue(source, scope, path)),
        router: readValue(source, scope, decorator.of.of),
        responses: responsesOf(source, scope, decorator, definition),
        at: source.at(decorator.start),
      });
    }
  }
  for (const scope of scopes) for (const { node } of scope.calls) if (node.kind === 'call') readAdd(source, facts, scope, node);
}

function isNinja(scope: Scope, { of }: Call): boolean {
  return /^ninja(?:_extra)?(?:\.\w+)*\.(?:NinjaAPI|NinjaExtraAPI|Router)$/.test(originOf(scope, of) ?? '');
}

function usesNinja(module: Scope): boolean {
  return [...module.bindings.values()].some((binding) => binding.kind === 'import' && /^ninja\b|^ninja_/.test(binding.module));
}

/** `response=Schema`, `response={200: Schema, 404: Error}`. */
function responsesOf(
  source: Source,
  scope: Scope,
  call: Call,
  handler: FunctionDefinition,
): Extract<Fact, { kind: 'route' }>['responses'] {
  const at = source.at(call.start);
  const given = keyword(call, 'response');
  if (given === undefined) return returned(source, handler, at);
  const isTrimmed = call.arguments.some(({ name }) => name === 'exclude_none' || name === 'exclude_unset' || name === 'by_alias');
  const pages = handler.decorators.find((one) => /^paginate/.test(calledName(one)));
  const body = (node: Node): Expression => {
    if (isTrimmed) return unknown('options of its route name it or leave some of it out');
    // django-ninja writes field names; only an option asks for aliases
    const sent: Expression = { kind: 'operator', operator: 'source-names', of: typeOf(source, scope, node) };
    return pages === undefined ? sent : paginated(source, scope, pages, node, sent, at);
  };
  const entries = entriesIn(scope, given);
  if (entries === undefined) return [{ status: literal(200), body: body(given), at }];
  const isNamed = entries.some(({ key }) => key?.kind === 'number' && key.value >= 200 && key.value < 300);
  // what `**ERRORS` of another file adds beside a success is taken for the errors that handlers share
  const listed = entries.filter(({ key, value }) => !isAny(value) && (key !== undefined || !isNamed));
  // a response declared as any type is sent as returned
  const shown = entries.some(({ value }) => isAny(value)) ? returned(source, handler, at) : [];
  const declared = listed.map(({ key, value }) => ({
    status: key?.kind === 'number' ? literal(key.value) : unknown('its status is not read'),
    ...(value.kind === 'constant' && value.value === null ? { mediaType: 'none' } : {}),
    body: key === undefined ? unknown('what it spreads is not read') : body(value),
    at,
  }));
  return [...declared, ...shown];
}

/** The entries of a dictionary, also of `**ERRORS` of this file, each of which counts once. */
function entriesIn(scope: Scope, node: Node, read = new Set<Node>()): Entries | undefined {
  const own = node.kind === 'name' ? onlyValue(lookup(scope, node.name)?.binding) : node;
  if (own?.kind !== 'dict' || read.has(own)) return undefined;
  read.add(own);
  return own.entries.flatMap((one) => (one.key === undefined ? (entriesIn(scope, one.value, read) ?? [one]) : [one]));
}

/** The page of a list, by `@paginate` of django-ninja (https://django-ninja.dev/guides/response/pagination/). */
function paginated(
  source: Source,
  scope: Scope,
  decorator: Node,
  listed: Node,
  items: Expression,
  at: Response['at'],
): Expression {
  const by = calleeOf(decorator);
  const chosen = decorator.kind === 'call' ? argument(decorator, 0) : undefined;
  const isList = listed.kind === 'subscript' && /^(?:[Ll]ist|Sequence|Iterable)$/.test(lastName(listed.of) ?? '');
  const isKnown = chosen === undefined || PAGINATORS.test(originOf(scope, chosen) ?? '');
  if (originOf(scope, by) !== 'ninja.pagination.paginate' || !isList || !isKnown)
    return unknown('how its list is paginated is not read');
  const count: Expression = { kind: 'scalar', type: 'integer' };
  const page: Expression = {
    kind: 'object',
    members: [
      { kind: 'property', name: 'items', value: items, at },
      { kind: 'property', name: 'count', value: count, at },
    ],
  };
  return chosen === undefined ? bySettings(source, '|pages', [page]) : page;
}

const isAny = (node: Node): boolean => lastName(node) === 'Any';

/** `return {...}`, `return 201, {...}`, or the return annotation. */
function returned(source: Source, { results, returns, inside }: FunctionDefinition, at: Response['at']): readonly Response[] {
  const responses = results.flatMap((node): readonly Response[] => {
    const [status, value] = node?.kind === 'tuple' && node.items.length === 2 ? node.items : [undefined, node];
    const code = statusArgument(status);
    if (value?.kind === 'constant' && value.value === null) return [{ status: code, mediaType: 'none', body: literal(null), at }];
    const isShown = value?.kind === 'dict' || value?.kind === 'list' || value?.kind === 'comprehension';
    const annotated = status === undefined ? plainAnnotation(returns) : undefined;
    const body = isShown
      ? readValue(source, inside, value)
      : annotated === undefined
        ? unknown('no response is declared')
        : typeOf(source, inside, annotated);
    return [{ status: code, body, at }];
  });
  return responses.length === 0 ? [{ status: literal(200), body: unknown('no response is declared'), at }] : responses;
}

/** The part of an annotation that is not a pair of status and body. */
function plainAnnotation(node: Node | undefined): Node | undefined {
  if (node?.kind === 'operation' && node.operator === '|') {
    const parts = [plainAnnotation(node.left), plainAnnotation(node.right)].filter((part) => part !== undefined);
    return parts.length === 1 ? parts[0] : undefined;
  }
  const name = lastName(node?.kind === 'subscript' ? node.of : node) ?? '';
  return /^(?:tuple|Tuple|dict|Dict|Any|object|Union|Optional|HttpResponse|JsonResponse)$/.test(name) ? undefined : node;
}

/** `api.add_router('/users/', router)`. */
function readAdd(source: Source, facts: Fact[], scope: Scope, call: Call): void {
  if (call.of.kind !== 'attribute' || call.of.name !== 'add_router') return;
  const prefix = argument(call, 0, 'prefix');
  const child = argument(call, 1, 'router');
  if (prefix === undefined || child === undefined) return;
  const text = child.kind === 'text' ? child.parts.join('') : undefined;
  const cut = text?.lastIndexOf('.') ?? -1;
  facts.push({
    kind: 'mount',
    by: BY,
    parent: readValue(source, scope, call.of.of),
    child:
      text === undefined
        ? readValue(source, scope, child)
        : { kind: 'member', of: { kind: 'module', specifier: text.slice(0, cut) }, name: text.slice(cut + 1) },
    prefix: bracedPath(readValue(source, scope, prefix)),
    certainty: 'router',
    // the API's own routes match first, whatever the order
    unordered: true,
    at: source.at(call.start),
  });
}
