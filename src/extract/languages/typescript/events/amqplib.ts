import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, MessageSite } from '../../../../facts/fact.js';
import { append } from '../../../../model/multi-map.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { encodedPayload, messageAt, partOf, payloadTypes } from './event-parts.js';
import { handlerOf } from './handlers.js';
import { isParsed, isPart } from './parsed.js';
import { eventProfiles } from './profiles.js';
import { type Received, receivedIn } from './received.js';

/** Id of the extractor. */
const BY = 'typescript/amqplib';

/** Messages of AMQP 0-9-1 channels: https://amqp-node.github.io/amqplib/channel_api.html */
export const amqplib: Extractor<Source> = { ...eventProfiles.amqplib, extract };

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  const calls = callsOf(source.tree).filter(ts.isCallExpression);
  const bound = boundKeys(source, calls);
  for (const call of calls) {
    const callee = unwrap(call.expression);
    if (!ts.isPropertyAccessExpression(callee)) continue;
    const found = messagesOf(source, call, callee.name.text, bound);
    if (found.length > 0) source.handled.add(call);
    facts.push(...found);
  }
  return { facts, gaps: [] };
}

function messagesOf(
  source: Source,
  call: ts.CallExpression,
  method: string,
  bound: ReadonlyMap<string, readonly Expression[]>,
): readonly MessageSite[] {
  const [first, second, third, fourth] = call.arguments;
  if (first === undefined || second === undefined) return [];
  if (method === 'sendToQueue')
    return [published(source, call, { channel: readValue(source, first), content: second, options: third })];
  if (method === 'publish' && third !== undefined) {
    const key = readValue(source, second);
    const isEmpty = key.kind === 'literal' && key.value === '';
    const exchange = readValue(source, first);
    // Where the key is not a literal, the exchange may name the intended channel.
    const aliases = isEmpty || key.kind === 'literal' || key.kind === 'text' ? {} : { aliases: exchange };
    return [published(source, call, { channel: isEmpty ? exchange : key, content: third, options: fourth, ...aliases })];
  }
  return method === 'consume' ? consumed(source, call, first, second, bound) : [];
}

interface Publishing {
  readonly channel: Expression;
  readonly aliases?: Expression;
  readonly content: ts.Expression;
  readonly options: ts.Expression | undefined;
}

function published(source: Source, call: ts.CallExpression, { channel, aliases, content, options }: Publishing): MessageSite {
  const headers = partOf(source, options, 'headers');
  const isBytes = /Buffer\.from|\.encode\(/.test(content.getText(source.tree)) || !/\bjson\s?:\s?true/.test(source.text);
  const payload = isBytes ? encodedPayload(source, content) : { payload: readValue(source, content) };
  return messageAt(source, call, {
    by: BY,
    direction: 'publish',
    channel,
    aliases,
    ...payload,
    headers: headers && readValue(source, headers),
  });
}

/** Routing keys by the source text of the queue that they are bound to: `bindQueue(queue, exchange, key)`. */
function boundKeys(source: Source, calls: readonly ts.CallExpression[]): ReadonlyMap<string, readonly Expression[]> {
  const keys = new Map<string, Expression[]>();
  for (const call of calls) {
    const callee = unwrap(call.expression);
    const [queue, , key] = call.arguments;
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'bindQueue' || !queue || !key) continue;
    const name = queue.getText(source.tree);
    append(keys, name, readValue(source, key));
  }
  return keys;
}

function consumed(
  source: Source,
  call: ts.CallExpression,
  queue: ts.Expression,
  given: ts.Expression,
  bound: ReadonlyMap<string, readonly Expression[]>,
): readonly MessageSite[] {
  const received = receivedIn(source, handlerOf(source, given), handling(source));
  const keys = (bound.get(queue.getText(source.tree)) ?? []).filter((key) => key.kind !== 'literal' || key.value !== '');
  const own = readValue(source, queue);
  const common = { by: BY, direction: 'subscribe', wildcards: 'amqp' } as const;
  if (keys.length === 0) {
    const payload = payloadTypes(received.filter(({ when }) => when === undefined));
    return [messageAt(source, call, { ...common, channel: own, payload })];
  }
  return keys.map((channel) =>
    messageAt(source, call, { ...common, channel, aliases: own, payload: payloadFor(channel, keys.length, received) }),
  );
}

const handling = (source: Source) => ({
  isData: (node: ts.Expression): boolean => isParsed(source, node, /\bcontent\b/),
  isSelector: (node: ts.Expression): boolean => isPart(node, 'routingKey'),
});

function payloadFor(key: Expression, count: number, received: readonly Received[]): Expression | undefined {
  const text = JSON.stringify(key);
  const meant = received.filter(({ when }) => when !== undefined && JSON.stringify(when) === text);
  if (meant.length > 0) return payloadTypes(meant);
  return count === 1 ? payloadTypes(received.filter(({ when }) => when === undefined)) : undefined;
}
