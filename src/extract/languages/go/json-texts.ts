import type { Expression } from '../../../facts/expression.js';
import type { Place } from './source.js';
import type { Node } from './syntax/node.js';
import { readValue } from './values.js';

/** Packages whose `Marshal` writes what the standard one does. */
export const JSON_PACKAGES =
  /^(?:encoding\/json|github\.com\/(?:json-iterator\/go|goccy\/go-json|bytedance\/sonic|segmentio\/encoding\/json))$/;

/** What `[]byte("null")`, `[]byte(strconv.Quote(s))` and other texts are in JSON. */
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
