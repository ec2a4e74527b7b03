import { BOOLEAN, type Expression, type ObjectMember } from '../../../facts/expression.js';
import type { Branch } from '../../../facts/fact.js';
import { isMethod } from '../../../model/endpoint.js';
import { callValue } from './calls.js';
import { knownType } from './known-types.js';
import { declaredName, importedName } from './names.js';
import { isForeignTable, isTable, tableValue } from './routing/tables.js';
import { statusOf } from './sends/statuses.js';
import { bindingOf, markOf, type Place, packageOf, type Source, unknown } from './source.js';
import { structValue } from './struct-values.js';
import type { CompositeNode, FunctionNode, Node } from './syntax/node.js';
import { placeOf } from './syntax/text.js';
import { typeOf } from './types.js';

const FLOAT: Expression = { kind: 'scalar', type: 'number', format: 'double' };
export const COMPARISON = /^(?:==|!=|<=|>=|<|>|&&|\|\|)$/;

/** The value of an expression. */
export function readValue(place: Place, node: Node): Expression {
  switch (node.kind) {
    case 'string':
      return { kind: 'literal', value: node.value };
    case 'number':
      return numberOf(node.text);
    case 'rune':
      return { kind: 'scalar', type: 'integer' };
    case 'name':
      return nameValue(place, node);
    case 'member':
      return memberValue(place, node);
    case 'call':
      return callValue(place, node, readValue);
    case 'index':
      return entryOf(place, node) ?? { kind: 'element', of: readValue(place, node.of) };
    case 'slice':
      return readValue(place, node.of);
    case 'composite':
      return compositeValue(place, node);
    case 'function':
      return { kind: 'name', name: literalOf(place, node), space: 'value' };
    case 'assert':
      return assertedValue(place, node);
    case 'unary':
      if (node.operator === '!') return BOOLEAN;
      if (node.operator === '*') return pointedAt(readValue(place, node.of));
      return node.operator === '<-' ? unknown('what a channel gives') : readValue(place, node.of);
    case 'binary':
      return binaryValue(place, node);
    default:
      return unknown('it is not understood');
  }
}

/** `made["id"]` of a map that this code builds, as it is at this place. */
function entryOf({ source, scope }: Place, { of, keys: [key] }: Node & { kind: 'index' }): Expression | undefined {
  const stored = of.kind === 'name' ? bindingOf(scope, of.name)?.expression : undefined;
  const made = stored?.kind === 'name' ? source.constants.get(stored.name)?.value : undefined;
  if (made?.kind !== 'object' || key?.kind !== 'string' || made.members.some(({ kind }) => kind !== 'property')) return undefined;
  const found = made.members.find((one) => one.kind === 'property' && one.name === key.value);
  return found?.kind === 'property' && found.optional !== true ? found.value : undefined;
}

/** `x.(T)`: for an interface of the file the value itself shows more. */
function assertedValue(place: Place, { of, type }: Node & { kind: 'assert' }): Expression {
  if (type === undefined) return unknown('a value of any type');
  const isMarshaler = type.kind === 'member' && type.name === 'Marshaler';
  if (isMarshaler && packageOf(place.source, type.of, place.scope) === 'encoding/json') return readValue(place, of);
  const declared = typeOf(place.source, type, place.scope);
  const isInterface = type.kind === 'name' && place.source.types.get(type.name)?.type.kind === 'interface';
  return isInterface ? { kind: 'operator', operator: 'first-known', of: declared, keys: readValue(place, of) } : declared;
}

/** `*p`: the program panics if `p` is nil, so the value exists here. */
function pointedAt(value: Expression): Expression {
  const isOpen = value.kind === 'member' || value.kind === 'returns' || value.kind === 'element' || value.kind === 'parameter';
  if (value.kind === 'operator' && value.operator === 'nullable') return value.of;
  return isOpen || (value.kind === 'name' && value.space === 'value')
    ? { kind: 'operator', operator: 'non-null', of: value }
    : value;
}

function numberOf(text: string): Expression {
  const value = Number(text.replaceAll('_', ''));
  // `2.0` is a float, so arithmetic with it may give fractions
  if (/^[\d_.]*\.|^\d[\d_]*e/i.test(text) && Number.isInteger(value)) return FLOAT;
  return Number.isFinite(value) ? { kind: 'literal', value } : { kind: 'scalar', type: 'number' };
}

/** The name of a function literal; its body is read later. */
export function literalOf({ source, scope, literals, loops }: Place, node: FunctionNode): string {
  const known = literals.get(node.start);
  const name = known?.name ?? `fn@${markOf(source, node.start)}`;
  if (known === undefined) literals.set(node.start, { name, node, loops, ...(scope && { scope }) });
  return name;
}

