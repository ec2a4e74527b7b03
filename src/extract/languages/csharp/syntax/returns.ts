import { afterBracket, find, isWord, type Range, type Tokens, textAt } from './tokens.js';

const SEMICOLON = new Set([';']);
const CONTROL = new Set(['if', 'for', 'foreach', 'while', 'switch', 'using', 'lock', 'catch', 'fixed', 'when']);

/** The expressions that a body returns, without those of nested functions. */
export function returnsOf(tokens: Tokens, { from, to }: Range): readonly Range[] {
  const found: Range[] = [];
  for (let at = from; at < to; ) {
    const text = textAt(tokens, at);
    if (text === '=>' && textAt(tokens, at + 1) === '{') at = afterBracket(tokens, at + 1, to);
    else if (text === '{' && isLocalFunction(tokens, at)) at = afterBracket(tokens, at, to);
    else if (text === 'return' && isWord(tokens, at)) {
      const semicolon = find(tokens, { from: at + 1, to }, SEMICOLON);
      const end = semicolon < 0 ? to : semicolon;
      if (end > at + 1) found.push({ from: at + 1, to: end });
      at = end + 1;
    } else at += 1;
  }
  return found;
}

/** `Task<int> Count() {`: a name with a type before it. */
export function isLocalFunction(tokens: Tokens, brace: number): boolean {
  if (textAt(tokens, brace - 1) !== ')') return false;
  const open = tokens.mates[brace - 1] ?? -1;
  if (open < 2 || !isWord(tokens, open - 1) || CONTROL.has(textAt(tokens, open - 1))) return false;
  const before = textAt(tokens, open - 2);
  return (
    (isWord(tokens, open - 2) && !/^(?:new|return|else|await|not|is)$/.test(before)) ||
    before === '>' ||
    before === '?' ||
    before === ']'
  );
}
