import type { Expression } from '../../../facts/expression.js';
import { type Variable, valueNamed } from './source.js';
import { readMember } from './syntax/parse-members.js';
import { readTypeParameters } from './syntax/parse-parts.js';
import { isLocalFunction } from './syntax/returns.js';
import type { Member } from './syntax/syntax.js';
import { afterBracket, isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';

/** Start of the names of callables that are functions inside of functions. */
const LOCAL = 'local@';

/** A function that another function declares, as a value. */
export const isLocal = (of: Expression | undefined): of is Expression =>
  of?.kind === 'name' && of.space === 'value' && of.name.startsWith(LOCAL);

/** The name of the callable of a local function whose name stands at this token. */
export function localName(tokens: Tokens, at: number): string {
  const { line, column } = tokens.at(at);
  return `${LOCAL}${line}:${column}`;
}

/** The local function whose name stands at this token: `NoteDto ToDto(Note note) {`. */
export function localAt(tokens: Tokens, at: number, to: number): Variable | undefined {
  return isDeclared(tokens, at, to) ? { read: () => valueNamed(localName(tokens, at)) } : undefined;
}

function isDeclared(tokens: Tokens, at: number, to: number): boolean {
  const open = readTypeParameters(tokens, at + 1, to).next;
  if (textAt(tokens, open) !== '(' || !(isWord(tokens, at - 1) || /^[>?\]]$/.test(textAt(tokens, at - 1)))) return false;
  const close = afterBracket(tokens, open, to);
  if (textAt(tokens, close) === 'where') return true;
  return close < to && (textAt(tokens, close) === '=>' || (textAt(tokens, close) === '{' && isLocalFunction(tokens, close)));
}

/** The local functions of a body, also those inside of lambdas and other local functions. */
export function localFunctions(tokens: Tokens, { from, to }: Range): readonly Member[] {
  const found: Member[] = [];
  let start = from;
  let tried = -1;
  for (let at = from; at < to; at++) {
    const text = textAt(tokens, at);
    if (/^[{};]$/.test(text) && tokens.list[at]?.kind === 'mark') start = at + 1;
    if (at <= start || tried === start || !isWord(tokens, at) || !/^[(<]$/.test(textAt(tokens, at + 1))) continue;
    if (!isDeclared(tokens, at, to)) continue;
    tried = start;
    const { member } = readMember(tokens, start, to, '');
    if (member?.kind === 'method' && member.at === at && member.type !== undefined) found.push(member);
  }
  return found;
}
