import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** An extractor without its `extract`: the parts that need no parser. */
export type Profile = Omit<Extractor<Source>, 'extract'>;
