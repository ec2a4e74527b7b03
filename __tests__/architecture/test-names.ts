/** Whether a test of this name is in a file: as the first argument of a call, however it is quoted. */
export function isTestIn(source: string, name: string): boolean {
  return [`'`, `"`, '`'].some((quote) => {
    const literal = `${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`;
    let at = source.indexOf(literal);
    while (at !== -1) {
      if (source.slice(0, at).trimEnd().endsWith('(')) return true;
      at = source.indexOf(literal, at + 1);
    }
    return false;
  });
}
