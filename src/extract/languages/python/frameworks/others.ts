import type { FileGap } from '../../../../facts/fact.js';
import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { IMPORTED, OTHERS, othersProfile } from './others-profile.js';

/** What is recognised and not read: nothing of the service may be called missing. */
export const others: Extractor<Source> = {
  ...othersProfile,
  extract: ({ masked, at }) => {
    const found = IMPORTED.exec(masked.bare);
    if (found === null) return { facts: [], gaps: [] };
    const title = OTHERS[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '';
    const detail = `Routes of ${title} are not read.`;
    const gap: FileGap = { reason: 'unsupported-framework', detail, at: at(found.index), hides: 'service' };
    return { facts: [], gaps: [gap] };
  },
};
