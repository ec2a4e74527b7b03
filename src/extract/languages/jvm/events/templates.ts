import type { Expression } from '../../../../facts/expression.js';
import type { MessageSite } from '../../../../facts/fact.js';
import { callableName } from '../bodies/functions.js';
import { type Body, bodyOf, envAt, variableAt } from '../bodies/variables.js';
import { at, type Source, unknown } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { tokenAt } from '../tokens.js';
import { type Argument, type Method, simpleName, type TypeDecl } from '../unit.js';
import { channelAt } from './channels.js';
import { sentPayload } from './payloads.js';

/** Types that send messages, with the form of their channel arguments. */
const SENDERS: Readonly<Record<string, 'kafka' | 'rabbit' | 'bridge'>> = {
  KafkaTemplate: 'kafka',
  KafkaOperations: 'kafka',
  ReactiveKafkaProducerTemplate: 'kafka',
  KafkaProducer: 'kafka',
  RabbitTemplate: 'rabbit',
  RabbitOperations: 'rabbit',
  AmqpTemplate: 'rabbit',
  StreamBridge: 'bridge',
};
const SENDS = new Set(['send', 'sendDefault', 'convertAndSend', 'convertSendAndReceive', 'convertSendAndReceiveAsType']);

/** The messages that methods of a class send through Spring's templates. */
export function sentBy(source: Source, decl: TypeDecl, by: string): readonly MessageSite[] {
  return decl.methods.flatMap((method) => sends(source, decl, method, by));
}

function sends(source: Source, decl: TypeDecl, method: Method, by: string): readonly MessageSite[] {
  const range = method.body ?? method.expression;
  if (range === undefined) return [];
  const { tokens } = source.unit;
  const callable = callableName(decl, method);
  const found: MessageSite[] = [];
  let body: Body | undefined;
  for (let index = range.from + 2; index < range.to; index += 1) {
    if (!SENDS.has(tokenAt(tokens, index).text) || tokenAt(tokens, index + 1).text !== '(') continue;
    if (!/^\??\.$/.test(tokenAt(tokens, index - 1).text)) continue;
    body ??= bodyOf(source, decl, method, callable);
    const form = senderForm(body, tokenAt(tokens, index - 2).text, index);
    if (form === undefined) continue;
    const sent = messageOf(body, decl, form, tokenAt(tokens, index).text, argumentsOf(tokens, index + 1));
    const inside = method.parameters.length > 0 ? { inside: callable } : {};
    found.push({ kind: 'message', by, direction: 'publish', ...sent, ...inside, at: at(source, index) });
  }
  return found;
}

/** The form of a sender, by the declared type of its field, parameter or variable. */
export function senderForm(body: Body, name: string, index: number): 'kafka' | 'rabbit' | 'bridge' | undefined {
  const { decl, method } = body;
  const declared = [...method.parameters, ...(decl?.fields ?? []), ...(decl?.components ?? [])].find((one) => one.name === name);
  const type = (variableAt(body, name, index)?.type ?? declared?.type)?.name ?? '';
  const written = simpleName(type);
  return Object.hasOwn(SENDERS, written) ? SENDERS[written] : undefined;
}

type Sent = Pick<MessageSite, 'channel' | 'aliases' | 'payload' | 'encoded'>;
const UNNAMED: Sent = { channel: unknown('where it is sent by default is set elsewhere') };

function messageOf(
  body: Body,
  decl: TypeDecl,
  form: 'kafka' | 'rabbit' | 'bridge',
  name: string,
  given: readonly Argument[],
): Sent {
  if (name === 'sendDefault') return { ...UNNAMED, ...payloadOf(body, given.at(-1)) };
  if (form === 'rabbit') return byRabbit(body, decl, given);
  const [first] = given;
  if (given.length === 1) return record(body, decl, first);
  return { channel: channelOf(body, decl, first), ...payloadOf(body, form === 'bridge' ? given[1] : given.at(-1)) };
}

const channelOf = (body: Body, decl: TypeDecl, range: Argument | undefined): Expression =>
  range === undefined ? UNNAMED.channel : channelAt(envAt(body, range.from), decl, range);

const payloadOf = (body: Body, range: Argument | undefined): Pick<MessageSite, 'payload' | 'encoded'> =>
  range === undefined ? {} : sentPayload(body, range);

/** `new ProducerRecord<>(topic, key, value)`, here or in a variable. */
function record(body: Body, decl: TypeDecl, given: Argument | undefined): Sent {
  if (given === undefined) return UNNAMED;
  const { tokens } = body.source.unit;
  const isName = given.to === given.from + 1;
  const stored = isName ? variableAt(body, tokenAt(tokens, given.from).text, given.from)?.value : undefined;
  const { from, to } = stored ?? given;
  const made = Array.from({ length: Math.min(to - from, 4) }, (_, index) => tokenAt(tokens, from + index).text);
  if (!made.includes('ProducerRecord')) return UNNAMED;
  for (let index = from; index < to; index += 1) {
    if (tokenAt(tokens, index).text !== '(') continue;
    const parts = argumentsOf(tokens, index);
    return { channel: channelOf(body, decl, parts[0]), ...payloadOf(body, valueAmong(parts)) };
  }
  return UNNAMED;
}

/** (topic, value), (topic, key, value), (topic, partition, key, value), (topic, partition, key, value, headers), (topic, partition, timestamp, key, value, …). */
function valueAmong(parts: readonly Argument[]): Argument | undefined {
  return parts.length <= 3 ? parts.at(-1) : parts.length === 6 ? parts[4] : parts[3];
}

/** (message), (key, message), (exchange, key, message), each optionally followed by a post-processor or correlation data. */
function byRabbit(body: Body, decl: TypeDecl, given: readonly Argument[]): Sent {
  const { tokens } = body.source.unit;
  const isBeside = ({ from, to }: Argument): boolean => {
    const words = Array.from({ length: to - from }, (_, index) => tokenAt(tokens, from + index));
    return words.some(
      ({ kind, text }) =>
        text === '->' || text === '::' || (kind === 'word' && /(?:PostProcessor|CorrelationData|processor)$/i.test(text)),
    );
  };
  const plain = given.filter((one, index) => index === 0 || !isBeside(one));
  const payload = payloadOf(body, plain.at(-1));
  const [first, second] = plain;
  if (plain.length < 2) return { ...UNNAMED, ...payload };
  if (plain.length === 2) return { channel: channelOf(body, decl, first), ...payload };
  return { channel: channelOf(body, decl, second), aliases: channelOf(body, decl, first), ...payload };
}
