/**
 * A large service in a language other than TypeScript, for measuring where no public one can be fetched: modules with handlers,
 * types, storage and plain functions. The same number always gives the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { csharp } from './generated/csharp.js';
import { go } from './generated/go.js';
import { jvm } from './generated/jvm.js';
import { python } from './generated/python.js';

/**
 * @typedef {object} Generator
 * @property {(noun: string) => readonly (readonly [path: string, text: string])[]} module files of what deals with one noun
 * @property {(nouns: readonly string[]) => readonly (readonly [path: string, text: string])[]} root files that put all together
 */

/** @type {Readonly<Record<'python' | 'jvm' | 'csharp' | 'go', Generator>>} */
const GENERATORS = { python, jvm, csharp, go };

const NOUNS = ['order', 'invoice', 'parcel', 'refund', 'basket', 'voucher', 'review', 'address', 'account', 'shipment'];

/** `order`, `invoice`, ..., `order2`, ... */
const nounOf = (/** @type {number} */ index) => {
  const noun = NOUNS[index % NOUNS.length] ?? 'order';
  const round = Math.floor(index / NOUNS.length);
  return round === 0 ? noun : `${noun}${round + 1}`;
};

/**
 * Writes the tree.
 *
 * @param {keyof typeof GENERATORS} language
 * @param {string} folder absolute
 * @param {number} files about how many
 */
export function generateService(language, folder, files) {
  const { module, root } = GENERATORS[language];
  const modules = Math.ceil(files / module('order').length);
  const nouns = Array.from({ length: modules }, (_, index) => nounOf(index));
  for (const [path, text] of [...nouns.flatMap(module), ...root(nouns)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
