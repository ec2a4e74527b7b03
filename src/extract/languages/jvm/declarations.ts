import type { Expression, ObjectMember } from '../../../facts/expression.js';
import type { Declaration, Fact } from '../../../facts/fact.js';
import {
  annotation,
  argument,
  argumentsNamed,
  classIn,
  elementsOf,
  ID,
  isWrittenAsId,
  jsonSerialize,
  stringsOf,
  wordsOf,
} from './annotations.js';
import { callableName } from './bodies/functions.js';
import { byName } from './by-name.js';
import { callable, callables, callablesOf, handlerMembers, methodMembers, namedApart, passedFor } from './callables.js';
import { isSetAgain } from './constants.js';
import { enumTexts, placesGiven, textsGiven } from './enum-texts.js';
import { membersOf, namingOf } from './jackson.js';
import { serializableMembers } from './kotlinx.js';
import { EXTENDED, extending, IMPLEMENTS } from './resolve.js';
import { withProperties } from './routing/braced-paths.js';
import { at, importing, literal, type Source, scopeOf, unknown, value } from './source.js';
import { orderOf, writtenAsDeclared } from './stored-arguments.js';
import { argumentsOf } from './syntax/cursor.js';
import { closingOf, tokenAt } from './tokens.js';
import { namedType, typeOf } from './types.js';
import { type Field, type Method, simpleName, type TypeDecl } from './unit.js';
import { readValue } from './values.js';
import { writtenBy, writtenFacts } from './written-types.js';

/** Suffix for the members that a class inherits from this one, without those that only values of unknown subclasses have. */
const BASE = '|base';
/** Suffix for the members that only values of a class's subclasses have. */
const MORE = '|more';

/** The types, functions and constants of a file; other files can use all of them. */
export function declaredFacts(source: Source): readonly Fact[] {
  const facts: Fact[] = source.unit.types.flatMap((decl) => ofType(source, decl));
  facts.push(...otherNames(source.unit));
  facts.push(...callablesOf(source, undefined, source.unit.functions), ...extensionFacts(source));
  for (const field of source.unit.properties) {
    const of = constantValue(source, undefined, field);
    facts.push({ kind: 'constant', name: field.name, value: of, at: at(source, field.index) });
  }
  const names = [...source.unit.functions, ...source.unit.properties].map(({ name }) => name);
  for (const name of new Set(names)) facts.push(exported(name, value(name)));
  return facts;
}

/**
 * Other names of classes: the interface that a class implements, the inherited name of a nested class, and the name after a
 * package that looks like a class. If several classes share such a name, it names none.
 */
function otherNames({ types, package: place, tokens }: Source['unit']): readonly Fact[] {
  // a capitalised package name may be read as a class name
  const parts = place.split('.');
  const capitals = parts.slice(parts.findLastIndex((part) => !/^[A-Z]/.test(part)) + 1);
  const found = new Map<string, TypeDecl | undefined>();
  const add = (name: string, decl: TypeDecl): void => void found.set(name, found.has(name) ? undefined : decl);
  for (const decl of types) {
    add(decl.name, decl);
    for (const index of capitals.keys()) add(`${capitals.slice(index).join('.')}.${decl.qualified}`, decl);
    if (decl.form !== 'interface' && !decl.modifiers.has('abstract'))
      for (const { name } of decl.extends) {
        add(`${IMPLEMENTS}${name}`, decl);
        // if its condition is false, another class takes its place
        if (decl.annotations.some((one) => CONDITION.test(one.name))) found.set(`${IMPLEMENTS}${name}`, undefined);
      }
  }
  for (const name of anonymousIn(tokens)) found.set(`${IMPLEMENTS}${name}`, undefined);
  return [...found].flatMap(([name, of]) =>
    of === undefined || of.qualified === name ? [] : [exported(name, { kind: 'name', name: of.qualified })],
  );
}

/** Spring annotations that may exclude a class. */
const CONDITION = /^(?:Profile|Conditional)/;

const exported = (name: string, of: Expression): Fact => ({ kind: 'export', name, value: of, at: { line: 1, column: 1 } });

