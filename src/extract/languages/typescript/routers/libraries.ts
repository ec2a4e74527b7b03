import type { FileGap } from '../../../../facts/fact.js';
import type { Hides } from '../../../../model/gap.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { atOf } from '../at.js';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';
import type { Call } from './framework.js';
import { lowerCall } from './lower.js';

/** A gap for a call by which a library builds routes that the source does not show. */
export function libraryGap(source: Source, { libraries }: RouterTable, call: Call): FileGap | undefined {
  const origin = originOf(source, call.expression);
  const library = origin && libraries?.get(origin.specifier);
  if (origin === undefined || library?.exports?.test(origin.name) !== true) return undefined;
  const { option } = library;
  const isUsed = option === undefined || lowerCall(source, call).arguments[0]?.member(option) !== undefined;
  return isUsed ? outOfSight(source, call, `${origin.specifier} builds routes out of sight`, library.below) : undefined;
}

/** A gap for routes that another component answers; `below`: only below this path. */
export function outOfSight(source: Source, call: Call, detail: string, below: string | undefined): FileGap {
  const hides: Hides = below === undefined || below === '/' ? 'service' : { prefix: below };
  return { reason: 'unsupported-framework', detail, at: atOf(source, call), hides };
}
