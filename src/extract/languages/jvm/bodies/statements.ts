import { argumentsOf, type Cursor, isAt, pastTypeArguments, peek, skipBracket, take, typeRef } from '../syntax/cursor.js';
import { expressionEnd } from '../syntax/kotlin-parameters.js';
import { closingOf, type Token, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import type { Block, Change, Condition, Place, Returned, Variable } from './block.js';

interface Open {
  readonly from: number;
  readonly to: number;
  readonly condition?: Condition;
}

interface Reading {
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

const blocks = new WeakMap<Tokens, Map<number, Block>>();

/** The statements between the braces of a function, read once. */
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

/** Reads what begins at a token; answers the index of the last token that need not be looked at again. */
function step(reading: Reading, at: number): number {
  const { tokens, foreign, heads } = reading;
  const token = tokenAt(tokens, at);
  if (token.kind === 'symbol') {
    if (token.text === '(') heads.set(closingOf(tokens, at), tokenAt(tokens, at - 1).text);
    if (token.text !== '{') return at;
    if (foreign.has(at) || isLambda(reading, at)) return closingOf(tokens, at);
    const condition = conditionAt(reading, at - 1);
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

/** Java's `-> {`, unless it is an arm of a `switch`. Kotlin's are read along: what they return, the function returns. */
function isLambda({ tokens }: Reading, at: number): boolean {
  if (tokens.dialect === 'kotlin' || tokenAt(tokens, at - 1).text !== '->') return false;
  for (let back = at - 2; back > at - 40; back--) {
    const { text } = tokenAt(tokens, back);
    if (text === 'case' || text === 'default') return false;
    if (text === ';' || text === '{' || text === '}' || text === '=' || text === '(') return true;
  }
  return true;
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  ...{ else: 'other', catch: 'other', for: 'other', while: 'other', do: 'other', switch: 'other', when: 'other', '->': 'other' },
};

/** What decides whether what follows the token at an index runs. */
function conditionAt({ tokens, heads }: Reading, index: number): Condition | undefined {
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
  const name =
    tokenAt(tokens, index).text === ')' ? tokenAt(tokens, openingOf(tokens, index) - 1).text : tokenAt(tokens, index).text;
  return ONCE.has(name) || /^[;{}=]$/.test(name) ? undefined : 'other';
}

/** The bracket that a closing one closes, looked for within a bound. */
function openingOf(tokens: Tokens, close: number): number {
  for (let at = close - 1; at > close - 200 && at >= 0; at--) if (tokens.closing.get(at) === close) return at;
  return close;
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

/** After the expression that begins here: at the `;` or `,` of Java, at the end of its line in Kotlin. */
function endOf(tokens: Tokens, from: number, to: number): number {
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

function placeAt(reading: Reading, index: number): Place {
  const within = reading.open.flatMap(({ from, to, condition }) => (condition === undefined ? [] : [{ from, to, condition }]));
  const { tokens, heads } = reading;
  const before = tokenAt(tokens, index - 1);
  const isBare = (before.text === ')' && heads.has(index - 1)) || before.text === 'else';
  const bare = isBare ? conditionAt(reading, index - 1) : undefined;
  return { index, within: bare === undefined ? within : [...within, { from: index, to: index, condition: bare }] };
}

const BEFORE_STATEMENT = new Set(['{', '}', ';', '->', 'else', 'do']);
const CONTROL = new Set(['if', 'for', 'while', 'catch', 'switch', 'try', 'when', 'synchronized']);

function startsStatement({ tokens, heads }: Reading, at: number): boolean {
  const before: Token = tokenAt(tokens, at - 1);
  if (before.kind === 'string') return tokens.dialect === 'kotlin' && tokenAt(tokens, at).first;
  if (BEFORE_STATEMENT.has(before.text)) return true;
  if (before.text === ')')
    return CONTROL.has(heads.get(at - 1) ?? '') || (tokens.dialect === 'kotlin' && tokenAt(tokens, at).first);
  if (before.text === '(') return ['for', 'try'].includes(tokenAt(tokens, at - 2).text);
  return tokens.dialect === 'kotlin' && tokenAt(tokens, at).first;
}

const NO_TYPES = new Set('return throw new else yield assert break continue case default goto if for while do try'.split(' '));

/** `Type name = …`, `for (Type name : all)`, `final var name;` */
function javaVariable(reading: Reading, at: number): void {
  const { tokens, to, variables } = reading;
  if (NO_TYPES.has(tokenAt(tokens, at).text)) return;
  const cursor: Cursor = { tokens, at };
  while (take(cursor, 'final'));
  const type = typeRef(cursor);
  const name = peek(cursor);
  if (type === undefined || name.kind !== 'word' || !/^[=;:,]$/.test(peek(cursor, 1).text)) return;
  const index = cursor.at;
  cursor.at += 1;
  const common = {
    ...placeAt(reading, at),
    name: name.text,
    to: reading.open.at(-1)?.to ?? to,
    ...(type.name !== 'var' && { type }),
  };
  const isFor = tokenAt(tokens, at - 1).text === '(' && tokenAt(tokens, at - 2).text === 'for';
  const end = isFor ? endOfFor(tokens, at - 1) : common.to;
  const from = index + 2;
  if (isAt(cursor, '=')) variables.push({ ...common, to: end, value: { from, to: endOf(tokens, from, to) } });
  else if (isAt(cursor, ':') && isFor) variables.push({ ...common, to: end, over: { from, to: closingOf(tokens, at - 1) } });
  else if (isAt(cursor, ';')) variables.push(common);
}

/** After the body of a loop whose head opens here. */
function endOfFor(tokens: Tokens, open: number): number {
  const close = closingOf(tokens, open);
  return tokenAt(tokens, close + 1).text === '{' ? closingOf(tokens, close + 1) : close + 60;
}

/** `val name: Type = …` */
function kotlinVariable(reading: Reading, at: number): void {
  const { tokens, to, variables } = reading;
  const cursor: Cursor = { tokens, at: at + 1 };
  const name = peek(cursor);
  if (name.kind !== 'word') return;
  cursor.at += 1;
  const type = take(cursor, ':') ? typeRef(cursor) : undefined;
  const common = { ...placeAt(reading, at), name: name.text, to: reading.open.at(-1)?.to ?? to, ...(type && { type }) };
  const value = take(cursor, '=') ? { value: { from: cursor.at, to: expressionEnd(tokens, cursor.at, to) } } : {};
  variables.push({ ...common, ...value });
}

/** `x instanceof Type name` */
function pattern(reading: Reading, at: number): void {
  const cursor: Cursor = { tokens: reading.tokens, at: at + 1 };
  take(cursor, 'final');
  const type = typeRef(cursor);
  const name = peek(cursor);
  if (type === undefined || name.kind !== 'word') return;
  const to = reading.open.at(-1)?.to ?? reading.to;
  reading.variables.push({ ...placeAt(reading, at), name: name.text, to, type });
}

function change(reading: Reading, at: number): void {
  const { tokens, to, changes } = reading;
  const cursor: Cursor = { tokens, at };
  const name = peek(cursor).text;
  cursor.at += 1;
  const place = placeAt(reading, at);
  if (isAt(cursor, '=')) {
    const from = cursor.at + 1;
    changes.push({ ...place, name, how: '=', given: [{ from, to: endOf(tokens, from, to) }] });
  } else if (isAt(cursor, '[')) {
    const [key] = argumentsOf(tokens, cursor.at);
    skipBracket(cursor);
    const from = cursor.at + 1;
    if (key === undefined || !isAt(cursor, '=')) return;
    changes.push({ ...place, name, how: '[]=', given: [key, { from, to: endOf(tokens, from, to) }] });
  } else if (isAt(cursor, '.') && peek(cursor, 1).kind === 'word' && isAt(cursor, '(', 2)) {
    changes.push({ ...place, name, how: peek(cursor, 1).text, given: argumentsOf(tokens, cursor.at + 2) });
  }
}
