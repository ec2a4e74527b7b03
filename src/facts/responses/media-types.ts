import type { Lazy } from '../program.js';
import { literals } from '../shapes/members.js';
import type { Resolver } from '../values/target.js';

/** Why a body is unknown whose media type is. */
export const COMPUTED_TYPE = 'what decides its media type is not followed';

const SHORT_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['text', 'text/plain'],
  ['txt', 'text/plain'],
  ['xml', 'application/xml'],
  ['csv', 'text/csv'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
]);

/** The media type that code names: `json`, `.html`, `text/csv; charset=utf-8`, `application/fhir+json`; undefined: it is not known. */
export function mediaTypeNamed(text: string): string | undefined {
  if (/json/.test(text)) return 'application/json';
  return text.includes('/') ? text.split(';')[0] : SHORT_TYPES.get(text.replace(/^\./, ''));
}

/** The one media type that an expression evaluates to; undefined: none, or several. */
export function mediaTypeIn(resolver: Resolver, type: Lazy): string | undefined {
  const names = literals(resolver, type, 'value') ?? [];
  const [only, ...others] = new Set(names.map((name) => mediaTypeNamed(String(name))));
  return others.length === 0 ? only : undefined;
}
