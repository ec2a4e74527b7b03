/**
 * How a serializer derives field names in JSON from members without explicit names. `kept`: unchanged from the source;
 * `declared`: as in the facts; `unread`: by a function that was not analysed; `some-snake`: by a function that was not analysed
 * and is named after what it makes.
 */
export type NamingPolicy = (typeof NAMING_POLICIES)[number];
/** In policies of .NET, a run of capitals is a separate word (`SQLite`: `sqLite`, `sq_lite`). */
const DOTNET_POLICIES = ['dotnet-camel', 'dotnet-snake', 'dotnet-kebab', 'dotnet-upper-snake'] as const;
const POLICIES = ['camel', 'pascal', 'snake', 'kebab', 'upper-snake', 'kept', 'declared', 'unread', 'some-snake'] as const;
export const NAMING_POLICIES = [...POLICIES, ...DOTNET_POLICIES] as const;

/** Names that each policy splits in its own way: `SQLite`, `Line2`. */
const DISPUTED = /[A-Z]{2}|[\d_-]/;

/** The name of a member under a policy, from `created_at`, `createdAt` or `CreatedAt`; undefined: unknown. */
export function namedBy(policy: NamingPolicy, name: string): string | undefined {
  const words = wordsOf(name);
  if (words.length === 0) return name;
  switch (policy) {
    case 'unread':
      return undefined;
    case 'kept':
    case 'declared':
      return name;
    case 'camel':
      return words.map((word, index) => (index === 0 ? lowered(word) : raised(word))).join('');
    case 'pascal':
      return words.map(raised).join('');
    case 'snake':
      return words.map((word) => word.toLowerCase()).join('_');
    case 'some-snake':
      return DISPUTED.test(name) ? undefined : words.join('_').toLowerCase();
    case 'kebab':
      return words.map((word) => word.toLowerCase()).join('-');
    case 'upper-snake':
      return words.map((word) => word.toUpperCase()).join('_');
    case 'dotnet-camel':
      return camelCase(name);
    case 'dotnet-snake':
      return runsOf(name).join('_').toLowerCase();
    case 'dotnet-kebab':
      return runsOf(name).join('-').toLowerCase();
    case 'dotnet-upper-snake':
      return runsOf(name).join('_').toUpperCase();
  }
}

/** Splits at `_` and `-`, and before a capital that follows a small letter or a digit. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[_-]/)
    .filter((word) => word !== '');
}

/** Splits also after a run of capitals before a word. */
const runsOf = (name: string): readonly string[] => wordsOf(name.replace(/([A-Z])([A-Z][a-z])/g, '$1_$2'));

/** `JsonNamingPolicy.CamelCase`: `UserId` is `userId`, `URLValue` is `urlValue`, `ID` is `id`. */
export function camelCase(name: string): string {
  const chars = [...name];
  const isUpper = (char: string | undefined): boolean =>
    char !== undefined && char !== char.toLowerCase() && char === char.toUpperCase();
  if (!isUpper(chars[0])) return name;
  for (let index = 0; index < chars.length; index++) {
    if (index === 1 && !isUpper(chars[1])) break;
    if (index > 0 && index + 1 < chars.length && !isUpper(chars[index + 1])) break;
    chars[index] = (chars[index] ?? '').toLowerCase();
  }
  return chars.join('');
}

const lowered = (word: string): string =>
  word === word.toUpperCase() ? word.toLowerCase() : word[0]?.toLowerCase() + word.slice(1);
const raised = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1);

/** A name as `djangorestframework-camel-case` writes it: `_` is dropped before a small letter or digit, `_links` is `Links`. */
export const camelized = (name: string): string =>
  name.replace(/([a-z\d]?)_([a-z\d])/g, (_, before: string, after: string) => `${before}${after.toUpperCase()}`);
