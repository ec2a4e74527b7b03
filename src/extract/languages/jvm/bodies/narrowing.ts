import type { Expression } from '../../../../facts/expression.js';
import { type Cursor, typeRef } from '../syntax/cursor.js';
import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range, TypeRef } from '../unit.js';

/** What a condition shows about a variable: it is not null, it is null, or it has a type. */
export type Narrowed = 'something' | 'nothing' | TypeRef;

interface Known {
  /** A variable, or a member of one: `row`, `row.name()`. */
  readonly name: string;
  readonly as: Narrowed;
}
interface Check extends Range {
  readonly as: Narrowed;
  /** Index of the condition; a later assignment replaces it. */
  readonly since: number;
}

/** What a condition shows where it is true, and where it is false. */
interface Condition {
  readonly yes: readonly Known[];
  readonly no: readonly Known[];
}

/** Limits: links of an `else if` chain, arms of one `when`, tokens of a condition, checks of one name. No real code has more. */
const MAX_CHAIN = 50;
const MAX_ARMS = 200;
const MAX_CONDITION = 60;
const MAX_CHECKS = 200;

const known = new WeakMap<Tokens, ReadonlyMap<string, readonly Check[]>>();

/**
 * The innermost check that applies at a position: in one of its branches, or after a check whose other branch leaves the code.
 */
export function narrowedAt(tokens: Tokens, name: string, position: number): Check | undefined {
  return checksIn(tokens)
    .get(name)
    ?.findLast(({ from, to }) => from <= position && position < to);
}

function checksIn(tokens: Tokens): ReadonlyMap<string, readonly Check[]> {
  const all = known.get(tokens) ?? checksOf(tokens);
  known.set(tokens, all);
  return all;
}

const nulls = new WeakMap<Tokens, readonly (Range & { readonly name: string })[]>();

/** The variables that are null at a position, as the checks around it show. */
export function nullsAt(tokens: Tokens, position: number): readonly string[] {
  const all = nulls.get(tokens) ?? nullsIn(tokens);
  nulls.set(tokens, all);
  let end = 0;
  for (let step = all.length; step > 0; step >>= 1) while ((all[end + step - 1]?.from ?? position + 1) <= position) end += step;
  const near = all.slice(Math.max(0, end - MAX_NEAR), end).filter(({ to }) => position < to);
  return [...new Set(near.map(({ name }) => name))].filter((name) => narrowedAt(tokens, name, position)?.as === 'nothing');
}
/** The most branches for null before a position that are asked. */
const MAX_NEAR = 50;

/** Where variables are null, in the order of their places. */
function nullsIn(tokens: Tokens): readonly (Range & { readonly name: string })[] {
  return [...checksIn(tokens)]
    .flatMap(([name, checks]) => (name.includes('.') ? [] : checks.map((one) => ({ ...one, name }))))
    .filter((one) => one.as === 'nothing')
    .sort((one, other) => one.from - other.from);
}

/** Maximum number of tokens between a test of a member and its use. */
const MAX_SINCE = 2000;

/** The value of a range, not null if it is a member that is tested before its use. */
export const whereTested = (tokens: Tokens, range: Range, of: Expression): Expression =>
  isSurelyThere(tokens, range) ? { kind: 'operator', operator: 'non-null', of } : of;

/** Is a member of a variable (`row.name()`) not null, because of a test before that nothing has changed since? */
function isSurelyThere(tokens: Tokens, { from, to }: Range): boolean {
  const path = to - from > MAX_ATOM ? undefined : pathAt(tokens, from, to);
  const check = path?.to === to && path.name.includes('.') ? narrowedAt(tokens, path.name, from) : undefined;
  if (path === undefined || check?.as !== 'something' || from - check.since > MAX_SINCE) return false;
  const [start, ...members] = path.name.split('.');
  for (let at = check.from; at < from; at++) {
    const { text } = tokenAt(tokens, at);
    // the inner `it` of `it.parts.map { it.name }` is another value
    if (start === 'it' && text === '{' && isOfCall(tokens, at)) return false;
    if (text !== start || tokenAt(tokens, at - 1).text === '.') continue;
    const member = tokenAt(tokens, at + 2).text;
    const isSetter = /^set[A-Z]/.test(member) && members.some((one) => sameProperty(one, member));
    if (isSetter || isAssigned(tokens, at + 1) || (members[0] === member && isAssigned(tokens, at + 3))) return false;
  }
  return true;
}

const isAssigned = (tokens: Tokens, at: number): boolean =>
  tokenAt(tokens, at).text === '=' && tokenAt(tokens, at + 1).text !== '=';

const sameProperty = (member: string, setter: string): boolean =>
  member.replace(/^get|\(\)$/g, '').toLowerCase() === setter.slice(3).toLowerCase();

