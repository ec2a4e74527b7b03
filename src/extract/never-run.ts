/** How a language with braces writes conditions and constants. */
export interface Braces {
  /** Boolean constants in a text: the name, and `true` or `false`. */
  readonly constants: (text: string) => Iterable<RegExpMatchArray>;
  /** Conditions have no parentheses (Go). */
  readonly bare?: boolean;
  /** The end of a line ends a statement. */
  readonly lines?: boolean;
}

/** A part of a text. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Limits that only hostile input exceeds: decided conditions, and characters searched for the end of one. */
const MOST_DECIDED = 200;
const MOST_TEXT = 50_000;
const LONGEST_CONDITION = 200;

/**
 * The parts of a source that never run: the branch that a constant condition excludes, and the code after a branch that always
 * leaves. Comments and strings must be blank. The keywords and braces around the other branch are also parts, so that it stands
 * as if there were no condition.
 */
export function neverRun(text: string, braces: Braces): readonly Part[] {
  const constants = constantsIn(text, braces);
  const parts: Part[] = [];
  let decided = 0;
  for (const { index } of text.matchAll(/\bif\b/g)) {
    if (parts.some(({ from, to }) => from <= index && index < to)) continue;
    const condition = conditionAt(text, index + 2, braces);
    const holds = condition && judged(condition.text, constants);
    if (condition === undefined || holds === undefined) continue;
    decided += 1;
    if (decided > MOST_DECIDED) break;
    parts.push(...leftOut(text, index, condition.end, holds, braces));
  }
  return parts;
}

/**
 * The text with these parts blank.
 *
 * @param blank the characters to replace; line breaks stay by default
 */
export function withBlank(text: string, parts: readonly Part[], blank = /[^\r\n]/g): string {
  const shown: string[] = [];
  let at = 0;
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
    const part = text.slice(Math.max(at, from), to);
    shown.push(text.slice(at, from), /[\r\n]/.test(part) ? part.replace(blank, ' ') : ' '.repeat(part.length));
    at = Math.max(at, to);
  }
  return parts.length === 0 ? text : [...shown, text.slice(at)].join('');
}

const SET = /\b(?:boolean|bool)\s{1,9}(\w{1,100})|\b(\w{1,100})[ \t]{0,9}(?::[ \t]{0,9}Boolean\b|[ \t]bool\b|:?=(?![=>]))/g;

/** Constants whose name no other line of the file declares or assigns. */
function constantsIn(text: string, { constants }: Braces): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [, name = '', value] of constants(text)) found.set(name, value === 'true');
  if (found.size === 0) return found;
  const seen = new Set<string>();
  for (const [, typed = '', set = ''] of text.matchAll(SET)) {
    const name = typed || set;
    if (seen.has(name)) found.delete(name);
    seen.add(name);
  }
  return found;
}