function ofType(source: Source, decl: TypeDecl): readonly Fact[] {
  const name = decl.qualified;
  const place = at(source, decl.index);
  const parameters = decl.typeParameters.map((name) => ({ name, ...passedFor(decl, name) }));
  const common = { ...(parameters.length > 0 && { parameters }), at: place };
  const facts: Fact[] = [
    exported(name, { kind: 'name', name }),
    exported(`${name}${BASE}`, { kind: 'name', name: baseName(source, decl) }),
  ];
  if (decl.form === 'annotation') return [];
  facts.push(...writtenFacts(source, decl, place));
  if (decl.form === 'alias') {
    const [of] = decl.extends;
    const type = of === undefined ? unknown('it is not declared') : typeOf(source, scopeOf(decl), of);
    return [{ kind: 'declaration', name, form: 'alias', type, ...common }, ...facts];
  }
  if (decl.form === 'enum') return [enumOf(source, decl), ...facts, ...enumTexts(source, decl), ...callables(source, decl)];
  const own = replaced(source, decl);
  if (own !== undefined)
    return [{ kind: 'declaration', name, form: 'alias', type: own, ...common }, ...facts, ...callables(source, decl)];
  // the class itself has the members that a library interface declares
  const retained = decl.extends.filter(
    (base) => base.interface !== true || namedType(source, scopeOf(decl), base.name).kind !== 'library',
  );
  const bases = retained.map((base) => baseOf(source, typeOf(source, scopeOf(decl), base)));
  const naming = namingOf(source, decl);
  const root = stringsOf(source, argument(annotation(decl.annotations, 'JsonRootName'), 'value'))?.[0];
  const content: Declaration = {
    kind: 'declaration',
    name: isOpen(decl) ? baseName(source, decl) : wrapperName(source, decl) === undefined ? name : `${name} (content)`,
    form: decl.form === 'interface' ? 'interface' : 'class',
    ...common,
    ...(bases.length > 0 && { extends: bases }),
    ...(naming !== undefined && { naming }),
    ...(root !== undefined && { root }),
    ...orderOf(source, decl),
    ...writtenAsDeclared(source, decl),
    type: { kind: 'object', members: [...typeId(source, decl), ...ownMembers(source, decl)] },
    ...extendedElsewhere(decl),
    statics: staticsOf(source, decl),
  };
  return [
    ...extendable(source, decl, content),
    ...around(source, decl, content),
    ...facts,
    ...callables(source, decl),
    ...placesGiven(source, decl),
  ];
}

/** Kotlin extension functions, in any file, are found by the simple name of the type. */
const extendedElsewhere = ({ qualified, name }: TypeDecl): Pick<Declaration, 'elsewhere'> =>
  qualified === name ? { elsewhere: { prefix: extending(name), writes: [], here: true, extended: true } } : {};

/** The extension functions of this file, as members of the types that they extend. */
function extensionFacts(source: Source): readonly Fact[] {
  const all = new Map<string, Method | undefined>();
  for (const method of source.unit.functions) {
    const { receiver, name, typeParameters } = method;
    if (receiver === undefined || typeParameters.includes(receiver.name)) continue;
    const key = `${simpleName(receiver.name)}#${name}()`;
    all.set(key, all.has(key) ? undefined : method);
  }
  return [...all].flatMap(([name, method]) => (method === undefined ? [] : [callable(source, undefined, method, name)]));
}

/** The serialized members, the methods, and the fields that only subclasses see. */
function ownMembers(source: Source, decl: TypeDecl): readonly ObjectMember[] {
  const sent = sentMembers(source, decl);
  const names = new Set(sent.flatMap((one) => (one.kind === 'property' ? [one.member ?? one.name] : [])));
  const seen = (decl.form === 'class' ? [...decl.fields, ...decl.components] : []).flatMap(
    ({ name, type, modifiers, index }): readonly ObjectMember[] => {
      if (type === undefined || names.has(name) || !modifiers.has('protected') || modifiers.has('static')) return [];
      return [{ kind: 'property', name, value: typeOf(source, scopeOf(decl), type), hidden: true, at: at(source, index) }];
    },
  );
  return [...sent, ...methodMembers(decl), ...seen];
}

