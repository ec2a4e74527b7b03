import type { Gap, GapReason } from '../../model/gap.js';
import type { Location } from '../../model/location.js';
import { type Definitions, type RefShape, type Shape, unknown } from '../../model/shape.js';
import { UserError } from '../../model/user-error.js';
import { child, isMapping, locate, type Place, textAt } from '../place.js';
import type { Reader, Unreachable } from '../reader.js';
import { inBrief } from './brief-gaps.js';
import { combinedShape } from './combine.js';
import { Names } from './names.js';
import { ANY, type Dialect, type Schemas } from './schemas.js';
import { typedShape } from './typed.js';
import { beyondAt, type UnsupportedKeyword, unsupportedKeywords } from './unsupported-keywords.js';

/** The maximum depth of definitions that are each read while reading another. */
const MAX_DEPTH = 100;
/** A shape with more parts (aliases that repeat aliases) is not built. */
const MAX_PARTS = 100_000;
/** The maximum number of schema parts that are searched for keywords that shapes cannot express. */
const MOST_BEYOND = 2_000_000;
const MOST_OF_A_PART = 20_000;

interface Definition {
  readonly place: Place;
  state: 'waiting' | 'reading' | 'read';
}

/**
 * Reads the schemas of one contract. The target of a `$ref` becomes a definition and the `$ref` a reference to it, so that
 * recursion ends and a large document stays as large as it is written. Call in this order: reserve, read shapes, finish.
 */
export class SchemaReader implements Schemas {
  readonly dialect: Dialect;
  readonly merged = new Map<string, { readonly shape: Shape | undefined }>();
  readonly saysMore = new WeakMap<object, boolean>();
  readonly #reader: Reader;
  readonly #names = new Names();
  readonly #known = new Map<string, Definition>();
  readonly #definitions = new Map<string, Shape>();
  readonly #memo = new WeakMap<object, { readonly shape: Shape | undefined }>();
  readonly #reading = new Set<object>();
  readonly #gaps = new Map<string, Gap>();
  readonly #broken = new WeakMap<object, string>();
  readonly #scales = new Scales();
  readonly #beyond: UnsupportedKeyword[] = [];
  /** Places that many references share are recorded once. */
  readonly #lookedAt = new Set<string>();
  readonly #beyondBudget = { left: MOST_BEYOND };
  #depth = 0;

  constructor(reader: Reader, dialect: Dialect) {
    this.#reader = reader;
    this.dialect = dialect;
  }

