import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import { unnamed } from '../fields.js';
import type { ClassDefinition, ClassField } from '../scope.js';
import { FLOAT, literal, type Source, scalar, unknown } from '../source.js';
import { argument, calleeOf, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { typeOf } from '../types.js';
import { readValue } from '../values.js';
import { type Call, flagOf, isTrue, ofMany } from './field-types.js';

const string = scalar('string');
/** Fields by class (https://marshmallow.readthedocs.io/en/stable/marshmallow.fields.html). */
const FIELDS: Readonly<Record<string, Expression>> = {
  Str: string,
  String: string,
  Email: string,
  URL: string,
  Url: string,
  IP: string,
  IPv4: string,
  IPv6: string,
  Time: string,
  URLFor: string,
  AbsoluteURLFor: string,
  Int: scalar('integer'),
  Integer: scalar('integer'),
  TimeDelta: scalar('integer'),
  Float: FLOAT,
  Number: scalar('number'),
  Bool: scalar('boolean'),
  Boolean: scalar('boolean'),
  UUID: scalar('string', 'uuid'),
  Date: scalar('string', 'date'),
  DateTime: scalar('string', 'date-time'),
  AwareDateTime: scalar('string', 'date-time'),
  NaiveDateTime: scalar('string', 'date-time'),
  LocalDateTime: scalar('string', 'date-time'),
};
const KNOWN = new Set([
  ...Object.keys(FIELDS),
  ...'Nested List Dict Mapping Decimal Method Function Constant Pluck Raw Enum Tuple Field Hyperlinks'.split(' '),
]);

/** Whether a schema dumps all columns of its model. */
export const isAutomatic = ({ arguments: given }: ClassDefinition): boolean =>
  given.some(({ value }) => /^(?:SQLAlchemyAutoSchema|ModelSchema|TableSchema)$/.test(lastName(value) ?? ''));

/** A declared field under its serialized name; undefined: no field, or no more than its column says. */
export function marshmallowField(source: Source, definition: ClassDefinition, field: ClassField): ObjectMember | undefined {
  const { name, value: call, start } = field;
  const isOfColumn = lastName(call?.kind === 'call' ? call.of : undefined) === 'auto_field';
  if (call?.kind !== 'call' || !(isOfColumn || KNOWN.has(lastName(call.of) ?? ''))) return undefined;
  // in an automatic schema its column says the same
  if (isOfColumn && isAutomatic(definition) && call.arguments.every((one) => /^(?:dump_only|required)$/.test(one.name ?? '')))
    return undefined;
  const at = source.at(start);
  if (isTrue(keyword(call, 'load_only'))) return { kind: 'property', name, value: { kind: 'absent' }, access: 'write', at };
  const wire = keyword(call, 'data_key') ?? keyword(call, 'dump_to');
  const value = isOfColumn ? unknown('how its column is dumped is not known') : fieldValue(source, definition, call, 0);
  const isNull = isTrue(keyword(call, 'allow_none')) || isNone(keyword(call, 'dump_default')) || isNone(keyword(call, 'missing'));
  const isOpen = flagOf(keyword(call, 'allow_none')) === undefined;
  const member: PropertyMember = {
    kind: 'property',
    name,
    value: isOpen
      ? unknown('whether it may be null is not read')
      : isNull
        ? { kind: 'operator', operator: 'nullable', of: value }
        : value,
    at,
  };
  const text = plainText(wire);
  if (wire === undefined) return member;
  return text === undefined ? unnamed(name) : { ...member, name: text, member: name, naming: 'explicit' };
}

const isNone = (node: Node | undefined): boolean => node?.kind === 'constant' && node.value === null;

function fieldValue(source: Source, definition: ClassDefinition, call: Call, depth: number): Expression {
  const name = lastName(call.of) ?? '';
  const first = argument(call, 0);
  if (depth > 10) return unknown('fields are nested too deeply');
  switch (name) {
    case 'Nested':
      return nested(source, definition, call);
    case 'Pluck': {
      const field = plainText(argument(call, 1, 'field_name'));
      const of = nested(source, definition, call);
      return field === undefined ? unknown('which field it takes is not read') : { kind: 'member', of, name: field };
    }
    case 'List':
      return { kind: 'array', items: inner(source, definition, argument(call, 0, 'cls_or_instance'), depth) };
    case 'Dict':
    case 'Mapping':
      return { kind: 'map', values: inner(source, definition, keyword(call, 'values'), depth) };
    case 'Decimal':
      return isTrue(keyword(call, 'as_string')) ? string : unknown('a decimal is a text or a number, as its encoder has it');
    case 'Method':
    case 'Function':
      return made(source, definition, name, argument(call, 0));
    case 'Constant':
      return readValue(source, definition.inside, first);
    case 'Enum':
      return first !== undefined && keyword(call, 'by_value') !== undefined ? typeOf(source, definition.outside, first) : string;
    case 'DateTime':
    case 'Date':
      return dated(call, FIELDS[name] ?? string);
    case 'Int':
    case 'Integer':
    case 'Float':
    case 'Number':
      return isTrue(keyword(call, 'as_string')) ? string : (FIELDS[name] ?? string);
    default:
      return FIELDS[name] ?? unknown('it holds any JSON');
  }
}

function dated(call: Call, plain: Expression): Expression {
  const format = keyword(call, 'format') ?? argument(call, 0);
  const text = plainText(format);
  if (format === undefined || text === 'iso' || text === 'iso8601') return plain;
  return text === 'timestamp' || text === 'timestamp_ms' ? scalar('number') : string;
}

/** The result of a schema's method or function for an object. */
function made(source: Source, definition: ClassDefinition, kind: string, node: Node | undefined): Expression {
  const open = unknown('what a function makes of it is not known');
  if (node === undefined) return open;
  if (kind === 'Function') return node.kind === 'lambda' ? readValue(source, definition.inside, node.body) : open;
  const method = definition.methods.find(({ name }) => name === plainText(node));
  if (method === undefined) return open;
  return method.returns === undefined
    ? { kind: 'returns', of: { kind: 'name', name: method.fact, space: 'value' } }
    : typeOf(source, method.inside, method.returns);
}

function inner(source: Source, definition: ClassDefinition, node: Node | undefined, depth: number): Expression {
  if (node?.kind === 'call') return fieldValue(source, definition, node, depth + 1);
  return FIELDS[lastName(node) ?? ''] ?? unknown('what its items are is not declared');
}

/** `Nested(Schema, many=True, only=(...))`, `Nested('self')`, `Nested(lambda: Schema())`. */
function nested(source: Source, definition: ClassDefinition, call: Call): Expression {
  const given = argument(call, 0, 'nested');
  const made = given?.kind === 'lambda' ? given.body : given;
  const options = made?.kind === 'call' ? [...made.arguments, ...call.arguments] : call.arguments;
  const text = plainText(made);
  const of: Expression =
    text === 'self'
      ? { kind: 'name', name: definition.fact }
      : text === undefined
        ? made === undefined
          ? unknown('which schema it has is not read')
          : typeOf(source, definition.outside, calleeOf(made))
        : { kind: 'name', name: text };
  const many = options.find(({ name }) => name === 'many')?.value;
  return ofMany(many, (isMany) => dumped(of, isMany, options));
}

/** The result of a schema for one object or for many, with its `only` and `exclude`. */
export function dumped(of: Expression, isMany: boolean, options: Call['arguments']): Expression {
  const limits = options.filter(({ name }) => name === 'only' || name === 'exclude' || name === 'load_only');
  if (limits.length === 0) return { kind: 'member', of, name: isMany ? '|dump-many' : '|dump' };
  let fields: Expression = { kind: 'member', of, name: '|plain' };
  for (const { name, value } of limits) {
    const names =
      value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set' ? value.items.map(plainText) : [plainText(value)];
    if (names.some((one) => one === undefined || one.includes('.'))) return unknown(`\`${name}\` is not read`);
    const keys: Expression = { kind: 'union', options: names.map((one) => ({ kind: 'literal', value: one ?? '' })) };
    fields = { kind: 'operator', operator: name === 'only' ? 'pick' : 'omit', of: fields, keys };
  }
  const hooks: readonly Expression[] = [literal('|hooks'), unknown('its hooks change what is left'), fields];
  const one: Expression = { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: hooks } };
  return isMany ? { kind: 'array', items: one } : one;
}
