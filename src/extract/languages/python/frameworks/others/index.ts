import type { FileGap } from '../../../../../facts/fact.js';
import type { Extractor } from '../../../../extractor.js';
import type { Source } from '../../source.js';
import { IMPORTED, OTHERS, othersProfile } from './profile.js';

/** Reports a recognised but unsupported framework, so that no route of the service counts as missing. */
export const others: Extractor<Source> = {
  ...othersProfile,
  extract: ({ masked, at }) => {
    for (const found of masked.bare.matchAll(IMPORTED)) {
      const [title, , used] = OTHERS[found.slice(1).findIndex((group) => group !== undefined)] ?? [];
      if (title === undefined || used?.test(masked.bare) === false) continue;
      const detail = `Routes of ${title} are not read.`;
      const gap: FileGap = { reason: 'unsupported-framework', detail, at: at(found.index), hides: 'service' };
      return { facts: [], gaps: [gap] };
    }
    return { facts: [], gaps: [] };
  },
};
