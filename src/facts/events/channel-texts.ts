import type { Channel } from '../../model/channel.js';
import type { Wildcards } from '../message-fact.js';
import type { Lazy } from '../program.js';
import type { Resolver } from '../values/target.js';
import { LIKELY_PART, texts, UNREAD } from '../values/texts.js';

/** A channel that an expression names. `likely`: the text comes from a sample of the environment. */
export interface NamedChannel {
  readonly channel: Channel;
  readonly likely: boolean;
}

/** Most channels of one expression; further ones are ignored. */
const MAX_CHANNELS = 200;
const MAX_DEPTH = 10;

/** All channels that a constant expression may name. All alternatives count, except an unresolved one beside a resolved one. */
export function channelTexts(resolver: Resolver, lazy: Lazy, wildcards: Wildcards | undefined): readonly NamedChannel[] {
  const found = new Map<string, NamedChannel>();
  for (const text of all(resolver, lazy, 0).slice(0, MAX_CHANNELS)) {
    const likely = LIKELY_PART.test(text);
    const channel = wildcard(text.replaceAll(LIKELY_PARTS, '$1').replaceAll(UNREAD, '{}'), wildcards);
    found.set(channel, { channel, likely });
  }
  return [...found.values()];
}

const LIKELY_PARTS = new RegExp(LIKELY_PART, 'g');

function all(resolver: Resolver, lazy: Lazy, depth: number): readonly string[] {
  const target = depth > MAX_DEPTH ? undefined : resolver.resolve(resolver, lazy, 'value');
  if (target?.kind === 'choice' && target.options.length <= MAX_CHANNELS) {
    const options = target.options.flatMap((option) => all(resolver, option, depth + 1));
    const read = options.filter((text) => text !== UNREAD);
    return read.length === 0 ? options.slice(0, 1) : read;
  }
  if (target?.kind === 'plain' && target.expression.kind === 'tuple') {
    const { expression, site } = target;
    return expression.items.flatMap((item) =>
      all(resolver, { expression: item.kind === 'spread' ? item.value : item, site }, depth + 1),
    );
  }
  if (target?.kind === 'plain' && target.expression.kind === 'array')
    return all(resolver, { expression: target.expression.items, site: target.site }, depth + 1);
  return texts(resolver, lazy);
}

/** The protocol's wildcards for path parts: `+` and `#` in MQTT, `*` and `#` in AMQP, `*` and `>` in NATS. */
function wildcard(text: string, wildcards: Wildcards | undefined): Channel {
  switch (wildcards) {
    case 'mqtt':
      return text.replace(/[+#]/g, '{}');
    case 'amqp':
      return text.replace(/[*#]/g, '{}');
    case 'nats':
      return text.replace(/[*>]/g, '{}');
    case 'redis':
      return text.replace(/\*/g, '{}');
    case 'aws':
      return /[:/]/.test(text) ? (text.split(/[:/]/).at(-1) ?? text) : text;
    case undefined:
      return text;
  }
}