/** May a value belong to a subclass with more members? */
function isOpen(decl: TypeDecl): boolean {
  const isBase = decl.form === 'class' && !decl.modifiers.has('final') && decl.fields.some(isForSubclasses);
  return !isMade(decl) || isPolymorphic(decl) || isBase;
}

const isForSubclasses = ({ modifiers }: Field): boolean => modifiers.has('protected') && !modifiers.has('static');
const baseName = (source: Source, decl: TypeDecl): string =>
  isOpen(decl) || mayBeExtended(source, decl) ? `${decl.qualified}${BASE}` : decl.qualified;

/** May other classes extend this one, of which a value may be sent? Kotlin's classes are final unless they are `open`. */
function mayBeExtended(source: Source, decl: TypeDecl): boolean {
  const { form, modifiers, annotations, components, fields } = decl;
  if (form !== 'class' || isOpen(decl) || fields.length + components.length === 0) return false;
  if (wrapperName(source, decl) !== undefined || replaced(source, decl) !== undefined) return false;
  if (source.unit.tokens.dialect === 'kotlin') return modifiers.has('open');
  return !modifiers.has('final') && components.length === 0 && annotation(annotations, 'Value') === undefined;
}

/** The class for values, which may be of another class that extends it, and the one for those classes. */
function extendable(source: Source, decl: TypeDecl, content: Declaration): readonly Fact[] {
  const { type } = content;
  if (!mayBeExtended(source, decl) || type.kind !== 'object') return [content];
  const [name, extended] = [`${decl.qualified}${MORE}`, `${EXTENDED}${decl.name}`];
  importing(source, extended, extended, name);
  const of: Expression = { kind: 'object', members: [] };
  const found: Expression = { kind: 'operator', operator: 'first-known', of, keys: { kind: 'name', name: extended } };
  return [
    { ...content, type: { kind: 'object', members: [{ kind: 'spread', value: found }, ...type.members] } },
    { ...content, name: baseName(source, decl) },
    { kind: 'declaration', name, form: 'class', extends: [hasMore(decl)], type: of, at: content.at },
    exported(name, { kind: 'name', name }),
  ];
}

const hasMore = ({ name }: TypeDecl): Expression => unknown(`a value of ${name} may be of a class that has more members`);

/** A class as its subclasses see it. */
function baseOf(source: Source, type: Expression): Expression {
  if (type.kind !== 'name') return type;
  const own = source.types.get(type.name);
  if (own !== undefined) return { ...type, name: baseName(source, own) };
  const imported = source.imports.get(type.name);
  if (imported === undefined) return type;
  const name = `${type.name}${BASE}`;
  importing(source, name, imported.specifier, `${imported.imported}${BASE}`);
  return { ...type, name };
}

function sentMembers(source: Source, decl: TypeDecl): readonly ObjectMember[] {
  return annotation(decl.annotations, 'Serializable') === undefined ? membersOf(source, decl) : serializableMembers(source, decl);
}

const isMade = ({ form, modifiers }: TypeDecl): boolean =>
  form !== 'interface' && !modifiers.has('abstract') && !modifiers.has('sealed');

const isPolymorphic = (decl: TypeDecl): boolean => annotation(decl.annotations, 'JsonSubTypes') !== undefined;

/** The type around the members: a value of an open class may have more members, and `WRAPPER_OBJECT` puts them below a name. */
function around(source: Source, decl: TypeDecl, content: Declaration): readonly Fact[] {
  const { qualified: name } = decl;
  if (content.name === name) return [];
  const inner: Expression = {
    kind: 'name',
    name: content.name,
    ...(decl.typeParameters.length > 0 && {
      arguments: decl.typeParameters.map((one): Expression => ({ kind: 'name', name: one })),
    }),
  };
  const wrapper = wrapperName(source, decl);
  const listed = wrapper === undefined && !isMade(decl) ? listedSubtypes(source, decl) : undefined;
  const { at: place } = content;
  const { parameters, statics = [], asDeclared } = content;
  const common = {
    ...({ kind: 'declaration', name, form: 'class', statics, at: place } as const),
    ...(parameters && { parameters }),
    ...(asDeclared && { asDeclared }),
  };
  if (listed !== undefined) return [{ ...common, form: 'alias', type: listed }];
  if (wrapper === undefined) {
    return [{ ...common, ...extendedElsewhere(decl), extends: [hasMore(decl), inner], type: { kind: 'object', members: [] } }];
  }
  const members: readonly ObjectMember[] = [{ kind: 'property', name: wrapper, naming: 'explicit', value: inner, at: place }];
  return [{ ...common, type: { kind: 'object', members } }];
}

