import type { Profile } from '../frameworks/profile.js';

/** The documentation and signals of the BullMQ reader. */
export const bullmqProfile: Profile = {
  id: 'typescript/bullmq',
  of: 'events',
  title: 'BullMQ and Bull',
  resolves: [
    '`queue.add` and `addBulk` of a queue that the file makes or is injected (`@InjectQueue`): its name as the channel, the job as the event, the data',
    '`Worker`, `queue.process`, `@Processor` with `process` and `@Process`: what `job.data` is declared or taken as, by job where the handler tells them apart',
  ],
  gaps: ['queues that another file makes'],
  signals: (text) => /["'](?:bullmq|bull|@nestjs\/bull(?:mq)?)["']/.test(text),
};
