import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { kafkajs } from './kafkajs.js';
import { senders } from './senders.js';

/** The libraries whose events are read from TypeScript and JavaScript; last the calls that nobody claimed. */
export const events: readonly Extractor<Source>[] = [kafkajs, senders];
