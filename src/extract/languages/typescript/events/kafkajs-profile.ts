import type { Profile } from '../frameworks/profile.js';

/** A file imports the package, or has text that only its producers and consumers have. */
const SIGNALS =
  /["']kafkajs["']|\beachMessage\b|\beachBatch\b|\btopicMessages\b|\bmessages\s?:\s?(?:\[|\w)|@confluentinc\/kafka-javascript/;

/** The documentation and signals of the kafkajs reader. */
export const kafkajsProfile: Profile = {
  id: 'typescript/kafkajs',
  of: 'events',
  title: 'kafkajs',
  resolves: [
    '`producer.send` and `sendBatch`: topics, values that `JSON.stringify` makes, headers; also through functions of the service that take topic and value',
    '`consumer.subscribe` with `eachMessage` and `eachBatch`: what parsed messages are cast, declared or validated as, by topic where the handler tells topics apart',
  ],
  gaps: [
    'topics that are only known when the service runs, or given as regular expressions; values that a schema registry encodes',
  ],
  signals: (text) => SIGNALS.test(text) && /\btopics?\b/.test(text),
};
