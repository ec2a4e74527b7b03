import type { Parameter } from '../contracts/contract.js';
import type { Call, Given } from './plan.js';

/** The target and headers of a request. */
export interface Addressed {
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that parameters of a contract must not set: they belong to the connection or the user. */
const NEVER = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'authorization',
  'cookie',
  'accept',
  'content-type',
]);

/** Writes the parameters of a call in the style that the contract declares (OpenAPI 3, Parameter Object). */
export function addressOf({ path, given }: Call): Addressed {
  const at = (place: Parameter['in']): readonly Given[] => given.filter(({ parameter }) => parameter.in === place);
  const target = at('path').reduce(
    (filled, { parameter: { name }, value }) =>
      filled.replace(`{${name}}`, () => segment(value)).replace(`{${name}*}`, () => segment(value)),
    path,
  );
  const query = at('query').flatMap(({ parameter: { name, style }, value }) => pairs(name, value, style));
  const written = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const cookies = at('cookie').map(
    ({ parameter: { name }, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(flat(value))}`,
  );
  const headers = at('header')
    .filter(({ parameter: { name } }) => !NEVER.has(name.toLowerCase()))
    .map(({ parameter: { name }, value }) => [name, flat(value).replace(/[^\t\x20-\x7e]/g, '')] as const);
  return {
    target: written === '' ? target : `${target}?${written}`,
    headers: { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }) },
  };
}

/** One segment; `.` and `..` would be removed from the path. */
function segment(value: unknown): string {
  const text = encodeURIComponent(flat(value));
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : text;
}

function pairs(name: string, value: unknown, style: string | undefined): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    if (style === undefined || style.endsWith('exploded')) return value.map((item) => [name, flat(item)] as const);
    const between = style.startsWith('space') ? ' ' : style.startsWith('pipe') ? '|' : ',';
    return [[name, value.map(flat).join(between)]];
  }
  if (typeof value === 'object' && value !== null) {
    const own = Object.entries(value);
    if (style?.startsWith('deepObject') === true) return own.map(([key, item]) => [`${name}[${key}]`, flat(item)] as const);
    if (style === undefined || style.endsWith('exploded')) return own.map(([key, item]) => [key, flat(item)] as const);
  }
  return [[name, flat(value)]];
}

/** A value as one text, in style `simple`. */
function flat(value: unknown): string {
  if (Array.isArray(value)) return value.map(flat).join(',');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, item]) => `${key},${flat(item)}`)
      .join(',');
  return String(value);
}
