import type { Contract } from '../contracts/contract.js';
import type { Collector } from './collector.js';

type Words = NonNullable<Contract['beyond']>;

/** Words of schemas that are not compared: where both versions have the same ones, wherever they stand, nothing is in doubt. */
export function compareBeyond(base: Contract, head: Contract, collector: Collector): void {
  const [before, after] = [base.beyond ?? [], head.beyond ?? []];
  for (const { word, at } of without(after, before))
    collector.undecided(undefined, `\`${word}\` is new or says something else; what that does to payloads is not compared`, at);
  for (const { word, at } of without(before, after))
    collector.undecided(
      undefined,
      `\`${word}\` said something that the head does not say; what that does to payloads is not compared`,
      at,
    );
}

/** What is left when each of the others takes one away that says the same. */
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