/** Is it the brace of a Kotlin lambda, and not of a branch or loop? */
function isOfCall(tokens: Tokens, brace: number): boolean {
  const before = tokenAt(tokens, brace - 1);
  const head = before.text === ')' ? tokenAt(tokens, openingOf(tokens, brace - 1) - 1).text : before.text;
  return !/^(?:if|else|when|for|while|do|try|catch|finally|->|=)$/.test(head);
}

function checksOf(tokens: Tokens): ReadonlyMap<string, readonly Check[]> {
  const all = new Map<string, Check[]>();
  const open: number[] = [];
  const add = (since: number, range: Range, some: readonly Known[]): void => {
    for (const { name, as } of some) {
      const list = all.get(name) ?? [];
      if (list.length < MAX_CHECKS) list.push({ ...range, as, since });
      all.set(name, list);
    }
  };
  for (const [index, { kind, text }] of tokens.list.entries()) {
    while (open.length > 0 && (open.at(-1) ?? 0) <= index) open.pop();
    if (kind === 'symbol' && text === '{') open.push(closingOf(tokens, index));
    const next = tokenAt(tokens, index + 1).text;
    if (text === '?' && tokens.dialect === 'java') ofTernary(tokens, index, add);
    if (kind !== 'word') continue;
    if (text === 'if' && next === '(') ofIf(tokens, index, open.at(-1) ?? 0, add);
    else if (text === 'when' && (next === '(' || next === '{') && tokens.dialect === 'kotlin') ofWhen(tokens, index, add);
  }
  return all;
}

type Add = (since: number, range: Range, some: readonly Known[]) => void;

function ofIf(tokens: Tokens, index: number, end: number, add: Add): void {
  const close = closingOf(tokens, index + 1);
  const { yes, no } = conditionIn(tokens, { from: index + 2, to: close });
  if (yes.length === 0 && no.length === 0) return;
  const then = { from: close + 1, to: statementEnd(tokens, close + 1) };
  add(index, then, yes);
  const hasElse = tokenAt(tokens, then.to).text === 'else';
  const other = hasElse ? { from: then.to + 1, to: statementEnd(tokens, then.to + 1) } : { from: then.to, to: then.to };
  if (hasElse) add(index, other, no);
  const after = { from: other.to, to: Math.max(end, other.to) };
  if (leaves(tokens, then)) add(index, after, no);
  else if (hasElse && leaves(tokens, other)) add(index, after, yes);
}

/** Java's `x == null ? … : …` */
function ofTernary(tokens: Tokens, index: number, add: Add): void {
  const start = conditionStart(tokens, index);
  const { yes, no } = start === undefined ? NOTHING : conditionIn(tokens, { from: start, to: index });
  if (yes.length === 0 && no.length === 0) return;
  let colon: number | undefined;
  let depth = 0;
  let at = index + 1;
  for (; at < index + MAX_TERNARY; at++) {
    const { text } = tokenAt(tokens, at);
    if (text === '(' || text === '{' || text === '[') at = closingOf(tokens, at);
    else if (text === '?') depth += 1;
    else if (text === ':' && depth > 0) depth -= 1;
    else if (text === ':' && colon === undefined) colon = at;
    else if (/^[),;}\]:]$/.test(text)) break;
  }
  if (colon === undefined) return;
  add(index, { from: index + 1, to: colon }, yes);
  add(index, { from: colon + 1, to: at }, no);
}
const MAX_TERNARY = 400;

