import { child, descend, entries, items, type Place, textAt, valueAt } from '../contracts/place.js';
import { groupBy } from '../model/multi-map.js';
import { isJson } from '../rules/comparison/expected-bodies.js';
import type { Documents } from './documents.js';
import { applied, type FileEdit, type Path } from './edits.js';
import { leadFrom, schemaEdits, schemaNames, type Way } from './ways.js';

/** A `$ref` on the path from a response to a finding's place, and the named schema that it leads to. */
interface Hop {
  readonly use: Place;
  readonly target: Place;
}

/** What could be changed for one response if it had its own schema. */
export interface OwnChange {
  readonly contract: string;
  /** From the first `$ref` that only this response uses; the edits change the last target. */
  readonly hops: readonly Hop[];
  readonly edits: readonly FileEdit[];
  readonly says: string;
  /** Whether it justifies a separate schema. */
  readonly isGrave: boolean;
}

const MAX_DEPTH = 30;

/** The `$ref`s between a response of an operation and a place in its body; undefined: the place was not found there. */
export function hopsTo(anchor: Place, at: BodyPlace, documents: Documents): readonly Hop[] | undefined {
  for (const use of bodiesOf(at, documents)) {
    const found = walked(use, at.field, anchor, documents, 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A place in the body of a response. */
export interface BodyPlace {
  readonly contract: string;
  readonly subject: string;
  readonly status: string | undefined;
  /** As findings write it. */
  readonly field: string;
}

function bodiesOf({ contract, subject, status = 'default' }: BodyPlace, documents: Documents): readonly Place[] {
  const response = documents.responseOf(contract, subject, status);
  const content = entries(response && child(response, 'content'));
  const holders = response === undefined ? [] : [response, ...content.filter(([type]) => isJson(type)).map(([, one]) => one)];
  return holders.flatMap((one) => child(one, 'schema') ?? []);
}

/** All fields at a place: each alternative may have one. */
export function fieldsAt(at: BodyPlace, documents: Documents): readonly Place[] {
  const found = new Map<unknown, Place>();
  const seen = new Set<string>();
  const waiting = bodiesOf(at, documents).map((use) => [use, at.field] as const);
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const [use, rest] = one;
    const schema = documents.resolve(use);
    const spot = schema && documents.spotOf(schema);
    const key = JSON.stringify([spot, rest]);
    if (schema === undefined || seen.has(key)) continue;
    seen.add(key);
    const field = descend(schema, 'properties', rest);
    if (field !== undefined) found.set(field.value, field);
    waiting.push(...parts(schema).map((part) => [part, rest] as const), ...stepsInto(schema, rest));
  }
  return [...found.values()];
}

function walked(use: Place, rest: string, anchor: Place, documents: Documents, depth: number): readonly Hop[] | undefined {
  const schema = documents.resolve(use);
  if (schema === undefined || depth > MAX_DEPTH) return undefined;
  const own: readonly Hop[] = textAt(use, '$ref') === undefined ? [] : [{ use, target: schema }];
  const isHere = [schema.value, valueAt(schema, 'properties'), valueAt(schema, 'required')].includes(anchor.parent);
  if (isHere && anchor.parent !== undefined) return own;
  const inner = [...parts(schema).map((part) => [part, rest] as const), ...stepsInto(schema, rest)];
  for (const [place, left] of inner) {
    const found = walked(place, left, anchor, documents, depth + 1);
    if (found !== undefined) return [...own, ...found];
  }
  return undefined;
}

const parts = (schema: Place): readonly Place[] => ['allOf', 'oneOf', 'anyOf'].flatMap((word) => items(descend(schema, word)));

/** The schemas in which a place of a body (`books[].author`) may continue, and the rest of the place. */
function stepsInto(schema: Place, rest: string): readonly (readonly [Place, string])[] {
  const [bracket] = /^(?:\[\d*\]|\{\})/.exec(rest) ?? [];
  if (bracket !== undefined) {
    const use = child(schema, bracket === '{}' ? 'additionalProperties' : 'items');
    return use === undefined ? [] : [[use, rest.slice(bracket.length).replace(/^\./, '')]];
  }
  return entries(child(schema, 'properties'))
    .filter(([name]) => name !== '' && rest.startsWith(name) && /^[.[{]/.test(rest.slice(name.length)))
    .map(([name, place]) => [place, rest.slice(name.length).replace(/^\./, '')] as const);
}

/**
 * Alternatives that give responses their own schemas: a copy of a schema with the changes, and copies of the schemas that lead to
 * it, if other responses use these. All changes of one response go to one copy; responses with the same changes share it.
 */
export function ownSchemas(changes: readonly OwnChange[], documents: Documents): ReadonlyMap<OwnChange, Way> {
  const byUse = grouped(changes, ({ contract, hops }) => [contract, hops.map(({ use }) => documents.spotOf(use))]);
  const grave = byUse.filter((group) => group.some(({ isGrave }) => isGrave));
  const alike = grouped(grave, (group) => {
    const targets = group[0]?.hops.map(({ target }) => documents.spotOf(target));
    return [group[0]?.contract, targets, group.map(({ edits }) => edits)];
  });
  const taken = new Map<string, Set<string>>();
  const ways = new Map<OwnChange, Way>();
  for (const groups of alike) {
    const [first] = groups;
    const contract = first?.[0]?.contract ?? '';
    const names = taken.get(contract) ?? new Set(schemaNames(contract, documents));
    taken.set(contract, names);
    const way =
      first &&
      copied(
        first,
        groups.flatMap(([one]) => one?.hops[0]?.use ?? []),
        names,
        documents,
      );
    if (way !== undefined) for (const change of groups.flat()) ways.set(change, way);
  }
  return ways;
}

function grouped<Of>(all: readonly Of[], keyOf: (one: Of) => unknown): readonly (readonly Of[])[] {
  return [...groupBy(all, (one) => JSON.stringify(keyOf(one))).values()];
}

/** One alternative for changes of the same schema: its copies, and the uses that lead to the first of them. */
function copied(
  changes: readonly OwnChange[],
  uses: readonly Place[],
  taken: Set<string>,
  documents: Documents,
): Way | undefined {
  const { contract, hops } = changes[0] ?? { contract: '', hops: [] };
  const spots = hops.map(({ target }) => documents.spotOf(target));
  const last = spots.at(-1);
  if (last === undefined || spots.some((spot) => spot?.file !== contract)) return undefined;
  const others = new Map<string, FileEdit>();
  const inside: FileEdit[] = [];
  for (const one of changes.flatMap(({ edits }) => edits)) {
    if (one.file === last.file && isBelow(last.path, one.edit.path)) inside.push(one);
    else others.set(JSON.stringify(one), one);
  }
  // Any other edit would change what other responses use.
  if (inside.length === 0 || [...others.values()].some(({ edit }) => edit.do !== 'set')) return undefined;
  const names = spots.map((spot) => freshName(String(spot?.path.at(-1)), taken));
  const schemas: Record<string, unknown> = {};
  for (const [index, { target }] of hops.entries()) {
    const copy: unknown = structuredClone(target.value);
    const path = spots[index]?.path ?? [];
    const next = hops[index + 1];
    const nextUse = next && documents.spotOf(next.use);
    if (nextUse !== undefined) {
      const $ref = refTo(String(names[index + 1]), contract, contract, documents);
      applied(copy, { do: 'set', path: [...nextUse.path.slice(path.length), '$ref'], value: $ref });
    } else {
      const distinct = new Map(inside.map(({ edit }) => [JSON.stringify(edit), edit]));
      for (const edit of distinct.values())
        if (applied(copy, { ...edit, path: edit.path.slice(path.length) }) === undefined) return undefined;
    }
    schemas[String(names[index])] = copy;
  }
  const pointed = uses.flatMap((use): readonly FileEdit[] => {
    const spot = documents.spotOf(use);
    const value = spot && refTo(String(names[0]), contract, spot.file, documents);
    return spot === undefined ? [] : [{ file: spot.file, edit: { do: 'set', path: [...spot.path, '$ref'], value } }];
  });
  const says = [...new Set(changes.map((one) => one.says))].join(', ');
  return {
    edits: [...pointed, ...others.values(), ...schemaEdits(contract, schemas, documents)],
    says: `\`${String(last.path.at(-1))}\` is \`${String(names.at(-1))}\` there: ${says}`,
  };
}

/** Whether a path is a continuation of another. */
export const isBelow = (above: Path, path: Path): boolean =>
  path.length > above.length && above.every((key, index) => key === path[index]);

function refTo(name: string, contract: string, file: string, documents: Documents): string {
  const holder = documents.dialectOf(contract) === 'openapi-2' ? 'definitions' : 'components/schemas';
  return `${leadFrom(file, contract)}#/${holder}/${name}`;
}

function freshName(base: string, taken: Set<string>): string {
  let name = `${base}Response`;
  for (let number = 2; taken.has(name); number += 1) name = `${base}Response${number}`;
  taken.add(name);
  return name;
}
