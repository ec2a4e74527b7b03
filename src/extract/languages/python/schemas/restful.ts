import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import { type Binding, factName, lookup, onlyValue, originOf, type Scope, type Variable } from '../scope.js';
import { FLOAT, literal, type Source, scalar, unknown } from '../source.js';
import { argument, calleeOf, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { type Call, flagOf, importsFrom } from './field-types.js';

const PACKAGES = /^flask_rest(?:ful|x|plus)\b/;
const FIELD = /^flask_rest(ful|x|plus)\.fields\.(\w+)$/;
/** Marks models, to distinguish models of other files from field dictionaries. */
const MODEL = '|model';
/** Suffix of the fact with the marshalled form for a variable with a field dictionary. */
const OF_FIELDS = '|fields';
const MASKED = 'a mask chooses which fields are sent';
const MAX_DEPTH = 20;

const string = scalar('string');
const FIELDS: Readonly<Record<string, Expression>> = {
  String: string,
  FormattedString: string,
  Url: string,
  ClassName: string,
  Arbitrary: string,
  Fixed: string,
  Price: string,
  Integer: scalar('integer'),
  Float: FLOAT,
  Boolean: scalar('boolean'),
  Date: scalar('string', 'date'),
};

/**
 * Flask-RESTX models, and fields of Flask-RESTX and Flask-RESTful, in their sent form: an object of the fields
 * (https://flask-restx.readthedocs.io/en/latest/marshalling.html). Undefined: another call.
 */
export function restfulCall(source: Source, scope: Scope, call: Call): Expression | undefined {
  if (!importsFrom(source, PACKAGES)) return undefined;
  const name = lastName(call.of) ?? '';
  if (name === 'marshal' && call.arguments.length > 1) {
    const fields = argument(call, 1, 'fields');
    return fields && marshalled(source, scope, { call, fields, value: argument(call, 0, 'data') });
  }
  if (FIELD.test(originOf(scope, call.of) ?? '')) return fieldOf(source, scope, call, 0);
  return modelOf(source, scope, call, 0);
}

/** `api.model('Book', {...})`, `api.inherit('Novel', book, {...})`, `Model('Book', {...})`. */
function modelOf(source: Source, scope: Scope, call: Call, depth: number): Expression | undefined {
  const name = lastName(call.of) ?? '';
  const isMade = /^(?:Ordered)?Model$/.test(name) && PACKAGES.test(originOf(scope, call.of) ?? '');
  const isAsked = call.of.kind === 'attribute' && /^(?:model|inherit|clone)$/.test(name);
  const [title, ...parts] = call.arguments.filter((one) => one.name === undefined);
  if (title === undefined || !(isMade || isAsked)) return undefined;
  const given = parts.length === 0 && name === 'model' ? keyword(call, 'model') : undefined;
  const all = given === undefined ? parts.map(({ star, value }) => (star === undefined ? value : undefined)) : [given];
  return {
    kind: 'object',
    members: [
      { kind: 'property', name: MODEL, value: literal(true), hidden: true, at: source.at(call.start) },
      ...all.map((one): ObjectMember => ({ kind: 'spread', value: fieldsOf(source, scope, one, depth + 1) })),
      ...(keyword(call, 'mask') === undefined ? [] : [{ kind: 'spread', value: unknown(MASKED) } as const]),
    ],
  };
}

/**
 * The marshalled form of one object: the fields come from a dictionary, directly or in a variable, or from a model of any file.
 */
function fieldsOf(source: Source, scope: Scope, node: Node | undefined, depth: number): Expression {
  if (node === undefined || depth > MAX_DEPTH) return unknown('its fields are not read');
  if (node.kind === 'dict') {
    const members = node.entries.map(({ key, value }): ObjectMember => {
      const name = plainText(key);
      if (key === undefined) return { kind: 'spread', value: fieldsOf(source, scope, value, depth + 1) };
      if (isWildcard(scope, value)) return { kind: 'rest', values: fieldOf(source, scope, argument(value, 0), depth + 1) };
      if (name === undefined) return { kind: 'spread', value: unknown('the name of a field is not read') };
      return { kind: 'property', name, value: fieldOf(source, scope, value, depth + 1), at: source.at(key.start) };
    });
    return { kind: 'object', members };
  }
  if (node.kind === 'call') return modelOf(source, scope, node, depth) ?? unknown('its fields are not read');
  const found = node.kind === 'name' ? lookup(scope, node.name) : undefined;
  if (found !== undefined && isFields(found.scope, found.binding))
    return { kind: 'name', name: `${found.fact}${OF_FIELDS}`, space: 'value' };
  if (node.kind !== 'name' && node.kind !== 'attribute') return unknown('its fields are not read');
  const of = readValue(source, scope, node);
  const keys: readonly Expression[] = [literal(MODEL), of, unknown('its fields are not read')];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: keys } };
}

/** Records the marshalled form for variables of a scope with field dictionaries. */
export function recordFields(source: Source, scope: Scope): void {
  if (!importsFrom(source, PACKAGES)) return;
  for (const [name, binding] of scope.bindings) {
    if (!isFields(scope, binding)) continue;
    const isSet = [scope.sets, scope.changed, scope.indexed].some((one) => one.has(name));
    const [made] = binding.values;
    const value = isSet ? unknown('its fields are set one by one') : fieldsOf(source, scope, made, 0);
    const at = source.at(binding.start);
    source.record.facts.push({ kind: 'constant', name: `${factName(scope, name)}${OF_FIELDS}`, value, at });
  }
}

