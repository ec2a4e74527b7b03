import type { PlacedCall } from './symbol-texts.js';

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer words are not names. */
const MAX_WORD = 120;

/** Counts the words of a text without comments. Words in strings count too: a search may look for a name in its text. */
export function wordsIn(code: string, into: Map<string, number> = new Map()): Map<string, number> {
  for (const [word] of code.matchAll(WORD)) if (word.length <= MAX_WORD) into.set(word, (into.get(word) ?? 0) + 1);
  return into;
}

/**
 * The calls of a text without comments and string contents, by the word before the parenthesis.
 *
 * @param bare the text with blank strings
 * @param keywords words before a parenthesis that are no calls
 * @param defined offsets of names that the text defines
 */
export function callsIn(bare: string, keywords: ReadonlySet<string>, defined: ReadonlySet<number>): readonly PlacedCall[] {
  const calls: PlacedCall[] = [];
  for (let open = bare.indexOf('('); open >= 0; open = bare.indexOf('(', open + 1)) {
    const end = beforeGenerics(bare, beforeSpace(bare, open, ' \t'));
    const at = wordStart(bare, end);
    const name = bare.slice(at, end);
    if (name === '' || !FIRST.test(name) || defined.has(at)) continue;
    const receiver = receiverBefore(bare, at);
    if (receiver === undefined && keywords.has(name)) continue;
    calls.push({ name, receiver: receiver ?? '', at });
  }
  return calls;
}

const FIRST = /^[\p{L}_$]/u;
const PART = /[\p{L}\p{N}_$]/u;
/** The limit of spaces and type arguments between a name and its parenthesis. */
const MOST_BETWEEN = 80;

function wordStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < MAX_WORD && PART.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function beforeSpace(text: string, end: number, space: string): number {
  let at = end;
  while (at > 0 && end - at < MOST_BETWEEN && space.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

/** `get<User>(`, `Map[int](`. */
function beforeGenerics(text: string, end: number): number {
  const close = text.charAt(end - 1);
  if (close !== '>' && close !== ']') return end;
  const open = close === '>' ? '<' : '[';
  let depth = 0;
  for (let at = end - 1; at >= 0 && end - at < MOST_BETWEEN; at--) {
    const char = text.charAt(at);
    if (char === close) depth += 1;
    else if (char === open) depth -= 1;
    if (depth === 0) return at;
    if (char === '\n' || char === ';' || char === '{') break;
  }
  return end;
}

/** The receiver of a member call; `''`: not a plain name, undefined: not a member. */
function receiverBefore(text: string, at: number): string | undefined {
  let end = beforeSpace(text, at, ' \t\r\n');
  if (text.slice(end - 2, end) === '::') end -= 2;
  else if (text.charAt(end - 1) === '.') end -= 1;
  else return undefined;
  if (text.charAt(end - 1) === '?' || text.charAt(end - 1) === '!') end -= 1;
  end = beforeSpace(text, end, ' \t\r\n');
  if (text.slice(end - 2, end) === '()') end -= 2;
  return text.slice(wordStart(text, end), end);
}
