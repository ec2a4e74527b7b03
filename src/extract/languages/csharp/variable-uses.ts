import { append } from '../../../model/multi-map.js';
import { isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';

/** Functions that send a value as it is. */
const SENDS = /^(?:Ok|Json|Created\w*|Accepted\w*|FromResult)$/;

/** Whether code only reads a variable, or sets members of it at some positions. */
export function readers(tokens: Tokens, range: Range): (name: string, orSet?: ReadonlySet<number>) => boolean {
  let places: ReadonlyMap<string, readonly number[]> | undefined;
  return (name, orSet) => {
    places ??= placesOf(tokens, range);
    return (places.get(name) ?? []).every((one) => orSet?.has(one) === true || isOnlyRead(tokens, one, range.from));
  };
}

/** The positions of each name that is no member of something, found once: a function may have thousands of variables. */
function placesOf(tokens: Tokens, { from, to }: Range): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let at = from; at < to; at++) {
    if (!isWord(tokens, at) || textAt(tokens, at - 1) === '.') continue;
    append(places, textAt(tokens, at), at);
  }
  return places;
}

/** Whether code only returns or sends a variable here, or reads a member of it: it sets no member after it was made. */
function isOnlyRead(tokens: Tokens, at: number, from: number): boolean {
  const [before, after] = [textAt(tokens, at - 1), textAt(tokens, at + 1)];
  const isRead = after === '.' && !/^(?:[.([=]|\?\?=|[-+*/|&]=|\+\+|--)$/.test(textAt(tokens, at + 3));
  const isSent = /^[,)]$/.test(after) && SENDS.test(textAt(tokens, (openBefore(tokens, at, from) ?? 0) - 1));
  const isDeclared = after === '=' && (isWord(tokens, at - 1) || /^[>?\]]$/.test(before));
  const isCompared = /^(?:==|!=|is)$/.test(after);
  return isRead || isSent || isDeclared || isCompared || (before === 'return' && after === ';');
}

/** The parenthesis around a position. */
export function openBefore(tokens: Tokens, position: number, from: number): number | undefined {
  for (let at = position - 1; at >= from; at--) {
    const text = textAt(tokens, at);
    if (text === '(') return at;
    if (text === ')' || text === ']' || text === '}') at = tokens.mates[at] ?? from;
    else if (text === ';' || text === '{') return undefined;
  }
  return undefined;
}
