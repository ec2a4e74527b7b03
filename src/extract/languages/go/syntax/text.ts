import type { At } from '../../../../facts/expression.js';
import { placesIn } from '../../../../model/line-table.js';
import type { Masked } from '../../../syntax/masked.js';
import { mask } from '../mask.js';
import { type LocalType, localTypes } from './local-types.js';

/** A masked source with what is asked of it again and again. */
export interface SourceText extends Masked {
  /** For the place of each bracket, the place of its partner; -1: it has none. */
  readonly partners: ReadonlyMap<number, number>;
  readonly placeAt: (offset: number) => At;
  /** Types that functions declare for themselves. */
  readonly locals: ReadonlyMap<string, readonly LocalType[]>;
}

/** The text before an offset, with the offsets that it has: a search ends there and not at what it looks for far behind. */
export const upTo = (text: string, end: number): string => (end < text.length ? text.slice(0, end) : text);

const BRACKETS = /[()[\]{}]/g;
const PARTNER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export function sourceText(text: string): SourceText {
  const masked = mask(text);
  const source = { ...masked, partners: partnersIn(masked.bare), placeAt: placesIn(text) };
  return { ...source, locals: localTypes(source) };
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
export const placeOf = ({ placeAt }: SourceText, offset: number): At => placeAt(offset);
