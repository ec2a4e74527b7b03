import type { At } from '../../../../facts/expression.js';
import { placesIn } from '../../../../model/line-table.js';
import { pairBrackets } from '../../../syntax/brackets.js';
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

export function sourceText(text: string): SourceText {
  const masked = mask(text);
  const source = { ...masked, partners: partnersIn(masked.bare), placeAt: placesIn(text) };
  return { ...source, locals: localTypes(source) };
}

function partnersIn(bare: string): Map<number, number> {
  const brackets = [...bare.matchAll(BRACKETS)];
  const { partners } = pairBrackets(brackets.length, (index) => brackets[index]?.[0] ?? '');
  return new Map(
    brackets.flatMap(({ index }, at) => {
      const partner = brackets[partners[at] ?? -1];
      return partner === undefined ? [] : [[index, partner.index]];
    }),
  );
}

/** Line and column of an offset, from 1. */
export const placeOf = ({ placeAt }: SourceText, offset: number): At => placeAt(offset);
