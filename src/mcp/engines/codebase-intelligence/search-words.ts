/** Splits names into words: `listOpenOrders`, `HTTPServer`, `order_2`. */
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{L}]+/gu;
const WORD = /[\p{L}\p{N}_$]+/gu;
/** Limit of stored words per text. */
const MOST = 2000;

/** A text with its names and their words. */
export function searchable(text: string): string {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const parts = word.match(PARTS) ?? [];
    words.push(...parts);
    if (parts.length > 1) words.push(word.replace(/[_$]/g, ''));
    if (words.length > MOST) break;
  }
  return words.join(' ').toLowerCase();
}

/** Words without meaning for a search. */
const EMPTY = new Set(
  'a an the of to in on for and or is are be by with from where what which who how does do that this it'.split(' '),
);
const MOST_TERMS = 30;

/** A query of FTS5 that finds any of the words, also as prefixes. Undefined: the text has no word. */
export function queryOf(words: string): string | undefined {
  const all = [
    ...new Set(
      searchable(words)
        .split(' ')
        .filter((word) => word !== ''),
    ),
  ];
  const telling = all.filter((word) => !EMPTY.has(word));
  const terms = (telling.length > 0 ? telling : all).slice(0, MOST_TERMS);
  // Only letters and digits are left, so quotes make each term literal for FTS5.
  return terms.length === 0
    ? undefined
    : terms.map((term) => (term.length > 2 ? `"${term}" OR "${term}"*` : `"${term}"`)).join(' OR ');
}
