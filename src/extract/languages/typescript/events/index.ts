import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { amqplib } from './amqplib.js';
import { aws } from './aws.js';
import { brokers } from './brokers.js';
import { bullmq } from './bullmq.js';
import { kafkajs } from './kafkajs.js';
import { nestjsMessages } from './nestjs-messages.js';
import { sockets } from './sockets.js';

/** The libraries whose events are read from TypeScript and JavaScript. */
export const events: readonly Extractor<Source>[] = [kafkajs, amqplib, nestjsMessages, bullmq, sockets, aws, brokers];
