import type { Profile } from '../frameworks/profile.js';
import { amqplibProfile } from './amqplib-profile.js';
import { awsProfile } from './aws-profile.js';
import { brokersProfile } from './brokers-profile.js';
import { bullmqProfile } from './bullmq-profile.js';
import { kafkajsProfile } from './kafkajs-profile.js';
import { nestjsMessagesProfile } from './nestjs-messages-profile.js';
import { sendersProfile } from './senders-profile.js';
import { socketsProfile } from './sockets-profile.js';

/** The parts of the event extractors that need no parser. */
export const eventProfiles: readonly Profile[] = [
  kafkajsProfile,
  amqplibProfile,
  nestjsMessagesProfile,
  bullmqProfile,
  socketsProfile,
  awsProfile,
  brokersProfile,
  sendersProfile,
];
