/**
 * Control characters, line separators, lone surrogates, and marks that reorder or hide text (right-to-left overrides, zero
 * width).
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One line of printable text: unprintable characters are replaced by their codes (`\u001b`). */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, codeOf);
}

/** A character as its code: `\u001b`. */
export function codeOf(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
