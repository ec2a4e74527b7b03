import type { Expression } from '../../../../facts/expression.js';
import type { FileGap, MessageSite } from '../../../../facts/fact.js';
import type { Source } from '../source.js';
import { textAt } from '../syntax/tokens.js';

const separated = (name: string, mark: string): string => name.replace(/([a-z0-9])(?=[A-Z])/g, `$1${mark}`).toLowerCase();

const text = (value: string): Expression => ({ kind: 'literal', value });

/**
 * The possible names of a message type: its own; with the namespace that MassTransit puts before exchange names (another file may
 * declare that namespace); and in kebab-case or snake_case, as endpoint name formatters write it:
 * https://masstransit.io/documentation/configuration/topology
 */
export function namesOf(name: string, others: readonly string[] = []): Pick<MessageSite, 'channel' | 'aliases'> {
  const all = [name, ...others].flatMap((one) => [one, separated(one, '-'), separated(one, '_')]);
  const aliases = [...new Set(all)].filter((one) => one !== name);
  return { channel: text(name), aliases: { kind: 'tuple', items: [...aliases, `{}:${name}`].map(text) } };
}

/** For messages whose type is only known at run time. */
export const unnamed: Pick<MessageSite, 'channel'> = { channel: { kind: 'unknown', why: 'its type is not written here' } };

const RENAMING = /^(?:EntityName|SetEntityName|SetEntityNameFormatter)$/;

/** `[EntityName("orders")]`, `x.SetEntityName("orders")`: the service gives its messages other names. */
export function renaming({ tokens }: Source): readonly FileGap[] {
  const at = tokens.list.findIndex(
    (_, index) =>
      RENAMING.test(textAt(tokens, index)) && /^[.[,]$/.test(textAt(tokens, index - 1)) && textAt(tokens, index + 1) === '(',
  );
  if (at < 0) return [];
  const detail = 'messages of MassTransit are given other names here';
  return [{ reason: 'dynamic-channel', detail, at: tokens.at(at), hides: { messages: 'any' } }];
}
