import type { Profile } from '../../../extractor.js';
import { SENDS } from '../../../sender-names.js';

/** What the readers of events need before a file is parsed, in the order of the documentation. */
export const eventProfiles = {
  // A file imports the package, or has text that only its producers and consumers have.
  kafkajs: {
    id: 'typescript/kafkajs',
    of: 'events',
    title: 'kafkajs',
    signals: (text) =>
      /["']kafkajs["']|\beachMessage\b|\beachBatch\b|\btopicMessages\b|\bmessages\s?:\s?(?:\[|\w)|@confluentinc\/kafka-javascript/.test(
        text,
      ) && /\btopics?\b/.test(text),
  },
  amqplib: {
    id: 'typescript/amqplib',
    of: 'events',
    title: 'amqplib and amqp-connection-manager',
    signals: (text) =>
      /["'](?:amqplib(?:\/callback_api)?|amqp-connection-manager)["']|\.sendToQueue\(|\.assertExchange\(|\.bindQueue\(|\.publish\(\s{0,40}[^()]{1,200}Buffer\.from/.test(
        text,
      ),
  },
  nestjsMessages: {
    id: 'typescript/nestjs-microservices',
    of: 'events',
    title: 'NestJS microservices and gateways',
    signals: (text) => /["']@nestjs\/(?:microservices|websockets)["']/.test(text),
  },
  bullmq: {
    id: 'typescript/bullmq',
    of: 'events',
    title: 'BullMQ and Bull',
    signals: (text) => /["'](?:bullmq|bull|@nestjs\/bull(?:mq)?)["']/.test(text),
  },
  sockets: {
    id: 'typescript/sockets',
    of: 'events',
    title: 'socket.io and ws',
    signals: (text) => /(?:\bfrom\s?|\brequire\(|\bimport\s?)["'](?:socket\.io|ws)["']/.test(text),
  },
  aws: {
    id: 'typescript/aws-messaging',
    of: 'events',
    title: "SNS, SQS and EventBridge of AWS' SDK",
    signals: (text) =>
      /["'](?:@aws-sdk\/client-(?:sns|sqs|eventbridge)|aws-sdk(?:\/clients\/s[nq]s)?|sqs-consumer)["']/.test(text),
  },
  brokers: {
    id: 'typescript/brokers',
    of: 'events',
    title: 'NATS, MQTT, Redis, Azure Service Bus, Google Pub/Sub',
    signals: (text) =>
      /["'](?:nats|@nats-io\/[\w-]+|mqtt|async-mqtt|ioredis|redis|@azure\/service-bus|@google-cloud\/pubsub)["']/.test(text) &&
      /\b(?:publish|subscribe|psubscribe|createSender|createReceiver|topic)\w*\s?\(/.test(text),
  },
  senders: {
    id: 'typescript/own-senders',
    of: 'events',
    title: "a service's own functions around a messaging library",
    signals: (text) => SENDS.test(text),
  },
} satisfies Readonly<Record<string, Profile>>;
