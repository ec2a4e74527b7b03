import type { ExpectedResponse } from '../contracts/contract.js';
import type { Collector, Payload } from './collector.js';

/** Compares the headers of a response. Their names are case-insensitive (RFC 9110, 5.1). */
export function compareHeaders(
  base: ExpectedResponse,
  head: ExpectedResponse,
  at: Pick<Payload, 'subject' | 'baseAt' | 'headAt'> & { readonly part: string },
  collector: Collector,
): void {
  const [before, after] = [byName(base), byName(head)];
  for (const [name, header] of before) {
    const other = after.get(name);
    const part = `${at.part} header ${header.name}`;
    const place = { ...at, part, baseAt: header.at };
    if (other === undefined) {
      const rule = header.required ? 'response-required-header-removed' : 'response-optional-header-removed';
      collector.note({ ...place, rule, message: `The header ${header.name} is gone.` });
      continue;
    }
    const both = { ...place, headAt: other.at };
    if (header.required && !other.required)
      collector.note({
        ...both,
        rule: 'response-header-became-optional',
        message: `The header ${header.name} may now be left out.`,
      });
    if (!header.required && other.required)
      collector.note({ ...both, rule: 'response-header-became-required', message: `The header ${header.name} is always there.` });
    collector.payload({ ...both, direction: 'response', base: header.shape, head: other.shape });
  }
  for (const [name, header] of after) {
    if (before.has(name)) continue;
    const part = `${at.part} header ${header.name}`;
    collector.note({
      ...at,
      part,
      headAt: header.at,
      rule: 'response-header-added',
      message: `The header ${header.name} is new.`,
    });
  }
}

function byName({ headers = [] }: ExpectedResponse) {
  return new Map(headers.map((header) => [header.name.toLowerCase(), header] as const));
}
