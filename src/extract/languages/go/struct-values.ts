import type { Expression, ObjectExpression, ObjectMember } from '../../../facts/expression.js';
import type { Constant } from '../../../facts/fact.js';
import type { Place, Source } from './source.js';
import { fieldsOf } from './struct-fields.js';
import type { CompositeNode, Node } from './syntax/node.js';
import { placeOf } from './syntax/text.js';
import { typeOf } from './types.js';

type ReadValue = (place: Place, node: Node) => Expression;

/** Values of one struct beyond this are left to their types. */
const MAX_FIELDS = 60;

/** `T{Data: users}`: the type, with what it is given where that may say more. */
export function structValue(place: Place, { elements }: CompositeNode, type: Node, read: ReadValue): Expression {
  const { source, scope } = place;
  const of = typeOf(source, type, scope);
  const names = elements.some(({ key }) => key === undefined) ? fieldNames(source, type) : undefined;
  const members = elements.slice(0, MAX_FIELDS).flatMap(({ key, value }, index): ObjectMember[] => {
    const name = key?.kind === 'name' ? key.name : key === undefined ? names?.[index] : undefined;
    return name === undefined || !mayTell(source, type, name) ? [] : memberOf(source, name, read(place, value), value.start);
  });
  return filledWith(of, members);
}

/** A struct with more values. */
function filledWith(of: Expression, members: readonly ObjectMember[]): Expression {
  if (members.length === 0 || of.kind === 'unknown') return of;
  const before = of.kind === 'operator' && of.operator === 'filled' && of.keys?.kind === 'object' ? of : undefined;
  const names = new Set(members.flatMap((one) => (one.kind === 'property' ? [one.name] : [])));
  const kept = before?.keys?.kind === 'object' ? before.keys.members : [];
  const others = kept.filter((one) => one.kind !== 'property' || !names.has(one.name));
  if (others.length >= MAX_FIELDS) return of;
  const keys: ObjectExpression = { kind: 'object', members: [...others, ...members] };
  return { kind: 'operator', operator: 'filled', of: before?.of ?? of, keys };
}

function memberOf(source: Source, name: string, value: Expression, at: number): ObjectMember[] {
  const isPlain = value.kind === 'unknown' || (value.kind === 'literal' && value.value === null);
  return isPlain ? [] : [{ kind: 'property', name, value, at: placeOf(source.text, at) }];
}

const declaredFields = (source: Source, type: Node) => {
  const of = type.kind === 'index' ? type.of : type;
  const declared = of.kind === 'name' ? source.types.get(of.name)?.type : undefined;
  return declared?.kind === 'struct' ? fieldsOf(source, declared.body) : undefined;
};

function fieldNames(source: Source, type: Node): readonly string[] | undefined {
  return declaredFields(source, type)?.map(({ name }) => name);
}

/** Whether a field's value may say more than its type: not of built-in types. */
function mayTell(source: Source, type: Node, name: string): boolean {
  const fields = declaredFields(source, type);
  if (fields === undefined) return true;
  const field = fields.find((one) => one.name === name);
  return field !== undefined && saysLittle(field.type, 0);
}

function saysLittle(type: Node, depth: number): boolean {
  if (type.kind === 'interface' || depth > 5) return true;
  if (type.kind === 'list' || type.kind === 'map') return saysLittle(type.of, depth + 1);
  if (type.kind === 'unary') return type.of.kind === 'name' || type.of.kind === 'member' || type.of.kind === 'index';
  return type.kind === 'name' ? !PLAIN.test(type.name) : type.kind !== 'struct';
}

const PLAIN = /^(?:string|bool|u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)|error)$/;

/** `answer.Data = users` of a local variable: it holds a struct with that value; in a branch it may still be without. */
export function fillField(source: Source, constant: Constant, name: string, value: Expression, sure: boolean, at: number): void {
  const { type, value: held, ...rest } = constant;
  const of = type ?? held;
  const isStruct = of.kind === 'name' || of.kind === 'returns' || (of.kind === 'operator' && of.operator === 'filled');
  if (!isStruct || JSON.stringify(value).includes(JSON.stringify(constant.name))) return;
  const given: Expression = sure
    ? value
    : { kind: 'union', options: [value, { kind: 'unknown', why: `${name} may not be set` }] };
  const members = memberOf(source, name, given, at);
  if (members.length > 0) source.constants.set(constant.name, { ...rest, value: filledWith(of, members) });
}
