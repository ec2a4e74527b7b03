import type { Contract, Operation } from '../contracts/contract.js';
import type { Collector } from './collector.js';

/** One alternative for authentication: the required schemes and their scopes. */
type Way = ReadonlyMap<string, readonly string[]>;

/** Compares who may call an operation. Schemes are compared by their content, not by their names in the document. */
export function compareSecurity(base: Operation, head: Operation, from: Contract, to: Contract, collector: Collector): void {
  const [before, after] = [waysOf(base, from), waysOf(head, to)];
  const at = { subject: head.subject, part: 'security', baseAt: base.at, headAt: head.at };
  const [old, now] = [inWords(before), inWords(after)];
  const refused = before.filter((way) => !after.some((other) => suffices(way, other)));
  const both = { ...at, before: old, after: now };
  if (refused.some((way) => way.size === 0)) {
    collector.note({ ...both, rule: 'request-security-added', message: `Calls need ${now}; anybody could make them.` });
    return;
  }
  const [first] = refused;
  if (first !== undefined) {
    const scoped = after.find((other) => [...other.keys()].every((scheme) => first.has(scheme)));
    const rule = scoped === undefined ? 'request-security-changed' : 'request-scope-added';
    collector.note({ ...both, rule, message: `Calls need ${now}; ${old} sufficed.` });
    return;
  }
  if (after.some((way) => !before.some((other) => suffices(way, other))))
    collector.note({ ...both, rule: 'request-security-loosened', message: `Calls need ${now}; ${old} was needed.` });
}

const NOTHING: Way = new Map();

function waysOf({ credentials }: Operation, { securitySchemes }: Contract): readonly Way[] {
  if (credentials === undefined || credentials.length === 0) return [NOTHING];
  return credentials.map(
    (way) => new Map(way.map(({ scheme, scopes }) => [securitySchemes?.get(scheme) ?? scheme, scopes] as const)),
  );
}

/** Whether credentials that satisfy the first alternative satisfy the second. */
function suffices(shown: Way, asked: Way): boolean {
  return [...asked].every(([scheme, scopes]) => {
    const stored = shown.get(scheme);
    return stored !== undefined && scopes.every((scope) => stored.includes(scope));
  });
}

function inWords(ways: readonly Way[]): string {
  const texts = ways.map((way) => {
    const parts = [...way].map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} with ${scopes.join(', ')}`));
    return parts.length === 0 ? 'nothing' : parts.join(' and ');
  });
  return texts.join(' or ');
}
