import type { MessageSite } from '../../../../facts/fact.js';
import { type ChannelMethod, channelSite, publishes, subscribes } from '../../../channel-methods.js';
import type { Place } from '../source.js';
import type { CallNode } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { eventProfiles } from './profiles.js';

const AMQP = /^github\.com\/(?:rabbitmq\/amqp091-go|streadway\/amqp)$/;
const NATS = /^github\.com\/nats-io\/(?:nats|stan)\.go(?:\/|$)/;
const MQTT = /^github\.com\/eclipse\/paho\.mqtt\.golang$/;
const REDIS = /^github\.com\/(?:redis|go-redis)\//;
const ASYNQ = /^github\.com\/hibiken\/asynq$/;

/**
 * https://pkg.go.dev/github.com/rabbitmq/amqp091-go, https://pkg.go.dev/github.com/nats-io/nats.go,
 * https://pkg.go.dev/github.com/eclipse/paho.mqtt.golang, https://pkg.go.dev/github.com/redis/go-redis/v9, https://pkg.go.dev/github.com/hibiken/asynq
 */
const METHODS: readonly ChannelMethod[] = [
  publishes(AMQP, /^Publish$/, [1], { alias: [0, ''], least: 5 }),
  publishes(AMQP, /^PublishWithContext$/, [2], { alias: [1, ''], least: 6 }),
  subscribes(AMQP, /^Consume$/, [0], { least: 6, wildcards: 'amqp' }),
  subscribes(AMQP, /^ConsumeWithContext$/, [1], { least: 7, wildcards: 'amqp' }),
  publishes(NATS, /^(?:Publish|PublishAsync|Request)$/, [0], { least: 2 }),
  subscribes(NATS, /^(?:Subscribe|QueueSubscribe|ChanSubscribe|SubscribeSync|PullSubscribe)$/, [0], { wildcards: 'nats' }),
  publishes(MQTT, /^Publish$/, [0], { least: 4 }),
  subscribes(MQTT, /^Subscribe$/, [0], { least: 3, wildcards: 'mqtt' }),
  publishes(REDIS, /^Publish$/, [1], { least: 3 }),
  subscribes(REDIS, /^P?Subscribe$/, [1], { least: 2, wildcards: 'redis' }),
  publishes(ASYNQ, /^NewTask$/, [0]),
  subscribes(ASYNQ, /^Handle(?:Func)?$/, [0], { least: 2 }),
];

/** The channel of an event from a library whose payloads are not analysed. */
export function namedChannel(place: Place, { of, given, start, spread }: CallNode): MessageSite | undefined {
  if (of.kind !== 'member' || spread) return undefined;
  const libraries = [...place.source.packages.values()];
  const method = METHODS.find(
    ({ name, library, least = 1 }) => name.test(of.name) && given.length >= least && libraries.some((path) => library.test(path)),
  );
  const channel = method && given[method.at];
  if (method === undefined || channel === undefined) return undefined;
  const exchange = method.alias && given[method.alias[0]];
  return {
    ...channelSite(eventProfiles.channelNames.id, method, readValue(place, channel), exchange && readValue(place, exchange)),
    ...(place.within === undefined ? {} : { inside: place.within }),
    at: placeOf(place.source.text, start),
  };
}
