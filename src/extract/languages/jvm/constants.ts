import type { Expression } from '../../../facts/expression.js';
import { byName } from './by-name.js';
import { type Source, scopeOf, unknown } from './source.js';
import { tokenAt } from './tokens.js';
import type { Field, TypeDecl } from './unit.js';
import { readValue } from './values.js';

/** Constants that refer to each other more often than this do so in a circle. */
const MAX_CONSTANTS = 8;
/** Maximum number of constants in the value of one: if each uses two others, eight levels are hundreds. */
const MAX_READ = 200;

/** Maximum number of constant reads in one file; many expressions read the same constants again. */
const MAX_READ_IN_FILE = 100_000;
const readIn = new WeakMap<Source, number>();

interface Reading {
  readonly depth: number;
  /** Number of constants read for the requested one. */
  readonly read: { count: number };
}

const fieldsNamed = byName<Field>();

/** A constant of the class or an outer class, by its simple name. */
export function constants(source: Source, decl: TypeDecl): (name: string) => Expression | undefined {
  return (name) => constant(source, decl, { depth: 0, read: { count: 0 } }, name);
}

function constant(source: Source, decl: TypeDecl, reading: Reading, name: string): Expression | undefined {
  const { depth, read } = reading;
  const inside = (owner: TypeDecl) => (other: string) => constant(source, owner, { depth: depth + 1, read }, other);
  for (let owner: TypeDecl | undefined = decl; owner !== undefined; owner = source.types.get(owner.outer ?? '')) {
    for (const one of [owner, ...owner.nested.filter((inner) => inner.modifiers.has('companion'))]) {
      const field = fieldsNamed(one.fields, name).find(({ value }) => value !== undefined);
      if (field?.value === undefined || depth > MAX_CONSTANTS) continue;
      if (isTooMuch(source, read)) return unknown('it is made of too many constants');
      return unlessSet(source, field, readValue({ source, scope: scopeOf(one), local: inside(one) }, field.value));
    }
  }
  const [own] = fieldsNamed(source.unit.properties, name);
  if (own?.value === undefined) return undefined;
  if (isTooMuch(source, read)) return unknown('it is made of too many constants');
  const local = depth > MAX_CONSTANTS ? () => undefined : inside(decl);
  return unlessSet(source, own, readValue({ source, scope: scopeOf(undefined), local }, own.value));
}

/** The initial value; unknown where other code sets it. `rows += row` of a Kotlin `val` adds to a list, whose elements stay typed. */
function unlessSet(source: Source, field: Field, of: Expression): Expression {
  if (!isSetAgain(source, field)) return of;
  const isVal = tokenAt(source.unit.tokens, field.index - 1).text === 'val';
  return isVal && of.kind === 'array' ? of : unknown('it is set elsewhere');
}

const assigned = new WeakMap<Source, ReadonlyMap<string, readonly number[]>>();

/** Does code assign the field or property again after its declaration? Then its initial value is no constant. */
export function isSetAgain(source: Source, { name, index, modifiers }: Field): boolean {
  if (modifiers.has('final') || modifiers.has('const')) return false;
  const all = assigned.get(source) ?? assignmentsIn(source);
  assigned.set(source, all);
  return all.get(name)?.some((at) => at !== index) === true;
}

/** Positions of `name = …` that are no named arguments. */
function assignmentsIn({ unit: { tokens } }: Source): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>();
  for (const [index, { kind, text }] of tokens.list.entries()) {
    const next = tokenAt(tokens, index + 1).text;
    if (kind !== 'word' || !(next === '=' || next === '+=')) continue;
    const before = tokenAt(tokens, index - 1);
    const isThis = before.text === '.' && tokenAt(tokens, index - 2).text === 'this';
    const isBare = !/^[.(,>\]?]$|^\?\.$/.test(before.text) && (before.kind !== 'word' || before.text === 'else');
    const isNext = before.kind === 'word' && tokens.dialect === 'kotlin' && tokenAt(tokens, index).first;
    if (!isThis && !isBare && !isNext) continue;
    const places = all.get(text);
    if (places === undefined) all.set(text, [index]);
    // three positions are enough to find one that is not the declaration
    else if (places.length < 3) places.push(index);
  }
  return all;
}

function isTooMuch(source: Source, read: Reading['read']): boolean {
  const all = (readIn.get(source) ?? 0) + 1;
  readIn.set(source, all);
  read.count += 1;
  return read.count > MAX_READ || all > MAX_READ_IN_FILE;
}
