import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** The description of an extractor, without its code. */
export type Profile = Omit<Extractor<Source>, 'extract'>;
