import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import { type Cursor, isAt, peek, skipBracket, take } from './cursor.js';
import { expressionEnd } from './kotlin-parameters.js';

/** Maximum number of `when` arms and `catch` blocks; no real code has more. */
const MAX_ARMS = 50;

/** The values of the arms of `when (x) { A -> …; else -> … }`; undefined if it is not the whole expression. */
export function armsOf(tokens: Tokens, { from, to }: Range): readonly Range[] | undefined {
  const open = tokenAt(tokens, from + 1).text === '(' ? closingOf(tokens, from + 1) + 1 : from + 1;
  if (tokenAt(tokens, open).text !== '{' || closingOf(tokens, open) !== to - 1) return undefined;
  const arms: Range[] = [];
  const cursor: Cursor = { tokens, at: open + 1 };
  while (cursor.at < to - 1 && arms.length < MAX_ARMS) {
    if (/^[([{]$/.test(peek(cursor).text)) skipBracket(cursor);
    else if (!take(cursor, '->')) cursor.at += 1;
    else {
      const begin = cursor.at;
      if (isAt(cursor, '{')) skipBracket(cursor);
      else cursor.at = Math.max(begin + 1, expressionEnd(tokens, begin, to - 1));
      arms.push({ from: begin, to: cursor.at });
    }
  }
  return cursor.at < to - 1 ? undefined : arms;
}

/** The values of `try { … } catch (e: E) { … }`: its blocks without `finally`. */
export function triesOf(tokens: Tokens, { from, to }: Range): readonly Range[] | undefined {
  const blocks: Range[] = [];
  const cursor: Cursor = { tokens, at: from + 1 };
  while (isAt(cursor, '{') && blocks.length < MAX_ARMS) {
    const begin = cursor.at;
    const isLast = peek(cursor, -1).text === 'finally';
    skipBracket(cursor);
    if (!isLast) blocks.push({ from: begin, to: cursor.at });
    if (cursor.at === to) return blocks;
    if (!take(cursor, 'catch') && !take(cursor, 'finally')) return undefined;
    if (isAt(cursor, '(')) skipBracket(cursor);
  }
  return undefined;
}
