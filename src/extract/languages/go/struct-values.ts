import { type Expression, isNull, NULL, type ObjectExpression, type ObjectMember } from '../../../facts/expression.js';
import type { Constant } from '../../../facts/fact.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { plainPath } from './known-types.js';
import { listWith, tellsOfList } from './lists.js';
import { isTable } from './routing/tables.js';
import { type Place, packageOf, type Source } from './source.js';
import { fieldsOf } from './struct-fields.js';
import type { CompositeNode, Node } from './syntax/node.js';
import { placeOf } from './syntax/text.js';
import { IDENTIFIER, typeOf } from './types.js';

type ReadValue = (place: Place, node: Node) => Expression;

/** Structs with more values than this have only their declared types. */
const MAX_FIELDS = 200;

/** `T{Data: users}`: the type, with those values that may show more than it. */
export function structValue(place: Place, { elements }: CompositeNode, type: Node, read: ReadValue): Expression {
  const { source, scope } = place;
  const of = typeOf(source, type, scope);
  const isUnkeyed = elements.some(({ key }) => key === undefined);
  const names = isUnkeyed ? fieldNames(source, type) : undefined;
  if (isUnkeyed && names === undefined) return filledInOrder(place, elements, of, read);
  const members = elements.slice(0, MAX_FIELDS).flatMap(({ key, value }, index): ObjectMember[] => {
    const name = key?.kind === 'name' ? key.name : key === undefined ? names?.[index] : undefined;
    if (name === undefined) return [];
    if (isAddress(place, value)) return present(source, of, name, value.start);
    const given = read(place, value);
    if (isNull(given)) return [{ kind: 'property', name, value: given, at: placeOf(source.text, value.start) }];
    // `Created{ID: id}`, `Note{ID: uuid.NewString()}`
    if (IDENTIFIER.test(name) && (value.kind === 'name' || value.kind === 'call'))
      return [{ kind: 'property', name, value: given, loose: true, at: placeOf(source.text, value.start) }];
    const tells = mayTell(source, type, name) || /^(?:parameter|literal|text)$/.test(given.kind);
    return tells ? memberOf(source, name, given, value.start) : [];
  });
  return filledWith(of, members);
}

/** `T{ID: 1}` that is sent directly: all other fields have their zero value, which is nil for lists and maps. */
export function sentValue(place: Place, node: Node, read: ReadValue): Expression {
  const value = read(place, node);
  const made = node.kind === 'unary' && node.operator === '&' ? node.of : node;
  const isStruct =
    (value.kind === 'name' && value.space !== 'value') || (value.kind === 'operator' && value.operator === 'filled');
  if (made.kind !== 'composite' || !isStruct || made.elements.length > MAX_FIELDS) return value;
  if (made.elements.some(({ key }) => key?.kind !== 'name')) return value;
  const names = made.elements.flatMap(({ key, value: one }) =>
    key?.kind === 'name' && !(one.kind === 'name' && one.name === 'nil') ? [key.name] : [],
  );
  const given = names.map((name): ObjectMember => ({ kind: 'property', name, value: NULL, at: NOWHERE }));
  const rest: ObjectMember = { kind: 'rest', values: { kind: 'object', members: given } };
  const before = value.kind === 'operator' ? value : undefined;
  const members = before?.keys?.kind === 'object' ? before.keys.members : [];
  const set = members.filter((one) => one.kind !== 'property' || names.includes(one.name));
  return { kind: 'operator', operator: 'filled', of: before?.of ?? value, keys: { kind: 'object', members: [...set, rest] } };
}

const NOWHERE = { line: 1, column: 1 };

/** `T{users, total}` of a struct of another file: fields are matched by position once all files are read. */
function filledInOrder(place: Place, elements: CompositeNode['elements'], of: Expression, read: ReadValue): Expression {
  if (of.kind === 'unknown' || elements.length > MAX_FIELDS) return of;
  const items = elements.map(
    ({ value }): Expression =>
      isAddress(place, value) ? { kind: 'unknown', why: 'the address of a value' } : read(place, value),
  );
  return { kind: 'operator', operator: 'filled', of, keys: { kind: 'tuple', items } };
}

/** `&x`: never nil, whatever `x` is. `composites`: `&T{…}` as well, which elsewhere shows more as a value. */
export function isAddress(place: Place, value: Node, composites = false): boolean {
  if (value.kind === 'unary') return value.operator === '&' && (composites || value.of.kind !== 'composite');
  if (value.kind !== 'call') return false;
  const of = value.of.kind === 'index' ? value.of.of : value.of;
  if (of.kind === 'name') return of.name === 'new';
  const path = of.kind === 'member' ? packageOf(place.source, of.of, place.scope) : undefined;
  return of.kind === 'member' && path !== undefined && POINTERS.test(plainPath(path)) && POINTER.test(of.name);
}

