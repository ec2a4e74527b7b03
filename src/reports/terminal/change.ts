import { type Changed, concernsOf } from '../change-verdict.js';
import { plain, shorten } from '../escape.js';
import { changeSentence } from '../github/comment-head.js';
import type { Terminal } from '../style.js';
import { counted } from '../verdict.js';

/** The maximum number of lines per question; the others are counted. */
const MOST_LINES = 10;
const LONGEST_REASON = 200;

/** What a change did: its counts, and all answers to the five questions with their places. Empty if no base was requested. */
export function changeSection(
  changed: Changed & { readonly base?: string | undefined },
  { style: paint, place }: Terminal,
): readonly string[] {
  const { change } = changed;
  if (change === undefined) return concernsOf(changed).map(({ sentence }) => `${paint.open('!')} ${plain(sentence)}`);
  const answers = [
    ...listed(change.moved, ({ contract, from, to, operations }) => {
      return `moved     ${plain(`${contract}: ${from} → ${to}`)} (${counted(operations, 'operation')})`;
    }),
    ...listed(change.breaking, ({ message, at }) => `breaking  ${stated(message)}  ${place(at)}`),
    ...listed(change.lost, ({ subject, at, why = 'no reason is known' }) => {
      return `lost      ${plain(subject)}: ${stated(why)}  ${place(at)}`;
    }),
    ...listed(change.dropped, ({ contract, subject }) => `dropped   ${plain(`${subject} from ${contract}`)}`),
    ...listed(change.uncompared, ({ subject, at, why = '' }) => `unknown   ${plain(subject)}: ${stated(why)}  ${place(at)}`),
    ...listed(change.unproven, ({ subject, at }) => `unproven  ${plain(subject)}  ${place(at)}`),
  ];
  return [paint.strong(plain(changeSentence(changed))), ...answers.map((line) => `  ${line}`)];
}

const stated = (text: string): string => shorten(plain(text), LONGEST_REASON);

function listed<Item>(items: readonly Item[], line: (item: Item) => string): readonly string[] {
  const rest = items.length - MOST_LINES;
  return [...items.slice(0, MOST_LINES).map(line), ...(rest > 0 ? [`and ${rest} more: --format json lists all`] : [])];
}
