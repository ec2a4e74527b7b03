import type { Profile } from '../frameworks/profile.js';

/** The documentation and signals of the reader of NestJS microservices. */
export const nestjsMessagesProfile: Profile = {
  id: 'typescript/nestjs-microservices',
  of: 'events',
  title: 'NestJS microservices and gateways',
  resolves: [
    '`@EventPattern` and `@MessagePattern` with texts, lists and `{ cmd }`: the type of `@Payload()`, or of the first parameter',
    '`client.emit` and `client.send`: patterns and data, of Kafka the `value`; `@SubscribeMessage` with `@MessageBody()`, `server.emit` of a gateway',
  ],
  gaps: ['pipes and serializers that change what is sent or received'],
  signals: (text) => /["']@nestjs\/(?:microservices|websockets)["']/.test(text),
};
