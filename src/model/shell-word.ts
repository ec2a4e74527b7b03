/** A word as a POSIX shell reads it: on one line, and without a backtick, so that it can stand in a code span. */
export function shellWord(text: string): string {
  if (/^[\w%+,./:=@-]+$/.test(text)) return text;
  if (!/['`\p{C}\p{Zl}\p{Zp}]/u.test(text)) return `'${text}'`;
  const escaped = text.replace(/['`\\\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `$'${escaped}'`;
}
