import { plain, shorten } from './escape.js';

/**
 * Text in a quoted label of a Mermaid flowchart, which takes numeric entities: https://mermaid.js.org/syntax/flowchart.html
 * Each character that is no letter, digit or one of ` ._/-` becomes an entity, so that the text cannot end the label or its
 * block.
 */
export function mermaidLabel(text: string, longest = 60): string {
  return shorten(plain(text), longest).replace(/[^\p{L}\p{N} ._/-]/gu, (character) => `#${character.codePointAt(0)};`);
}
