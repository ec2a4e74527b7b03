import type { FileGap } from '../../../../../facts/fact.js';
import { placesIn } from '../../../../../model/line-table.js';
import type { Extractor } from '../../../../extractor.js';
import type { Source } from '../../source.js';
import { OTHERS, othersProfile, WORDS } from './profile.js';

/** Frameworks that are recognised but not analysed, so that no operation of such a service is reported as missing. */
export const others: Extractor<Source> = {
  ...othersProfile,
  extract: ({ tokens: { masked } }) => {
    const found = WORDS.exec(masked.bare);
    if (found === null) return { facts: [], gaps: [] };
    const detail = OTHERS[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '';
    const at = placesIn(masked.bare)(found.index);
    const gap: FileGap = { reason: 'unsupported-framework', detail, at, hides: 'service' };
    return { facts: [], gaps: [gap] };
  },
};
