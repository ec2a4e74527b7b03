import type { Expression } from '../../../../facts/expression.js';
import { settingOf } from '../django-settings.js';
import { type ClassDefinition, originOf, type Scope } from '../scope.js';
import { type Source, scalar, unknown } from '../source.js';
import { argument, keyword, lastName, type Node } from '../syntax/syntax.js';
import { type Call, flagOf, importsFrom } from './field-types.js';
import { schemaCall } from './marshmallow.js';
import { restfulCall } from './restful.js';
import { namesSerializer, ownerOf, sentForMany, superRepresentation } from './serializers.js';
import { paginatedIn, serializerIn, unlessDecided } from './views.js';

/** Results of REST framework calls; undefined: another call. */
export function specialCall(
  source: Source,
  scope: Scope,
  call: Call,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const name = lastName(call.of) ?? '';
  const schema = schemaCall(source, scope, call, inner);
  if (schema !== undefined) return schema;
  const restful = restfulCall(source, scope, call);
  if (restful !== undefined) return restful;
  // a response stands for its data
  if (name === 'Response') {
    if (!/^rest_framework\b/.test(originOf(scope, call.of) ?? '')) return undefined;
    const data = argument(call, 0, 'data');
    return data === undefined ? { kind: 'literal', value: null } : inner(data);
  }
  const owner =
    call.of.kind === 'attribute' && call.of.of.kind === 'name' && call.of.of.name === 'self' ? ownerOf(scope) : undefined;
  if (owner !== undefined && name === 'get_serializer') return picked(call, owner, serializerIn(source, owner, actionOf(scope)));
  if (owner !== undefined && name === 'get_serializer_class') return serializerIn(source, owner, actionOf(scope));
  const rows = owner === undefined ? undefined : rowsOf(owner, name);
  if (rows !== undefined) return rows;
  if (owner !== undefined && name === 'get_paginated_response') {
    const own = owner.methods.some((method) => method.name === name && method.inside === scope);
    const items = argument(call, 0, 'data');
    return own || items === undefined ? undefined : paginatedIn(source, owner, inner(items), actionOf(scope));
  }
  const isPicked = call.of.kind === 'call' && lastName(call.of.of) === 'get_serializer_class';
  if (isPicked || namesSerializer(scope, call.of))
    return flagOf(keyword(call, 'many')) === false ? undefined : instanceMade(call, inner(call.of));
  if (name !== 'to_representation') return ofQuery(source, scope, call, inner);
  // `Field(many=True).to_representation(rows)` is a list
  const made = call.of.kind === 'attribute' ? call.of.of : undefined;
  if (made?.kind !== 'call' || flagOf(keyword(made, 'many')) === false) return superRepresentation(source, scope, call);
  return { kind: 'array', items: unknown('what each of many is sent as is not read') };
}

const LINK: Expression = { kind: 'operator', operator: 'nullable', of: scalar('string', 'uri') };
/** Query methods that return a query. */
const QUERY =
  /^(?:all|filter|exclude|order_by|select_related|prefetch_related|distinct|annotate|alias|using|reverse|only|defer|select_for_update|get_queryset)$/;

/** Results of Django queries (https://docs.djangoproject.com/en/stable/ref/models/querysets/): a query is a list of its rows. */
function ofQuery(source: Source, scope: Scope, call: Call, inner: (of: Node | undefined) => Expression): Expression | undefined {
  const name = lastName(call.of) ?? '';
  if (name === 'get_next_link' || name === 'get_previous_link') return LINK;
  const isDjango = importsFrom(source, /^(?:django|rest_framework|ninja)\b/);
  const first = argument(call, 0);
  if (name === 'authenticate' && /^django\b/.test(originOf(scope, call.of) ?? '')) return settingOf(source, '|user');
  if (isDjango && name === 'get_object_or_404' && first !== undefined)
    return /^[A-Z]/.test(lastName(first) ?? '') ? { kind: 'returns', of: inner(first) } : { kind: 'element', of: inner(first) };
  if (call.of.kind !== 'attribute' || !isQuery(call.of.of, isDjango) || originOf(scope, call.of)?.startsWith('os.'))
    return undefined;
  if (QUERY.test(name)) return inner(call.of.of);
  if (/^(?:get|create|create_user|latest|earliest)$/.test(name)) return { kind: 'element', of: inner(call.of.of) };
  if (name === 'first' || name === 'last')
    return { kind: 'operator', operator: 'nullable', of: { kind: 'element', of: inner(call.of.of) } };
  return undefined;
}

/**
 * Whether an expression starts with a manager: `Tag.objects`, and in a file of Django `book.tags`. A plain name may be anything.
 */
function isQuery(node: Node, isDjango: boolean): boolean {
  let at: Node = node;
  for (;;) {
    if (at.kind === 'attribute' && at.name === 'objects') return true;
    if (at.kind === 'call' && at.of.kind === 'attribute' && QUERY.test(at.of.name)) at = at.of.of;
    else return isDjango && at.kind === 'attribute';
  }
}

/** `self.get_queryset()`, `self.get_object()` of a view with a `queryset`. */
function rowsOf({ fact, fields, methods }: ClassDefinition, name: string): Expression | undefined {
  if (!/^get_(?:object|queryset)$/.test(name) || methods.some((method) => method.name === name)) return undefined;
  if (!fields.some((field) => field.name === 'queryset')) return undefined;
  const rows: Expression = { kind: 'member', of: { kind: 'name', name: fact }, name: 'queryset' };
  return name === 'get_object' ? { kind: 'element', of: rows } : rows;
}

/** An instance of a serializer; with `many` its data is a list. */
function instanceMade(call: Call, serializer: Expression): Expression {
  const instance: Expression = { kind: 'returns', of: serializer };
  const isMany = flagOf(keyword(call, 'many'));
  if (isMany === undefined) return withData(unknown('whether it is of many is not read'));
  return isMany ? withData(sentForMany(instance)) : instance;
}

/** An instance of the serializer that a view selects. */
const picked = (call: Call, view: ClassDefinition, serializer: Expression): Expression =>
  withData(unlessDecided(view, 'get_serializer_class', { kind: 'member', of: instanceMade(call, serializer), name: 'data' }));

function withData(data: Expression): Expression {
  return { kind: 'object', members: [{ kind: 'property', name: 'data', value: data, hidden: true, at: { line: 1, column: 1 } }] };
}

/** The view method that contains a scope. */
function actionOf(scope: Scope): string {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.of !== undefined) return at.of.name;
  return '';
}
