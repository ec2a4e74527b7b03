import type { SqlColumn, SqlTables } from './tables.js';
import { closeOf, isName, isWords, nameFrom, type SqlToken, wordIndex } from './tokens.js';

/** A table of `FROM`; its columns are unknown where the repository does not define it. */
export interface Source {
  readonly alias: string;
  readonly columns?: ReadonlyMap<string, SqlColumn>;
  /** How often it is defined. */
  readonly definitions?: number;
  /** There may be no row of it: `LEFT JOIN`. `perhaps`: unless a key refers to it, or a later condition leaves such rows out. */
  readonly outer: boolean | 'perhaps';
}

const END = new Set([
  'where',
  'group',
  'having',
  'order',
  'limit',
  'offset',
  'for',
  'window',
  'fetch',
  'set',
  'values',
  'returning',
]);

const JOINING = new Set(['join', 'inner', 'left', 'right', 'full', 'outer', 'cross', 'natural', 'lateral', 'on', 'using', 'as']);

/** The tables of `books b LEFT JOIN authors a ON …`, up to the conditions. */
export function sourcesIn(tokens: readonly SqlToken[], { tables, definitions }: SqlTables): readonly Source[] {
  const end = wordIndex(tokens, END);
  const all = end < 0 ? tokens : tokens.slice(0, end);
  const sources: Source[] = [];
  let outer = false;
  let expected = true;
  const follow = (from: number, isLeft: boolean): void => {
    const until = all.findIndex(({ kind, text }, index) => index > from && kind === 'word' && JOINING.has(text));
    joinedOn(sources, all.slice(from + 1, until < 0 ? undefined : until), isLeft);
  };
  for (let at = 0; at < all.length; at++) {
    const token = all[at];
    if (expected && token?.text === '(' && token.kind === 'sign') {
      const close = closeOf(all, at);
      const alias = isWords(all, close, 'as') ? all[close + 1] : all[close];
      sources.push({ alias: isName(alias) ? alias.text : '', outer });
      at = close;
      expected = false;
    } else if (token?.kind === 'sign' && token.text === '(') at = closeOf(all, at) - 1;
    else if (token?.kind === 'sign' && token.text === ',') [expected, outer] = [true, false];
    else if (token?.kind === 'word' && JOINING.has(token.text)) {
      if (/^(?:left|full)$/.test(token.text)) outer = true;
      else if (/^(?:inner|cross)$/.test(token.text)) outer = false;
      // every table so far may have no row
      if (/^(?:right|full)$/.test(token.text))
        for (const [index, one] of sources.entries()) sources[index] = { ...one, outer: true };
      if (/^(?:join|lateral)$/.test(token.text)) expected = true;
      else if (token.text === 'on') {
        follow(at, outer);
        [expected, outer] = [false, false];
      }
    } else if (expected) {
      const table = nameFrom(all, at);
      if (table === undefined) continue;
      const next = isWords(all, table.end, 'as') ? table.end + 1 : table.end;
      const named = all[next];
      const hasAlias = isName(named) && !(named.kind === 'word' && JOINING.has(named.text));
      const columns = tables.get(table.name);
      sources.push({
        alias: hasAlias ? named.text : table.name,
        outer,
        ...(columns !== undefined && { columns, definitions: definitions.get(table.name) ?? 0 }),
      });
      at = hasAlias ? next : table.end - 1;
      expected = false;
    }
  }
  return sources;
}

/**
 * What the condition of a join tells of tables that may have no row. An inner one leaves such rows out. In a left one, a column that
 * is never null and no key itself (`b.author_id`, not `b.id`) may be a key that always finds its row.
 */
function joinedOn(sources: Source[], condition: readonly SqlToken[], isLeft: boolean): void {
  const newest = sources.length - 1;
  const columns = condition.flatMap(({ text }, index) =>
    condition[index + 1]?.text === '.' ? [{ alias: text, name: condition[index + 2]?.text ?? '' }] : [],
  );
  const others = columns.filter(({ alias }) => alias !== sources[newest]?.alias);
  const perhaps = (index: number): void => {
    const one = sources[index];
    if (one?.outer === true) sources[index] = { ...one, outer: 'perhaps' };
  };
  if (isLeft) {
    const isSure = others.some(({ alias, name }) => {
      const source = sources.find((one) => one.alias === alias);
      const nullable = source?.columns?.get(name)?.nullable;
      return source !== undefined && (/^(?:uu)?id$/.test(name) || source.outer === true || nullable === true);
    });
    if (!isSure) perhaps(newest);
  } else for (const [index, { alias }] of sources.entries()) if (columns.some((one) => one.alias === alias)) perhaps(index);
}