function conditionAt(text: string, from: number, { bare }: Braces): { text: string; end: number } | undefined {
  const piece = text.slice(from, from + LONGEST_CONDITION);
  if (bare === true) {
    const end = piece.search(/[({\n]/);
    return piece[end] === '{' ? { text: piece.slice(0, end), end: from + end } : undefined;
  }
  const found = /^\s*\(([^()]{1,200})\)/.exec(piece);
  return found === null ? undefined : { text: found[1] ?? '', end: from + found[0].length };
}

/** The constant value of a condition; undefined: it is not constant. */
function judged(condition: string, constants: ReadonlyMap<string, boolean>): boolean | undefined {
  for (const [word, decisive] of [['||', true] as const, ['&&', false] as const]) {
    const sides = condition.split(word);
    if (sides.length === 1) continue;
    const all = sides.map((side) => judged(side, constants));
    if (all.includes(decisive)) return decisive;
    return all.includes(undefined) ? undefined : !decisive;
  }
  const [, not, word = ''] = /^(!)?[ \t]{0,9}(\w{1,100})$/.exec(condition.trim()) ?? [];
  const is = word === 'true' || word === 'false' ? word === 'true' : constants.get(word);
  return is === undefined || not === undefined ? is : !is;
}

/** The parts of an `if` that never run; none where it is an expression whose value is in braces. */
function leftOut(text: string, index: number, end: number, holds: boolean, braces: Braces): readonly Part[] {
  const then = statementAt(text, end, braces);
  const word = then && after(text, then.to);
  const hasElse = word !== undefined && /^else\b/.test(text.slice(word, word + 5));
  const other = hasElse ? statementAt(text, word + 4, braces) : undefined;
  const retained = holds ? then : other;
  if (then === undefined || (hasElse && other === undefined)) return [];
  const before = text.slice(0, index).trimEnd();
  const isChained = /\belse$/.test(before.slice(-6));
  const isLine = braces.lines === true && text.slice(before.length, index).includes('\n') && !/[=(,+*/&|?:>-]$/.test(before);
  const isStatement = isChained || isLine || /[;{}]$/.test(before);
  const isBlock = text[retained?.from ?? then.from] === '{';
  if (retained === undefined && (isChained || !isStatement)) return isBlock ? [{ from: then.from + 1, to: then.to - 1 }] : [];
  if (retained === undefined) return [{ from: index, to: then.to }];
  if (isBlock && !isStatement) return [];
  const whole = other?.to ?? then.to;
  const inner = isBlock && !isChained ? { from: retained.from + 1, to: retained.to - 1 } : retained;
  const rest = isStatement && !isChained && leaves(text.slice(inner.from, inner.to), braces) ? blockEnd(text, whole) : whole;
  return [
    { from: index, to: inner.from },
    { from: inner.to, to: rest },
  ];
}

const after = (text: string, at: number): number => {
  let next = at;
  while (/\s/.test(text[next] ?? '-')) next += 1;
  return next;
};

/** The statement that begins here: a block, an `if` with all its branches, or the text up to the statement's end. */
function statementAt(text: string, at: number, braces: Braces, depth = 0): Part | undefined {
  const from = after(text, at);
  if (text[from] === '{') return closed(text, from);
  if (!/^if\b/.test(text.slice(from, from + 3))) return simpleAt(text, from, braces);
  const condition = depth < 20 ? conditionAt(text, from + 2, braces) : undefined;
  const then = condition && statementAt(text, condition.end, braces, depth + 1);
  if (then === undefined) return undefined;
  const word = after(text, then.to);
  if (!/^else\b/.test(text.slice(word, word + 5))) return { from, to: then.to };
  const other = statementAt(text, word + 4, braces, depth + 1);
  return other && { from, to: other.to };
}

/** From a brace to just behind the one that closes it. */
function closed(text: string, from: number): Part | undefined {
  const to = blockEnd(text, from + 1);
  return text[to] === '}' ? { from, to: to + 1 } : undefined;
}

/** The end of the block, or of the `case` of a `switch`, that contains an offset. */
function blockEnd(text: string, from: number): number {
  let depth = 0;
  const end = Math.min(text.length, from + MOST_TEXT);
  for (let at = from; at < end; at++) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && /^\s(?:case\s|default\s*:)/.test(text.slice(at, at + 12)))) return at;
  }
  return from;
}

/** A statement without braces: `return x;`, `get("/x") { … }`. */
function simpleAt(text: string, from: number, { lines }: Braces): Part | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MOST_TEXT); at++) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && /^\selse\b/.test(text.slice(at, at + 6)))) return { from, to: at };
    if (depth > 0) continue;
    if (char === ';') return { from, to: at + 1 };
    if (char === '\n' && lines === true && !/^(?:else\b|[.?&|:])/.test(text.slice(after(text, at), after(text, at) + 5)))
      return { from, to: at };
  }
  return undefined;
}

/** Whether a block always returns or throws. */
function leaves(inner: string, { lines }: Braces): boolean {
  let depth = 0;
  let isStart = true;
  for (let at = 0; at < inner.length; at++) {
    const char = inner[at] ?? '';
    if (isStart && depth === 0 && /^(?:return|throw)\b/.test(inner.slice(at, at + 7))) return true;
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    isStart = /[;}]/.test(char) || (/\s/.test(char) && isStart) || (char === '\n' && lines === true);
  }
  return false;
}