/** Packages with functions that return the address of their argument. */
const POINTERS =
  /^(?:github\.com\/(?:aws\/aws-sdk-go(?:-v2)?\/aws|AlekSi\/pointer|go-openapi\/swag|golang\/protobuf\/proto|samber\/lo)|google\.golang\.org\/protobuf\/proto|k8s\.io\/utils\/(?:ptr|pointer))$/;
const POINTER = /^(?:To|ToPtr|Of|Ptr|(?:String|Bool|U?[Ii]nt(?:8|16|32|64)?|Float(?:32|64)|Time|Duration)(?:Ptr)?)$/;

/** A pointer field that is certainly not nil. */
function present(source: Source, struct: Expression, name: string, at: number): ObjectMember[] {
  const value: Expression = { kind: 'operator', operator: 'non-null', of: { kind: 'member', of: struct, name } };
  return [{ kind: 'property', name, value, optional: false, at: placeOf(source.text, at) }];
}

/**
 * What a function's result shows about a struct beyond its type: fields that are certainly set, lists that may be nil, results of
 * other functions. Other values have only their types. Undefined: nothing beyond the type.
 */
export function givenStruct(source: Source, value: Expression, depth = 0): Expression | undefined {
  const stored = value.kind === 'name' && value.space === 'value' ? source.constants.get(value.name)?.value : value;
  if (stored !== undefined && isOfCall(stored)) return stored;
  if (stored?.kind !== 'operator' || stored.operator !== 'filled' || stored.keys?.kind !== 'object') return undefined;
  // what the function sets, and may be changed here
  if (isOfCall(stored.of)) return stored;
  const members = stored.keys.members.flatMap((one): ObjectMember[] => {
    if (one.kind !== 'property') return [];
    const { kind } = one.value;
    const isKnown = kind === 'array' || kind === 'returns' || kind === 'parameter' || isKnownList(source, one.value);
    if (one.optional === false || isKnown) return [one];
    const inner = depth > MAX_NESTED ? undefined : givenStruct(source, one.value, depth + 1);
    return inner === undefined ? [] : [{ ...one, value: inner }];
  });
  return members.length === 0 ? undefined : { ...stored, keys: { kind: 'object', members } };
}

/** A function's result, or a struct that the function is given, where the call shows more than the type. */
const isOfCall = (value: Expression): boolean =>
  value.kind === 'returns' || (value.kind === 'operator' && value.operator === 'first-known' && value.keys?.kind === 'parameter');

/** `given.Links = &links` on a struct that the function is given: the field may be set, also where the branch runs only sometimes. */
export function fillGiven({ source }: Place, struct: Expression, name: string, at: number): Expression {
  const of = struct.kind === 'operator' && struct.operator === 'filled' ? struct.of : struct;
  const value: Expression = { kind: 'union', options: [{ kind: 'member', of, name }, MAY_BE_SET] };
  return filledWith(struct, memberOf(source, name, value, at));
}

const MAY_BE_SET: Expression = nullInDoubt('a function may set it');

/** Structs nested deeper than this have only their declared types. */
const MAX_NESTED = 5;

/** Whether a variable holds a list with more than its type known. */
export function isKnownList({ constants }: Source, value: Expression | undefined): boolean {
  const stored = value?.kind === 'name' && value.space === 'value' ? constants.get(value.name) : undefined;
  return stored !== undefined && tellsOfList(stored);
}

/** A struct in a variable: code may replace texts of its fields before sending it, and fill maps in a list. */
export function withoutTexts(source: Source, value: Expression): Expression {
  const isOfMaps = value.kind === 'tuple' && value.items.some(({ kind }) => kind === 'object');
  if (isOfMaps && !isTable(source, value)) return { kind: 'unknown', why: 'its elements may be changed' };
  if (value.kind !== 'operator' || value.operator !== 'filled' || value.keys?.kind !== 'object') return value;
  const members = value.keys.members.filter(
    (one) =>
      one.kind === 'property' &&
      one.value.kind !== 'text' &&
      (one.value.kind !== 'literal' || (typeof one.value.value !== 'string' && one.value.value !== null)),
  );
  return members.length === 0 ? value.of : { ...value, keys: { ...value.keys, members } };
}

/** A struct with further field values. */
function filledWith(of: Expression, members: readonly ObjectMember[]): Expression {
  if (members.length === 0 || of.kind === 'unknown') return of;
  const before = of.kind === 'operator' && of.operator === 'filled' && of.keys?.kind === 'object' ? of : undefined;
  const names = new Set(members.flatMap((one) => (one.kind === 'property' ? [one.name] : [])));
  const retained = before?.keys?.kind === 'object' ? before.keys.members : [];
  const others = retained.filter((one) => one.kind !== 'property' || !names.has(one.name));
  if (others.length >= MAX_FIELDS) return of;
  const keys: ObjectExpression = { kind: 'object', members: [...others, ...members] };
  return { kind: 'operator', operator: 'filled', of: before?.of ?? of, keys };
}

function memberOf(source: Source, name: string, value: Expression, at: number): ObjectMember[] {
  const isPlain = value.kind === 'unknown' || isNull(value);
  return isPlain ? [] : [{ kind: 'property', name, value, at: placeOf(source.text, at) }];
}

