const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\' };

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/g;

/** The value of a string literal in source form, with quotes. */
export function stringValue(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal.startsWith('`')) return inner.replaceAll('\r', '');
  return inner.replace(ESCAPE, (_, unicode: string | undefined, hex: string | undefined, letter: string | undefined) => {
    const code = unicode ?? hex;
    return code === undefined ? (ESCAPES[letter ?? ''] ?? '') : String.fromCharCode(Number.parseInt(code, 16));
  });
}
