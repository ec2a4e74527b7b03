import { posix } from 'node:path';
import { pointerKey } from '../../../../model/json-pointer.js';
import { decodedPart } from '../../../../model/repository-path.js';
import type { ReadDocument } from '../../../extractor.js';
import { fieldsOf, parsed } from '../../../open-api.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A value in one of the files of a contract. */
export interface Placed {
  readonly value: unknown;
  readonly file: string;
  /** The reference that led here, in the form of {@link References.target}; absent if there is none. */
  readonly target?: string;
}

/** Limits for the files of one contract and for chains of references; no real contract has more. */
const MAX_FILES = 1000;
const MAX_STEPS = 20;

/** References between the files of a contract. */
export class References {
  readonly #read: ReadDocument | undefined;
  readonly #files = new Map<string, Fields>();

  constructor(file: string, document: Fields, read: ReadDocument | undefined) {
    this.#read = read;
    this.#files.set(file, document);
  }

  /** The file and position that a reference points to: `paths/items.yaml#/get`. */
  target(ref: string, from: string): string {
    const hash = ref.indexOf('#');
    const written = hash < 0 ? ref : ref.slice(0, hash);
    const pointer = hash < 0 ? '' : decodedPart(ref.slice(hash + 1)).replace(/^\/$/, '');
    return `${written === '' ? from : posix.join(posix.dirname(from), decodedPart(written))}#${pointer}`;
  }

  /** The value at the end of a chain of references; undefined if there is none. */
  resolve(given: Placed): Placed | undefined {
    let at = given;
    for (let step = 0; step < MAX_STEPS; step++) {
      const ref = fieldsOf(at.value)?.$ref;
      if (typeof ref !== 'string') return at;
      const next = this.at(this.target(ref, at.file));
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  at(target: string): Placed | undefined {
    const hash = target.indexOf('#');
    const file = target.slice(0, hash);
    let value: unknown = this.#file(file);
    for (const key of target
      .slice(hash + 1)
      .split('/')
      .slice(1)) {
      const fields = fieldsOf(value);
      const name = pointerKey(key);
      value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
    }
    return value === undefined ? undefined : { value, file, target };
  }

  #file(path: string): Fields | undefined {
    const known = this.#files.get(path);
    if (known !== undefined || this.#files.size >= MAX_FILES || path.startsWith('..')) return known;
    const text = this.#read?.(path);
    const document = text === undefined ? {} : parsed(text);
    this.#files.set(path, document);
    return document;
  }
}
