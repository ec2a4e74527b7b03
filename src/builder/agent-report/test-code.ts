/** Longer literals of one line are none: a quote in a regular expression would hide what follows. */
const LONGEST_LITERAL = 300;
/** A longer handler of errors does something. */
const LONGEST_HANDLER = 400;
const LONGEST_BLOCK = 200;
/** Writes an error down, and goes on. */
const WRITES =
  /^(?:console|print|println|log|logger|logging|_logger|System\.out|System\.err|Console|Debug|t\.Log)\w*(?:\.\w{1,20})?\(|^\w{1,40}\.printStackTrace\(|^(?:pass|return|\.\.\.)?[)}]?$/;

/** Code of any supported language with spaces in the place of comments and literals, roughly: each place stays where it is. */
export function withoutTexts(text: string): string {
  const ends: ReadonlyMap<string, number> = new Map(['*/', '"""', "'''"].map((mark) => [mark, text.lastIndexOf(mark)]));
  const retained: string[] = [];
  let isLineStart = true;
  for (let at = 0; at < text.length; ) {
    const end = endOfText(text, at, isLineStart, ends);
    const part = text.slice(at, Math.max(end, at + 1));
    retained.push(end > at ? part.replace(/[^\n]/g, ' ') : part);
    isLineStart = part.endsWith('\n') || (isLineStart && part.trim() === '');
    at += part.length;
  }
  return retained.join('');
}

/** Where a comment or literal that begins here ends; its start: none does. */
function endOfText(text: string, at: number, isLineStart: boolean, ends: ReadonlyMap<string, number>): number {
  const first = text.charAt(at);
  const endOfLine = (): number => (text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at));
  const after = (mark: string, from: number): number =>
    (ends.get(mark) ?? -1) >= from ? text.indexOf(mark, from) + mark.length : at;
  if (first === '#') return isLineStart ? endOfLine() : at;
  if (first === '/' && text.charAt(at + 1) === '/') return text.charAt(at - 1) === ':' ? at : endOfLine();
  if (first === '/' && text.charAt(at + 1) === '*') return after('*/', at + 2);
  if (text.startsWith('"""', at) || text.startsWith("'''", at)) return after(text.slice(at, at + 3), at + 3);
  if (first !== '"' && first !== "'" && first !== '`') return at;
  for (let end = at + 1; end < Math.min(text.length, at + LONGEST_LITERAL); end += 1) {
    const character = text.charAt(end);
    if (character === '\n') return at;
    if (character === first) return end + 1;
    if (character === '\\') end += 1;
  }
  return at;
}

/** Code without what it tries and whose failure it only writes down, or drops: an assertion there cannot fail. */
export function withoutSwallowed(code: string): string {
  const ranges = [...swallowedBlocks(code), ...swallowedLines(code)].sort(([one], [other]) => one - other);
  let retained = '';
  let at = 0;
  for (const [from, to] of ranges) {
    if (from < at) continue;
    retained += `${code.slice(at, from)}${' '.repeat(to - from)}`;
    at = to;
  }
  return retained + code.slice(at);
}

type Range = readonly [from: number, to: number];

/** `try { ... } catch (error) {}` */
function swallowedBlocks(code: string): readonly Range[] {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of code.matchAll(/[{}]/g)) {
    const last = bracket === '{' ? undefined : open.pop();
    if (bracket === '{') open.push(index);
    else if (last !== undefined) closing.set(last, index);
  }
  return [...code.matchAll(/\btry\s{0,20}\{/g)].flatMap(({ 0: head, index }): readonly Range[] => {
    const from = index + head.length;
    const to = closing.get(from - 1);
    if (to === undefined) return [];
    const [handler] =
      /^\s{0,100}catch\s{0,20}(?:\([^()]{0,200}\)\s{0,20})?\{/.exec(code.slice(to + 1, to + LONGEST_HANDLER)) ?? [];
    if (handler === undefined) return [];
    const start = to + 1 + handler.length;
    const end = closing.get(start - 1) ?? code.length;
    return end - start <= LONGEST_HANDLER && isQuiet(code.slice(start, end).split(/[;\n]/)) ? [[from, to]] : [];
  });
}

/** `try:` of Python, and `except: pass` */
function swallowedLines(code: string): readonly Range[] {
  if (!code.includes('except')) return [];
  const lines = code.split('\n');
  let offset = 0;
  const starts = lines.map((line) => {
    const start = offset;
    offset += line.length + 1;
    return start;
  });
  const widthOf = (line: string): number =>
    line.trim() === '' ? Number.POSITIVE_INFINITY : line.length - line.trimStart().length;
  const endOf = (at: number, width: number): number => {
    const rest = lines.slice(at + 1, at + LONGEST_BLOCK).findIndex((line) => widthOf(line) <= width);
    return rest === -1 ? Math.min(lines.length, at + LONGEST_BLOCK) : at + 1 + rest;
  };
  return lines.flatMap((line, at): readonly Range[] => {
    if (line.trim() !== 'try:') return [];
    const handler = endOf(at, widthOf(line));
    if (!/^except\b.{0,200}:$/.test(lines[handler]?.trim() ?? '')) return [];
    const isSwallowed = isQuiet(lines.slice(handler + 1, endOf(handler, widthOf(line))));
    return isSwallowed ? [[starts[at + 1] ?? 0, starts[handler] ?? 0]] : [];
  });
}

const isQuiet = (statements: readonly string[]): boolean => statements.every((each) => WRITES.test(each.trim()));
