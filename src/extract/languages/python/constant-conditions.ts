import type { MaskedText } from './syntax/mask.js';
import type { Statement } from './syntax/statements.js';

/** Boolean constants that a module assigns exactly once. */
export type Constants = ReadonlyMap<string, boolean>;

const CONSTANT = /^([A-Z][A-Z0-9_]{0,99})(?:[ \t]{0,9}:[ \t]{0,9}bool)?[ \t]{0,9}=[ \t]{0,9}(True|False)[ \t]{0,200}$/gm;
const SET = /\b([A-Z][A-Z0-9_]{0,99})[ \t]{0,9}(?::[ \t]{0,9}bool[ \t]{0,9}|[|&^:])?=(?!=)/g;
/** Code that may assign names indirectly. */
const UNSEEN = /\bglobal[ \t]|\bimport[ \t]\*|\bglobals\(/;

export function constantsOf({ bare }: MaskedText): Constants {
  const found = new Map<string, boolean>();
  for (const [, name = '', value] of bare.matchAll(CONSTANT)) found.set(name, value === 'True');
  if (found.size === 0 || UNSEEN.test(bare)) return new Map();
  const seen = new Set<string>();
  for (const [, name = ''] of bare.matchAll(SET)) {
    if (seen.has(name)) found.delete(name);
    seen.add(name);
  }
  return found;
}

const CONDITION = /^(?:el)?if[ \t]{0,9}\(?[ \t]{0,9}(not[ \t]{1,9})?([\w.]{1,100})[ \t]{0,9}\)?[ \t]{0,9}:$/;
const KNOWN: Constants = new Map([
  ...['False', '0', 'TYPE_CHECKING', 'typing.TYPE_CHECKING'].map((name) => [name, false] as const),
  ...['True', '1'].map((name) => [name, true] as const),
]);

/** Whether a branch condition is constant (`if False:`, `if TYPE_CHECKING:`); undefined: it is not. */
export function alwaysOf({ bare }: MaskedText, { start, end }: Statement, constants: Constants): boolean | undefined {
  const [, not, word = ''] = CONDITION.exec(bare.slice(start, Math.min(end, start + 150))) ?? [];
  const is = KNOWN.get(word) ?? constants.get(word);
  return is === undefined || not === undefined ? is : !is;
}
