import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** An extractor without its reading: what can be said of it before the parser is loaded. */
export type Profile = Omit<Extractor<Source>, 'extract'>;