/** The start of the condition that ends before a position; undefined if it is too long. */
function conditionStart(tokens: Tokens, end: number): number | undefined {
  for (let at = end - 1; at > end - MAX_CONDITION; at--) {
    const { text } = tokenAt(tokens, at);
    if (text === ')' || text === ']') at = openingOf(tokens, at);
    else if (/^(?:[({[,;}:?]|return|->)$/.test(text)) return at + 1;
    else if (text === '=' && !/^[=!<>]$/.test(tokenAt(tokens, at - 1).text) && tokenAt(tokens, at + 1).text !== '=')
      return at + 1;
  }
  return undefined;
}

/** `when (x) { is A -> …; null -> …; else -> … }`, `when { x == null -> … }` */
function ofWhen(tokens: Tokens, index: number, add: Add): void {
  const hasSubject = tokenAt(tokens, index + 1).text === '(';
  const isNamed = hasSubject && tokenAt(tokens, index + 2).text === 'val';
  const subject = hasSubject ? tokenAt(tokens, index + (isNamed ? 3 : 2)).text : undefined;
  const isPlain = isNamed || closingOf(tokens, index + 1) === index + 3;
  const open = hasSubject ? closingOf(tokens, index + 1) + 1 : index + 1;
  if (tokenAt(tokens, open).text !== '{' || (hasSubject && !isPlain)) return;
  const to = closingOf(tokens, open);
  const left: Known[] = [];
  for (let at = open + 1, count = 0; at < to && count < MAX_ARMS; count++) {
    const arrow = arrowAfter(tokens, at, to);
    if (arrow === undefined) return;
    const body = { from: arrow + 1, to: statementEnd(tokens, arrow + 1) };
    const { yes, no } = conditionIn(tokens, { from: at, to: arrow }, subject);
    add(index, body, [...left, ...yes]);
    left.push(...no);
    at = Math.max(body.to, arrow + 1);
    if (tokenAt(tokens, at).text === ';') at += 1;
  }
}

function arrowAfter(tokens: Tokens, from: number, to: number): number | undefined {
  for (let at = from; at < Math.min(to, from + MAX_CONDITION); at++) {
    const { text } = tokenAt(tokens, at);
    if (text === '->') return at;
    if (text === '(' || text === '{' || text === '[') at = closingOf(tokens, at);
  }
  return undefined;
}

const NOTHING: Condition = { yes: [], no: [] };

/** `x != null && y is T`, `x == null || y == null`; an arm of `when` does not repeat the subject. */
function conditionIn(tokens: Tokens, { from, to }: Range, subject?: string): Condition {
  if (to - from > MAX_CONDITION) return NOTHING;
  const atoms: Range[] = [];
  const between = new Set<string>();
  let start = from;
  for (let at = from; at < to; at++) {
    const { kind, text } = tokenAt(tokens, at);
    if (kind === 'symbol' && (text === '(' || text === '[' || text === '{')) at = closingOf(tokens, at);
    else if (text === '&&' || text === '||' || (subject !== undefined && text === ',')) {
      atoms.push({ from: start, to: at });
      between.add(text);
      start = at + 1;
    }
  }
  atoms.push({ from: start, to });
  const all = atoms.map((atom) => atomIn(tokens, atom, subject));
  if (between.size > 1) return NOTHING;
  return {
    yes: between.size === 0 || between.has('&&') ? all.flatMap(({ yes }) => yes) : [],
    no: between.has('&&') ? [] : all.flatMap(({ no }) => no),
  };
}

const IS_TYPE = /^(?:(\w{1,100}) )?(! )?is /;
const MAX_ATOM = 24;

function atomIn(tokens: Tokens, { from, to }: Range, subject: string | undefined): Condition {
  if (to - from > MAX_ATOM) return NOTHING;
  const written = Array.from({ length: to - from }, (_, ahead) => tokenAt(tokens, from + ahead).text).join(' ');
  if (subject !== undefined && written === 'null') return isNull(subject, true);
  const tested = testIn(tokens, { from, to });
  if (tested !== undefined) return tested;
  const typed = IS_TYPE.exec(written);
  const name = typed?.[1] ?? subject;
  if (typed === null || name === undefined) return NOTHING;
  const cursor: Cursor = { tokens, at: from + typed[0].trimEnd().split(' ').length };
  const type = typeRef(cursor);
  return type === undefined || cursor.at !== to ? NOTHING : sorted({ name, as: type }, typed[2] === undefined);
}

function isNull(name: string, holds: boolean): Condition {
  const [yes, no] = [[{ name, as: 'nothing' as const }], [{ name, as: 'something' as const }]];
  return holds ? { yes, no } : { yes: no, no: yes };
}

const NULL_TEST = /^([!=]) ?=(?: ?=)? null$/;
/** Calls with the value that they test; whether null makes them true. */
const TESTS: Readonly<Record<string, boolean>> = {
  ...{ 'Objects.isNull': true, 'Objects.nonNull': false, 'StringUtils.isEmpty': true, 'StringUtils.isBlank': true },
  ...{
    'StringUtils.hasText': false,
    'StringUtils.hasLength': false,
    'StringUtils.isNotEmpty': false,
    'StringUtils.isNotBlank': false,
  },
};
const ABSENT_OR_EMPTY = /\.isNullOr(?:Empty|Blank)\(\)$/;

/** `x == null`, `null != x.name()`, `Objects.nonNull(x)`, `!x.name.isNullOrBlank()` */
function testIn(tokens: Tokens, { from, to }: Range): Condition | undefined {
  const text = (start: number, end: number): string =>
    Array.from({ length: Math.max(0, end - start) }, (_, ahead) => tokenAt(tokens, start + ahead).text).join(' ');
  const isNot = tokenAt(tokens, from).text === '!';
  const first = pathAt(tokens, from + (isNot ? 1 : 0), to);
  if (first === undefined) return undefined;
  if (first.name === 'null' && !isNot) {
    const second = [1, 2, 3].map((ahead) => pathAt(tokens, from + ahead, to)).find((one) => one?.to === to);
    const how = second && NULL_TEST.exec(`${text(from + 1, second.from)} null`);
    return how ? isNull(second?.name ?? '', how[1] === '=') : undefined;
  }
  if (first.to === to && ABSENT_OR_EMPTY.test(first.name))
    return sorted({ name: first.name.replace(ABSENT_OR_EMPTY, ''), as: 'something' }, isNot);
  const isNullTrue = Object.hasOwn(TESTS, first.name) ? TESTS[first.name] : undefined;
  if (isNullTrue !== undefined && tokenAt(tokens, first.to).text === '(' && closingOf(tokens, first.to) === to - 1) {
    const given = pathAt(tokens, first.to + 1, to - 1);
    return given?.to === to - 1 ? sorted({ name: given.name, as: 'something' }, isNullTrue === isNot) : undefined;
  }
  const how = isNot ? null : NULL_TEST.exec(text(first.to, to));
  return how ? isNull(first.name, how[1] === '=') : undefined;
}

/** Methods whose next result is another: `queue.poll()`. */
const TAKES = /^(?:next|poll|pop|take|remove|read|receive|find|fetch|load|create)/;

/** A variable or a member of one, `row`, `this.row`, `row?.name`, `row.getName()`; without `this.`, and with `.` alone. */
function pathAt(tokens: Tokens, start: number, to: number): (Range & { readonly name: string }) | undefined {
  const from = tokenAt(tokens, start).text === 'this' && tokenAt(tokens, start + 1).text === '.' ? start + 2 : start;
  if (tokenAt(tokens, from).kind !== 'word' || from >= to) return undefined;
  let name = tokenAt(tokens, from).text;
  let at = from + 1;
  while (at + 1 < to && /^\??\.$/.test(tokenAt(tokens, at).text) && tokenAt(tokens, at + 1).kind === 'word') {
    const isCall = tokenAt(tokens, at + 2).text === '(' && tokenAt(tokens, at + 3).text === ')';
    const member = tokenAt(tokens, at + 1).text;
    if (isCall && TAKES.test(member)) return undefined;
    name += `.${member}${isCall ? '()' : ''}`;
    at += isCall ? 4 : 2;
  }
  return { name, from: start, to: at };
}

const sorted = (one: Known, holds: boolean): Condition => (holds ? { yes: [one], no: [] } : { yes: [], no: [one] });

/** The position after the statement that begins here, with its whole `else if` chain. */
function statementEnd(tokens: Tokens, from: number): number {
  let at = from;
  for (let link = 0; link < MAX_CHAIN; link++) {
    if (tokenAt(tokens, at).text !== 'if' || tokenAt(tokens, at + 1).text !== '(') return simpleEnd(tokens, at);
    const end = simpleEnd(tokens, closingOf(tokens, at + 1) + 1);
    if (tokenAt(tokens, end).text !== 'else') return end;
    at = end + 1;
  }
  return from;
}

const GOES_ON = /^(?:\.|\?\.|\?:|&&|\|\||->|as)$/;

function simpleEnd(tokens: Tokens, from: number): number {
  if (tokenAt(tokens, from).text === '{') return closingOf(tokens, from) + 1;
  for (let at = from; at < tokens.list.length; at++) {
    const { kind, text, first } = tokenAt(tokens, at);
    if (at > from && text === 'else') return at;
    if (tokens.dialect === 'kotlin' && at > from && first && !GOES_ON.test(text)) return at;
    if (kind !== 'symbol') continue;
    if (text === ';') return at + 1;
    if (text === '}' || text === ')') return at;
    if (text === '(' || text === '{' || text === '[') at = closingOf(tokens, at);
  }
  return tokens.list.length;
}

/** Does the branch leave the function or loop, so that code after it does not run? */
function leaves(tokens: Tokens, { from, to }: Range): boolean {
  let head = -1;
  for (let at = tokenAt(tokens, from).text === '{' ? from + 1 : from; at < to; at++) {
    const { kind, text, first } = tokenAt(tokens, at);
    const before = tokenAt(tokens, at - 1).text;
    const isStatement = at === from || first || /^[{};]$/.test(before);
    if (
      kind === 'word' &&
      /^(?:return|throw|continue|break)$/.test(text) &&
      isStatement &&
      head !== at - 1 &&
      !NOT_ALWAYS.test(before)
    )
      return true;
    if (kind !== 'symbol' || !(text === '(' || text === '{' || text === '[')) continue;
    at = closingOf(tokens, at);
    if (/^(?:if|while|for|when)$/.test(before)) head = at;
  }
  return false;
}

const NOT_ALWAYS = /^(?:else|->|\?:)$/;
