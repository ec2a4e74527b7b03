import type { Gap } from '../../model/gap.js';
import { groupBy } from '../../model/multi-map.js';

/** Up to this number, gaps of one kind are listed one by one. */
const MOST_LISTED = 10;
const MOST_NAMED = 3;

/**
 * The gaps of one contract, in their order. Many gaps of one kind become one, at the first of them, with their number and the
 * first few. References to nowhere are one kind; other kinds consist of gaps with the same text.
 */
export function inBrief(gaps: readonly Gap[]): readonly Gap[] {
  const kinds = groupBy(gaps, (gap) => (gap.reason === 'unresolved-reference' ? gap.reason : `${gap.reason} ${gap.detail}`));
  return [...kinds.values()].flatMap((alike) => (alike.length <= MOST_LISTED ? alike : together(alike)));
}

/** How many further gaps a summarised gap stands for. */
export function gapsBehind({ detail }: Gap): number {
  const [, others, references] =
    / The same problem occurs in (\d{1,9}) more places\.$|^(\d{1,9}) references lead nowhere: /.exec(detail) ?? [];
  return references === undefined ? 1 + Number(others ?? 0) : Number(references);
}

function together(alike: readonly Gap[]): readonly Gap[] {
  const [first] = alike;
  if (first === undefined) return [];
  if (first.reason !== 'unresolved-reference')
    return [{ ...first, detail: `${first.detail} The same problem occurs in ${alike.length - 1} more places.` }];
  const named = alike.slice(0, MOST_NAMED).map(({ detail }) => detail.replace(/\.$/, ''));
  return [
    { ...first, detail: `${alike.length} references lead nowhere: ${named.join('; ')}; and ${alike.length - MOST_NAMED} more.` },
  ];
}
