/** Where a name is put together of words: `listOpenOrders`, `HTTPServer`, `order_2`. */
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{L}]+/gu;
const WORD = /[\p{L}\p{N}_$]+/gu;
/** Words of one text that are kept. */
const MOST = 2000;

/** A text with its names taken apart, each name itself beside its words. */
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

/** Say nothing of what is looked for. */
const EMPTY = new Set(
  'a an the of to in on for and or is are be by with from where what which who how does do that this it'.split(' '),
);
const MOST_TERMS = 30;

/** A query of FTS5 from words: any of them may be found, also as the beginning of another. Undefined: there is no word in it. */
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
  // Only letters and digits are left: nothing of it means something to FTS5 within quotes.
  return terms.length === 0
    ? undefined
    : terms.map((term) => (term.length > 2 ? `"${term}" OR "${term}"*` : `"${term}"`)).join(' OR ');
}
