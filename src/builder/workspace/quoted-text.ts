import { codeOf, printable } from '../../model/printable.js';

/** Characters that hide or reorder text; line breaks and tabs stay. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One untrusted line as a code span: agents neither follow it nor read files that it mentions (`@path`). */
export function codeSpan(text: string, limit = 200): string {
  const shown = uncommented(printable(text.trim())).replaceAll('`', "'").slice(0, limit);
  return shown === '' ? '' : `\`${shown}\``;
}

/** Untrusted text as a block that it cannot close. An empty text gives none. */
export function codeBlock(text: string, limit = 10_000): string {
  const shown = uncommented(text.replace(/\r\n?/g, '\n').replace(HIDDEN, codeOf)).trim().slice(0, limit);
  if (shown === '') return '';
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const cut = text.trim().length > limit ? `\n\n(Cut after ${limit} characters.)` : '';
  return `${fence}text\n${shown}\n${fence}${cut}`;
}

/** Removes starts of comments, and with them lines that could end a build's block. */
function uncommented(text: string): string {
  return text.replaceAll('<!--', '<!- -');
}
