import type { Source } from './source.js';
import { afterBracket, isWord, type Range, textAt } from './syntax/tokens.js';

/** The body of the function that an argument names: a method of the file, or a top-level function. */
export function bodyNamed(source: Source, { from, to }: Range): Range | undefined {
  const { tokens, tree } = source;
  if (to !== from + 1 || !isWord(tokens, from)) return undefined;
  const name = textAt(tokens, from);
  for (const { members } of tree.types) {
    const method = members.find((member) => member.kind === 'method' && member.name === name);
    if (method !== undefined) return method.body ?? method.expression;
  }
  for (const range of tree.statements) {
    for (let at = range.from; at < range.to; at++) {
      if (textAt(tokens, at) !== name || textAt(tokens, at + 1) !== '(') continue;
      const brace = afterBracket(tokens, at + 1, range.to);
      if (textAt(tokens, brace) === '{') return { from: brace + 1, to: afterBracket(tokens, brace, range.to) - 1 };
    }
  }
  return undefined;
}
