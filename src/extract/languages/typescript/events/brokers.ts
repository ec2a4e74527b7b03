import { ts } from 'ts-morph';
import type { Fact, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { elementsOf, encodedPayload, messageAt, partOf, payloadTypes } from './event-parts.js';
import { handlerOf, madeWith } from './handlers.js';
import { isParsed } from './parsed.js';
import { eventProfiles } from './profiles.js';
import { receivedIn } from './received.js';

/** Id of the extractor. */
const BY = 'typescript/brokers';

/** Brokers whose clients publish and subscribe by name. */
export const brokers: Extractor<Source> = { ...eventProfiles.brokers, extract };

const BROKERS: readonly (readonly [RegExp, MessageSite['wildcards']])[] = [
  [/["'](?:nats|@nats-io\/[\w-]+)["']/, 'nats'],
  [/["'](?:mqtt|async-mqtt)["']/, 'mqtt'],
  [/["'](?:ioredis|redis)["']/, 'redis'],
  [/["'](?:@azure\/service-bus|@google-cloud\/pubsub)["']/, undefined],
];

function extract(source: Source): Extraction {
  const wildcards = BROKERS.find(([pattern]) => pattern.test(source.text))?.[1];
  const facts: Fact[] = [];
  for (const call of callsOf(source.tree)) {
    if (!ts.isCallExpression(call)) continue;
    const callee = unwrap(call.expression);
    if (!ts.isPropertyAccessExpression(callee)) continue;
    const found = messageOf(source, call, callee, wildcards);
    if (found.length > 0) source.handled.add(call);
    facts.push(...found);
  }
  return { facts, gaps: [] };
}

function messageOf(
  source: Source,
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  wildcards: MessageSite['wildcards'],
): readonly MessageSite[] {
  const [first, second] = call.arguments;
  const made = madeOf(source, callee.expression);
  switch (callee.name.text) {
    case 'publish':
      return first === undefined || second === undefined ? [] : [published(source, call, first, encodedPayload(source, second))];
    case 'subscribe':
    case 'subscribeAsync':
    case 'psubscribe':
    case 'pSubscribe':
      return first === undefined ? [] : subscribed(source, call, first, wildcards);
    case 'sendMessages': {
      const channel = made?.name === 'createSender' ? made.channel : undefined;
      const all = (elementsOf(source, first) ?? (first === undefined ? [] : [first])).map((one) => partOf(source, one, 'body'));
      return channel === undefined
        ? []
        : all.map((body) => published(source, call, channel, body === undefined ? {} : { payload: readValue(source, body) }));
    }
    case 'publishMessage': {
      const channel = made?.name === 'topic' ? made.channel : undefined;
      const [json, data] = [partOf(source, first, 'json'), partOf(source, first, 'data')];
      const payload =
        json === undefined ? (data === undefined ? {} : encodedPayload(source, data)) : { payload: readValue(source, json) };
      return channel === undefined ? [] : [published(source, call, channel, payload)];
    }
    case 'createReceiver':
    case 'subscription':
      return first === undefined
        ? []
        : [messageAt(source, call, { by: BY, direction: 'subscribe', channel: readValue(source, first) })];
    default:
      return [];
  }
}

/**
 * `client.createSender('orders')`, `pubsub.topic('orders')`: the call that created a sender, here or in a variable of the file.
 */
function madeOf(source: Source, given: ts.Expression): { readonly name: string; readonly channel: ts.Expression } | undefined {
  const node = unwrap(given);
  const made = ts.isCallExpression(node) ? node : madeWith(source, node);
  if (made === undefined || !ts.isCallExpression(made) || !ts.isPropertyAccessExpression(made.expression)) return undefined;
  const [channel] = made.arguments;
  return channel === undefined ? undefined : { name: made.expression.name.text, channel };
}

function published(
  source: Source,
  call: ts.CallExpression,
  channel: ts.Expression,
  payload: Pick<MessageSite, 'payload' | 'encoded'>,
): MessageSite {
  return messageAt(source, call, { by: BY, direction: 'publish', channel: readValue(source, channel), ...payload });
}

function subscribed(
  source: Source,
  call: ts.CallExpression,
  channel: ts.Expression,
  wildcards: MessageSite['wildcards'],
): readonly MessageSite[] {
  const names = elementsOf(source, channel) ?? [channel];
  const handler = handlerOf(source, call.arguments[1]);
  const taken = receivedIn(source, handler, { isData: (node) => isParsed(source, node, /\w/) });
  const payload = names.length === 1 ? payloadTypes(taken) : undefined;
  return names
    .filter((name) => !ts.isArrowFunction(name) && !ts.isFunctionExpression(name) && !ts.isObjectLiteralExpression(name))
    .map((name) =>
      messageAt(source, call, { by: BY, direction: 'subscribe', channel: readValue(source, name), wildcards, payload }),
    );
}
