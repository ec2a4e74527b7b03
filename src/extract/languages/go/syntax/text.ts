import type { At } from '../../../../facts/expression.js';
import { placesIn } from '../../../../model/line-table.js';
import { pairBrackets } from '../../../syntax/brackets.js';
import type { Masked } from '../../../syntax/masked.js';
import { mask } from '../mask.js';
import { type LocalType, localTypes } from './local-types.js';
import type { Statement } from './statement.js';

/** A masked source with data that is needed repeatedly. */
export interface SourceText extends Masked {
  /** The offset of each bracket's partner; -1: it has none. */
  readonly partners: ReadonlyMap<number, number>;
  readonly placeAt: (offset: number) => At;
  /** Types declared in functions. */
  readonly locals: ReadonlyMap<string, readonly LocalType[]>;
  /** Parsed blocks, by their span. */
  readonly blocks: Map<string, readonly Statement[]>;
}

/** The text up to an offset, with unchanged offsets: a search then cannot run far beyond it. */
export const upTo = (text: string, end: number): string => (end < text.length ? text.slice(0, end) : text);

const BRACKETS = /[()[\]{}]/g;

export function sourceText(text: string): SourceText {
  const masked = mask(text);
  const source = { ...masked, partners: partnersIn(masked.bare), placeAt: placesIn(text) };
  return { ...source, locals: localTypes(source), blocks: new Map() };
}

function partnersIn(bare: string): Map<number, number> {
  const offsets: number[] = [];
  BRACKETS.lastIndex = 0;
  while (BRACKETS.test(bare)) offsets.push(BRACKETS.lastIndex - 1);
  const { partners } = pairBrackets(offsets.length, (index) => bare.charAt(offsets[index] ?? -1));
  const found = new Map<number, number>();
  for (const [at, offset] of offsets.entries()) {
    const partner = offsets[partners[at] ?? -1];
    if (partner !== undefined) found.set(offset, partner);
  }
  return found;
}

/** Line and column of an offset, both from 1. */
export const placeOf = ({ placeAt }: SourceText, offset: number): At => placeAt(offset);
