import type { At } from '../../../../facts/expression.js';
import { type Masked, mask } from '../mask.js';

/** A masked source with what is asked of it again and again. */
export interface SourceText extends Masked {
  /** For the place of each bracket, the place of its partner; -1: it has none. */
  readonly partners: ReadonlyMap<number, number>;
  readonly lines: readonly number[];
}

const BRACKETS = /[()[\]{}]/g;
const PARTNER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export function sourceText(text: string): SourceText {
  const masked = mask(text);
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  return { ...masked, partners: partnersIn(masked.bare), lines };
}

/** A closing bracket of another kind closes what was left open inside: one slip does not spoil the rest of the file. */
function partnersIn(bare: string): Map<number, number> {
  const partners = new Map<number, number>();
  const open: { readonly at: number; readonly bracket: string }[] = [];
  for (const { 0: bracket, index } of bare.matchAll(BRACKETS)) {
    const wanted = PARTNER[bracket];
    if (wanted === undefined) {
      open.push({ at: index, bracket });
      continue;
    }
    const last = open.at(-1);
    if (last?.bracket !== wanted) continue;
    open.pop();
    partners.set(last.at, index);
    partners.set(index, last.at);
  }
  return partners;
}

/** Line and column of an offset, from 1. */
export function placeOf({ lines }: SourceText, offset: number): At {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 };
}
