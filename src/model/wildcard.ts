/**
 * Whether a text matches a pattern in which `*` stands for any number of characters. Takes time proportional to both: the pattern
 * may come from an untrusted configuration.
 */
export function fitsWildcard(form: string, text: string): boolean {
  const [first = '', ...rest] = form.split('*');
  const last = rest.pop();
  if (last === undefined) return form === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
