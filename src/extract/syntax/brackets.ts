const CLOSES: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
export const OPENING: ReadonlySet<string> = new Set(CLOSES.values());

/** The matching brackets of a source. */
export interface BracketPairs {
  /** For the index of each bracket, the index of its partner; -1: it is not a bracket, or has no partner. */
  readonly partners: Int32Array;
  /** Closing brackets without an opening one, and opening brackets without a closing one, in order. */
  readonly stray: readonly number[];
  readonly open: readonly number[];
}

/**
 * Pairs brackets by the text at each index. A closing bracket of another kind than the innermost open one closes nothing, so that
 * a typo does not break the rest of the file.
 */
export function pairBrackets(length: number, textAt: (index: number) => string): BracketPairs {
  const partners = new Int32Array(length).fill(-1);
  const stray: number[] = [];
  const open: number[] = [];
  for (let index = 0; index < length; index++) {
    const text = textAt(index);
    const requested = CLOSES.get(text);
    if (OPENING.has(text)) open.push(index);
    if (requested === undefined) continue;
    const last = open.at(-1);
    if (last === undefined || textAt(last) !== requested) {
      stray.push(index);
      continue;
    }
    open.pop();
    partners[last] = index;
    partners[index] = last;
  }
  return { partners, stray, open };
}
