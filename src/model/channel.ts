/**
 * Where events go: a topic, a queue, a subject, a routing key, with `{name}` for a part that may be any text (a parameter, a wildcard,
 * something that could not be read).
 */
export type Channel = string;

/**
 * How a channel of the code fits a promised one. `same`: letter by letter, whatever their parts are called. `instance`: it is one of
 * those that a promised parameter stands for. `pattern`: parts of the code's own may be what is promised, and nobody knows. `open`:
 * nothing of it is known.
 */
export type ChannelFit = 'same' | 'instance' | 'pattern' | 'open';

/** Longer names are nobody's: comparing them costs their square. */
const MAX_LENGTH = 500;

/** Stands for `{name}` within the text that is compared. */
const ANY = '\u0000';

const formOf = (channel: Channel): string => channel.replace(/\{[^{}]*\}/g, ANY);

/** Undefined: it is surely another. */
export function fitChannel(promised: Channel, actual: Channel): ChannelFit | undefined {
  const [one, other] = [formOf(promised), formOf(actual)];
  if (one.length > MAX_LENGTH || other.length > MAX_LENGTH) return one === other ? 'same' : undefined;
  if (!/[\p{L}\p{N}]/u.test(other)) return other.includes(ANY) ? 'open' : one === other ? 'same' : undefined;
  if (one === other) return 'same';
  if (!meets(one, other)) return undefined;
  return other.includes(ANY) ? 'pattern' : 'instance';
}

/** Whether some text fits both: one row of a table at a time, as in comparing globs with globs. */
function meets(one: string, other: string): boolean {
  let row: boolean[] = [];
  for (let i = 0; i <= one.length; i += 1) {
    const next: boolean[] = [];
    for (let j = 0; j <= other.length; j += 1) {
      const [a, b] = [one[i - 1], other[j - 1]];
      const diagonal = i > 0 && j > 0 && row[j - 1] === true;
      const up = i > 0 && row[j] === true;
      const left = j > 0 && next[j - 1] === true;
      const isStart = i === 0 && j === 0;
      const byAny = (a === ANY && (up || left || diagonal)) || (b === ANY && (left || up || diagonal));
      next.push(isStart || byAny || (diagonal && a === b));
    }
    row = next;
  }
  return row[other.length] === true;
}

/** What stays of a name when it is written in another case or with other separators: `orders.created`, `orders/Created`. */
export function foldChannel(channel: Channel): string {
  return formOf(channel)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