  /** The parts that were not analysed so far: each once; many gaps of one kind become one. */
  get gaps(): readonly Gap[] {
    return inBrief([...this.#gaps.values()]);
  }

  /** Keywords of the schemas read so far that their shapes do not express. */
  get beyond(): readonly UnsupportedKeyword[] {
    return this.#beyond;
  }

  lookAt(place: Place | undefined, name: string): void {
    if (place === undefined) return;
    const { file, line, column } = locate(place);
    const key = JSON.stringify([name, file, line, column]);
    if (this.#lookedAt.has(key)) return;
    this.#lookedAt.add(key);
    this.#beyond.push(beyondAt(place, name, this, this.#beyondBudget, MOST_OF_A_PART));
  }

  /** The locations of definitions that come from a document. */
  get definedAt(): ReadonlyMap<string, Location> {
    return new Map([...this.#known].map(([name, { place }]) => [name, locate(place)]));
  }

  /**
   * Gives the targets of these references their own names, before another schema may take them. A schema that only refers to
   * another file gives its name to the target.
   */
  reserve(root: Place, refs: readonly string[]): void {
    const named = refs.flatMap((ref) => {
      const { place, target } = { target: '', ...this.#tried(root, () => this.#reader.follow(root, ref)) };
      return place === undefined ? [] : [{ name: this.#names.nameOf(target, place), place }];
    });
    for (const { name, place } of named) this.#enlist(name, this.#lent(name, place, root));
  }

  /** Reads the remaining definitions, which are complete after that. */
  finish(): ReadonlyMap<string, Shape> {
    for (const name of this.#known.keys()) this.definition(name);
    for (const name of circular(this.#definitions)) {
      const place = this.#known.get(name)?.place;
      const why = 'this schema refers only to itself';
      this.#definitions.set(name, place === undefined ? unknown(why) : this.#refused(place, why));
    }
    return this.#definitions;
  }

  shape(place: Place): Shape {
    return this.stated(place) ?? ANY;
  }

  stated(place: Place): Shape | undefined {
    const value = place.value;
    if (value === true) return undefined;
    if (value === false) return unknown('the contract allows no value here');
    if (!isMapping(value)) return this.#refused(place, 'the contract has something other than a schema here');
    const before = this.#memo.get(value);
    if (before !== undefined) return before.shape;
    if (this.#reading.has(value)) return this.#refused(place, 'an alias makes this schema a part of itself');
    this.#reading.add(value);
    const shape = this.#bounded(combinedShape(place, this), place);
    this.#beyond.push(...unsupportedKeywords(place, this, this.#beyondBudget));
    this.#reading.delete(value);
    this.#memo.set(value, { shape });
    return shape;
  }

  link(place: Place): Shape {
    return this.linkTo(place, textAt(place, '$ref') ?? '');
  }

  linkTo(place: Place, ref: string): Shape {
    const reached = this.#tried(place, () => this.#reader.follow(place, ref));
    if (reached.place === undefined) {
      this.gap(reached.reason, `${reached.unreachable}.`, place);
      return unknown(reached.unreachable);
    }
    const name = this.#names.nameOf(reached.target, reached.place);
    this.#enlist(name, reached.place);
    return { kind: 'ref', name };
  }

  definition(name: string): Shape {
    const entry = this.#known.get(name);
    if (entry?.state === 'reading') return this.#unfinished(entry.place);
    if (entry === undefined || entry.state === 'read') return this.#definitions.get(name) ?? ANY;
    entry.state = 'reading';
    const shape = this.#readDefinition(entry.place);
    this.#definitions.set(name, shape);
    entry.state = 'read';
    return shape;
  }

  define(like: string, shape: Shape): RefShape {
    const name = this.#names.fresh(like);
    this.#definitions.set(name, shape);
    return { kind: 'ref', name };
  }

  target(place: Place): Place | undefined {
    const reached = this.#tried(place, () => this.#reader.resolve(place));
    if (reached.place === undefined) this.gap(reached.reason, `${reached.unreachable}.`, place);
    return reached.place;
  }

  broken(place: Place): string | undefined {
    return isMapping(place.value) ? this.#broken.get(place.value) : undefined;
  }

  /** The target of a reference. If it leads nowhere or to an unreadable file, only the subjects that reach it are broken. */
  #tried<Found>(place: Place, follow: () => Found): Found | Unreachable {
    try {
      return follow();
    } catch (error) {
      if (this.#reader.isStrict || !(error instanceof UserError)) throw error;
      const unreachable = error.message.replace(/\.$/, '');
      if (isMapping(place.value)) this.#broken.set(place.value, unreachable);
      return { unreachable, reason: 'unresolved-reference' };
    }
  }

  gap(reason: GapReason, detail: string, at: Place): void {
    const location = locate(at);
    this.#gaps.set(JSON.stringify([detail, location]), { reason, detail, at: location });
  }

  #readDefinition(place: Place): Shape {
    if (this.#depth >= MAX_DEPTH) return this.#refused(place, `more than ${MAX_DEPTH} schemas build on one another here`);
    if (textAt(place, '$ref') !== undefined) this.target(place);
    this.#depth++;
    const shape = this.shape(place);
    this.#depth--;
    return shape;
  }

  #lent(name: string, place: Place, root: Place): Place {
    const isLink = isMapping(place.value) && textAt(place, '$ref') !== undefined && Object.keys(place.value).length === 1;
    const end = isLink ? this.#tried(place, () => this.#reader.resolve(place)) : undefined;
    if (end?.place === undefined || end.target === undefined || end.place.document === root.document) return place;
    return this.#names.share(end.target, name) ? end.place : place;
  }

  /**
   * A parent that lists its children (`oneOf`), which build on it (`allOf`), contributes only its own keywords: a child is one of
   * the children anyway.
   */
  #unfinished(place: Place): Shape {
    const own = (child(place, 'oneOf') ?? child(place, 'anyOf')) ? typedShape(place, this) : undefined;
    return own ?? this.#refused(place, 'this schema builds on itself');
  }

  #enlist(name: string, place: Place): void {
    if (!this.#known.has(name)) this.#known.set(name, { place, state: 'waiting' });
  }

  #bounded(shape: Shape | undefined, place: Place): Shape | undefined {
    if (shape === undefined || this.#scales.weigh(shape) <= MAX_PARTS) return shape;
    return this.#refused(place, `this schema has more than ${MAX_PARTS} parts, with what its aliases repeat`);
  }

  #refused(place: Place, why: string): Shape {
    this.gap('unsupported-contract-feature', `${why.charAt(0).toUpperCase()}${why.slice(1)}.`, place);
    return unknown(why);
  }
}

/** Counts the parts of shapes as a traversal visits them; shared shapes count each time. */
class Scales {
  readonly #known = new WeakMap<Shape, number>();

  weigh(shape: Shape): number {
    const known = this.#known.get(shape);
    if (known !== undefined) return known;
    const weight = parts(shape).reduce((sum, part) => sum + this.weigh(part), 1);
    this.#known.set(shape, weight);
    return weight;
  }
}

function parts(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'tuple':
      return shape.items;
    case 'map':
      return [shape.values];
    case 'union':
      return shape.options;
    case 'object': {
      const fields = shape.fields.map((field) => field.shape);
      return typeof shape.rest === 'object' ? [...fields, shape.rest] : fields;
    }
    default:
      return [];
  }
}

/**
 * Names of definitions that lead back to themselves through references and unions only. This consumes no value, so a comparison
 * would never end. Linear; no recursion.
 */
function circular(definitions: Definitions): readonly string[] {
  const onCircle = new Set<string>();
  const done = new Set<string>();
  for (const start of definitions.keys()) {
    const path = new Set<string>();
    const waiting = [{ name: start, leave: false }];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (step.leave) {
        done.add(step.name);
        path.delete(step.name);
      } else if (path.has(step.name)) {
        for (const name of after(step.name, path)) onCircle.add(name);
      } else if (!done.has(step.name)) {
        path.add(step.name);
        waiting.push({ name: step.name, leave: true });
        for (const next of links(definitions.get(step.name))) waiting.push({ name: next, leave: false });
      }
    }
  }
  return [...onCircle];
}

/** The name and those that were added after it. */
function after(name: string, path: ReadonlySet<string>): readonly string[] {
  const names = [...path];
  return names.slice(names.indexOf(name));
}

/** The references that a shape consists of, without descending into a value. */
function links(shape: Shape | undefined): readonly string[] {
  if (shape?.kind === 'ref') return [shape.name];
  return shape?.kind === 'union' ? shape.options.flatMap(links) : [];
}
