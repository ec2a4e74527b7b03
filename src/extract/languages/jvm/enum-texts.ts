import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import { stringValue } from './literals.js';
import { at, importing, literal, type Source, scopeOf, value } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { tokenAt } from './tokens.js';
import { namedType } from './types.js';
import type { Field, Method, Range, TypeDecl } from './unit.js';

/** The exported name of `Operation.LIST_ITEMS.id()`. */
const named = (type: string, constant: string, accessor: string): string => `${type}.${constant}.${accessor}`;

/** Texts of enum constants, by accessor: their names, and constructor texts (`LIST_ITEMS("listItems")` with `id()`). */
export function enumTexts(source: Source, decl: TypeDecl): readonly Fact[] {
  const { tokens } = source.unit;
  const accessors = [
    ...decl.methods.flatMap((method) => {
      const field = fieldOf(source, method);
      return field === undefined ? [] : [[`${method.name}()`, field] as const];
    }),
    ...parametersOf(source, decl).map((name) => [name, name] as const),
  ];
  const textsByField = new Map(accessors.map(([, field]) => [field, textsOf(source, decl, field)]));
  return decl.constants.slice(0, MAX_CONSTANTS).flatMap((constant, index) => {
    const stated = accessors.flatMap(([accessor, field]): readonly Fact[] => {
      const text = textsByField.get(field)?.[index];
      return text === undefined ? [] : textFacts(source, decl, constant, accessor, text);
    });
    // a parameter may have the same name
    const own = NAME[tokens.dialect];
    const isNamed = !accessors.some(([accessor]) => accessor === own);
    return isNamed ? [...stated, ...textFacts(source, decl, constant, own, constant.name)] : stated;
  });
}

/** The field that a method without parameters only returns. */
const fieldOf = (source: Source, { parameters, body }: Method): string | undefined =>
  parameters.length === 0 && body !== undefined ? givenField(source, body) : undefined;

/** The names of what each constant is given. */
function parametersOf({ unit: { tokens } }: Source, decl: TypeDecl): readonly string[] {
  const parameters =
    tokens.dialect === 'kotlin' ? decl.components : decl.constructors?.length === 1 ? decl.constructors[0]?.parameters : [];
  return (parameters ?? []).map(({ name }) => name);
}

/** The text that each constant gives the constructor for a field; undefined where it is none that is written out. */
function textsOf(source: Source, decl: TypeDecl, field: string): readonly (string | undefined)[] {
  const { tokens } = source.unit;
  const place = parametersOf(source, decl).indexOf(field);
  if (place < 0 || !isRetained(source, decl, field)) return [];
  return decl.constants.slice(0, MAX_CONSTANTS).map(({ value: given }) => {
    const range = given === undefined ? undefined : argumentsOf(tokens, given.from)[place];
    const token = range?.to === (range?.from ?? 0) + 1 ? tokenAt(tokens, range?.from ?? 0) : undefined;
    return token?.kind === 'string' ? stringValue(token.text, tokens.dialect) : undefined;
  });
}

/** `name().toLowerCase()`, `name.lowercase()`, perhaps with a locale. */
const RECASED = /^(?:return )?(?:this \. )?name (?:\( \) )?\. (to)?(lower|upper)case \((?: Locale \. \w+)? \)/i;

/** The texts that a member with `@JsonValue` gives for the constants; undefined: not all of them are written out. */
export function textsGiven(source: Source, decl: TypeDecl, member: Method | Field): readonly string[] | undefined {
  const { tokens } = source.unit;
  if (decl.constants.length > MAX_CONSTANTS) return undefined;
  if (!('parameters' in member)) return allOf(decl, textsOf(source, decl, member.name));
  const field = fieldOf(source, member);
  if (field !== undefined) return allOf(decl, textsOf(source, decl, field));
  const range = member.expression ?? member.body;
  const words = range === undefined ? [] : tokens.list.slice(range.from, Math.min(range.to, range.from + MAX_WORDS));
  const written = words.map(({ text }) => text).filter((text) => text !== '{');
  const recased = member.parameters.length === 0 ? RECASED.exec(written.join(' ')) : null;
  if (recased === null || !/^[;}]?$/.test(written[recased[0].split(' ').length] ?? '')) return undefined;
  const isLower = recased[2]?.toLowerCase() === 'lower';
  return decl.constants.map(({ name }) => (isLower ? name.toLowerCase() : name.toUpperCase()));
}
const MAX_WORDS = 20;

