import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

export const django: Extractor<Source> = {
  id: 'python/django',
  title: 'django',
  resolves: [],
  gaps: [],
  signals: () => false,
  extract: () => ({ facts: [], gaps: [] }),
};
