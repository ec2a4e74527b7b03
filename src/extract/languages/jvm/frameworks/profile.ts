import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** An extractor without its reading. */
export type Profile = Omit<Extractor<Source>, 'extract'>;
