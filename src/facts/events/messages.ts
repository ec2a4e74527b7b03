import type { Channel } from '../../model/channel.js';
import type { Gap } from '../../model/gap.js';
import { type Shape, unknown } from '../../model/shape.js';
import { compareTexts } from '../../model/text-order.js';
import type { CodeMessage } from '../codebase.js';
import type { Expression } from '../expression.js';
import type { MessageSite } from '../message-fact.js';
import type { Lazy } from '../program.js';
import { dataOf } from '../shapes/shapes.js';
import { unionOf } from '../shapes/unions.js';
import { questioned } from '../values/questions.js';
import { type Resolver, refill } from '../values/target.js';
import { channelTexts } from './channel-texts.js';
import { type Callers, callersOf, type SentFrom } from './senders.js';

/** The messages that the code publishes and handles, and the gaps where they are unresolved. */
export interface LinkedMessages {
  readonly messages: readonly CodeMessage[];
  readonly gaps: readonly Gap[];
}

/** Evaluates all places that publish or handle events; for a wrapper, it evaluates each call. */
export function linkMessages(resolver: Resolver): LinkedMessages {
  const linker: Linker = { resolver, callers: callersOf(resolver), messages: new Map(), gaps: [] };
  for (const { facts } of resolver.program.files.values()) {
    for (const fact of facts.facts) if (fact.kind === 'message') linkMessage(linker, facts.path, fact);
  }
  return { messages: [...linker.messages.values()].sort(byChannel), gaps: linker.gaps };
}

interface Linker {
  readonly resolver: Resolver;
  readonly callers: Callers;
  readonly messages: Map<string, CodeMessage>;
  readonly gaps: Gap[];
}

/**
 * If the fact is not complete by itself, the calls of the enclosing function supply the values, and findings point to those
 * calls.
 */
function linkMessage(linker: Linker, file: string, fact: MessageSite): void {
  const here: SentFrom = { site: { file }, at: { file, ...fact.at } };
  const { inside } = fact;
  const calls = inside === undefined || saysAll(linker.resolver, fact, here) ? [] : linker.callers(file, inside);
  for (const from of calls.length === 0 ? [here] : calls) addMessages(linker, fact, from);
}

function saysAll(resolver: Resolver, fact: MessageSite, here: SentFrom): boolean {
  refill(resolver);
  const channels = channelTexts(resolver, { expression: fact.channel, site: here.site }, undefined);
  if (channels.some(({ channel }) => channel.includes('{}'))) return false;
  return payloadOf(resolver, fact, here).kind !== 'unknown';
}

function addMessages({ resolver, messages, gaps }: Linker, fact: MessageSite, from: SentFrom): void {
  refill(resolver);
  const { site, at } = from;
  const read = (expression: Expression | undefined) =>
    expression === undefined ? [] : channelTexts(resolver, { expression, site }, fact.wildcards);
  const channels = read(fact.channel);
  const aliases = read(fact.aliases).map(({ channel }) => channel);
  const events = read(fact.event).map(({ channel }) => channel);
  const known = channels.filter(({ channel }) => isNamed(channel));
  if (known.length < channels.length && !aliases.some(isNamed)) {
    const what = fact.direction === 'publish' ? 'where an event is published' : 'which events are handled';
    gaps.push({ reason: 'dynamic-channel', detail: `${what} cannot be read here`, at, hides: { messages: fact.direction } });
  }
  const places = known.length > 0 ? known : channels.slice(0, 1);
  const { value, asks } = resolver.questions.during(() => payloadOf(resolver, fact, from));
  const headers = fact.headers && dataOf(resolver, { expression: fact.headers, site }).shape;
  for (const { channel, likely } of places) {
    const names = [channel, ...aliases].filter(isNamed);
    for (const event of events.length === 0 ? [undefined] : events) {
      const [first = event ?? '', ...others] = names;
      if (first === '') continue;
      const key = JSON.stringify([fact.direction, first, event, fact.by, at]);
      const made: CodeMessage = {
        direction: fact.direction,
        channel: first,
        aliases: others,
        ...(likely ? { likely } : {}),
        ...(event === undefined || !isNamed(event) ? {} : { event }),
        payload: value,
        ...(headers === undefined ? {} : { headers }),
        by: fact.by,
        at,
      };
      if (messages.has(key)) continue;
      messages.set(key, made);
      questioned.set(made, asks);
    }
  }
}

/** Whether some of its text is literal; `/` is a channel too. */
const isNamed = (channel: Channel): boolean =>
  channel !== '' && (!channel.includes('{}') || /[\p{L}\p{N}]/u.test(channel.replace(/\{[^{}]*\}/g, '')));

function payloadOf(resolver: Resolver, fact: MessageSite, { site, taken }: SentFrom): Shape {
  if (fact.direction === 'subscribe' && taken !== undefined)
    return dataOf(resolver, taken).shape ?? unknown('the handler takes nothing');
  if (fact.payload === undefined)
    return unknown(fact.direction === 'publish' ? 'what is published was not seen' : 'what the handler takes was not seen');
  const lazy: Lazy = { expression: fact.payload, site };
  if (fact.encoded !== true) return shapeOf(resolver, lazy);
  const data = decoded(resolver, lazy, 0);
  if (data === undefined) return unknown('what is published was not seen to be made by JSON');
  return data.length === 1 && data[0] !== undefined
    ? shapeOf(resolver, data[0])
    : unionOf(data.map((one) => shapeOf(resolver, one)));
}

function shapeOf(resolver: Resolver, lazy: Lazy): Shape {
  return dataOf(resolver, lazy).shape ?? unknown('nothing is published');
}

const MAX_DEPTH = 10;

/** The data whose JSON a text is; undefined: not known to be JSON of any data. */
function decoded(resolver: Resolver, lazy: Lazy, depth: number): readonly Lazy[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const target = resolver.resolve(resolver, lazy, 'value');
  if (target.kind === 'choice') {
    const all = target.options.map((option) => decoded(resolver, option, depth + 1));
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (target.kind !== 'plain') return undefined;
  const { expression, site } = target;
  return expression.kind === 'operator' && expression.operator === 'encoded' ? [{ expression: expression.of, site }] : undefined;
}

function byChannel(a: CodeMessage, b: CodeMessage): number {
  return (
    compareTexts(a.channel, b.channel) ||
    compareTexts(a.direction, b.direction) ||
    compareTexts(a.event ?? '', b.event ?? '') ||
    compareTexts(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    (a.at.column ?? 0) - (b.at.column ?? 0)
  );
}
