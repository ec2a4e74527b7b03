import type { Profile } from '../frameworks/profile.js';

/** What the extractor resolves for further messaging libraries: channel names. */
export const channelNamesProfile: Profile = {
  id: 'python/channel-names',
  of: 'events',
  title: 'NATS, MQTT, Redis, Celery, Azure Service Bus, aio-pika',
  resolves: ['subjects, topics, channels, queues and names of tasks that are published to and listened to, also with wildcards'],
  gaps: ['their payloads; names that only the service knows when it runs'],
  signals: (text) =>
    /^[ \t]*(?:from|import)[ \t]+(?:nats|paho|aiomqtt|asyncio_mqtt|redis|aioredis|celery|azure\.servicebus|aio_pika)\b/m.test(
      text,
    ) || /\.(?:send_task|apply_async)\(|@(?:\w+\.)?(?:shared_task|task)\b/.test(text),
};
