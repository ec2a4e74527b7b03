import { child, descend, entries, items, type Place, rootOf, textAt } from '../../../../contracts/place.js';
import { pointerKey, pointerSegment } from '../../../../model/json-pointer.js';
import { append } from '../../../../model/multi-map.js';
import { decodedPart } from '../../../../model/repository-path.js';

/** The sections of named schemas: OpenAPI 3, and 2. */
const SECTIONS = [['components', 'schemas'], ['definitions']] as const;
/** Each costs a comparison of every value. */
const MOST = 1_000;

/** Keywords with options. */
export const OPTIONS = ['oneOf', 'anyOf'] as const;

/** A schema with a discriminator but no options is a base of others, or an alias of one. */
export function isBaseOfOthers(place: Place): boolean {
  if (textAt(place, '$ref') !== undefined) return true;
  return child(place, 'discriminator') !== undefined && OPTIONS.every((word) => child(place, word) === undefined);
}

/** For each schema of a document, the schemas that extend it (`allOf`). */
type Section = { readonly ref: string; readonly subschemas: ReadonlyMap<string, readonly string[]> };

/** Finds the schemas that extend another, also indirectly: without a mapping the name selects one (OpenAPI, Discriminator Object). */
export class Subschemas {
  readonly #sections = new WeakMap<object, Section>();

  /** Names and references of the schemas that extend this one; `undefined`: too many. */
  of(base: Place): readonly (readonly [name: string, ref: string])[] | undefined {
    const section = this.#sectionOf(base);
    if (section === undefined) return [];
    const found = new Set<string>();
    const waiting = [base.key];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const subschema of section.subschemas.get(next) ?? []) {
        if (subschema === base.key || found.has(subschema)) continue;
        if (found.size >= MOST) return undefined;
        found.add(subschema);
        waiting.push(subschema);
      }
    }
    return [...found].map((name) => [name, `${section.ref}${escaped(name)}`]);
  }

  /** The section of a named schema; none for an inline schema. */
  #sectionOf({ document, parent }: Place): Section | undefined {
    const known = parent && this.#sections.get(parent);
    if (known !== undefined || parent === undefined) return known;
    for (const keys of SECTIONS) {
      const at = descend(rootOf(document), ...keys);
      if (at === undefined || at.value !== parent) continue;
      const section = { ref: `#/${keys.join('/')}/`, subschemas: subschemasIn(at, `#/${keys.join('/')}/`) };
      this.#sections.set(parent, section);
      return section;
    }
    return undefined;
  }
}

function subschemasIn(section: Place, prefix: string): ReadonlyMap<string, readonly string[]> {
  const subschemas = new Map<string, string[]>();
  for (const [name, schema] of entries(section)) {
    for (const part of items(child(schema, 'allOf'))) {
      const ref = textAt(part, '$ref');
      if (ref === undefined || !ref.startsWith(prefix)) continue;
      const base = pointerKey(decodedPart(ref.slice(prefix.length)));
      append(subschemas, base, name);
    }
  }
  return subschemas;
}

/** A segment of a JSON pointer in a reference (RFC 6901, 6). */
const escaped = (name: string): string => encodeURIComponent(pointerSegment(name));