function allOf({ constants }: TypeDecl, texts: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = texts.filter((text) => text !== undefined);
  return known.length === constants.length ? known : undefined;
}

/** What gives the name of a constant. */
const NAME = { java: 'name()', kotlin: 'name' } as const;

function textFacts(
  source: Source,
  decl: TypeDecl,
  constant: TypeDecl['constants'][number],
  accessor: string,
  text: string,
): readonly Fact[] {
  const name = named(decl.qualified, constant.name, accessor);
  const place = at(source, constant.index);
  return [
    { kind: 'constant', name, value: literal(text), at: place },
    { kind: 'export', name, value: value(name), at: place },
  ];
}

/** A longer enum does not list operations. */
const MAX_CONSTANTS = 2000;

/** The field that a body only returns: `return id;`, `return this.id;`. */
export function givenField({ unit: { tokens } }: Source, { from, to }: Range): string | undefined {
  const texts = tokens.list.slice(from, Math.min(to, from + 6)).map(({ text }) => text);
  const [first, ...rest] = texts.filter((text) => text !== ';' && text !== '}');
  const field = rest[0] === 'this' ? rest.slice(2) : rest;
  return first === 'return' && field.length === 1 ? field[0] : undefined;
}

/** Does the field store the parameter of the same name: `this.id = id`? */
function isRetained({ unit: { tokens } }: Source, decl: TypeDecl, field: string): boolean {
  if (tokens.dialect === 'kotlin') return true;
  const own = decl.fields.find(({ name }) => name === field);
  if (own?.modifiers.has('final') !== true || own.value !== undefined) return false;
  return tokens.list.some(
    ({ text }, index) =>
      text === 'this' &&
      index > decl.index &&
      [1, 2, 3, 4, 5].map((ahead) => tokenAt(tokens, index + ahead).text).join(' ') === `. ${field} = ${field} ;`,
  );
}

/** The text of `Operation.LIST_ITEMS.id()`, or of accessor `by` on `Operation.LIST_ITEMS`; undefined for other expressions. */
export function enumText(source: Source, { from, to }: Range, by?: string): Expression | undefined {
  const { tokens } = source.unit;
  const texts = tokens.list.slice(from, Math.min(to, from + 8)).map(({ text }) => text);
  const written = by === undefined ? texts.join(' ') : `${texts.join(' ')} . ${by}`;
  const [, type = '', constant = '', accessor = ''] = /^([A-Z]\w*) \. (\w+) \. (\w+(?: ?\( ?\))?)$/.exec(written) ?? [];
  const found = type === '' ? undefined : namedType(source, scopeOf(undefined), type);
  if (found?.kind !== 'own' && found?.kind !== 'imported') return undefined;
  const name = named(found.name, constant, accessor.replaceAll(' ', ''));
  const imported = source.imports.get(found.name);
  if (imported !== undefined)
    importing(source, name, imported.specifier, named(imported.imported, constant, accessor.replaceAll(' ', '')));
  return value(name);
}

/** The exported name for the position of the constructor argument that a getter returns. */
const placed = (type: string, getter: string): string => `${type} place of ${getter}`;

/** For each getter of a Vert.x handler class that returns an argument of the only constructor, the position of that argument. */
export function placesGiven(source: Source, decl: TypeDecl): readonly Fact[] {
  const [{ parameters } = {}, ...others] = decl.constructors ?? [];
  const isVertx = source.unit.imports.some(({ path }) => path.startsWith('io.vertx.'));
  if (parameters === undefined || others.length > 0 || !isVertx) return [];
  return decl.methods.flatMap((method): readonly Fact[] => {
    const field = method.parameters.length === 0 && method.body ? givenField(source, method.body) : undefined;
    const index = parameters.findIndex(({ name }) => name === field);
    if (field === undefined || index < 0 || !isRetained(source, decl, field)) return [];
    const name = placed(decl.qualified, `${method.name}()`);
    const place = at(source, method.index);
    return [
      { kind: 'constant', name, value: literal(String(index)), at: place },
      { kind: 'export', name, value: value(name), at: place },
    ];
  });
}

/** The position of the value that a getter returns; see {@link placesGiven}. */
export function placeNamed(source: Source, type: string, getter: string): Expression | undefined {
  const found = namedType(source, scopeOf(undefined), type);
  if (found.kind !== 'own' && found.kind !== 'imported') return undefined;
  const name = placed(found.name, getter);
  const imported = source.imports.get(found.name);
  if (imported !== undefined) importing(source, name, imported.specifier, placed(imported.imported, getter));
  return value(name);
}
