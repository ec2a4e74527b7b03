/** Quotes a word for a POSIX shell: on one line, and without a backtick, so that a code span can contain it. */
export function shellWord(text: string): string {
  if (/^[\w%+,./:=@-]+$/.test(text)) return text;
  if (!/['`\p{C}\p{Zl}\p{Zp}]/u.test(text)) return `'${text}'`;
  const escaped = text.replace(/['`\\\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `$'${escaped}'`;
}
