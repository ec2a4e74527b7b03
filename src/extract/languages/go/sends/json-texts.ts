import type { At, Expression } from '../../../../facts/expression.js';
import { hintOf, isWriter, packageMember } from '../routing/hints.js';
import { type Place, scopeOf, unknown } from '../source.js';
import type { Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';

/** Packages whose `Marshal` writes the same JSON as the standard one. */
export const JSON_PACKAGES =
  /^(?:encoding\/json|github\.com\/(?:json-iterator\/go|goccy\/go-json|bytedance\/sonic|segmentio\/encoding\/json))$/;

/** The JSON value of `[]byte("null")`, `[]byte(strconv.Quote(s))` and other texts. */
export function textOfJson(place: Place, node: Node): Expression | undefined {
  const [given] = node.kind === 'call' && node.of.kind === 'list' ? node.given : [];
  if (given === undefined) return undefined;
  const quoted = given.kind === 'call' ? place.source.text.code.slice(given.start, given.end) : '';
  if (/^(?:strconv\.Quote\(|fmt\.Sprintf\((?:"%q"|`"|"\\"))/.test(quoted)) return { kind: 'scalar', type: 'string' };
  const value = readValue(place, given);
  const text = value.kind === 'text' ? value.parts[0] : value;
  if (text?.kind !== 'literal' || typeof text.value !== 'string') return undefined;
  if (text.value.startsWith('"')) return { kind: 'scalar', type: 'string' };
  return value === text && /^(?:null|true|false)$/.test(text.value)
    ? { kind: 'scalar', type: text.value === 'null' ? 'null' : 'boolean' }
    : undefined;
}

/** Limit of nested readers, buffers and conversions. */
const MAX_INNER = 6;
/** Longer texts are not parsed. */
const MAX_TEXT = 10_000;

/** The JSON value of bytes or a text: marshalled before (`string(b)`, `buffer.String()`), or a literal. */
export function jsonIn(place: Place, node: Node | undefined, depth = 0): Expression | undefined {
  if (node === undefined || depth > MAX_INNER) return undefined;
  const hint = hintOf(place, node);
  if (hint?.kind === 'marshalled') return hint.value;
  if (node.kind === 'unary') return jsonIn(place, node.of, depth + 1);
  if (node.kind === 'string') return writtenJson(place, node);
  if (node.kind !== 'call') return undefined;
  const { of, given } = node;
  const [only] = given;
  if (of.kind === 'member' && given.length === 0)
    return /^(?:Bytes|String)$/.test(of.name) ? jsonIn(place, of.of, depth + 1) : undefined;
  const isConversion = of.kind === 'list' || (of.kind === 'name' && of.name === 'string');
  const isReader = /^(?:bytes|strings)$/.test(packageMember(place, of)?.path ?? '');
  return given.length === 1 && (isConversion || isReader) ? jsonIn(place, only, depth + 1) : undefined;
}

/** Whether a text may be a JSON object or array. */
export const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text);

/** `{"status": "ok"}` */
function writtenJson(place: Place, { value, start }: Node & { kind: 'string' }): Expression | undefined {
  if (value.length > MAX_TEXT || !isJsonText(value)) return undefined;
  try {
    return jsonValue(JSON.parse(value), placeOf(place.source.text, start), 0);
  } catch {
    return undefined;
  }
}

function jsonValue(value: unknown, at: At, depth: number): Expression {
  if (depth > MAX_INNER) return unknown('a text of JSON that is nested deep');
  if (Array.isArray(value)) {
    const items = value.map((one) => jsonValue(one, at, depth + 1));
    return { kind: 'array', items: items.length === 0 ? unknown('an empty list') : { kind: 'union', options: items } };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, one]) => ({
      kind: 'property' as const,
      name,
      value: jsonValue(one, at, depth + 1),
      at,
    }));
    return { kind: 'object', members };
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { kind: 'literal', value }
    : { kind: 'literal', value: null };
}

/** `json.NewEncoder(w)`, or a variable with one. */
export function isEncoder(place: Place, node: Node): boolean {
  const hint = hintOf(place, node);
  if (hint?.kind === 'encoder') return hint.into === undefined;
  const target = targetOf(place, node);
  return target !== undefined && isWriter(place, target);
}

/** `w` of `json.NewEncoder(w)`, and of `encoder(ctx, w)` of Goa. */
function targetOf(place: Place, node: Node): Node | undefined {
  if (node.kind !== 'call') return undefined;
  if (packageMember(place, node.of)?.name === 'NewEncoder') return node.given[0];
  const isGoa = place.source.imported.has('go/goa') && node.of.kind === 'name' && node.of.name === 'encoder';
  return isGoa && node.given.length === 2 ? node.given[1] : undefined;
}

/** `json.NewEncoder(&buffer).Encode(x)`: the buffer contains JSON bytes. */
export function encodeInto(place: Place, encoder: Node, value: Node): void {
  const hint = hintOf(place, encoder);
  const buffer = (hint?.kind === 'encoder' ? hint.into : undefined) ?? bufferOf(place, encoder);
  if (buffer === undefined) return;
  const names = scopeOf(place.scope, buffer)?.names;
  const binding = names?.get(buffer);
  if (binding !== undefined && binding.hint === undefined)
    names?.set(buffer, { ...binding, hint: { kind: 'marshalled', value: readValue(place, value) } });
}

/** The variable that `json.NewEncoder(&buffer)` writes to. */
export function bufferOf(place: Place, encoder: Node): string | undefined {
  const target = targetOf(place, encoder);
  const buffer = target?.kind === 'unary' ? target.of : target;
  return buffer?.kind === 'name' ? buffer.name : undefined;
}