function nameValue({ source, scope }: Place, { name, start }: Node & { kind: 'name' }): Expression {
  const bound = bindingOf(scope, name);
  if (bound !== undefined) return bound.expression;
  if (name === 'nil') return { kind: 'literal', value: null };
  if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' };
  if (name === '_' || name === 'iota') return unknown('it is not understood');
  const found = declaredName(source, name, start);
  return found.kind === 'name' ? { ...found, space: 'value' } : found;
}

function memberValue(place: Place, { of, name, start, end }: Node & { kind: 'member' }): Expression {
  const { source, scope } = place;
  const narrowed = bindingOf(scope, source.text.bare.slice(start, end))?.narrowed;
  if (narrowed !== undefined) return narrowed;
  const path = packageOf(source, of, scope);
  if (path === undefined || of.kind !== 'name') return { kind: 'member', of: readValue(place, of), name };
  const status = /^net\/http$|\/(?:fiber|iris)(?:\/v\d+)?$|\/hertz\/pkg\/protocol\/consts$/.test(path)
    ? statusOf(name)
    : undefined;
  if (status !== undefined) return { kind: 'literal', value: status };
  const method = path === 'net/http' ? /^Method([A-Z][a-z]+)$/.exec(name)?.[1] : undefined;
  if (method !== undefined) return { kind: 'literal', value: method.toUpperCase() };
  const found = importedName(source, of.name, path, name, start);
  return found.kind === 'name' ? { ...found, space: 'value' } : found;
}

function binaryValue(place: Place, { operator, left, right }: Node & { kind: 'binary' }): Expression {
  if (COMPARISON.test(operator)) return BOOLEAN;
  const first = readValue(place, left);
  const second = readValue(place, right);
  if (operator !== '+') return arithmetic(operator, first, second);
  if (isText(first) || isText(second)) return joined([...partsOf(first), ...partsOf(second)]);
  if (isNumber(first) || isNumber(second)) return widened(isNumber(first) ? first : second);
  return { kind: 'text', parts: [...partsOf(first), ...partsOf(second)], sum: true };
}

/** A constant takes the type of the other side, but for shifts. https://go.dev/ref/spec#Constant_expressions */
function arithmetic(operator: string, first: Expression, second: Expression): Expression {
  const takes = first.kind === 'literal' && second.kind !== 'literal' && !/^(?:<<|>>)/.test(operator);
  const isFraction = first.kind === 'literal' && second.kind === 'literal' && isFloat(second);
  return widened(takes || isFraction ? second : first);
}

const isFloat = ({ value }: Expression & { readonly kind: 'literal' }): boolean =>
  typeof value === 'number' && !Number.isInteger(value);

const isNumber = (one: Expression): boolean =>
  (one.kind === 'literal' && typeof one.value === 'number') ||
  (one.kind === 'scalar' && (one.type === 'integer' || one.type === 'number'));

const partsOf = (one: Expression): readonly Expression[] => (one.kind === 'text' ? one.parts : [one]);

/** Joins adjacent constants. */
function joined(parts: readonly Expression[]): Expression {
  const all: Expression[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.kind === 'literal' && last?.kind === 'literal')
      all.splice(-1, 1, { kind: 'literal', value: `${last.value}${part.value}` });
    else all.push(part);
  }
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { kind: 'text', parts: all };
}

const isText = (one: Expression): boolean =>
  (one.kind === 'text' && one.sum !== true) || (one.kind === 'literal' && typeof one.value === 'string');

/** The type of a constant that is not the only possible value. */
export function widened(value: Expression): Expression {
  if (value.kind !== 'literal' || value.value === null) return value;
  if (typeof value.value === 'number') return Number.isInteger(value.value) ? { kind: 'scalar', type: 'integer' } : FLOAT;
  return { kind: 'scalar', type: typeof value.value === 'string' ? 'string' : 'boolean' };
}

/** `gin.H{…}`, `map[string]any{…}`, `[]T{…}`, `T{…}`. */
function compositeValue(place: Place, node: CompositeNode): Expression {
  const { source } = place;
  const { type } = node;
  if (type === undefined) return unknown('its type is not written here');
  const byMethod = methodHandler(place, node, type);
  if (byMethod !== undefined) return byMethod;
  const form = formOf(source, type);
  if (form.kind === 'map') return mapValue(place, node, form.of);
  if (form.kind === 'list' && form.of !== undefined) return listValue(place, node, form.of);
  const table =
    isForeign(source, type) && isForeignTable(node)
      ? tableValue(place, node, typeOf(source, type, place.scope), readValue)
      : undefined;
  if (isTable(source, table) && table !== undefined) return table;
  // `envelope{"data": data}`: only a map has texts as keys
  if (isForeign(source, type) && node.elements[0] !== undefined && node.elements.every(({ key }) => key?.kind === 'string'))
    return mapValue(place, node, undefined);
  return structValue(place, node, type, readValue);
}