/** The name that `@JsonTypeInfo(include = WRAPPER_OBJECT)` puts around a value. */
function wrapperName(source: Source, decl: TypeDecl): string | undefined {
  const info = annotation(decl.annotations, 'JsonTypeInfo');
  if (!wordsOf(source, argument(info, 'include')).includes('WRAPPER_OBJECT')) return undefined;
  return stringsOf(source, argument(annotation(decl.annotations, 'JsonTypeName'), 'value'))?.[0] ?? decl.name;
}

/**
 * The property with the name of the value's class.
 * https://github.com/FasterXML/jackson-docs/wiki/JacksonPolymorphicDeserialization
 */
function typeId(source: Source, decl: TypeDecl): readonly ObjectMember[] {
  const name = typeIdName(source, decl);
  const place = at(source, decl.index);
  const type: Expression = { kind: 'scalar', type: 'string' };
  return name === undefined ? [] : [{ kind: 'property', name, naming: 'explicit', value: type, at: place }];
}

const TYPE_IDS: Readonly<Record<string, string>> = { NAME: '@type', SIMPLE_NAME: '@type', CLASS: '@class', MINIMAL_CLASS: '@c' };

function typeIdName(source: Source, decl: TypeDecl): string | undefined {
  const info = annotation(decl.annotations, 'JsonTypeInfo');
  const [use = ''] = wordsOf(source, argument(info, 'use'));
  if (wordsOf(source, argument(info, 'include')).some((one) => one !== 'PROPERTY') || !Object.hasOwn(TYPE_IDS, use))
    return undefined;
  return stringsOf(source, argument(info, 'property'))?.[0] ?? TYPE_IDS[use];
}

/** The classes that `@JsonSubTypes` lists, each with its type name; undefined if there are none, or without names. */
function listedSubtypes(source: Source, decl: TypeDecl): Expression | undefined {
  const all = argumentsNamed(annotation(decl.annotations, 'JsonSubTypes'), 'value').flatMap((one) => elementsOf(source, one));
  if (all.length === 0 || all.length > MAX_SUBTYPES || decl.typeParameters.length > 0) return undefined;
  const { tokens } = source.unit;
  const id = typeIdName(source, decl);
  const options = all.map(({ from, to }): Expression | undefined => {
    const open = tokens.list.slice(from, to).findIndex(({ text }) => text === '(');
    const listed = { arguments: open < 0 ? [] : argumentsOf(tokens, from + open) };
    const type = classIn(source, argument(listed, 'value'));
    const name = stringsOf(source, argument(listed, 'name'))?.[0];
    if (type === undefined) return undefined;
    const of = typeOf(source, scopeOf(decl), { name: type, arguments: [], nullable: false });
    if (id === undefined || name === undefined) return of;
    const stated: ObjectMember = { kind: 'property', name: id, naming: 'explicit', value: literal(name), at: at(source, from) };
    return { kind: 'intersection', parts: [of, { kind: 'object', members: [stated] }] };
  });
  const known = options.filter((one) => one !== undefined);
  return known.length === all.length ? { kind: 'union', options: known } : undefined;
}
const MAX_SUBTYPES = 50;

const valuedOf = ({ methods, fields, components }: TypeDecl): Method | Field | undefined =>
  [...methods, ...fields, ...components].find((one) => annotation(one.annotations, 'JsonValue') !== undefined);

