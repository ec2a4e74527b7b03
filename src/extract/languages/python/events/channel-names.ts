import type { Expression } from '../../../../facts/expression.js';
import type { Fact, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import type { FunctionDefinition } from '../scope.js';
import type { Source } from '../source.js';
import { argument, calleeOf, keyword, lastName, type Node } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { insideOf } from './own-senders.js';
import { eventProfiles } from './profiles.js';
import { type CallSite, callsOf } from './walk.js';

const BY = eventProfiles.channelNames.id;

/** A library method that publishes to a channel or listens to it. */
interface Method {
  readonly library: RegExp;
  readonly name: RegExp;
  readonly direction: MessageSite['direction'];
  /** Index and name of the channel argument. */
  readonly at: number;
  readonly named: string;
  /** The name of the receiver. */
  readonly on?: RegExp;
  readonly wildcards?: MessageSite['wildcards'];
}

const NATS = /^nats\b/;
const MQTT = /^(?:paho|aiomqtt|asyncio_mqtt)\b/;
const REDIS = /^(?:redis|aioredis)\b/;
const AZURE = /^azure\.servicebus\b/;
const AIO_PIKA = /^aio_pika\b/;

/**
 * https://nats-io.github.io/nats.py, https://eclipse.dev/paho/files/paho.mqtt.python, https://redis.readthedocs.io,
 * https://learn.microsoft.com/python/api/azure-servicebus, https://docs.aio-pika.com
 */
const METHODS: readonly Method[] = [
  { library: NATS, name: /^(?:publish|request)$/, direction: 'publish', at: 0, named: 'subject' },
  { library: NATS, name: /^(?:subscribe|pull_subscribe)$/, direction: 'subscribe', at: 0, named: 'subject', wildcards: 'nats' },
  { library: MQTT, name: /^publish$/, direction: 'publish', at: 0, named: 'topic' },
  { library: MQTT, name: /^subscribe$/, direction: 'subscribe', at: 0, named: 'topic', wildcards: 'mqtt' },
  { library: REDIS, name: /^(?:publish|xadd)$/, direction: 'publish', at: 0, named: 'channel' },
  {
    library: REDIS,
    name: /^p?subscribe$/,
    direction: 'subscribe',
    at: 0,
    named: 'channel',
    on: /pubsub|sub$/i,
    wildcards: 'redis',
  },
  { library: AZURE, name: /^get_queue_sender$/, direction: 'publish', at: 0, named: 'queue_name' },
  { library: AZURE, name: /^get_topic_sender$/, direction: 'publish', at: 0, named: 'topic_name' },
  { library: AZURE, name: /^get_queue_receiver$/, direction: 'subscribe', at: 0, named: 'queue_name' },
  { library: AZURE, name: /^get_subscription_receiver$/, direction: 'subscribe', at: 0, named: 'topic_name' },
  { library: AIO_PIKA, name: /^publish$/, direction: 'publish', at: 1, named: 'routing_key' },
  { library: AIO_PIKA, name: /^declare_queue$/, direction: 'subscribe', at: 0, named: 'name', wildcards: 'amqp' },
];

/** The channels of events from libraries whose payloads are not analysed. */
export const channelNames: Extractor<Source> = {
  ...eventProfiles.channelNames,
  extract: (source): Extraction => {
    const libraries = imported(source);
    const calls = callsOf(source).flatMap((site) => [...named(source, site, libraries), ...tasksSent(source, site)]);
    return { facts: [...calls, ...source.definitions.functions.flatMap((one) => taskOf(source, one))], gaps: [] };
  },
};

function imported({ definitions }: Source): readonly string[] {
  return definitions.scopes.flatMap(({ bindings }) =>
    [...bindings.values()].flatMap((one) => (one.kind === 'import' ? [one.module] : [])),
  );
}

function named(source: Source, site: CallSite, libraries: readonly string[]): readonly Fact[] {
  const { call, scope } = site;
  if (call.of.kind !== 'attribute') return [];
  const { name, of } = call.of;
  const method = METHODS.find(
    (one) =>
      one.name.test(name) && libraries.some((path) => one.library.test(path)) && (one.on?.test(lastName(of) ?? '') ?? true),
  );
  const given = method && argument(call, method.at, method.named);
  if (method === undefined || given === undefined) return [];
  return [messageAt(source, site, method, readValue(source, scope, given))];
}

function messageAt(
  source: Source,
  { call, scope }: CallSite,
  method: Pick<Method, 'direction' | 'wildcards'>,
  channel: Expression,
): Fact {
  const inside = insideOf(scope);
  return {
    kind: 'message',
    by: BY,
    direction: method.direction,
    channel,
    ...(method.wildcards === undefined ? {} : { wildcards: method.wildcards }),
    ...(inside === undefined ? {} : { inside }),
    at: source.at(call.start),
  };
}

/** `app.send_task("orders.ship")`: https://docs.celeryq.dev/en/stable/userguide/calling.html */
function tasksSent(source: Source, site: CallSite): readonly Fact[] {
  const { call, scope } = site;
  if (call.of.kind !== 'attribute' || call.of.name !== 'send_task') return [];
  const name = argument(call, 0, 'name');
  return name === undefined ? [] : [messageAt(source, site, { direction: 'publish' }, readValue(source, scope, name))];
}

/** `@app.task(name="orders.ship")`, `@shared_task`: the default name consists of module and function. */
function taskOf(source: Source, definition: FunctionDefinition): readonly Fact[] {
  return definition.decorators.flatMap((decorator): readonly Fact[] => {
    const written: Node = calleeOf(decorator);
    if (!/^(?:shared_task|task|periodic_task)$/.test(lastName(written) ?? '')) return [];
    const given = decorator.kind === 'call' ? keyword(decorator, 'name') : undefined;
    const module = source.path.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');
    const channel: Expression =
      given === undefined
        ? { kind: 'literal', value: `${module}.${definition.name}` }
        : readValue(source, definition.inside.parent ?? definition.inside, given);
    return [{ kind: 'message', by: BY, direction: 'subscribe', channel, at: source.at(definition.start) }];
  });
}
