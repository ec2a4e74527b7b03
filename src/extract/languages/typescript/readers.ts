import type { Extractor } from '../../extractor.js';
import { events } from './events/index.js';
import { senders } from './events/senders.js';
import { frameworks, routers } from './frameworks/index.js';
import type { Source } from './source.js';

/** Readers by steps: each may look at what those of the steps before it said of the file; within a step their order says nothing. */
export const STEPS: readonly (readonly Extractor<Source>[])[] = [[...events, ...frameworks], [senders], [routers]];
