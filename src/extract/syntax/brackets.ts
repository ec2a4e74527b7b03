const CLOSES: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
export const OPENING: ReadonlySet<string> = new Set(CLOSES.values());

/** Which brackets of a source belong together. */
export interface BracketPairs {
  /** For the index of each bracket that of its partner; -1: it is none, or has none. */
  readonly partners: Int32Array;
  /** Brackets that close nothing, and those that nothing closes, in order. */
  readonly stray: readonly number[];
  readonly open: readonly number[];
}

/**
 * Pairs brackets by what stands at each index. One that closes another kind than the innermost closes nothing: a slip does not spoil the
 * rest of the file.
 */
export function pairBrackets(length: number, textAt: (index: number) => string): BracketPairs {
  const partners = new Int32Array(length).fill(-1);
  const stray: number[] = [];
  const open: number[] = [];
  for (let index = 0; index < length; index++) {
    const text = textAt(index);
    const wanted = CLOSES.get(text);
    if (OPENING.has(text)) open.push(index);
    if (wanted === undefined) continue;
    const last = open.at(-1);
    if (last === undefined || textAt(last) !== wanted) {
      stray.push(index);
      continue;
    }
    open.pop();
    partners[last] = index;
    partners[index] = last;
  }
  return { partners, stray, open };
}
