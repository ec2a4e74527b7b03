import type { MessageSite } from '../../../../facts/fact.js';
import type { Place } from '../source.js';
import type { CallNode } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { eventProfiles } from './profiles.js';

/** A library function that publishes to a channel or listens to it. */
interface Method {
  readonly library: RegExp;
  readonly name: RegExp;
  readonly direction: MessageSite['direction'];
  /** Index of the channel argument, and the minimum number of arguments. */
  readonly at: number;
  readonly least: number;
  /** Index of the argument with another name of the same channel: an exchange. */
  readonly alias?: number;
  readonly wildcards?: MessageSite['wildcards'];
}

const AMQP = /^github\.com\/(?:rabbitmq\/amqp091-go|streadway\/amqp)$/;
const NATS = /^github\.com\/nats-io\/(?:nats|stan)\.go(?:\/|$)/;
const MQTT = /^github\.com\/eclipse\/paho\.mqtt\.golang$/;
const REDIS = /^github\.com\/(?:redis|go-redis)\//;
const ASYNQ = /^github\.com\/hibiken\/asynq$/;

/**
 * https://pkg.go.dev/github.com/rabbitmq/amqp091-go, https://pkg.go.dev/github.com/nats-io/nats.go,
 * https://pkg.go.dev/github.com/eclipse/paho.mqtt.golang, https://pkg.go.dev/github.com/redis/go-redis/v9, https://pkg.go.dev/github.com/hibiken/asynq
 */
const METHODS: readonly Method[] = [
  { library: AMQP, name: /^Publish$/, direction: 'publish', at: 1, alias: 0, least: 5 },
  { library: AMQP, name: /^PublishWithContext$/, direction: 'publish', at: 2, alias: 1, least: 6 },
  { library: AMQP, name: /^Consume$/, direction: 'subscribe', at: 0, least: 6, wildcards: 'amqp' },
  { library: AMQP, name: /^ConsumeWithContext$/, direction: 'subscribe', at: 1, least: 7, wildcards: 'amqp' },
  { library: NATS, name: /^(?:Publish|PublishAsync|Request)$/, direction: 'publish', at: 0, least: 2 },
  {
    library: NATS,
    name: /^(?:Subscribe|QueueSubscribe|ChanSubscribe|SubscribeSync|PullSubscribe)$/,
    direction: 'subscribe',
    at: 0,
    least: 1,
    wildcards: 'nats',
  },
  { library: MQTT, name: /^Publish$/, direction: 'publish', at: 0, least: 4 },
  { library: MQTT, name: /^Subscribe$/, direction: 'subscribe', at: 0, least: 3, wildcards: 'mqtt' },
  { library: REDIS, name: /^Publish$/, direction: 'publish', at: 1, least: 3 },
  { library: REDIS, name: /^P?Subscribe$/, direction: 'subscribe', at: 1, least: 2, wildcards: 'redis' },
  { library: ASYNQ, name: /^NewTask$/, direction: 'publish', at: 0, least: 1 },
  { library: ASYNQ, name: /^Handle(?:Func)?$/, direction: 'subscribe', at: 0, least: 2 },
];

/** The channel of an event from a library whose payloads are not analysed. */
export function namedChannel(place: Place, { of, given, start, spread }: CallNode): MessageSite | undefined {
  if (of.kind !== 'member' || spread) return undefined;
  const libraries = [...place.source.packages.values()];
  const method = METHODS.find(
    (one) => one.name.test(of.name) && given.length >= one.least && libraries.some((path) => one.library.test(path)),
  );
  const channel = method && given[method.at];
  if (method === undefined || channel === undefined) return undefined;
  const exchange = method.alias === undefined ? undefined : given[method.alias];
  const isNamed = exchange !== undefined && !(exchange.kind === 'string' && exchange.value === '');
  const isFanout = channel.kind === 'string' && channel.value === '' && isNamed;
  return {
    kind: 'message',
    by: eventProfiles.channelNames.id,
    direction: method.direction,
    channel: readValue(place, isFanout ? exchange : channel),
    ...(isNamed && !isFanout ? { aliases: readValue(place, exchange) } : {}),
    ...(method.wildcards === undefined ? {} : { wildcards: method.wildcards }),
    ...(place.within === undefined ? {} : { inside: place.within }),
    at: placeOf(place.source.text, start),
  };
}
