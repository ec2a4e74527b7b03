import { ts } from 'ts-morph';
import type { Fact, FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { atOf } from '../at.js';
import { propertyOf } from '../decorators.js';
import { objectOf } from '../names/in-file.js';
import type { FunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { elementsOf, encodedPayload, messageAt, partOf, payloadTypes } from './event-parts.js';
import { handlerOf, receiverKey } from './handlers.js';
import { isParsed, isPart } from './parsed.js';
import { eventProfiles } from './profiles.js';
import { type Received, receivedIn } from './received.js';

/** Id of the extractor. */
const BY = 'typescript/kafkajs';

/** Messages that kafkajs (and Confluent's client of the same form) sends and receives: https://kafka.js.org/docs/producing */
export const kafkajs: Extractor<Source> = { ...eventProfiles.kafkajs, extract };

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  const gaps: FileGap[] = [];
  const calls = callsOf(source.tree).filter(ts.isCallExpression);
  const runs = runsOf(source, calls);
  for (const call of calls) {
    const callee = unwrap(call.expression);
    if (!ts.isPropertyAccessExpression(callee)) continue;
    const [given] = call.arguments;
    const before = facts.length;
    if (callee.name.text === 'send') facts.push(...sent(source, call, given));
    if (callee.name.text === 'sendBatch') {
      const all = elementsOf(source, partOf(source, given, 'topicMessages')) ?? [];
      facts.push(...all.flatMap((one) => sent(source, call, one)));
    }
    if (callee.name.text === 'subscribe') {
      const handled = subscribed(source, call, runs.get(receiverKey(source, callee.expression)));
      facts.push(...handled.facts);
      gaps.push(...handled.gaps);
    }
    if (facts.length > before) source.handled.add(call);
  }
  return { facts, gaps };
}

/** `{ topic, messages: [{ value, headers }] }`: one message for each literal. A null value is a deletion. */
function sent(source: Source, call: ts.CallExpression, given: ts.Expression | undefined): readonly MessageSite[] {
  const topic = partOf(source, given, 'topic');
  const messages = partOf(source, given, 'messages');
  if (topic === undefined || messages === undefined) return [];
  const channel = readValue(source, topic);
  const elements = elementsOf(source, messages);
  if (elements === undefined) return [messageAt(source, call, { by: BY, direction: 'publish', channel })];
  return elements.flatMap((one): readonly MessageSite[] => {
    const value = partOf(source, one, 'value');
    if (value?.kind === ts.SyntaxKind.NullKeyword) return [];
    const headers = partOf(source, one, 'headers');
    return [
      messageAt(source, value === undefined ? call : one, {
        by: BY,
        direction: 'publish',
        channel,
        ...(value === undefined ? {} : encodedPayload(source, value)),
        headers: headers && readValue(source, headers),
      }),
    ];
  });
}

/** The handlers that each consumer runs. */
function runsOf(source: Source, calls: readonly ts.CallExpression[]): ReadonlyMap<string, readonly Received[]> {
  const runs = new Map<string, readonly Received[]>();
  for (const call of calls) {
    const callee = unwrap(call.expression);
    if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'run') continue;
    const options = objectOf(source, call.arguments[0]);
    const handler = methodNamed(options, 'eachMessage') ?? methodNamed(options, 'eachBatch');
    const node = handler ?? handlerOf(source, propertyOf(options, 'eachMessage') ?? propertyOf(options, 'eachBatch'));
    if (node === undefined) continue;
    const isData = (one: ts.Expression): boolean => isParsed(source, one, /\bvalue\b/);
    runs.set(
      receiverKey(source, callee.expression),
      receivedIn(source, node, { isData, isSelector: (one) => isPart(one, 'topic') }),
    );
  }
  return runs;
}

/** `{ async eachMessage({ topic, message }) { … } }` */
function methodNamed(options: ts.ObjectLiteralExpression | undefined, name: string): FunctionNode | undefined {
  return options?.properties.find(
    (one): one is ts.MethodDeclaration => ts.isMethodDeclaration(one) && ts.isIdentifier(one.name) && one.name.text === name,
  );
}

function subscribed(
  source: Source,
  call: ts.CallExpression,
  received: readonly Received[] | undefined,
): { readonly facts: readonly MessageSite[]; readonly gaps: readonly FileGap[] } {
  const [given] = call.arguments;
  const topics = partOf(source, given, 'topic') ?? partOf(source, given, 'topics');
  if (topics === undefined) return { facts: [], gaps: [] };
  const listed = elementsOf(source, topics) ?? [topics];
  const patterns = listed.filter(ts.isRegularExpressionLiteral);
  const gaps = patterns.map(
    (one): FileGap => ({
      reason: 'dynamic-channel',
      detail: 'topics are given by a regular expression',
      at: atOf(source, one),
      hides: { messages: 'subscribe' },
    }),
  );
  const named = listed.filter((one) => !ts.isRegularExpressionLiteral(one));
  const facts = named.map((topic): MessageSite => {
    const payload = payloadFor(source, topic, named.length, received ?? []);
    return messageAt(source, call, { by: BY, direction: 'subscribe', channel: readValue(source, topic), payload });
  });
  return { facts, gaps };
}

/** The types under a condition on this topic; unconditional types apply if there is only one topic. */
function payloadFor(source: Source, topic: ts.Expression, count: number, received: readonly Received[]) {
  const own = JSON.stringify(readValue(source, topic));
  const meant = received.filter(({ when }) => when !== undefined && isAmong(own, when));
  if (meant.length > 0) return payloadTypes(meant);
  return count === 1 ? payloadTypes(received.filter(({ when }) => when === undefined)) : undefined;
}

function isAmong(own: string, when: NonNullable<Received['when']>): boolean {
  if (JSON.stringify(when) === own) return true;
  return when.kind === 'tuple' && when.items.some((item) => JSON.stringify(item) === own);
}
