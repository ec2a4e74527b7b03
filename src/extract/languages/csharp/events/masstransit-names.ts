import type { Expression } from '../../../../facts/expression.js';
import type { FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Source } from '../source.js';
import { textAt } from '../syntax/tokens.js';

const separated = (name: string, mark: string): string => name.replace(/([a-z0-9])(?=[A-Z])/g, `$1${mark}`).toLowerCase();

const text = (value: string): Expression => ({ kind: 'literal', value });

/**
 * The names that a message type may go by: its own, with the namespace that exchanges have before it (which another file may name),
 * and as endpoint name formatters write it, in kebab-case or snake_case: https://masstransit.io/documentation/configuration/topology
 */
export function namesOf(name: string, others: readonly string[] = []): Pick<MessageSite, 'channel' | 'aliases'> {
  const all = [name, ...others].flatMap((one) => [one, separated(one, '-'), separated(one, '_')]);
  const aliases = [...new Set(all)].filter((one) => one !== name);
  return { channel: text(name), aliases: { kind: 'tuple', items: [...aliases, `{}:${name}`].map(text) } };
}

/** Where the type of a message is only known when the program runs. */
export const unnamed: Pick<MessageSite, 'channel'> = { channel: { kind: 'unknown', why: 'its type is not written here' } };

const RENAMING = /^(?:EntityName|SetEntityName|SetEntityNameFormatter)$/;

/** `[EntityName("orders")]`, `x.SetEntityName("orders")`: events of the service go by other names. */
export function renaming({ tokens }: Source): readonly FileGap[] {
  const at = tokens.list.findIndex(
    (_, index) =>
      RENAMING.test(textAt(tokens, index)) && /^[.[,]$/.test(textAt(tokens, index - 1)) && textAt(tokens, index + 1) === '(',
  );
  if (at < 0) return [];
  const detail = 'messages of MassTransit are given other names here';
  return [{ reason: 'dynamic-channel', detail, at: tokens.at(at), hides: { messages: 'any' } }];
}
