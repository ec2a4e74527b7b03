import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { type ChannelMethod, channelSite, publishes, subscribes } from '../../../channel-methods.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import type { FunctionDefinition } from '../scope.js';
import type { Source } from '../source.js';
import { argument, calleeOf, keyword, lastName, type Node } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { insideOf } from './own-senders.js';
import { eventProfiles } from './profiles.js';
import { type CallSite, callsOf } from './walk.js';

const BY = eventProfiles.channelNames.id;

const NATS = /^nats\b/;
const MQTT = /^(?:paho|aiomqtt|asyncio_mqtt)\b/;
const REDIS = /^(?:redis|aioredis)\b/;
const AZURE = /^azure\.servicebus\b/;
const AIO_PIKA = /^aio_pika\b/;

/**
 * https://nats-io.github.io/nats.py, https://eclipse.dev/paho/files/paho.mqtt.python, https://redis.readthedocs.io,
 * https://learn.microsoft.com/python/api/azure-servicebus, https://docs.aio-pika.com
 */
const METHODS: readonly ChannelMethod[] = [
  publishes(NATS, /^(?:publish|request)$/, [0, 'subject']),
  subscribes(NATS, /^(?:subscribe|pull_subscribe)$/, [0, 'subject'], { wildcards: 'nats' }),
  publishes(MQTT, /^publish$/, [0, 'topic']),
  subscribes(MQTT, /^subscribe$/, [0, 'topic'], { wildcards: 'mqtt' }),
  publishes(REDIS, /^(?:publish|xadd)$/, [0, 'channel']),
  subscribes(REDIS, /^p?subscribe$/, [0, 'channel'], { on: /pubsub|sub$/i, wildcards: 'redis' }),
  publishes(AZURE, /^get_queue_sender$/, [0, 'queue_name']),
  publishes(AZURE, /^get_topic_sender$/, [0, 'topic_name']),
  subscribes(AZURE, /^get_queue_receiver$/, [0, 'queue_name']),
  subscribes(AZURE, /^get_subscription_receiver$/, [0, 'topic_name']),
  publishes(AIO_PIKA, /^publish$/, [1, 'routing_key']),
  subscribes(AIO_PIKA, /^declare_queue$/, [0, 'name'], { wildcards: 'amqp' }),
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
  method: Pick<ChannelMethod, 'direction' | 'wildcards'>,
  channel: Expression,
): Fact {
  const inside = insideOf(scope);
  return { ...channelSite(BY, method, channel), ...(inside === undefined ? {} : { inside }), at: source.at(call.start) };
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
