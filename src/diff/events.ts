import type { Contract, Message, MessageVariant } from '../contracts/contract.js';
import { ANY } from '../contracts/schema/schemas.js';
import type { Collector } from './collector.js';
import type { Direction } from './rule.js';

/** The sender's side: the application receives what it handles and sends what it publishes. */
const DIRECTIONS = { subscribe: 'request', publish: 'response' } as const satisfies Record<Message['direction'], Direction>;

/** Compares the events of two AsyncAPI documents: channels, messages and their data. */
export function compareEvents(base: Contract, head: Contract, collector: Collector): void {
  const after = new Map(head.messages.map((message) => [keyOf(message), message]));
  const before = new Set(base.messages.map(keyOf));
  for (const message of base.messages) {
    const { subject, at } = message;
    const direction = DIRECTIONS[message.direction];
    const other = after.get(keyOf(message));
    if (other !== undefined) compareEvent(message, other, direction, collector);
    else
      collector.note({
        rule: `${direction}-event-removed`,
        subject,
        message: `${subject} is gone.`,
        baseAt: at,
        headAt: head.at,
      });
  }
  for (const message of head.messages) {
    const { subject, at } = message;
    if (before.has(keyOf(message))) continue;
    const rule = `${DIRECTIONS[message.direction]}-event-added`;
    collector.note({ rule, subject, message: `${subject} is new.`, baseAt: base.at, headAt: at });
  }
}

/** The names of a channel's parameters do not matter. */
function keyOf({ direction, channel }: Message): string {
  return `${direction} ${channel.replace(/\{[^{}]*\}/g, '{}')}`;
}

function compareEvent(base: Message, head: Message, direction: Direction, collector: Collector): void {
  const { subject } = head;
  // A channel without messages in the contract may carry anything.
  if (base.variants.length === 0 && head.variants.length === 0) return;
  const pairs = pairsOf(base.variants, head.variants);
  for (const [one, other] of pairs) compareVariant(one, other, subject, direction, collector);
  const [paired, known] = [new Set(pairs.map(([one]) => one)), new Set(pairs.map(([, other]) => other))];
  for (const variant of base.variants) {
    if (paired.has(variant)) continue;
    const message = `The ${partOf(variant)} is gone.`;
    const at = { baseAt: variant.at, headAt: head.at };
    collector.note({ rule: `${direction}-message-removed`, subject, part: partOf(variant), message, ...at });
  }
  for (const variant of head.variants) {
    if (known.has(variant)) continue;
    const message = `The ${partOf(variant)} is new.`;
    const at = { baseAt: base.at, headAt: variant.at };
    collector.note({ rule: `${direction}-message-added`, subject, part: partOf(variant), message, ...at });
  }
}

const partOf = ({ names: [name] }: MessageVariant): string => (name === undefined ? 'message' : `message ${name}`);

/** Pairs messages by name; a single message is paired with a single one, whatever their names. */
function pairsOf(
  before: readonly MessageVariant[],
  after: readonly MessageVariant[],
): readonly (readonly [MessageVariant, MessageVariant])[] {
  const left = new Set(after);
  const named = before.flatMap((one) => {
    const other = [...left].find(({ names }) => names.some((name) => one.names.includes(name)));
    if (other === undefined) return [];
    left.delete(other);
    return [[one, other] as const];
  });
  const [one, ...others] = before.filter((variant) => !named.some(([known]) => known === variant));
  const [other, ...more] = left;
  const isOnly = one !== undefined && other !== undefined && others.length === 0 && more.length === 0;
  return isOnly ? [...named, [one, other] as const] : named;
}

function compareVariant(
  base: MessageVariant,
  head: MessageVariant,
  subject: string,
  direction: Direction,
  collector: Collector,
): void {
  const part = partOf(head);
  const at = { subject, direction, baseAt: base.at, headAt: head.at };
  collector.payload({ ...at, part, base: base.payload ?? ANY, head: head.payload ?? ANY });
  collector.payload({ ...at, part: `${part}, headers`, base: base.headers ?? ANY, head: head.headers ?? ANY });
}
