import type { Verdict } from './rule.js';

/** If more fields share a reason, the note gives only their number. */
const MAX_FIELDS = 3;

/** Why fields are unknown, one text for each reason: `user.bio, user.image: its type is not declared`. */
export function reasonsOf(unknown: Verdict['unknown']): readonly string[] {
  const fields = new Map<string, Set<string>>();
  for (const { field, why } of unknown) fields.set(why, (fields.get(why) ?? new Set()).add(field));
  return [...fields].map(([why, names]) => describe([...names].sort(), why)).sort();
}

function describe(names: readonly string[], why: string): string {
  if (names.every((name) => name === '')) return why;
  const shown = names.slice(0, MAX_FIELDS).map((name) => (name === '' ? 'the body' : name));
  const more = names.length > MAX_FIELDS ? ` and ${names.length - MAX_FIELDS} more` : '';
  return `${shown.join(', ')}${more}: ${why}`;
}

/** Joins texts to one note; absent if there are none. */
export function noteOf(texts: readonly string[]): string | undefined {
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? undefined : distinct.join('; ');
}
