import type { Expression } from '../../../facts/expression.js';
import { byName } from './by-name.js';
import { type Source, scopeOf, unknown } from './source.js';
import type { Field, TypeDecl } from './unit.js';
import { readValue } from './values.js';

/** Constants that refer to each other more often than this do so in a circle. */
const MAX_CONSTANTS = 8;
/** Constants that one is made of: where each holds two others, eight levels are hundreds. */
const MAX_READ = 200;

/** Constants that are read in one file, again and again for all that is made of them. */
const MAX_READ_IN_FILE = 100_000;
const readIn = new WeakMap<Source, number>();

interface Reading {
  readonly depth: number;
  /** How many constants were read for the one that was asked for. */
  readonly read: { count: number };
}

const fieldsNamed = byName<Field>();

/** A constant of the class itself, or of one around it, by its bare name. */
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
      return readValue({ source, scope: scopeOf(one), local: inside(one) }, field.value);
    }
  }
  const [own] = fieldsNamed(source.unit.properties, name);
  if (own?.value === undefined) return undefined;
  if (isTooMuch(source, read)) return unknown('it is made of too many constants');
  const local = depth > MAX_CONSTANTS ? () => undefined : inside(decl);
  return readValue({ source, scope: scopeOf(undefined), local }, own.value);
}

function isTooMuch(source: Source, read: Reading['read']): boolean {
  const all = (readIn.get(source) ?? 0) + 1;
  readIn.set(source, all);
  read.count += 1;
  return read.count > MAX_READ || all > MAX_READ_IN_FILE;
}
