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

/** A channel with `ANY` for each `{name}`: two of them that are the same go to the same place. */
export const formOf = (channel: Channel): string => channel.replace(/\{[^{}]*\}/g, ANY);

/** Whether a form has parts that may be any. */
export const isOpenForm = (form: string): boolean => form.includes(ANY);

/** Undefined: it is surely another. */
export function fitChannel(promised: Channel, actual: Channel): ChannelFit | undefined {
  return fitForms(formOf(promised), formOf(actual));
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

/** What stands before the first part that may be any, and after the last, has to fit: cheaper to tell than all of it. */
function endsAlike(one: string, other: string): boolean {
  const cut = (text: string): readonly [string, string] =>
    text.includes(ANY) ? [text.slice(0, text.indexOf(ANY)), text.slice(text.lastIndexOf(ANY) + 1)] : [text, text];
  const [[a, b], [c, d]] = [cut(one), cut(other)];
  return (a.startsWith(c) || c.startsWith(a)) && (b.endsWith(d) || d.endsWith(b));
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
