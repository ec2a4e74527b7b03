import { type Cursor, isAt, skipBracket, typeRef } from '../syntax/cursor.js';
import { closingOf, type Token, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import type { Block } from './block.js';
import { conditionAt, endOf, placeAt, type Reading } from './reading.js';
import { change, javaVariable, kotlinVariable, pattern } from './variable-statements.js';

/** No real code nests blocks more deeply. */
const MAX_NESTED = 60;

const blocks = new WeakMap<Tokens, Map<number, Block>>();

/** The statements between the braces of a function; cached. */
export function blockOf(tokens: Tokens, range: Range): Block {
  const known = blocks.get(tokens) ?? new Map<number, Block>();
  blocks.set(tokens, known);
  const found = known.get(range.from) ?? readBlock(tokens, range);
  known.set(range.from, found);
  return found;
}

function readBlock(tokens: Tokens, { from, to }: Range): Block {
  const reading: Reading = {
    ...{ tokens, to, open: [{ from, to }], heads: new Map(), foreign: new Set() },
    ...{ variables: [], changes: [], returns: [] },
  };
  for (let at = from; at < to; at++) {
    while (reading.open.length > 1 && (reading.open.at(-1)?.to ?? to) < at) reading.open.pop();
    at = step(reading, at);
  }
  const { variables, changes, returns } = reading;
  return { variables, changes, returns };
}

/** Reads what begins at a token; returns the index of the last token that needs no further look. */
function step(reading: Reading, at: number): number {
  const { tokens, foreign, heads } = reading;
  const token = tokenAt(tokens, at);
  if (token.kind === 'symbol') {
    if (token.text === '(') heads.set(closingOf(tokens, at), tokenAt(tokens, at - 1).text);
    if (token.text !== '{') return at;
    if (foreign.has(at) || isLambda(reading, at)) return closingOf(tokens, at);
    const condition = conditionAt(reading, at - 1);
    if (reading.open.length < MAX_NESTED)
      reading.open.push({ from: at, to: closingOf(tokens, at), ...(condition !== undefined && { condition }) });
    return at;
  }
  if (token.kind !== 'word') return at;
  markForeign(reading, at);
  if (token.text === 'return') return returned(reading, at);
  if (tokens.dialect === 'kotlin' && (token.text === 'val' || token.text === 'var')) kotlinVariable(reading, at);
  else if (token.text === 'instanceof') pattern(reading, at);
  if (!startsStatement(reading, at)) return at;
  if (tokens.dialect === 'java') javaVariable(reading, at);
  change(reading, at);
  return at;
}

/**
 * A block lambda of Java, `-> {`, but not an arm of a `switch`. Kotlin lambdas are read in place, because their `return` leaves
 * the function.
 */
const isLambda = ({ tokens }: Reading, at: number): boolean =>
  tokens.dialect === 'java' && tokenAt(tokens, at - 1).text === '->' && !isLabel(tokens, at - 1);

/** The end of `case x ->`, `default:`. */
function isLabel(tokens: Tokens, end: number): boolean {
  for (let back = end - 1; back > end - 39; back--) {
    const { text } = tokenAt(tokens, back);
    if (text === 'case' || text === 'default') return true;
    if (/^[;{}=(?]$/.test(text)) return false;
  }
  return false;
}

/** `new Type() { … }`, `object : Type { … }`, a function or class in a function. */
function markForeign({ tokens, foreign }: Reading, at: number): void {
  const { text } = tokenAt(tokens, at);
  const isDeclared = text === 'class' && tokenAt(tokens, at - 1).text !== '.' && tokenAt(tokens, at - 1).text !== '::';
  const isInner = tokens.dialect === 'kotlin' ? text === 'object' || text === 'fun' || isDeclared : text === 'new' || isDeclared;
  if (!isInner) return;
  const cursor: Cursor = { tokens, at: at + 1 };
  if (text === 'new') {
    typeRef(cursor);
    if (!isAt(cursor, '(')) return;
    skipBracket(cursor);
    if (isAt(cursor, '{')) foreign.add(cursor.at);
    return;
  }
  for (let end = at + 60; cursor.at < end && !isAt(cursor, '{') && !isAt(cursor, '=') && !isAt(cursor, ';'); ) {
    if (isAt(cursor, '(')) skipBracket(cursor);
    else cursor.at += 1;
  }
  if (isAt(cursor, '{')) foreign.add(cursor.at);
}

function returned(reading: Reading, at: number): number {
  const { tokens, to, returns } = reading;
  if (tokenAt(tokens, at + 1).text === '@' && !tokenAt(tokens, at + 1).first) return at + 1;
  const from = at + 1;
  returns.push({ ...placeAt(reading, at), value: { from, to: Math.max(from, endOf(tokens, from, to)) } });
  return at;
}

const BEFORE_STATEMENT = new Set(['{', '}', ';', '->', 'else', 'do']);
const CONTROL = new Set(['if', 'for', 'while', 'catch', 'switch', 'try', 'when', 'synchronized']);

function startsStatement({ tokens, heads }: Reading, at: number): boolean {
  const before: Token = tokenAt(tokens, at - 1);
  if (before.kind === 'string') return tokens.dialect === 'kotlin' && tokenAt(tokens, at).first;
  if (BEFORE_STATEMENT.has(before.text)) return true;
  if (before.text === ')')
    return CONTROL.has(heads.get(at - 1) ?? '') || (tokens.dialect === 'kotlin' && tokenAt(tokens, at).first);
  if (before.text === ':' && tokens.dialect === 'java') return isLabel(tokens, at - 1);
  if (before.text === '(') return ['for', 'try'].includes(tokenAt(tokens, at - 2).text);
  return tokens.dialect === 'kotlin' && tokenAt(tokens, at).first;
}