/** The value that replaces the members: from `@JsonValue` or a serializer of the class. */
function replaced(source: Source, decl: TypeDecl): Expression | undefined {
  const scope = scopeOf(decl);
  const valued = valuedOf(decl);
  if (valued !== undefined)
    return valued.type === undefined ? unknown('its type is not declared') : typeOf(source, scope, valued.type);
  if (isWrittenAsId(source, decl.annotations)) return ID;
  const json = jsonSerialize(decl.annotations);
  const isAnnotated = json !== undefined || annotation(decl.annotations, 'JsonAdapter', 'JsonbTypeSerializer') !== undefined;
  // kotlinx.serialization: `@Serializable(with = MoneySerializer::class)`
  const ofKotlin = argument(annotation(decl.annotations, 'Serializable'), 'with', 'value');
  const converter = argument(json, 'converter') ?? (json?.arguments.length === 1 ? argument(json, 'using') : undefined);
  if (isAnnotated || ofKotlin !== undefined) return writtenBy(source, scope, classIn(source, converter ?? ofKotlin));
  if (decl.modifiers.has('value') && decl.components[0]?.type !== undefined)
    return typeOf(source, scope, decl.components[0].type);
  return undefined;
}

function enumOf(source: Source, decl: TypeDecl): Declaration {
  const valued = valuedOf(decl);
  const texts = valued && textsGiven(source, decl, valued);
  const written: Expression | undefined = texts ? { kind: 'union', options: texts.map(literal) } : replaced(source, decl);
  const isObject = annotation(decl.annotations, 'JsonFormat') !== undefined;
  const options = decl.constants.map((one): Expression => {
    const name = stringsOf(source, argument(annotation(one.annotations, 'JsonProperty', 'SerialName'), 'value'))?.[0];
    return literal(name ?? one.name);
  });
  const type: Expression = isObject ? unknown('its form is given by an annotation') : (written ?? { kind: 'union', options });
  const form = written !== undefined || isObject ? 'alias' : 'enum';
  // `mapOf("kind" to Kind.A)`
  const own: Expression = { kind: 'name', name: decl.qualified };
  const statics = decl.constants.map(
    ({ name, index }): ObjectMember => ({ kind: 'property', name, value: own, at: at(source, index) }),
  );
  return { kind: 'declaration', name: decl.qualified, form, type, statics, at: at(source, decl.index) };
}

/** Static constants and functions, including those of a companion or object. */
function staticsOf(source: Source, decl: TypeDecl): readonly ObjectMember[] {
  const inner = decl.nested.filter((one) => one.modifiers.has('companion'));
  const isObject = decl.form === 'object';
  const constants = [decl, ...inner].flatMap((owner) =>
    owner.fields
      .filter((one) => isObject || owner !== decl || one.modifiers.has('static') || decl.form === 'interface')
      .map(
        (one): ObjectMember => ({
          kind: 'property',
          name: one.name,
          value: constantValue(source, owner, one),
          at: at(source, one.index),
        }),
      ),
  );
  const functions = [decl, ...inner].flatMap((owner) =>
    namedApart(owner.methods)
      .map(([one]) => one)
      .filter((one) => isObject || owner !== decl || one.modifiers.has('static'))
      .map(
        (one): ObjectMember => ({
          kind: 'method',
          name: `${one.name}()`,
          callable: callableName(owner, one),
          at: at(source, one.index),
        }),
      ),
  );
  return [...constants, ...functions, ...handlerMembers(decl, true)];
}

const fieldsNamed = byName<Field>();

function constantValue(source: Source, owner: TypeDecl | undefined, field: Field): Expression {
  if (field.value === undefined || isSetAgain(source, field)) return unknown('it is set elsewhere');
  const scope = scopeOf(owner);
  const local = (name: string): Expression | undefined => {
    const other = fieldsNamed(owner?.fields ?? [], name).find((one) => one !== field);
    return other === undefined || owner === undefined ? undefined : { kind: 'member', of: value(owner.qualified), name };
  };
  return withProperties(source, readValue({ source, scope, local }, field.value));
}

/** Base types of anonymous classes: `new Views() {`, `object : Views {`. */
function anonymousIn(tokens: Source['unit']['tokens']): readonly string[] {
  const text = (index: number): string => tokenAt(tokens, index).text;
  return tokens.list.flatMap((token, index) => {
    if (token.text === 'object' && text(index + 1) === ':') return [text(index + 2)];
    if (token.text !== 'new' || token.kind !== 'word') return [];
    const open = text(index + 2) === '(' ? index + 2 : -1;
    return open >= 0 && text(closingOf(tokens, open) + 1) === '{' ? [text(index + 1)] : [];
  });
}
