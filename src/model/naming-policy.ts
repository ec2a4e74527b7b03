/**
 * How a serializer makes wire names of members that are not named one by one. `kept`: as they are in the source; `unread`: by a
 * function that was not read.
 */
export type NamingPolicy = 'camel' | 'pascal' | 'snake' | 'kebab' | 'upper-snake' | 'kept' | 'unread';

/** `created_at`, `createdAt` and `CreatedAt` under a policy; undefined: it cannot be told. */
export function namedBy(policy: NamingPolicy, name: string): string | undefined {
  const words = wordsOf(name);
  if (words.length === 0) return name;
  switch (policy) {
    case 'unread':
      return undefined;
    case 'kept':
      return name;
    case 'camel':
      return words.map((word, index) => (index === 0 ? lowered(word) : raised(word))).join('');
    case 'pascal':
      return words.map(raised).join('');
    case 'snake':
      return words.map((word) => word.toLowerCase()).join('_');
    case 'kebab':
      return words.map((word) => word.toLowerCase()).join('-');
    case 'upper-snake':
      return words.map((word) => word.toUpperCase()).join('_');
  }
}

/** At `_` and `-`, and before a capital that follows a small letter or a digit. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[_-]/)
    .filter((word) => word !== '');
}

const lowered = (word: string): string =>
  word === word.toUpperCase() ? word.toLowerCase() : word[0]?.toLowerCase() + word.slice(1);
const raised = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1);
