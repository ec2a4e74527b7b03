import { type SourceText, upTo } from './text.js';

const BLANK = /[\s;]*/y;

/** The offset after spaces, line breaks and semicolons. */
export function skipBlank({ bare }: SourceText, at: number, end: number): number {
  BLANK.lastIndex = at;
  BLANK.exec(bare);
  return Math.min(BLANK.lastIndex, end);
}

const KEYWORD =
  /(?:if|else|for|switch|select|case|default|return|go|defer|var|const|type|func|break|continue|goto|fallthrough)(?![\p{L}\p{Nd}_])/uy;

/** The keyword at an offset. */
export function keywordAt({ bare }: SourceText, at: number): string | undefined {
  KEYWORD.lastIndex = at;
  return KEYWORD.exec(bare)?.[0];
}

const PIECE = /[([{]|[\n;]|[^\s([{;]+/g;
/** After such a line end, Go inserts a semicolon: https://go.dev/ref/spec#Semicolons. */
const LAST = /(?:[\p{L}\p{Nd}_)\]}"'`]|\+\+|--)$/u;

/**
 * The end of the statement at an offset; it skips brackets.
 *
 * @param isList it may be empty (`return`): then an immediate line break ends it
 */
export function simpleEnd({ bare, partners }: SourceText, at: number, end: number, isList = false): number {
  let mayEnd = isList;
  PIECE.lastIndex = at;
  for (let found = PIECE.exec(bare); found !== null && found.index < end; found = PIECE.exec(bare)) {
    const [piece] = found;
    if (piece === ';') return found.index;
    if (piece === '\n') {
      if (mayEnd) return found.index;
    } else if (piece === '(' || piece === '[' || piece === '{') {
      const close = partners.get(found.index);
      if (close === undefined || close >= end) return end;
      PIECE.lastIndex = close + 1;
      mayEnd = true;
    } else mayEnd = LAST.test(piece.slice(-2));
  }
  return end;
}

const OPEN = /[([{]/g;
const AFTER_BLOCK = /[ \t\r]*(?:\n|else\b|$|;|\})/y;
const TYPE_WORD = /(?:\bstruct|\binterface)\s{0,10}$/;

/** The `{` of the block of an `if`, `for` or `switch`. */
export function headEnd({ bare, partners }: SourceText, at: number, end: number): number | undefined {
  const text = upTo(bare, end);
  OPEN.lastIndex = at;
  for (let found = OPEN.exec(text); found !== null; found = OPEN.exec(text)) {
    const close = partners.get(found.index);
    if (close === undefined || close >= end + 1) return undefined;
    if (found[0] === '{' && !TYPE_WORD.test(bare.slice(Math.max(found.index - 20, at), found.index))) {
      AFTER_BLOCK.lastIndex = close + 1;
      if (AFTER_BLOCK.test(bare)) return found.index;
    }
    OPEN.lastIndex = close + 1;
  }
  return undefined;
}

const COLON = /[([{:]/g;

/** The colon that ends `case a, b:`. */
export function caseEnd({ bare, partners }: SourceText, at: number, end: number): number {
  const text = upTo(bare, end);
  COLON.lastIndex = at;
  for (let found = COLON.exec(text); found !== null; found = COLON.exec(text)) {
    if (found[0] === ':') {
      if (bare.charAt(found.index + 1) !== '=') return found.index;
    } else COLON.lastIndex = partners.get(found.index) ?? end;
  }
  return end;
}
