import { argumentText } from '../attributes.js';
import { type Range, split, type Tokens, textAt } from './tokens.js';

/** The texts of an argument that is one string literal or an array of them. */
export function literalTexts(tokens: Tokens, argument: Range | undefined): readonly string[] {
  if (argument === undefined) return [];
  const text = argumentText(tokens, argument);
  if (text !== undefined) return [text];
  for (let at = argument.from; at < argument.to; at++) {
    if (textAt(tokens, at) !== '{' && textAt(tokens, at) !== '[') continue;
    if (textAt(tokens, at + 1) === ']') continue;
    const close = tokens.mates[at] ?? -1;
    return split(tokens, { from: at + 1, to: close < 0 ? argument.to : close }, ',').flatMap(
      (one) => argumentText(tokens, one) ?? [],
    );
  }
  return [];
}
