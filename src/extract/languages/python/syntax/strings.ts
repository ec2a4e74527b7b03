import { type MaskedText, mask, type StringLiteral } from './mask.js';
import type { Node } from './syntax.js';

/** Parses the expression of a field in a range of a text. */
export type ReadField = (masked: MaskedText, start: number, end: number) => Node;

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** The content of a literal: text, and for an f-string also the expressions in it. */
export function textParts(masked: MaskedText, literal: StringLiteral, read: ReadField): readonly (string | Node)[] {
  const written = masked.text.slice(...literal.inner);
  if (/[ft]/.test(literal.prefix)) return formatted(literal, written, read);
  return [literal.prefix.includes('r') ? written : unescaped(written)];
}

function unescaped(written: string): string {
  return written.includes('\\') ? written.replace(/\\([\s\S])/g, (_, one: string) => SIMPLE[one] ?? escaped(one)) : written;
}

/** Characters that an escape leaves as they are; other escapes (`\d`) keep their backslash. */
function escaped(one: string): string {
  return /["'\\]/.test(one) ? one : `\\${one}`;
}

/** `f"/users/{user_id!r:>10}"`: alternating texts and expressions. */
function formatted(literal: StringLiteral, written: string, read: ReadField): readonly (string | Node)[] {
  const parts: (string | Node)[] = [];
  const brace = /\{\{|\}\}|\{/g;
  let text = '';
  let done = 0;
  for (let found = brace.exec(written); found !== null; found = brace.exec(written)) {
    text += written.slice(done, found.index);
    done = found.index + found[0].length;
    if (found[0] !== '{') text += found[0][0];
    else {
      if (text !== '') parts.push(text);
      text = '';
      const end = fieldEnd(written, done);
      const from = literal.inner[0] + done;
      parts.push(expressionIn(from, end < 0 ? undefined : written.slice(done, end), read));
      done = end < 0 ? done : end + 1;
      brace.lastIndex = done;
    }
  }
  text += written.slice(done);
  return text === '' ? parts : [...parts, text];
}

/** Longer fields are no names in a path. */
const MAX_FIELD = 500;

/** The closing brace of a field; -1: none within the limit. */
function fieldEnd(written: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(written.length, from + MAX_FIELD); at++) {
    const one = written[at];
    if (one === '{') depth += 1;
    else if (one === '}' && depth === 0) return at;
    else if (one === '}') depth -= 1;
  }
  return -1;
}

/** The expression in a field, without its conversion and format. Its strings are masked separately. */
function expressionIn(from: number, field: string | undefined, read: ReadField): Node {
  const end = from + (field?.length ?? 0);
  if (field === undefined) return { kind: 'unread', start: from, end };
  const inner = mask(field);
  const stop = inner.bare.search(/[!:](?!=)/);
  const node = read(inner, 0, stop < 0 ? field.length : stop);
  return moved(node, from);
}

/** The expression with offsets in the whole text. */
function moved(node: Node, by: number): Node {
  return shifted(node, by) as Node;
}

/** Expressions are plain data: every offset in them is shifted. */
function shifted(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shifted(one, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      (key === 'start' || key === 'end') && typeof one === 'number' ? one + by : shifted(one, by),
    ]),
  );
}
