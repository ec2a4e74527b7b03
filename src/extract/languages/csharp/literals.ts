import type { Token, Tokens } from './syntax/tokens.js';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', '"': '"', "'": "'", '\\': '\\' };
const ESCAPE = /\\(u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{1,4}|.)/g;

/** The text of a string literal; undefined if it has holes or is no string. */
export function literalText({ masked }: Tokens, token: Token): string | undefined {
  const { span } = token;
  if (span === undefined || span.holes.length > 0) return undefined;
  return pieceText(masked.text.slice(span.from, span.to), span.form, span.dollars);
}

/** The unescaped text of a piece between the holes of a literal. */
export function pieceText(written: string, form: 'char' | 'plain' | 'verbatim' | 'raw', dollars: number): string {
  const text = dollars > 0 && form !== 'raw' ? written.replaceAll('{{', '{').replaceAll('}}', '}') : written;
  if (form === 'raw') return text.trim();
  if (form === 'verbatim') return text.replaceAll('""', '"');
  return text.replace(ESCAPE, (_, code: string) =>
    /^[ux]./.test(code) ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code),
  );
}

const WHOLE = /^-?[0-9][0-9_]*[uUlL]{0,2}$/;

/** The value of a whole number literal; undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
  if (/^0[xX][0-9A-Fa-f_]{1,12}[uUlL]{0,2}$/.test(text)) return Number.parseInt(text.slice(2).replaceAll('_', ''), 16);
  return WHOLE.test(text) ? Number.parseInt(text.replaceAll('_', ''), 10) : undefined;
}
