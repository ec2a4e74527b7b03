/**
 * Whether a text is of a form in which `*` stands for any run of characters, none included, and all else for itself. Takes time
 * in proportion to both, whatever the form: it may come from a configuration that a stranger wrote.
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