/**
 * `handlers.MethodHandler{"GET": list}` has one handler per method: https://pkg.go.dev/github.com/gorilla/handlers#MethodHandler
 */
function methodHandler(place: Place, { elements, start }: CompositeNode, type: Node): Expression | undefined {
  const { source } = place;
  // a type of the service has a `ServeHTTP` of its own
  if (type.kind !== 'member' || !/Methods?Handlers?$/.test(type.name) || elements.length === 0) return undefined;
  const branches = elements.flatMap(({ key, value }): readonly Branch[] => {
    const method = key && readValue(place, key);
    if (method?.kind !== 'literal' || !isMethod(String(method.value))) return [];
    return [{ methods: [String(method.value)], handler: readValue(place, value), at: placeOf(source.text, value.start) }];
  });
  if (branches.length < elements.length) return undefined;
  const name = `methods@${markOf(source, start)}`;
  const at = placeOf(source.text, start);
  source.callables.set(name, { kind: 'callable', name, returns: { kind: 'absent' }, sends: [], branches, at });
  return { kind: 'name', name, space: 'value' };
}

/** A type that another file declares. */
const isForeign = ({ types }: Source, type: Node): boolean =>
  type.kind === 'member' || (type.kind === 'name' && !types.has(type.name));

type Form = { readonly kind: 'map' | 'list'; readonly of?: Node } | { readonly kind: 'struct' };

/** Whether a composite of a type is a map, a list or a struct, as far as this file shows. */
function formOf(source: Source, type: Node): Form {
  if (type.kind === 'map' || type.kind === 'list') return { kind: type.kind, of: type.of };
  if (type.kind === 'member' && type.of.kind === 'name') {
    const known = knownType(source.packages.get(type.of.name) ?? '', type.name, []);
    return known?.kind === 'map' ? { kind: 'map' } : { kind: 'struct' };
  }
  const declared = type.kind === 'name' ? source.types.get(type.name)?.type : undefined;
  return declared?.kind === 'map' || declared?.kind === 'list' ? { kind: declared.kind, of: declared.of } : { kind: 'struct' };
}

function mapValue(place: Place, { elements }: CompositeNode, of: Node | undefined): Expression {
  const { source } = place;
  const members = elements.map(({ key, value }): ObjectMember => {
    const read = elementValue(place, value, of);
    const name = key === undefined ? undefined : readValue(place, key);
    if (name?.kind === 'name') return { kind: 'spread', value: { kind: 'operator', operator: 'named', of: read, keys: name } };
    if (name?.kind !== 'literal' || typeof name.value !== 'string') return { kind: 'rest', values: read };
    return { kind: 'property', name: name.value, value: read, at: placeOf(source.text, key?.start ?? value.start) };
  });
  if (members.length === 0 && of !== undefined) return { kind: 'map', values: typeOf(source, of, place.scope) };
  return { kind: 'object', members };
}

function listValue(place: Place, { elements }: CompositeNode, of: Node): Expression {
  const items = elements.map(({ value }) => elementValue(place, value, of));
  const isKnown =
    items.length > 0 && items.every((item) => item.kind === 'literal' || item.kind === 'name' || item.kind === 'object');
  const type = typeOf(place.source, of, place.scope);
  if (isTable(place.source, { kind: 'tuple', items })) return { kind: 'tuple', items };
  const isOfFunctions = of.kind === 'name' && place.source.types.get(of.name)?.type.kind === 'function';
  if (items.length > 0 && isOfRegistrars(place, of)) return { kind: 'tuple', items };
  if (
    isKnown &&
    (type.kind === 'unknown' || isOfFunctions || ['literal', 'object'].some((kind) => items.every((item) => item.kind === kind)))
  )
    return { kind: 'tuple', items };
  return { kind: 'array', items: type };
}

const REGISTERS = /Rout|Regist|Handler|Controller|Module|Endpoint/;

/** `[]router.Registrar{users.New(), books.New()}`: what implements an interface differs from element to element. */
function isOfRegistrars({ source }: Place, of: Node): boolean {
  if (of.kind !== 'member' && of.kind !== 'name') return false;
  const declared = of.kind === 'name' ? source.types.get(of.name)?.type.kind : undefined;
  return REGISTERS.test(of.name) && (declared === undefined || declared === 'interface');
}

/** An element that may omit its type: `[]T{{…}}`. */
function elementValue(place: Place, value: Node, of: Node | undefined): Expression {
  if (value.kind !== 'composite' || value.type !== undefined || of === undefined) return readValue(place, value);
  return compositeValue(place, { ...value, type: of.kind === 'unary' ? of.of : of });
}
