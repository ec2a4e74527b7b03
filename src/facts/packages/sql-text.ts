/** Longer texts are not looked through. */
const MOST_CHARACTERS = 10_000;

const LIST = /^\s*(?:select\s+(?:distinct\s+)?|insert\b|update\b|delete\b)/i;

/**
 * The names of the columns that a statement of SQL gives, in their order: of a `SELECT` without `WITH`, or of a `RETURNING`. Undefined:
 * not all are told (`*`, a calculation without a name, no such list).
 */
export function columnsOf(sql: string): readonly string[] | undefined {
  if (sql.length > MOST_CHARACTERS || !LIST.test(sql)) return undefined;
  const words = withoutTexts(sql);
  if (words === undefined) return undefined;
  const list = /^\s*select\b/i.test(words) ? selectedIn(words) : returnedIn(words);
  const names = list === undefined ? [] : splitAtCommas(list).map(nameOf);
  const told = names.filter((name) => name !== undefined);
  return names.length > 0 && told.length === names.length ? told : undefined;
}

/** Without texts, in which nothing is a word of the statement. Undefined: one does not end, there is a comment or another statement. */
function withoutTexts(sql: string): string | undefined {
  const parts = sql.split("'");
  const words = parts.filter((_, index) => index % 2 === 0).join(' ');
  return parts.length % 2 === 1 && !/--|\/\*/.test(sql) && !/;\s*\S/.test(words) ? words : undefined;
}

/** What stands between `SELECT` and the `FROM` of the same depth. */
function selectedIn(words: string): string | undefined {
  if (/\b(?:union|intersect|except)\b/i.test(words)) return undefined;
  const start = /^\s*select\s+(?:distinct\s+(?!on\b))?/i.exec(words)?.[0].length ?? 0;
  let depth = 0;
  for (const { 0: token, index } of words.matchAll(/[()]|\bfrom\b/gi)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0 && index >= start) return words.slice(start, index);
  }
  return words.slice(start);
}

function returnedIn(words: string): string | undefined {
  const parts = words.split(/\breturning\b/i);
  return parts.length === 2 ? parts[1]?.replace(/;\s*$/, '') : undefined;
}

function splitAtCommas(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of list.matchAll(/[(),]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, list.slice(start)];
}

/** `id`, `b.id`, `count(*) AS total`, `"authorName"`; a name without quotes is in small letters in PostgreSQL and as written elsewhere. */
function nameOf(column: string): string | undefined {
  const text = column.trim().replace(/;$/, '');
  const named =
    /\bas\s+("[^"]+"|`[^`]+`|[a-z_]\w*)$/i.exec(text)?.[1] ?? /^(?:\w+\.)?("[^"]+"|`[^`]+`|[a-z_]\w*)$/i.exec(text)?.[1];
  if (named === undefined) return undefined;
  const plain = named.replace(/^["`]|["`]$/g, '');
  return plain === named && plain !== plain.toLowerCase() ? undefined : plain;
}
