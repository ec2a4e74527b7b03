import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is said of a framework, and which files may use it. */
export type Profile = Omit<Extractor<Source>, 'extract'>;
