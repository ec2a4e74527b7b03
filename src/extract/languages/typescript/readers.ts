import type { Extractor } from '../../extractor.js';
import { events } from './events/index.js';
import { senders } from './events/senders.js';
import { frameworks, routers } from './frameworks/index.js';
import type { Source } from './source.js';

/** Readers by steps: each may use the facts that earlier steps found in the file. Within a step, the order has no effect. */
export const STEPS: readonly (readonly Extractor<Source>[])[] = [[...events, ...frameworks], [senders], [routers]];
