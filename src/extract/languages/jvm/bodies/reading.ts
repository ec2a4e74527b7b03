import { type Cursor, isAt, pastTypeArguments, peek, skipBracket } from '../syntax/cursor.js';
import { expressionEnd } from '../syntax/kotlin-parameters.js';
import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Change, Condition, Place, Returned, Variable } from './block.js';

interface Open {
  readonly from: number;
  readonly to: number;
  readonly condition?: Condition;
}

/** A function whose statements are being read. */
export interface Reading {
  readonly tokens: Tokens;
  readonly to: number;
  readonly open: Open[];
  /** By the index of a closing bracket: the word before the one that opens (`if`, `for`, `catch`). */
  readonly heads: Map<number, string>;
  /** Brackets whose content is not part of the function: classes without a name, functions in functions. */
  readonly foreign: Set<number>;
  readonly variables: Variable[];
  readonly changes: Change[];
  readonly returns: Returned[];
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  ...{ else: 'other', catch: 'other', for: 'other', while: 'other', do: 'other', switch: 'other', when: 'other', '->': 'other' },
};

/** What decides whether what follows the token at an index runs. */
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

/** Functions that run what they are given once. */
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
  // of null it runs nothing
  if (tokenAt(tokens, called - 1).text !== '?.') return undefined;
  return tokenAt(tokens, closingOf(tokens, index + 1) + 1).text === '?:' ? 'other' : 'if';
}

/** Whether the brace behind a token holds statements that run where it stands. */
export const runsOnce = (tokens: Tokens, index: number): boolean =>
  tokens.dialect === 'kotlin' ? lambda(tokens, index) === undefined : /^[;{}:]$/.test(tokenAt(tokens, index).text);

/** After the expression that begins here: at the `;` or `,` of Java, at the end of its line in Kotlin. */
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

/** Blocks around a place that are told apart; what stands deeper may run or not. */
const MAX_OPEN = 40;

export function placeAt(reading: Reading, index: number): Place {
  const open = reading.open.slice(0, MAX_OPEN);
  const deeper = reading.open[MAX_OPEN];
  if (deeper !== undefined) open.push({ ...deeper, condition: 'other' });
  const within = open.flatMap(({ from, to, condition }) => (condition === undefined ? [] : [{ from, to, condition }]));
  const { tokens, heads } = reading;
  const before = tokenAt(tokens, index - 1);
  // a statement of Kotlin after a call stands under no condition
  const head = before.text === ')' ? heads.get(index - 1) : before.text;
  const isBare = head === 'if' || head === 'else' || (before.text === ')' && Object.hasOwn(CONDITIONS, head ?? ''));
  const bare = isBare ? conditionAt(reading, index - 1) : undefined;
  return { index, within: bare === undefined ? within : [...within, { from: index, to: index, condition: bare }] };
}
