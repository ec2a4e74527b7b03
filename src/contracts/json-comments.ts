/** Characters after which a comment may begin: not the middle of a word, as in `http://`. */
const BEFORE = /[\s{}[\],"]/;

/** Replaces comments in JSON by spaces, so that everything else keeps its offset. One pass. */
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

/** The end of the string whose quote is at `start`. */
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