/** A variable with a field dictionary. */
function isFields(scope: Scope, binding: Binding): binding is Variable {
  const stored = onlyValue(binding);
  const isField = (node: Node): boolean => FIELD.test(originOf(scope, calleeOf(node)) ?? '');
  return stored?.kind === 'dict' && stored.entries.some(({ value }) => isField(value));
}

const isWildcard = (scope: Scope, node: Node): node is Call =>
  node.kind === 'call' && FIELD.exec(originOf(scope, node.of) ?? '')?.[2] === 'Wildcard';

/** `fields.Integer`, `fields.List(fields.String)`, `fields.Nested(book)`; a custom field class may return anything. */
function fieldOf(source: Source, scope: Scope, node: Node | undefined, depth: number): Expression {
  if (node === undefined || depth > MAX_DEPTH) return unknown('a field is not read');
  if (node.kind === 'dict') return fieldsOf(source, scope, node, depth + 1);
  const [, library, name = ''] = FIELD.exec(originOf(scope, calleeOf(node)) ?? '') ?? [];
  const isIso = library !== 'ful';
  if (node.kind !== 'call') return name === 'DateTime' ? dateTime(isIso) : plainField(name);
  switch (name) {
    case 'List':
      return { kind: 'array', items: fieldOf(source, scope, argument(node, 0, 'cls_or_instance'), depth + 1) };
    case 'Nested': {
      const of = fieldsOf(source, scope, argument(node, 0, library === 'ful' ? 'nested' : 'model'), depth + 1);
      const isMany = flagOf(keyword(node, 'as_list'));
      // Flask-RESTful returns a list for a list, and only the other two libraries declare which it is
      if (library === 'ful' || isMany === undefined) return unknown('it may be nested once or in a list');
      const whole = trimmed(keyword(node, 'skip_none'), of);
      const made: Expression = isMany ? { kind: 'array', items: whole } : whole;
      return flagOf(keyword(node, 'allow_null')) === false ? made : { kind: 'operator', operator: 'nullable', of: made };
    }
    case 'DateTime': {
      const format = argument(node, 0, 'dt_format');
      return dateTime(format === undefined ? isIso : plainText(format) === 'iso8601');
    }
    default:
      return plainField(name);
  }
}

const dateTime = (isIso: boolean): Expression => (isIso ? scalar('string', 'date-time') : string);
const plainField = (name: string): Expression => FIELDS[name] ?? unknown(`what a field ${name} holds is not known`);

/** `skip_none` omits null fields, so any field may be absent. */
function trimmed(flag: Node | undefined, of: Expression): Expression {
  if (flagOf(flag) === false) return of;
  return { kind: 'operator', operator: 'partial', of, keys: unknown('only fields with a value are sent') };
}

interface Marshal {
  /** The call or decorator, possibly with `envelope` and `skip_none`. */
  readonly call: Call;
  readonly fields: Node;
  readonly value: Node | undefined;
  /** The scope of the returned value; absent: the scope of the call. */
  readonly inside?: Scope;
  /** The decorator declares a list. */
  readonly isMany?: boolean | undefined;
}

/** The result of `marshal`: an object of the fields, or a list of such objects for a list. */
export function marshalled(
  source: Source,
  scope: Scope,
  { call, fields, value, inside = scope, isMany = false }: Marshal,
): Expression {
  const isMasked = keyword(call, 'mask') !== undefined;
  const one = isMasked ? unknown(MASKED) : trimmed(keyword(call, 'skip_none'), fieldsOf(source, scope, fields, 0));
  const many: Expression = { kind: 'array', items: one };
  const body = isList(inside, value) ? many : known(source, inside, value, isMany, isMany ? many : one);
  const envelope = keyword(call, 'envelope');
  if (envelope === undefined || (envelope.kind === 'constant' && envelope.value === null)) return body;
  const name = plainText(envelope);
  return name === undefined
    ? unknown('the name around it is not read')
    : { kind: 'object', members: [{ kind: 'property', name, value: body, at: source.at(envelope.start) }] };
}

/** A list, directly or in a variable, but no tuple with a status. */
export function isList(scope: Scope, value: Node | undefined): boolean {
  if (value?.kind === 'name') {
    const found = lookup(scope, value.name);
    const stored = onlyValue(found?.binding);
    return stored !== undefined && stored.kind !== 'name' && isList(scope, stored);
  }
  if (value?.kind === 'list' || value?.kind === 'comprehension') return true;
  return value?.kind === 'call' && value.of.kind === 'attribute' && value.of.name === 'all' && value.arguments.length === 0;
}

/** The form that a decorator declares for a value, unless the value is known to differ. */
function known(source: Source, scope: Scope, value: Node | undefined, isMany: boolean, made: Expression): Expression {
  if (value === undefined) return made;
  const other = unknown('whether it is a list is not known');
  const plain: Expression = isMany ? { kind: 'tuple', items: [] } : { kind: 'object', members: [] };
  const read = readValue(source, scope, value);
  // Flask-RESTful decorators do not declare lists
  const isSilent = !isMany && importsFrom(source, /^flask_restful\b/);
  const of: Expression = isSilent ? read : { kind: 'operator', operator: 'first-known', of: plain, keys: read };
  const keys: readonly Expression[] = [literal('[]'), ...(isMany ? [made, other] : [other, made])];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: keys } };
}
