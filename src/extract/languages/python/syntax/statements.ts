/** A logical line (https://docs.python.org/3/reference/lexical_analysis.html#logical-lines) with the block below it. */
export interface Statement {
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its last character; for a statement with a block: after the colon. */
  readonly end: number;
  /** Column; a tab advances to the next multiple of eight. */
  readonly indent: number;
  readonly body: readonly Statement[];
}

interface Open extends Statement {
  readonly body: Open[];
}

/** The statements of a file. */
export interface Outline {
  readonly statements: readonly Statement[];
  /** Offset of an unclosed bracket. */
  readonly unbalanced?: number;
}

/** Limit of nested blocks; real programs have fewer. */
const MAX_NESTED = 80;

/** `match` and `case` are soft keywords: `match: bool` is an annotation. */
const COMPOUND =
  /(?:(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b|(?:match|case)\b(?=[ \t]*[\w({["'*~-]))/y;
/** Text that can only start a statement: if it occurs inside a bracket, the bracket was never closed. */
const SURE_START = /(?:def|class|import|from|async[ \t]+def)[ \t]+\w|@\w/y;

/** Splits masked text into statements and nests them by their indentation. */
export function outline(bare: string): Outline {
  const roots: Open[] = [];
  const above: Open[] = [];
  let unbalanced: number | undefined;
  let at = 0;
  while (at < bare.length) {
    const begin = skipBlank(bare, at);
    if (begin >= bare.length) break;
    const line = logicalLine(bare, begin);
    if (line.unbalanced !== undefined) unbalanced ??= line.unbalanced;
    const indent = columnOf(bare, begin);
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const parent = above.at(-1);
    const list = parent?.body ?? roots;
    const last = addLine(list, bare, begin, line.end, indent);
    if (above.length < MAX_NESTED) above.push(last);
    at = line.next;
  }
  return { statements: roots, ...(unbalanced === undefined ? {} : { unbalanced }) };
}

/** Adds the statements of one logical line: a header with the text after its colon, or simple statements separated by `;`. */
function addLine(list: Open[], bare: string, from: number, to: number, indent: number): Open {
  COMPOUND.lastIndex = from;
  const colon = COMPOUND.test(bare) ? topLevel(bare, from, to, ':') : -1;
  if (colon >= 0) {
    const header: Open = { start: from, end: colon + 1, indent, body: [] };
    list.push(header);
    const rest = skipSpaces(bare, colon + 1, to);
    if (rest < to) addSimple(header.body, bare, rest, to, indent + 1);
    return header;
  }
  return addSimple(list, bare, from, to, indent);
}

function addSimple(list: Open[], bare: string, from: number, to: number, indent: number): Open {
  let last: Open = { start: from, end: to, indent, body: [] };
  let at = from;
  while (at < to) {
    const semicolon = topLevel(bare, at, to, ';');
    const end = semicolon < 0 ? to : semicolon;
    last = { start: at, end, indent, body: [] };
    if (bare.slice(at, end).trim() !== '') list.push(last);
    at = semicolon < 0 ? to : skipSpaces(bare, semicolon + 1, to);
  }
  return last;
}

/** The first top-level occurrence of a character; the colon of a `lambda` does not end a header. */
export function topLevel(bare: string, from: number, to: number, requested: string): number {
  let depth = 0;
  let lambdas = 0;
  const token = /[()[\]{}:;,]|\blambda\b/g;
  // a search of the whole text could run far beyond the statement
  const within = bare.slice(from, to);
  for (let found = token.exec(within); found !== null; found = token.exec(within)) {
    const [one] = found;
    if ('([{'.includes(one)) depth += 1;
    else if (')]}'.includes(one)) depth -= 1;
    else if (one === 'lambda') lambdas += depth === 0 ? 1 : 0;
    else if (depth === 0 && one === ':' && lambdas > 0) lambdas -= 1;
    else if (depth === 0 && one === requested) return from + found.index;
  }
  return -1;
}

function logicalLine(bare: string, from: number): { end: number; next: number; unbalanced?: number } {
  let depth = 0;
  let opened = from;
  const token = /[()[\]{}\n]/g;
  token.lastIndex = from;
  for (let found = token.exec(bare); found !== null; found = token.exec(bare)) {
    const [one] = found;
    const at = found.index;
    if ('([{'.includes(one)) {
      if (depth === 0) opened = at;
      depth += 1;
    } else if (one !== '\n') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !continues(bare, at)) return { end: at, next: at + 1 };
    else if (depth > 0) {
      SURE_START.lastIndex = at + 1;
      if (SURE_START.test(bare)) return { end: at, next: at + 1, unbalanced: opened };
    }
  }
  return { end: bare.length, next: bare.length, ...(depth > 0 ? { unbalanced: opened } : {}) };
}

function continues(bare: string, newline: number): boolean {
  const before = bare[newline - 1] === '\r' ? newline - 2 : newline - 1;
  return bare[before] === '\\';
}

function skipBlank(bare: string, from: number): number {
  const blank = /\s*/y;
  blank.lastIndex = from;
  blank.test(bare);
  return blank.lastIndex;
}

function skipSpaces(bare: string, from: number, to: number): number {
  return Math.min(skipBlank(bare, from), to);
}

function columnOf(bare: string, at: number): number {
  let column = 0;
  for (let index = bare.lastIndexOf('\n', at - 1) + 1; index < at; index++) {
    column = bare[index] === '\t' ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  }
  return column;
}

/** The bracket that closes the one at `open`. */
export function closing(bare: string, open: number, end: number): number {
  let depth = 0;
  const token = /[()[\]{}]/g;
  const within = bare.slice(open, end);
  for (let found = token.exec(within); found !== null; found = token.exec(within)) {
    depth += '([{'.includes(found[0]) ? 1 : -1;
    if (depth === 0) return open + found.index;
  }
  return end;
}

/** The offset after the last statement of a block. */
export function endOf(statement: Statement): number {
  let last = statement;
  for (let next = last.body.at(-1); next !== undefined; next = last.body.at(-1)) last = next;
  return last.end;
}
