import { plain, shorten } from './escape.js';

/**
 * Text in a quoted label of a Mermaid flowchart, which takes entities by number: https://mermaid.js.org/syntax/flowchart.html
 * What is not a letter, a digit or one of ` ._/-` becomes one, so that nothing ends the label or the block it stands in.
 */
export function mermaidLabel(text: string, longest = 60): string {
  return shorten(plain(text), longest).replace(/[^\p{L}\p{N} ._/-]/gu, (character) => `#${character.codePointAt(0)};`);
}
