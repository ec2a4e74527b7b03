import { type Masked, mask, type StringLiteral } from './mask.js';
import type { Node } from './syntax.js';

/** Reads the expression of a field between two offsets of a text. */
export type ReadField = (masked: Masked, start: number, end: number) => Node;

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** What a literal says: a text, and of an f-string the expressions between. */
export function textParts(masked: Masked, literal: StringLiteral, read: ReadField): readonly (string | Node)[] {
  const written = masked.text.slice(...literal.inner);
  if (/[ft]/.test(literal.prefix)) return formatted(literal, written, read);
  return [literal.prefix.includes('r') ? written : unescaped(written)];
}

function unescaped(written: string): string {
  return written.includes('\\') ? written.replace(/\\([\s\S])/g, (_, one: string) => SIMPLE[one] ?? escaped(one)) : written;
}

/** What stands for itself when escaped; other escapes (`\d`) keep their backslash. */
function escaped(one: string): string {
  return /["'\\]/.test(one) ? one : `\\${one}`;
}

/** `f"/users/{user_id!r:>10}"`: texts and expressions in turn. */
function formatted(literal: StringLiteral, written: string, read: ReadField): readonly (string | Node)[] {
  const parts: (string | Node)[] = [];
  const brace = /\{\{|\}\}|\{([^{}]*)\}|\{/g;
  let text = '';
  let done = 0;
  for (let found = brace.exec(written); found !== null; found = brace.exec(written)) {
    text += written.slice(done, found.index);
    done = found.index + found[0].length;
    if (found[0] === '{{' || found[0] === '}}') text += found[0][0];
    else {
      if (text !== '') parts.push(text);
      text = '';
      const from = literal.inner[0] + found.index + 1;
      parts.push(expressionIn(from, found[1], read));
    }
  }
  text += written.slice(done);
  return text === '' ? parts : [...parts, text];
}

/** The expression in a field, without its conversion and format. Its own strings are masked anew. */
function expressionIn(from: number, field: string | undefined, read: ReadField): Node {
  const end = from + (field?.length ?? 0);
  if (field === undefined) return { kind: 'unread', start: from, end };
  const inner = mask(field);
  const stop = inner.bare.search(/[!:](?!=)/);
  const node = read(inner, 0, stop < 0 ? field.length : stop);
  return moved(node, from);
}

/** Only names and their members are needed of a field; their places are those of the whole text. */
function moved(node: Node, by: number): Node {
  const place = { start: node.start + by, end: node.end + by };
  if (node.kind === 'attribute') return { ...node, of: moved(node.of, by), ...place };
  return node.kind === 'name' || node.kind === 'text' || node.kind === 'number'
    ? { ...node, ...place }
    : { kind: 'unread', ...place };
}