const declaredFields = (source: Source, type: Node) => {
  const of = type.kind === 'index' ? type.of : type;
  const declared = of.kind === 'name' ? source.types.get(of.name)?.type : of;
  return declared?.kind === 'struct' ? fieldsOf(source, declared.body) : undefined;
};

function fieldNames(source: Source, type: Node): readonly string[] | undefined {
  return declaredFields(source, type)?.map(({ name }) => name);
}

/** Whether a field's value may show more than its type: not for built-in types. */
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

/** `Defaults.Code = 202` in a function: the literal of a package variable no longer tells what the field holds. */
export function forgetField({ constants }: Source, variable: string, field: string): void {
  const stored = constants.get(variable);
  const { value } = stored ?? {};
  if (stored === undefined || value?.kind !== 'operator' || value.operator !== 'filled' || value.keys?.kind !== 'object') return;
  const members = value.keys.members.filter((one) => one.kind !== 'property' || one.name !== field);
  constants.set(variable, { ...stored, value: { ...value, keys: { ...value.keys, members } } });
}

/** `answer.Data = users` on a local variable: its struct has that value from here on; in a branch the value is optional. */
export function fillField(
  place: Place,
  constant: Constant,
  name: string,
  given: { readonly node: Node; readonly value: Expression; readonly elements?: readonly Expression[] },
  sure: boolean,
): void {
  const { source } = place;
  const { type, value: stored, ...rest } = constant;
  const of = type ?? stored;
  const at = given.node.start;
  const isFilled = of.kind === 'operator' && of.operator === 'filled';
  const isStruct = of.kind === 'name' || of.kind === 'returns' || isFilled;
  if (isStruct && given.elements !== undefined) {
    appendTo(place, constant, of, name, { elements: given.elements, at });
    return;
  }
  if (!isStruct || JSON.stringify(given.value).includes(JSON.stringify(constant.name))) return;
  const set = (value: Expression): void => {
    source.constants.set(constant.name, { ...rest, value });
  };
  const before = isFilled && of.keys?.kind === 'object' ? of.keys.members : [];
  if (isNull(given.value)) {
    const members = before.filter((one) => one.kind !== 'property' || one.name !== name);
    if (isFilled && members.length < before.length)
      set(members.length === 0 ? of.of : { ...of, keys: { kind: 'object', members } });
    return;
  }
  const wasSet = before.some((one) => one.kind === 'property' && one.name === name && one.optional === false);
  if (isAddress(place, given.node)) {
    if (sure || wasSet) set(filledWith(of, present(source, isFilled ? of.of : of, name, at)));
    return;
  }
  const value: Expression = sure
    ? given.value
    : { kind: 'union', options: [given.value, { kind: 'unknown', why: `${name} may not be set` }] };
  const members = memberOf(source, name, value, at);
  if (members.length > 0) set(filledWith(of, members));
}

/**
 * `answer.Items = append(answer.Items, item)`; a branch needs no exception, because other elements are recorded in the same way.
 */
function appendTo(
  { source }: Place,
  { type: _, value, ...rest }: Constant,
  of: Expression,
  name: string,
  { elements, at }: { readonly elements: readonly Expression[]; readonly at: number },
): void {
  const struct = of.kind === 'operator' && of.operator === 'filled' ? of : undefined;
  const members = struct?.keys?.kind === 'object' ? struct.keys.members : [];
  const before = members.find((one) => one.kind === 'property' && one.name === name);
  const declared: Expression = { kind: 'member', of: struct?.of ?? of, name };
  const stored = before?.kind === 'property' ? before.value : declared;
  // earlier values cannot be distinguished from added ones
  if (stored !== declared && stored.kind !== 'array') return;
  const list = elements.reduce((all, one) => listWith(all, one), stored.kind === 'array' ? stored : declared);
  source.constants.set(rest.name, { ...rest, value: filledWith(of, memberOf(source, name, list, at)) });
}

/** Whether a function of this file sets a field in every literal of its result. */
export function setsField({ functions, text }: Source, given: Node, field: string): boolean {
  const name = given.kind === 'name' || given.kind === 'member' ? given.name : undefined;
  const [node, ...others] = given.kind === 'function' ? [given] : functions.filter((one) => one.name === name);
  const type = node?.results[0]?.type;
  const of = type?.kind === 'unary' ? type.of : type;
  if (node?.body === undefined || others.length > 0 || (of?.kind !== 'name' && of?.kind !== 'member')) return false;
  const [before = '', ...made] = text.bare.slice(node.body.start, node.body.end).split(`${of.name}{`);
  let at = node.body.start + before.length;
  const sets = (rest: string): boolean => {
    const open = at + of.name.length;
    at = open + 1 + rest.length;
    return text.bare.slice(open, text.partners.get(open) ?? open).includes(`${field}:`);
  };
  return made.length > 0 && made.every(sets);
}
