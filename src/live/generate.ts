import type { Constraints, Definitions, ObjectShape, ScalarShape, Shape } from '../model/shape.js';
import { type Random, wholeFrom } from './random.js';

/** Deeper levels get only required parts, and then nothing more. */
const DEEPEST = 8;
const LONGEST_LIST = 20;
const LONGEST_TEXT = 10_000;
/** Parts of one value: a hostile schema multiplies them with every level. */
const MOST_PARTS = 2_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export interface Source {
  readonly random: Random;
  /** The targets of `ref`s. */
  readonly definitions: Definitions;
}

/** Counts the parts of the value made so far. */
interface Counted extends Source {
  readonly made: { parts: number };
}

/** Thrown with the reason when a value cannot be made. */
export class NotMade extends Error {
  override readonly name = 'NotMade';
}

/**
 * A JSON value for a request that a contract's shape allows: all required parts, and optional parts now and then. The same
 * seed gives the same value.
 *
 * @throws NotMade where the allowed values are unknown: a pattern, an unsupported shape, endless recursion
 */
export function sampleValue(shape: Shape, { random, definitions }: Source): unknown {
  return partOf(shape, { random, definitions, made: { parts: 0 } }, 0);
}

function partOf(shape: Shape, source: Counted, depth: number): unknown {
  if (depth > DEEPEST * 2) throw new NotMade('it contains itself without end');
  source.made.parts += 1;
  if (source.made.parts > MOST_PARTS) throw new NotMade(`it has more than ${MOST_PARTS} parts`);
  switch (shape.kind) {
    case 'scalar':
      return scalarOf(shape, source.random);
    case 'enum':
      return shape.values[wholeFrom(source.random, 0, shape.values.length - 1)];
    case 'array':
      return listOf(shape.items, shape.constraints ?? {}, source, depth);
    case 'tuple':
      return shape.items.map((item) => partOf(item, source, depth + 1));
    case 'map':
      return { key: partOf(shape.values, source, depth + 1) };
    case 'object':
      return objectOf(shape, source, depth);
    case 'union':
      return optionOf(shape.options, source, depth);
    case 'ref': {
      const meant = source.definitions.get(shape.name);
      if (meant === undefined) throw new NotMade(`the definition ${shape.name} is not there`);
      return partOf(meant, source, depth + 1);
    }
    case 'unknown':
      if (shape.any === true) return textOf(undefined, {}, source.random);
      throw new NotMade(shape.why);
  }
}

function objectOf({ fields }: ObjectShape, source: Counted, depth: number): unknown {
  const sent = fields.filter(({ access }) => access !== 'read');
  const made = sent.flatMap(({ name, shape, required }): readonly (readonly [string, unknown])[] => {
    if (required) return [[name, partOf(shape, source, depth + 1)]];
    const requested = source.random.next() < 0.5 && depth < DEEPEST;
    if (!requested) return [];
    try {
      return [[name, partOf(shape, source, depth + 1)]];
    } catch (error) {
      // Optional parts are left out.
      if (error instanceof NotMade) return [];
      throw error;
    }
  });
  return Object.fromEntries(made);
}

/** Null only when it is the only option: a value tests more. */
function optionOf(options: readonly Shape[], source: Counted, depth: number): unknown {
  const isNull = (shape: Shape): boolean => shape.kind === 'scalar' && shape.type === 'null';
  const rich = options.filter((option) => !isNull(option));
  if (rich.length === 0) return null;
  const start = wholeFrom(source.random, 0, rich.length - 1);
  let failure: unknown = new NotMade('none of its options can be made');
  for (const option of [...rich.slice(start), ...rich.slice(0, start)]) {
    try {
      return partOf(option, source, depth + 1);
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
      failure = error;
    }
  }
  if (rich.length < options.length) return null;
  throw failure;
}

function listOf(items: Shape, { minItems = 0, maxItems, uniqueItems }: Constraints, source: Counted, depth: number): unknown {
  const most = Math.min(maxItems ?? Math.max(minItems, 2), LONGEST_LIST);
  if (minItems > LONGEST_LIST) throw new NotMade(`it needs ${minItems} items`);
  const length = wholeFrom(source.random, Math.min(Math.max(minItems, 1), most), most);
  const made: unknown[] = [];
  const seen = new Set<string>();
  for (let tries = 0; made.length < length && tries < length * 10; tries += 1) {
    const item = partOf(items, source, depth + 1);
    const text = JSON.stringify(item);
    if (uniqueItems === true && seen.has(text)) continue;
    seen.add(text);
    made.push(item);
  }
  if (made.length < minItems) throw new NotMade('it needs more items that differ than can be made');
  return made;
}

