/** Whether a comment may begin after a character: not in the middle of a word, as in `http://`. */
const BEFORE = /[\s{}[\],"]/;

/** JSON with its comments replaced by spaces, so that everything else stays where it is. One pass. */
export function withoutComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') at = endOfString(text, at);
    else if (text[at] === '/' && BEFORE.test(text[at - 1] ?? ' ')) {
      const end = endOfComment(text, at);
      if (end === undefined) continue;
      parts.push(text.slice(from, at), text.slice(at, end).replace(/[^\n\r]/g, ' '));
      from = end;
      at = end - 1;
    }
  }
  return parts.join('') + text.slice(from);
}

/** Where the text ends whose quote stands at `start`. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Undefined: no comment begins at `start`. */
function endOfComment(text: string, start: number): number | undefined {
  const isLine = text[start + 1] === '/';
  if (!isLine && text[start + 1] !== '*') return undefined;
  const end = text.indexOf(isLine ? '\n' : '*/', start + 2);
  return end === -1 ? text.length : isLine ? end : end + 2;
}
