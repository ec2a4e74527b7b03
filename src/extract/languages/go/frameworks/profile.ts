import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** The README entry of a framework, and the files that may use it. */
export type Profile = Omit<Extractor<Source>, 'extract'>;
