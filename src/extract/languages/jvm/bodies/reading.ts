import { type Cursor, isAt, pastTypeArguments, peek, skipBracket } from '../syntax/cursor.js';
import { expressionEnd } from '../syntax/kotlin-parameters.js';
import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import type { Change, Condition, Place, Returned, Variable } from './block.js';

interface Open {
  readonly from: number;
  readonly to: number;
  readonly condition?: Condition;
}

/** A function while its statements are read. */
export interface Reading {
  readonly tokens: Tokens;
  readonly to: number;
  readonly open: Open[];
  /** For the index of a closing bracket, the word before its opening bracket (`if`, `for`, `catch`). */
  readonly heads: Map<number, string>;
  /** Brackets whose content belongs to another function: anonymous classes, functions in functions. */
  readonly foreign: Set<number>;
  readonly variables: Variable[];
  readonly changes: Change[];
  readonly returns: Returned[];
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  ...{ else: 'other', catch: 'other', for: 'other', while: 'other', do: 'other', switch: 'other', when: 'other', '->': 'other' },
};

/** The condition that decides whether the code after this token runs. */
export function conditionAt({ tokens, heads }: Reading, index: number): Condition | undefined {
  const { text } = tokenAt(tokens, index);
  const head = text === ')' ? heads.get(index) : text;
  if (head === undefined) return undefined;
  if (head !== 'if')
    return Object.hasOwn(CONDITIONS, head) ? CONDITIONS[head] : tokens.dialect === 'kotlin' ? lambda(tokens, index) : undefined;
  const isElseIf = tokenAt(tokens, openingOf(tokens, index) - 2).text === 'else';
  const open = tokenAt(tokens, index + 1).text === '{';
  const after = open ? tokenAt(tokens, closingOf(tokens, index + 1) + 1).text : '';
  return isElseIf || after === 'else' || !open ? 'other' : 'if';
}

/** Functions that run their lambda once. */
const ONCE = new Set([
  'apply',
  'also',
  'run',
  'let',
  'with',
  'runBlocking',
  'withContext',
  'transaction',
  'try',
  'finally',
  'buildMap',
]);
function lambda(tokens: Tokens, index: number): Condition | undefined {
  const called = tokenAt(tokens, index).text === ')' ? openingOf(tokens, index) - 1 : index;
  const name = tokenAt(tokens, called).text;
  if (!ONCE.has(name)) return /^[;{}=]$/.test(name) ? undefined : 'other';
  // on null the lambda does not run
  if (tokenAt(tokens, called - 1).text !== '?.') return undefined;
  return tokenAt(tokens, closingOf(tokens, index + 1) + 1).text === '?:' ? 'other' : 'if';
}

/** Does the brace after a token contain statements that run in place? */
export const runsOnce = (tokens: Tokens, index: number): boolean =>
  tokens.dialect === 'kotlin' ? lambda(tokens, index) === undefined : /^[;{}:]$/.test(tokenAt(tokens, index).text);

/** The position after the expression that begins here: at `;` or `,` in Java, at the end of the line in Kotlin. */
export function endOf(tokens: Tokens, from: number, to: number): number {
  if (tokens.dialect === 'kotlin') {
    const next = tokenAt(tokens, from);
    return next.first || next.text === '}' ? from : expressionEnd(tokens, from, to);
  }
  const cursor: Cursor = { tokens, at: from };
  while (cursor.at < to && !/^[;,)}]$/.test(peek(cursor).text)) {
    if (isAt(cursor, '(') || isAt(cursor, '{') || isAt(cursor, '[')) skipBracket(cursor);
    else if (isAt(cursor, '<')) cursor.at = pastTypeArguments(tokens, cursor.at);
    else cursor.at += 1;
  }
  return Math.min(cursor.at, to);
}

/** Maximum number of surrounding blocks that are distinguished; deeper code counts as conditional. */
const MAX_OPEN = 40;

export function placeAt(reading: Reading, index: number): Place {
  const open = reading.open.slice(0, MAX_OPEN);
  const deeper = reading.open[MAX_OPEN];
  if (deeper !== undefined) open.push({ ...deeper, condition: 'other' });
  const within = open.flatMap(({ from, to, condition }) => (condition === undefined ? [] : [{ from, to, condition }]));
  const { tokens, heads } = reading;
  const before = tokenAt(tokens, index - 1);
  // a Kotlin statement after a call is not conditional
  const head = before.text === ')' ? heads.get(index - 1) : before.text;
  const isBare = head === 'if' || head === 'else' || (before.text === ')' && Object.hasOwn(CONDITIONS, head ?? ''));
  const bare = isBare ? conditionAt(reading, index - 1) : undefined;
  return { index, within: bare === undefined ? within : [...within, { from: index, to: index, condition: bare }] };
}

/** The start of the expression that is the result of a lambda or function without `return`; the end of the range if it has none. */
export function resultIn(tokens: Tokens, { from, to }: Range): number {
  if (tokenAt(tokens, from - 1).text === '{') return to;
  let last = from;
  for (let at = from; tokens.dialect === 'kotlin' && at < to; at++) {
    const { text, first } = tokenAt(tokens, at);
    if (first && !/^(?:\??\.|\?:|[-+*/)}\]]|[&|]{2}|else)$/.test(text)) last = at;
    if (text === '(' || text === '{' || text === '[') at = closingOf(tokens, at);
  }
  return tokenAt(tokens, last).text === 'return' ? to : last;
}
