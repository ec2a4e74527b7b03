import type { Declaration } from '../../../facts/fact.js';
import { append } from '../../../model/multi-map.js';
import { annotation } from './annotations.js';
import { isMap, saysNothing } from './bodies/saying.js';
import { givenField } from './enum-texts.js';
import { inclusionOf } from './jackson.js';
import type { Source } from './source.js';
import { type Tokens, tokenAt } from './tokens.js';
import type { Constructor, Field, Range, TypeDecl, TypeRef } from './unit.js';

/** The constructor order of a Kotlin class or record: the arguments show whether a nullable component is null. */
export function orderOf(source: Source, decl: TypeDecl): Pick<Declaration, 'order' | 'nullsAlone' | 'omitsNull'> {
  const { components, typeParameters } = decl;
  const given = components.length > 0 ? components : constructorFields(source, decl);
  const isGeneric = typeParameters.length > 0;
  const order = given.map(({ name }) => name);
  if (!isGeneric && given.some(isAsked)) return { order };
  if (!mayTakeNull(source, decl)) return {};
  return { order, nullsAlone: true, ...(inclusionOf(source, decl, []) !== 'always' && { omitsNull: true }) };
}

/** A record of Java: any argument may be `null`, whatever its type. A component without its own rule follows the record's. */
const mayTakeNull = ({ unit: { tokens } }: Source, { form, annotations, components }: TypeDecl): boolean =>
  form === 'record' &&
  tokens.dialect === 'java' &&
  (annotation(annotations, 'JsonInclude') === undefined ||
    components.every((one) => annotation(one.annotations, 'JsonInclude') === undefined));

/** Do the arguments show more than a member's declaration: may it be null, or anything? */
const isAsked = ({ type, annotations }: Field): boolean =>
  type?.nullable === true || isOpenType(type) || annotation(annotations, 'Nullable') !== undefined;

/** May a member of this type be anything? */
const isOpenType = (type: TypeRef | undefined): boolean => type !== undefined && saysNothing(type) && !isMap(type.name);

/** The fields of a Java class in the order of its only constructor with parameters: of Lombok, or one that stores each. */
function constructorFields(source: Source, { fields, constructors = [], annotations }: TypeDecl): readonly Field[] {
  const own = fields.filter(({ modifiers }) => !modifiers.has('static'));
  const written = constructors.filter(({ parameters }) => parameters.length > 0);
  const [only, ...others] = written;
  if (only !== undefined) return others.length === 0 && storesAll(source, own, only) ? only.parameters : [];
  const isWhole = annotation(annotations, 'AllArgsConstructor', 'Value') !== undefined;
  return isWhole && annotation(annotations, 'RequiredArgsConstructor') === undefined ? own : [];
}

/** Does a constructor store each argument in the field of its name? Only the value of an open field is read from it. */
function storesAll({ unit: { tokens } }: Source, fields: readonly Field[], { parameters, body }: Constructor): boolean {
  const names = new Set(fields.map(({ name }) => name));
  const assigned = assignedIn(tokens, body);
  return parameters.every(({ name, type, annotations }) => {
    const [value, ...others] = assigned.get(name) ?? [];
    const isStored = value !== undefined && others.length === 0 && isSame(tokens, value, name);
    return names.has(name) && (isStored || !(isOpenType(type) || annotation(annotations, 'Nullable') !== undefined));
  });
}

/** The positions of the values that code assigns, by the name of the field. */
function assignedIn(tokens: Tokens, { from, to }: Range): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (let index = from; index < to; index++) {
    if (tokenAt(tokens, index + 1).text !== '=') continue;
    const { text } = tokenAt(tokens, index);
    append(found, text, index + 2);
  }
  return found;
}

/** Is the value at the position this name: `data;`, `Objects.requireNonNull(data, "data");`? */
function isSame(tokens: Tokens, from: number, name: string): boolean {
  const start = tokenAt(tokens, from).text === 'Objects' ? from + 2 : from;
  const isChecked = tokenAt(tokens, start).text === 'requireNonNull';
  const own = isChecked ? start + 2 : start;
  return tokenAt(tokens, own).text === name && (isChecked ? /^[,)]$/ : /^;$/).test(tokenAt(tokens, own + 1).text);
}

/** Does the class change an open member that it was given, on construction or in a getter? Then the declared type counts. */
export function writtenAsDeclared(source: Source, decl: TypeDecl): Pick<Declaration, 'asDeclared'> {
  const { fields, components, initializers = [], methods, form } = decl;
  const all = [...components, ...fields];
  const open = mayTakeNull(source, decl) ? all : all.filter(isAsked);
  if (open.length === 0) return {};
  const set = new Set(initializers.flatMap((one) => [...assignedIn(source.unit.tokens, one).keys()]));
  const getters = new Map(methods.flatMap((one) => (one.parameters.length > 0 || !one.body ? [] : [[one.name, one.body]])));
  const isChanged = open.some(({ name }) => {
    const named = `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const getter = getters.get(named) ?? (form === 'record' ? getters.get(name) : undefined);
    return set.has(name) || (getter !== undefined && givenField(source, getter) !== name);
  });
  return isChanged ? { asDeclared: true } : {};
}
