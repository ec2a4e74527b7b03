import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { chosen, guardsOf, type Way } from '../branches.js';
import { bySettings } from '../django-settings.js';
import { type ClassDefinition, onlyValue, originOf, type Scope } from '../scope.js';
import { type Source, unknown } from '../source.js';
import { calledName, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { passesBodiesOn } from '../wrappers.js';
import { importsFrom } from './field-types.js';
import { envelopeBySettings, isLibrary, isPaginator } from './pagination.js';
import { rendered } from './renderers.js';

const JSON_RENDERER = /^(?:JSON|BrowsableAPI|Admin|MultiPart|CoreJSON)Renderer$/;

export const CAMEL_RENDERER = /^djangorestframework_camel_case\.render\.CamelCase\w{0,40}$/;

/** https://github.com/vbabiy/djangorestframework-camel-case */
export const camelCased = (of: Expression): Expression => ({ kind: 'operator', operator: 'camel-cased', of });

const BUILDS = /^(?:routes|get_routes|get_lookup_regex|get_method_map|trailing_slash)$/;

/** Whether a router class builds URLs in another way than the library. */
export const buildsOtherUrls = ({ fields, methods }: ClassDefinition): boolean =>
  [...fields, ...methods].some(({ name }) => BUILDS.test(name));

/** Whether it is a router class with other URLs than those of the library, or with more. */
export const isOtherRouter = (definition: ClassDefinition): boolean =>
  definition.arguments.some(({ value: base }) => /Router(?:Mixin)?$/.test(lastName(base) ?? '')) &&
  (buildsOtherUrls(definition) || definition.methods.some(({ name }) => name === 'urls' || name === 'get_urls'));

/** View methods that a class may override to send something other than the library. */
const DECIDES = /^(?:get_serializer(?:_class)?|list|retrieve|create|update|partial_update|destroy)$/;
const decidedBy = (method: string): string => (/^get_serializer(?:_class)?$/.test(method) ? '|picked' : `|${method}`);

/**
 * The library's response for a view, unless a base class overrides the deciding method: one that selects the serializer, or
 * handles the action itself.
 */
export function unlessDecided(view: ClassDefinition, method: string, body: Expression): Expression {
  if (view.methods.some(({ name }) => decidedBy(name) === decidedBy(method))) return body;
  return { kind: 'returns', of: { kind: 'member', of: instanceOf(view), name: decidedBy(method) }, values: [body, body] };
}

/**
 * How a view class, or a route class, transforms all its responses: `|paginated`, `|rendered`, `|routed`, and its own deciding
 * methods.
 */
export function viewMembers(source: Source, definition: ClassDefinition): readonly ObjectMember[] {
  const { fact, fields, methods, inside, arguments: given } = definition;
  const at = source.at(definition.start);
  const made: ObjectMember[] = [];
  const add = (name: string, make: (given: Expression) => Expression): void => {
    const callable = `${fact}${name}`;
    source.record.facts.push({ kind: 'callable', name: callable, inferred: make({ kind: 'parameter', callable, index: 0 }), at });
    made.push({ kind: 'method', name, callable, at });
  };
  const field = (name: string): Node | undefined => fields.find((one) => one.name === name)?.value;
  const own = methods.find(({ name }) => name === 'get_paginated_response');
  const paginator = field('pagination_class');
  const isView =
    field('serializer_class') !== undefined ||
    paginator !== undefined ||
    methods.some(({ name }) => name === 'get_serializer_class');
  if (own !== undefined && (isView || !isPaginator(source, definition)))
    made.push({ kind: 'method', name: '|paginated', callable: own.fact, at });
  else if (paginator !== undefined) add('|paginated', (items) => paginatedBy(source, inside, paginator, items));
  const routing = methods.find(({ name }) => name === 'get_route_handler');
  if (routing !== undefined)
    add('|routed', (sent) => (passesBodiesOn(source, routing) ? sent : unknown(`${definition.name} may send another body`)));
  const isOfLibrary =
    isView || importsFrom(source, /^rest_framework\b/) || given.some(({ value }) => /View[Ss]et$/.test(lastName(value) ?? ''));
  const decides = isOfLibrary ? methods.filter(({ name }) => DECIDES.test(name)) : [];
  for (const name of new Set(decides.map((method) => decidedBy(method.name))))
    add(name, () => unknown(`a method of ${definition.name} decides it`));
  const renderers = field('renderer_classes');
  if (renderers !== undefined) add('|rendered', (data) => renderedBy(source, inside, renderers, data));
  return made;
}

/** The page object of a given paginator for a list; None: no pagination. */
function paginatedBy(source: Source, scope: Scope, node: Node, items: Expression): Expression {
  if (node.kind === 'constant' && node.value === null) return items;
  const known = isLibrary(scope, node) ? envelopeBySettings(source, lastName(node) ?? '', items) : undefined;
  return known ?? paginatedByClass(readValue(source, scope, node), items);
}

/** The same for a class that an expression refers to. */
export function paginatedByClass(paginator: Expression, items: Expression): Expression {
  return {
    kind: 'returns',
    of: { kind: 'member', of: { kind: 'instance', of: paginator }, name: '|paginated' },
    values: [items, items],
  };
}

/** The data after the first of several renderers, which answers requests without another preference. */
export function renderedBy(source: Source, scope: Scope, node: Node, data: Expression): Expression {
  if (node.kind !== 'list' && node.kind !== 'tuple') return unknown('which renderers there are is not read');
  const [first] = node.items;
  if (first === undefined) return unknown('which renderers there are is not read');
  if (isLibrary(scope, first))
    return JSON_RENDERER.test(lastName(first) ?? '') ? data : unknown('another renderer than that of JSON');
  return CAMEL_RENDERER.test(originOf(scope, first) ?? '')
    ? camelCased(data)
    : renderedByClass(readValue(source, scope, first), data);
}

export function renderedByClass(renderer: Expression, data: Expression): Expression {
  const instance: Expression = { kind: 'instance', of: renderer };
  return rendered({ kind: 'member', of: instance, name: '|rendered' }, data, instance);
}

export const instanceOf = ({ fact: name }: ClassDefinition): Expression => ({ kind: 'name', name });

/** An option of `@action(…)`, which replaces the view's attribute of that name. */
function optionOfAction(view: ClassDefinition, action: string, name: string): Node | undefined {
  const method = view.methods.find((one) => one.name === action);
  const decorator = method?.decorators.find((one) => one.kind === 'call' && lastName(one.of) === 'action');
  return decorator?.kind === 'call' ? keyword(decorator, name) : undefined;
}

/** A list in pages, by the paginator of the action or the view, or that of the settings. */
export function paginatedIn(source: Source, view: ClassDefinition, items: Expression, action = ''): Expression {
  const own = optionOfAction(view, action, 'pagination_class');
  if (own !== undefined) return paginatedBy(source, view.outside, own, items);
  const of: Expression = { kind: 'member', of: instanceOf(view), name: '|paginated' };
  return { kind: 'returns', of, values: [items, bySettings(source, '|paginated', [items])] };
}

/** The data as a view sends it, by its own renderer or that of the settings. */
export function renderedIn(source: Source, view: ClassDefinition | undefined, data: Expression): Expression {
  const bySetting = bySettings(source, '|rendered', [data]);
  if (view === undefined) return bySetting;
  return { kind: 'returns', of: { kind: 'member', of: instanceOf(view), name: '|rendered' }, values: [data, bySetting] };
}

/** HTTP methods by viewset action. */
const METHODS: Readonly<Record<string, string>> = {
  list: 'GET',
  retrieve: 'GET',
  create: 'POST',
  update: 'PUT',
  partial_update: 'PATCH',
  destroy: 'DELETE',
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** The serializer class of a view for an action, as a value. */
export function serializerIn(source: Source, view: ClassDefinition, action: string): Expression {
  const given = optionOfAction(view, action, 'serializer_class');
  const attribute: Expression =
    given === undefined
      ? { kind: 'member', of: instanceOf(view), name: 'serializer_class' }
      : readValue(source, view.outside, given);
  const picks = view.methods.find(({ name }) => name === 'get_serializer_class');
  if (picks === undefined)
    return view.methods.some(({ name }) => name === 'get_serializer')
      ? unknown('its own method makes the serializer')
      : attribute;
  const picked = (node: Node | undefined): Expression => {
    if (node?.kind === 'call' && node.of.kind === 'attribute' && node.of.name === 'get_serializer_class') return attribute;
    return node?.kind === 'name' || node?.kind === 'attribute'
      ? readValue(source, picks.inside, node)
      : unknown('how the serializer is picked is not read');
  };
  // `return Write if self.request.method == 'POST' else Read`
  const ways = picks.results.flatMap((node, index): readonly Way[] => {
    const guards = guardsOf(picks, index);
    const { options = [], test } = node?.kind === 'choice' && node.conditional === true ? node : {};
    return test === undefined
      ? [{ value: picked(node), guards }]
      : options.map((one, place) => ({ value: picked(one), guards: [...guards, { ...test, holds: place === 0 }] }));
  });
  return chosen(source, ways, (test) => judge(source, view, test, action));
}

/** A condition on the action, method or path, evaluated for an action. One side of `and` or `or` may decide alone. */
function judge(source: Source, view: ClassDefinition, test: string, action: string): boolean | undefined {
  for (const [word, decisive] of WORDS) {
    const parts = test.split(word);
    if (parts.length === 1) continue;
    const sides = parts.map((part) => judge(source, view, part.trim(), action));
    if (sides.includes(decisive)) return decisive;
    return sides.includes(undefined) ? undefined : !decisive;
  }
  return ofAction(test, action) ?? ofPath(source, view, test, action);
}

const WORDS = [
  [' or ', true],
  [' and ', false],
] as const;

/** `self.action == 'list'`, `self.action in ['list', 'retrieve']`, `self.request.method == 'GET'`. */
function ofAction(test: string, action: string): boolean | undefined {
  const [, of, operator, listed = ''] = /^self\.(action|request\.method) (==|!=|in|not in) (.*)$/.exec(test) ?? [];
  const names = [...listed.matchAll(/['"]([\w-]*)['"]/g)].map(([, name]) => name ?? '');
  const isPlain = /^[[({]?(?:['"][\w-]*['"](?:, ?)?)+[\])}]?$/.test(listed);
  const actual = of === 'action' ? action : METHODS[action];
  if (of === undefined || !isPlain || actual === undefined) return undefined;
  return names.includes(actual) === (operator === '==' || operator === 'in');
}

/**
 * `'members' in self.request.path` distinguishes the view's own action `members` from library actions. `endswith('groups/')`
 * distinguishes the list from a single item, whose path ends with its lookup value.
 */
function ofPath({ definitions }: Source, view: ClassDefinition, test: string, action: string): boolean | undefined {
  const [, end] = /^self\.request\.path\.endswith\(['"]\/?\w{1,80}\/?['"](\))$/.exec(test) ?? [];
  if (end !== undefined) return /^(?:retrieve|update|partial_update|destroy)$/.test(action) ? false : undefined;
  const [, written, constant = '', not] =
    /^(?:['"]([\w-]{1,80})['"]|(\w{1,80})) (not )?in self\.request\.path(?:\.split\(['"]\/['"]\))?$/.exec(test) ?? [];
  const name = written ?? plainText(onlyValue(definitions.module.bindings.get(constant)));
  const isOwn = view.methods.some((one) => one.name === name && one.decorators.some((of) => /^action$/.test(calledName(of))));
  if (name === undefined || !isOwn || (METHODS[action] === undefined && action !== name)) return undefined;
  return (action === name) === (not === undefined);
}
