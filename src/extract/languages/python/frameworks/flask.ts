import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

export const flask: Extractor<Source> = {
  id: 'python/flask',
  title: 'flask',
  resolves: [],
  gaps: [],
  signals: () => false,
  extract: () => ({ facts: [], gaps: [] }),
};
