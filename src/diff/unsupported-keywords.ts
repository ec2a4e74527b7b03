import type { Contract } from '../contracts/contract.js';
import type { Location } from '../model/location.js';
import type { Collector } from './collector.js';

type Words = NonNullable<Contract['beyond']>;

/** Schema keywords that are not compared: if both versions have the same ones, anywhere, there is no doubt. */
export function compareUnsupported(base: Contract, head: Contract, collector: Collector): void {
  const [before, after] = [base.beyond ?? [], head.beyond ?? []];
  for (const { word, at } of without(after, before))
    collector.undecided(undefined, `\`${word}\` is new or says something else; what that does to payloads is not compared`, at);
  const gone = new Set(goneWebhooks(base, head).map(({ name }) => `the webhook ${name}`));
  for (const { word, at } of without(before, after).filter((one) => !gone.has(one.word)))
    collector.undecided(
      undefined,
      `\`${word}\` said something that the head does not say; what that does to payloads is not compared`,
      at,
    );
}

/** Webhooks that were removed; a new one breaks no client, and changes of the others are not compared. */
export function compareWebhooks(base: Contract, head: Contract, collector: Collector): void {
  for (const { name, baseAt } of goneWebhooks(base, head)) {
    const message = `The webhook ${name} is gone: its subscribers are not called any more.`;
    collector.note({ rule: 'webhook-removed', subject: `webhook ${name}`, message, baseAt, headAt: head.at });
  }
}

function goneWebhooks(base: Contract, head: Contract): readonly { readonly name: string; readonly baseAt: Location }[] {
  const gone = [...(base.webhooks ?? [])].filter(([name]) => head.webhooks?.has(name) !== true);
  return gone.map(([name, baseAt]) => ({ name: name.slice(0, 80), baseAt }));
}

/** The items that remain after each item of the others removes an equal one. */
function without(words: Words, others: Words): Words {
  const left = new Map<string, number>();
  for (const { word, text } of others)
    if (text !== undefined) left.set(`${word} ${text}`, (left.get(`${word} ${text}`) ?? 0) + 1);
  return words.filter(({ word, text }) => {
    const count = left.get(`${word} ${text}`) ?? 0;
    left.set(`${word} ${text}`, count - 1);
    return count <= 0;
  });
}
