/**
 * The address of events: a topic, a queue, a subject, a routing key, with `{name}` for a part that may be any text (a parameter,
 * a wildcard, an unresolved part).
 */
export type Channel = string;

/**
 * How a channel of the code matches a channel of the contract. `same`: literally, whatever the names of their parts. `instance`:
 * it is one of those that the contract's parameter stands for. `pattern`: variable parts of the code's channel may match the
 * contract's. `open`: nothing of it is known.
 */
export type ChannelFit = 'same' | 'instance' | 'pattern' | 'open';

/** No real name is longer: comparing names costs quadratic time. */
const MAX_LENGTH = 500;

/** Stands for `{name}` within the text that is compared. */
const ANY = '\u0000';

/** A channel with `ANY` for each `{name}`: two channels with the same form are the same. */
export const formOf = (channel: Channel): string => channel.replace(/\{[^{}]*\}/g, ANY);

/** Whether a form has variable parts. */
export const isOpenForm = (form: string): boolean => form.includes(ANY);

/** Undefined: it is certainly another channel. */
export function fitChannel(expected: Channel, actual: Channel): ChannelFit | undefined {
  return fitForms(formOf(expected), formOf(actual));
}

/** As `fitChannel`, of forms. */
export function fitForms(one: string, other: string): ChannelFit | undefined {
  if (one.length > MAX_LENGTH || other.length > MAX_LENGTH) return one === other ? 'same' : undefined;
  const isPattern = other.includes(ANY);
  if (!/[\p{L}\p{N}]/u.test(other)) return isPattern ? 'open' : one === other ? 'same' : undefined;
  if (one === other) return 'same';
  if (!isPattern && !one.includes(ANY)) return undefined;
  if (!endsAlike(one, other) || !meets(one, other)) return undefined;
  return isPattern ? 'pattern' : 'instance';
}

/** A cheap test: the text before the first variable part and after the last must match. */
function endsAlike(one: string, other: string): boolean {
  const cut = (text: string): readonly [string, string] =>
    text.includes(ANY) ? [text.slice(0, text.indexOf(ANY)), text.slice(text.lastIndexOf(ANY) + 1)] : [text, text];
  const [[a, b], [c, d]] = [cut(one), cut(other)];
  return (a.startsWith(c) || c.startsWith(a)) && (b.endsWith(d) || d.endsWith(b));
}

/** Whether some text matches both: dynamic programming with one row at a time, as for comparing two globs. */
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

/** Removes what differs between naming styles: `orders.created` and `orders/Created` give the same text. */
export function foldChannel(channel: Channel): string {
  return formOf(channel)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
