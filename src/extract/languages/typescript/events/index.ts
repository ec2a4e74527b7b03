import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { kafkajs } from './kafkajs.js';

/** The libraries whose events are read from TypeScript and JavaScript. */
export const events: readonly Extractor<Source>[] = [kafkajs];
