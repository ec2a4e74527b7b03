import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import type { FunctionDefinition } from '../scope.js';
import type { Source } from '../source.js';
import { argument, keyword, lastName, type Node, plainText } from '../syntax/syntax.js';
import { readValue } from '../values.js';
import { insideOf } from './own-senders.js';
import { sentPayload, takenIn } from './payloads.js';
import { eventProfiles } from './profiles.js';
import { type CallSite, callsOf } from './walk.js';

const BY = eventProfiles.pika.id;

/** RabbitMQ messages: https://pika.readthedocs.io/en/stable/modules/channel.html */
export const pika: Extractor<Source> = {
  ...eventProfiles.pika,
  extract: (source): Extraction => {
    const calls = callsOf(source);
    return { facts: calls.flatMap((site) => [...published(source, site), ...consumed(source, site, calls)]), gaps: [] };
  },
};

const isCall = ({ call }: CallSite, name: string): boolean => call.of.kind === 'attribute' && call.of.name === name;

/** In the default exchange (`''`), the routing key is the name of a queue. */
function published(source: Source, site: CallSite): readonly MessageSite[] {
  if (!isCall(site, 'basic_publish')) return [];
  const { call, scope } = site;
  const exchange = argument(call, 0, 'exchange');
  const key = argument(call, 1, 'routing_key');
  const body = argument(call, 2, 'body');
  const isDefault = exchange === undefined || plainText(exchange) === '';
  const channel = key === undefined || (plainText(key) === '' && !isDefault) ? exchange : key;
  if (channel === undefined) return [];
  const inside = insideOf(scope);
  return [
    {
      kind: 'message',
      by: BY,
      direction: 'publish',
      channel: readValue(source, scope, channel),
      ...(isDefault || channel === exchange ? {} : { aliases: readValue(source, scope, exchange) }),
      ...(body === undefined ? {} : sentPayload(source, scope, body)),
      ...(inside === undefined ? {} : { inside }),
      at: source.at(call.start),
    },
  ];
}

function consumed(source: Source, site: CallSite, calls: readonly CallSite[]): readonly MessageSite[] {
  if (!isCall(site, 'basic_consume')) return [];
  const { call, scope } = site;
  const queue = argument(call, 0, 'queue');
  if (queue === undefined) return [];
  const handler = functionOf(source, argument(call, 1, 'on_message_callback'));
  const payload = handler === undefined ? undefined : takenIn(source, handler);
  const aliases = boundBy(source, queue, calls);
  return [
    {
      kind: 'message',
      by: BY,
      direction: 'subscribe',
      channel: readValue(source, scope, queue),
      ...(aliases.length === 0 ? {} : { aliases: { kind: 'tuple', items: aliases } }),
      wildcards: 'amqp',
      ...(payload === undefined ? {} : { payload }),
      at: source.at(call.start),
    },
  ];
}

/** The function of the file that handles messages. */
function functionOf(source: Source, given: Node | undefined): FunctionDefinition | undefined {
  const name = lastName(given);
  return name === undefined ? undefined : source.definitions.functions.find((one) => one.name === name);
}

/** The keys with which the file binds a queue of this name. */
function boundBy(source: Source, queue: Node, calls: readonly CallSite[]): readonly Expression[] {
  return calls.flatMap((site): readonly Expression[] => {
    if (!isCall(site, 'queue_bind')) return [];
    const own = argument(site.call, 0, 'queue');
    const key = keyword(site.call, 'routing_key') ?? argument(site.call, 2);
    if (key === undefined || own === undefined || written(own) !== written(queue)) return [];
    return [readValue(source, site.scope, key)];
  });
}

const written = (node: Node): string => plainText(node) ?? lastName(node) ?? `@${node.start}`;
