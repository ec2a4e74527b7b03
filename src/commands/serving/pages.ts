import { UserError } from '../../model/user-error.js';
import { plain } from '../../reports/escape.js';

/** Room for the line that names the next page. */
const FOOTER = 100;

/**
 * One page of an answer: the head, and as many blocks as fit below it. A block that is longer than a page goes on on the next
 * one. Every line is escaped, because contracts and code are untrusted.
 *
 * @throws UserError when there is no such page
 */
export function pageOf(head: string, blocks: readonly string[], page: number, limit: number): string {
  const top = clip(escaped(head), limit / 2);
  const room = limit - FOOTER - top.length;
  const pages: string[] = [''];
  for (const block of blocks.flatMap((text) => pieces(escaped(text), room - 2))) {
    const last = pages[pages.length - 1] ?? '';
    if (last !== '' && last.length + block.length + 2 > room) pages.push(block);
    else pages[pages.length - 1] = last === '' ? block : `${last}\n\n${block}`;
  }
  const text = pages[page - 1];
  if (text === undefined) throw new UserError(`There is no page ${page}: the answer has ${pages.length}.`);
  const next = page < pages.length ? `Cut: page ${page} of ${pages.length}. Ask for page ${page + 1}, or for less.` : '';
  const foot = next === '' && pages.length > 1 ? `Page ${page} of ${pages.length}, the last.` : next;
  return [top, text, foot].filter((part) => part !== '').join('\n\n');
}

function escaped(text: string): string {
  return text.split('\n').map(plain).join('\n');
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 2)} …`;
}

function pieces(text: string, size: number): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / size));
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}
