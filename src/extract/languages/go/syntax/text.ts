import type { At } from '../../../../facts/expression.js';
import { placesIn } from '../../../../model/line-table.js';
import { pairBrackets } from '../../../syntax/brackets.js';
import type { Masked } from '../../../syntax/masked.js';
import { mask } from '../mask.js';
import { type LocalType, localTypes } from './local-types.js';

/** A masked source with data that is needed repeatedly. */
export interface SourceText extends Masked {
  /** The offset of each bracket's partner; -1: it has none. */
  readonly partners: ReadonlyMap<number, number>;
  readonly placeAt: (offset: number) => At;
  /** Types declared in functions. */
  readonly locals: ReadonlyMap<string, readonly LocalType[]>;
}

/** The text up to an offset, with unchanged offsets: a search then cannot run far beyond it. */
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

/** Line and column of an offset, both from 1. */
export const placeOf = ({ placeAt }: SourceText, offset: number): At => placeAt(offset);
