import type { Expression } from '../../../facts/expression.js';
import { unknown } from './source.js';
import { type Tokens, tokenAt } from './tokens.js';
import type { Range } from './unit.js';

/** Is the whole range `null`? */
export const isNull = (tokens: Tokens, { from, to }: Range): boolean => to === from + 1 && tokenAt(tokens, from).text === 'null';

/** The text of a Java or Kotlin string literal; undefined if it contains templates. */
export function stringValue(written: string, dialect: 'java' | 'kotlin'): string | undefined {
  if (written.startsWith('"""')) {
    const inner = written.slice(3, -3);
    if (dialect === 'kotlin') return inner.includes('$') ? undefined : inner;
    return unescaped(stripIndent(inner));
  }
  const inner = written.slice(1, -1);
  return unescaped(inner);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', s: ' ', '0': '\0' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u+([0-9a-fA-F]{4})|([^u]))/g, (_, code: string | undefined, char: string | undefined) =>
    code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[char ?? ''] ?? char ?? ''),
  );
}

/** A text block begins on the line after its quotes and loses the common indentation of its lines. */
function stripIndent(text: string): string {
  const lines = text.slice(text.indexOf('\n') + 1).split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents, lines.at(-1)?.length ?? 0);
  return lines.map((line) => line.slice(least).trimEnd()).join('\n');
}

/** A piece of a Kotlin string: text, or the code of a template as offsets in the string. */
export type Piece = { readonly text: string } | { readonly from: number; readonly to: number };

/** The pieces of a Kotlin string with templates: `/users/$id/${kind}`. */
export function templatePieces(written: string): readonly Piece[] {
  const isRaw = written.startsWith('"""');
  const [from, to] = isRaw ? [3, written.length - 3] : [1, written.length - 1];
  const pieces: Piece[] = [];
  let plain = '';
  const flush = (): void => {
    if (plain !== '') pieces.push({ text: isRaw ? plain : unescaped(plain) });
    plain = '';
  };
  for (let at = from; at < to; at++) {
    const char = written.charAt(at);
    if (char === '\\' && !isRaw) {
      plain += written.slice(at, at + 2);
      at += 1;
    } else if (char === '$' && written.charAt(at + 1) === '{') {
      flush();
      const end = braceEnd(written, at + 1, to);
      pieces.push({ from: at + 2, to: end });
      at = end;
    } else if (char === '$' && /[a-zA-Z_]/.test(written.charAt(at + 1))) {
      flush();
      let end = at + 1;
      while (end < to && /\w/.test(written.charAt(end))) end += 1;
      pieces.push({ from: at + 1, to: end });
      at = end - 1;
    } else plain += char;
  }
  flush();
  return pieces;
}

function braceEnd(written: string, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < to; at++) {
    if (written[at] === '{') depth += 1;
    else if (written[at] === '}' && --depth === 0) return at;
  }
  return to;
}

/** A sum is a text if one part is a text, and a number if the parts are numbers. */
export function sumOf(parts: readonly Expression[]): Expression {
  if (parts.some(isText)) return { kind: 'text', parts };
  const numbers = parts.flatMap((part) => numberType(part) ?? []);
  const [first] = numbers;
  if (first === undefined) return { kind: 'text', parts, sum: true };
  const fraction = numbers.find((one) => one.kind === 'scalar' && one.type === 'number');
  if (fraction !== undefined) return fraction;
  return numbers.length === parts.length ? first : unknown('a sum');
}

const isText = (one: Expression): boolean =>
  (one.kind === 'literal' && typeof one.value === 'string') ||
  (one.kind === 'text' && one.sum !== true) ||
  (one.kind === 'scalar' && one.type === 'string');

/** The type of a number; the other operand may widen it. */
function numberType(one: Expression): Expression | undefined {
  const known = one.kind === 'operator' && one.operator === 'first-known' ? one.of : one;
  if (known.kind === 'scalar') return known.type === 'integer' || known.type === 'number' ? known : undefined;
  if (known.kind !== 'literal' || typeof known.value !== 'number') return undefined;
  return Number.isInteger(known.value)
    ? { kind: 'scalar', type: 'integer' }
    : { kind: 'scalar', type: 'number', format: 'double' };
}
