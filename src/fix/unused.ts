import { child, descend, entries, items, type Place, textAt, valueAt } from '../contracts/place.js';
import { pointerKey } from '../model/json-pointer.js';
import { decodedPart } from '../model/repository-path.js';
import type { Documents } from './documents.js';
import type { FileEdit } from './edits.js';
import { holderOf } from './ways.js';

/**
 * Edits that remove the named schemas of a contract that lost their last reference.
 *
 * @param elsewhere references from files that were not read
 */
export function unusedEdits(
  before: Documents,
  now: Documents,
  contract: string,
  elsewhere: (read: ReadonlySet<string>) => readonly string[],
): readonly FileEdit[] {
  const path = holderOf(contract, now);
  const former = referred(before, contract);
  const left = referred(now, contract);
  const root = now.root(contract);
  const all = entries(root && descend(root, ...path));
  const unreferred = all.filter(([name]) => former.has(name) && !left.has(name));
  const read = new Set([...before.parsed.values(), ...now.parsed.values()].map(({ file }) => file));
  const pointers = unreferred.length === 0 ? [] : elsewhere(read);
  const asked = new Set(pointers.flatMap((pointer) => unescaped(pointer).split('/').slice(0, 4)));
  const unused = unreferred.filter(([name]) => !asked.has(name));
  const isAll = unused.length === all.length && unused.length > 0;
  const paths = isAll ? [path] : unused.map(([name]) => [...path, name]);
  return paths.map((gone) => ({ file: contract, edit: { do: 'delete', path: gone } }));
}

/** The named schemas with a reference from outside unused schemas, in the documents of a contract. */
function referred(documents: Documents, contract: string): ReadonlySet<string> {
  const root = documents.root(contract);
  const holder = root && descend(root, ...holderOf(contract, documents));
  const found = new Set<string>();
  const seen = new Set<unknown>([holder?.value]);
  const waiting: Place[] = root === undefined ? [] : [root];
  const name = (one: string, schema: Place): void => {
    found.add(one);
    waiting.push(schema);
  };
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    // A discriminator may name a schema, or refer to it.
    const mapping = entries(child(place, 'mapping')).map(([, { value: target }]) => target);
    const $ref = textAt(place, '$ref');
    for (const target of [$ref, ...mapping]) {
      if (typeof target !== 'string') continue;
      const key = unescaped(target.slice(target.indexOf('#') + 1))
        .split('/')
        .slice(0, 4);
      const own = key.slice(1).find((one) => holder !== undefined && valueAt(holder, one) !== undefined) ?? target;
      const schema = holder && child(holder, own);
      if (schema !== undefined) name(own, schema);
    }
    const end = $ref === undefined ? undefined : documents.resolve(place);
    if (end !== undefined) waiting.push(end);
    waiting.push(...(Array.isArray(value) ? items(place) : entries(place).map(([, at]) => at)));
  }
  return found;
}

const unescaped = (pointer: string): string => pointerKey(decodedPart(pointer));