function scalarOf({ type, format, constraints = {} }: ScalarShape, random: Random): unknown {
  if (type === 'null') return null;
  if (type === 'boolean') return random.next() < 0.5;
  if (type === 'string') return textOf(format, constraints, random);
  return numberOf(constraints, type === 'integer', random);
}

function numberOf(constraints: Constraints, isWhole: boolean, random: Random): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = constraints;
  const step = multipleOf ?? (isWhole ? 1 : undefined);
  const gap = step ?? 0.5;
  const least = Math.max(
    minimum ?? Number.NEGATIVE_INFINITY,
    exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : exclusiveMinimum + gap,
  );
  const most = Math.min(
    maximum ?? Number.POSITIVE_INFINITY,
    exclusiveMaximum === undefined ? Number.POSITIVE_INFINITY : exclusiveMaximum - gap,
  );
  const from = Number.isFinite(least) ? least : Number.isFinite(most) ? Math.min(1, most) : 1;
  const to = Number.isFinite(most) ? Math.min(most, from + 100) : from + 100;
  if (to < from) throw new NotMade('no number is both as large and as small as it has to be');
  if (step === undefined) return Math.round((from + random.next() * (to - from)) * 100) / 100;
  const [low, high] = [Math.ceil(from / step), Math.floor(to / step)];
  if (high < low) throw new NotMade(`no multiple of ${step} is in its range`);
  return wholeFrom(random, low, high) * step;
}

function textOf(format: string | undefined, { minLength = 0, maxLength, pattern }: Constraints, random: Random): string {
  const made = format === undefined ? undefined : BY_FORMAT[format]?.(random);
  const fits = made !== undefined && made.length >= minLength && made.length <= (maxLength ?? made.length);
  if (made !== undefined && fits && pattern === undefined) return made;
  if (pattern !== undefined) throw new NotMade(`it has to match the pattern ${pattern.slice(0, 100)}`);
  if (made !== undefined) throw new NotMade(`a ${format} of that length cannot be made`);
  if (minLength > LONGEST_TEXT) throw new NotMade(`it needs ${minLength} characters`);
  const most = Math.max(minLength, Math.min(maxLength ?? minLength + 8, minLength + 8));
  return letters(random, wholeFrom(random, Math.min(Math.max(minLength, 1), most), most));
}

function letters(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS[wholeFrom(random, 0, LETTERS.length - 1)] ?? '').join('');
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => wholeFrom(random, 0, 15).toString(16)).join('');
}

const day = (random: Random): string => new Date(Date.UTC(2024, 0, 1 + wholeFrom(random, 0, 365))).toISOString().slice(0, 10);
const clock = (random: Random): string =>
  `${String(wholeFrom(random, 0, 23)).padStart(2, '0')}:${String(wholeFrom(random, 0, 59)).padStart(2, '0')}:00Z`;

/** Formats of JSON Schema and OpenAPI; addresses are reserved for examples (RFC 2606, 5737, 3849). */
const BY_FORMAT: Readonly<Record<string, (random: Random) => string>> = {
  date: day,
  time: clock,
  'date-time': (random) => `${day(random)}T${clock(random)}`,
  duration: (random) => `P${wholeFrom(random, 1, 30)}D`,
  email: (random) => `${letters(random, 6)}@example.com`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  uri: (random) => `https://example.com/${letters(random, 6)}`,
  url: (random) => `https://example.com/${letters(random, 6)}`,
  'uri-reference': (random) => `/${letters(random, 6)}`,
  hostname: (random) => `${letters(random, 6)}.example.com`,
  ipv4: (random) => `192.0.2.${wholeFrom(random, 1, 254)}`,
  ipv6: (random) => `2001:db8::${wholeFrom(random, 1, 9999)}`,
  byte: (random) => Buffer.from(letters(random, 6)).toString('base64'),
};
