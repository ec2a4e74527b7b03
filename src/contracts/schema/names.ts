import { basename } from 'node:path';
import { pointerKey } from '../../model/json-pointer.js';
import type { Place } from '../place.js';

/** Where documents have their named schemas, in all dialects. */
const CONTAINERS = [['components', 'schemas'], ['definitions'], ['$defs']];

/** Names for the definitions of a contract: readable, unique, one for each place. One instance per contract. */
export class Names {
  readonly #byTarget = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The name of a place: its existing one, or a new one made from its pointer or file. */
  nameOf(target: string, place: Place): string {
    const known = this.#byTarget.get(target);
    if (known !== undefined) return known;
    const name = this.fresh(readable(target, place), place);
    this.#byTarget.set(target, name);
    return name;
  }

  /** Gives a place without a name this name, which another place has too; `false` if it already has one. */
  share(target: string, name: string): boolean {
    if (this.#byTarget.has(target)) return false;
    this.#byTarget.set(target, name);
    return true;
  }

  /** An unused name like this one: first with the file added, then with a number. */
  fresh(like: string, place?: Place): string {
    const stem = !this.#taken.has(like) || place === undefined ? like : `${like} (${place.document.file})`;
    let name = stem;
    for (let count = 2; this.#taken.has(name); count++) name = `${stem} ${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** `.../User.yaml#` -> `User`; `#/components/schemas/User` -> `User`; `#/components/schemas/User/properties/id` -> `User.properties.id`. */
function readable(target: string, place: Place): string {
  const pointer = target.slice(target.lastIndexOf('#') + 1);
  const keys = pointer.split('/').filter((key) => key !== '');
  const container = CONTAINERS.find((words) => keys.length > words.length && words.every((word, index) => keys[index] === word));
  const own = container === undefined ? keys : keys.slice(container.length);
  const name = pointerKey(own.join('.'));
  return name === '' ? basename(place.document.file).replace(/\.[^.]*$/, '') : name;
}
