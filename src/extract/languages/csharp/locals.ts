import type { Expression } from '../../../facts/expression.js';
import { append } from '../../../model/multi-map.js';
import { type LaterValues, laterValuesIn, setLater } from './later-values.js';
import { localAt } from './local-functions.js';
import { isThere, type ReadValue, type Scope, type Variable, Variables } from './source.js';
import { readParameters } from './syntax/parse-parts.js';
import type { Parameter } from './syntax/syntax.js';
import { afterBracket, find, isWord, type Range, split, type Tokens, textAt } from './syntax/tokens.js';
import { readArguments, readType, type TypeSyntax } from './syntax/type-syntax.js';
import { typeExpression, typeMade, unknown, widened } from './types.js';
import { openBefore, readers } from './variable-uses.js';

/** The scope inside a function: its parameters, and the variables that its body declares. */
export function functionScope(scope: Scope, parameters: readonly Parameter[], body: Range | undefined, read: ReadValue): Scope {
  const variables = new Variables(scope.variables);
  const tested = body === undefined ? undefined : testedForNull(scope.source.tokens, body);
  const inside: Scope = { ...scope, variables, ...(tested !== undefined && { tested }) };
  const later = body && laterValuesIn(scope.source.tokens, body);
  for (const { name, type } of parameters) {
    const expression = type === undefined ? unknown(`the parameter ${name} has no declared type`) : typeExpression(scope, type);
    const given: Variable = { read: () => expression };
    variables.set(name, later === undefined ? given : setLater(inside, later, name, body?.from ?? 0, given, read));
  }
  if (body !== undefined && later !== undefined)
    addPatterns(inside, variables, body, read, addLocals(inside, variables, body, read, later));
  return inside;
}

const STATEMENT_STARTS = new Set([
  ...['{', '}', ';', '(', ')', 'out', 'is', 'using', 'await', ':', 'const'],
  ...['static', 'async', 'case'],
]);
/** Maximum number of variables with the same name in one function that are compared. */
const MAX_SAME = 20;
const SEMICOLON = new Set([';']);
const KEYWORDS = new Set([
  ...['return', 'throw', 'new', 'await', 'yield', 'else', 'in', 'is', 'as', 'not', 'and', 'or', 'case', 'goto', 'when', 'using'],
  ...['from', 'where', 'select', 'default', 'typeof', 'nameof', 'out', 'ref', 'if', 'while', 'do', 'this', 'base'],
]);

/** `T x = …`, `var x = …`, `foreach (var x in …)`, `out T x`, `is T x`. */
function addLocals(
  scope: Scope,
  variables: Variables,
  { from, to }: Range,
  read: ReadValue,
  later: LaterValues,
): Map<string, number> {
  const { tokens } = scope.source;
  const own = new Map<string, number>();
  const changed = changedNames(tokens, { from, to });
  const isRead = readers(tokens, { from, to });
  for (let at = from; at < to; at++) {
    const before = at === from ? '{' : textAt(tokens, at - 1);
    if (!STATEMENT_STARTS.has(before) || !canStart(tokens, at)) continue;
    for (const [name, part] of partsAt(scope, at, to, read)) {
      variables.set(name, own.has(name) ? either(variables.get(name), part) : unlessNull(part, isThere(scope, name, to)));
      own.set(name, (own.get(name) ?? 0) + 1);
    }
    const type = readType(tokens, at, to);
    if (type === undefined || !isWord(tokens, type.next) || type.next >= to || KEYWORDS.has(textAt(tokens, type.next))) continue;
    const name = textAt(tokens, type.next);
    const value = declaredValue(tokens, type.next + 1, to, before);
    if (value === undefined) {
      const local = localAt(tokens, type.next, to);
      if (local !== undefined) variables.set(name, own.has(name) ? either(variables.get(name), local) : local);
      continue;
    }
    const isText = value.kind === 'value' && (isNamed(type.type, 'string') || tokens.list[value.range.from]?.kind === 'string');
    // the members of what is made here are known, whatever is set in others later
    const sets = value.kind === 'value' && textAt(tokens, value.range.from) === 'new' ? later.places : undefined;
    const isUnchanged = (): boolean => isRead(name, sets);
    const isFixed = value.kind === 'value' && (before === 'const' || (isText && !changed.has(name)));
    const reading = unlessNull(
      isFixed
        ? once(() => orDeclared(read(scope, value.range), scope, type.type))
        : setLater(scope, later, name, at, lazily(scope, type.type, value, read, isUnchanged), read),
      isThere(scope, name, to),
    );
    const count = own.get(name) ?? 0;
    const known =
      value.kind === 'value' && !changed.has(name) ? { ...reading, range: value.range, isRead: isUnchanged } : reading;
    if (count < MAX_SAME) variables.set(name, count > 0 ? either(variables.get(name), reading) : known);
    else variables.set(name, { read: () => unknown('many variables have this name') });
    own.set(name, count + 1);
  }
  return own;
}

/** The variables of `var (a, b) = x;` and `(A a, var b) = x;`, each of which is one item of a tuple. */
function partsAt(scope: Scope, at: number, to: number, read: ReadValue): readonly (readonly [string, Variable])[] {
  const { tokens } = scope.source;
  const open = textAt(tokens, at) === 'var' ? at + 1 : at;
  if (textAt(tokens, open) !== '(') return [];
  const close = afterBracket(tokens, open, to);
  if (textAt(tokens, close) !== '=' || close >= to) return [];
  const end = find(tokens, { from: close + 1, to }, SEMICOLON);
  const of = once(() => read({ ...scope, lent: true }, { from: close + 1, to: end < 0 ? to : end }));
  return readParameters(tokens, { from: open + 1, to: close - 1 }).flatMap(({ name, type }, index) => {
    if (name === '_' || (type === undefined && open === at)) return [];
    const isOpen = type === undefined || isNamed(type, 'var');
    const part = (): Expression => ({ kind: 'member', of: of.read(), name: `Item${index + 1}` });
    return [[name, { read: isOpen ? part : () => typeExpression(scope, type) }] as const];
  });
}

/**
 * `x is { } found`, `x is Found { Value: var note }`, the same in the arms of `x switch { … }`, and what the functions of
 * `x.Match(note => …, error => …)` are given.
 */
function addPatterns(scope: Scope, variables: Variables, { from, to }: Range, read: ReadValue, own: Map<string, number>): void {
  const { tokens } = scope.source;
  const add = (name: string, of: () => Expression): void => {
    const count = own.get(name) ?? 0;
    const reading = once(of);
    if (count < MAX_SAME) variables.set(name, count > 0 ? either(variables.get(name), reading) : reading);
    own.set(name, count + 1);
  };
  for (let at = from; at < to; at++) {
    const text = textAt(tokens, at);
    if (MATCHES.test(text)) addMatched(scope, at, { from, to }, read, add);
    if (text !== 'is' && text !== 'switch') continue;
    for (const arm of armsAt(tokens, at, to)) {
      const isWhole = /^(?:\{|var)$/.test(textAt(tokens, arm.from));
      const type = isWhole ? undefined : readType(tokens, arm.from, arm.to);
      if (!isWhole && type === undefined) continue;
      const subject = once(() =>
        type === undefined ? read(scope, subjectBefore(tokens, at, from)) : typeExpression(scope, type.type),
      );
      if (text === 'switch' || textAt(tokens, type?.next ?? arm.from) === '{')
        addPattern(tokens, { from: type?.next ?? arm.from, to: arm.to }, subject.read, add);
    }
  }
}

/** The patterns after `is`, or before the arrows of a switch expression. */
function armsAt(tokens: Tokens, at: number, to: number): readonly Range[] {
  if (textAt(tokens, at) === 'switch') {
    if (textAt(tokens, at + 1) !== '{') return [];
    const inside = { from: at + 2, to: afterBracket(tokens, at + 1, to) - 1 };
    return split(tokens, inside, ',').map((arm) => ({ from: arm.from, to: Math.max(arm.from, find(tokens, arm, ARM)) }));
  }
  const open = textAt(tokens, at + 1) === '{' ? at + 1 : (readType(tokens, at + 1, to)?.next ?? to);
  return textAt(tokens, open) === '{' ? [{ from: at + 1, to: Math.min(to, afterBracket(tokens, open, to) + 1) }] : [];
}

/** `{ Value: var note } found`, `var found`, or the name after a type. */
function addPattern(
  tokens: Tokens,
  { from, to }: Range,
  of: () => Expression,
  add: (name: string, of: () => Expression) => void,
  depth = 0,
): void {
  const open = textAt(tokens, from) === '{' ? from : -1;
  const name = textAt(tokens, to - 1);
  if (isWord(tokens, to - 1) && !KEYWORDS.has(name) && (open < 0 ? to - from <= 2 : true)) add(name, () => unlessUnknown(of()));
  if (open < 0 || depth > MOST_NESTED) return;
  for (const part of split(tokens, { from: open + 1, to: afterBracket(tokens, open, to) - 1 }, ',')) {
    const colon = find(tokens, part, COLON);
    if (colon !== part.from + 1) continue;
    const member = (): Expression => ({ kind: 'member', of: of(), name: textAt(tokens, part.from) });
    const isPlain = textAt(tokens, colon + 1) === '{' || part.to === colon + 3;
    if (isPlain) addPattern(tokens, { from: colon + 1, to: part.to }, member, add, depth + 1);
  }
}
const COLON = new Set([':']);
/** Patterns within patterns that are read. */
const MOST_NESTED = 5;

const unlessUnknown = (of: Expression): Expression =>
  of.kind === 'unknown' ? of : { kind: 'operator', operator: 'non-null', of };

/** The parameters of functions that `Match` is given; a method that is passed by its name has its value under its position. */
function addMatched(
  scope: Scope,
  at: number,
  { from, to }: Range,
  read: ReadValue,
  add: (name: string, of: () => Expression) => void,
): void {
  const { tokens } = scope.source;
  const open = textAt(tokens, at + 1) === '<' ? (readArguments(tokens, at + 1, to)?.next ?? to) : at + 1;
  if (textAt(tokens, at - 1) !== '.' || textAt(tokens, open) !== '(') return;
  const subject = once(() => read(scope, subjectBefore(tokens, at - 1, from)));
  const given = split(tokens, { from: open + 1, to: afterBracket(tokens, open, to) - 1 }, ',');
  for (const [index, part] of given.entries()) {
    const start = textAt(tokens, part.from + 1) === ':' ? part.from + 2 : part.from;
    const isOne = textAt(tokens, start + 1) === '=>' || textAt(tokens, start) === 'async';
    const name = textAt(tokens, isOne ? (textAt(tokens, start) === 'async' ? start + 1 : start) : part.to - 1);
    const isGroup = !isOne && part.to - start <= MOST_CHAINED && find(tokens, { from: start, to: part.to }, NO_GROUP) < 0;
    if (isOne || isGroup) add(isOne ? name : groupNamed(part.to - 1), () => matchedPart(subject.read(), index));
  }
}
const NO_GROUP = new Set(['=>', '(', '{']);
/** Methods of results that take a function for each form of the result. */
export const MATCHES = /^(?:Match|MatchAsync|MatchFirst|MatchFirstAsync|Fold|Switch|SwitchAsync)$/;
/** The name of the value that a method gets which stands alone at this token. */
export const groupNamed = (at: number): string => `group@${at}`;

/** What the function at this place in `Match` is given: what its declaration says, or the value for the first. */
function matchedPart(of: Expression, index: number): Expression {
  if (of.kind === 'unknown') return of;
  const declared: Expression = { kind: 'member', of, name: matchMember(index) };
  if (index > 0) return declared;
  const value: Expression = { kind: 'operator', operator: 'non-null', of: { kind: 'member', of, name: 'Value' } };
  return { kind: 'operator', operator: 'first-known', of: value, keys: declared };
}
/** Name of the hidden member with what a function that `Match` is given gets. */
export const matchMember = (index: number): string => `(match ${index})`;
const ARM = new Set(['=>', 'when']);

/** The names and calls right before a position: `await books.Find(id)` in `await books.Find(id) is { } book`. */
function subjectBefore(tokens: Tokens, to: number, start: number): Range {
  let from = to;
  while (from > start) {
    const text = textAt(tokens, from - 1);
    const mate = /^[)\]>]$/.test(text) ? tokens.mates[from - 1] : undefined;
    if (mate !== undefined && mate >= start) from = mate;
    else if ((isWord(tokens, from - 1) && (text === 'await' || !KEYWORDS.has(text))) || /^[.?!]$/.test(text)) from -= 1;
    else break;
  }
  return { from, to };
}

/** Names that code assigns again after their declaration. */
function changedNames(tokens: Tokens, { from, to }: Range): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = from + 1; at < to; at++) {
    if (!isWord(tokens, at)) continue;
    const [before, after] = [textAt(tokens, at - 1), textAt(tokens, at + 1)];
    const isSet = after === '=' && /^(?:[;{}(),]|\)|=|=>|\?|:|else|ref|out)$/.test(before);
    if (isSet || /^(?:[-+*/%&|^]=|\?\?=|\+\+|--)$/.test(after) || /^(?:ref|out)$/.test(before)) names.add(textAt(tokens, at));
    else if (/^[-+*?]$/.test(after) && /^[=+-]$/.test(textAt(tokens, at + 2))) names.add(textAt(tokens, at));
  }
  return names;
}

/** `string.IsNullOrEmpty(x)`, `ArgumentNullException.ThrowIfNull(x)` */
const TESTS = /^(?:IsNullOr(?:Empty|WhiteSpace)|ThrowIfNull(?:Or\w{1,20})?)$/;

/** Names, and chains of names, that code compares with null, or replaces where they are null. */
function testedForNull(tokens: Tokens, { from, to }: Range): ReadonlyMap<string, readonly Range[]> {
  const names = new Map<string, Range[]>();
  const whole: Range = { from, to: to + 1 };
  let guarded: Range | undefined;
  for (let at = from; at < to; at++) {
    if (!isWord(tokens, at)) continue;
    if (textAt(tokens, at) === 'if') guarded = guardedBy(tokens, at, to);
    const asked = asksWhetherThere(tokens, at);
    const place = (asked && (chosenBy(tokens, at, to) ?? (guarded && at < guarded.from ? guarded : undefined))) || whole;
    const mark = textAt(tokens, at + 1);
    const isGiven = mark === ')' && TESTS.test(textAt(tokens, (tokens.mates[at + 1] ?? 0) - 1));
    const { kind, text = '' } = tokens.list[at + 2] ?? {};
    const isReplaced = mark === '??=' && (kind === 'string' || kind === 'number' || /^(?:new|true|false|string)$/.test(text));
    const isAsked = mark === '.' && textAt(tokens, at + 2) === 'HasValue';
    if (isGiven || isReplaced || isAsked) append(names, chainEndingAt(tokens, at) ?? '', place);
    const isTest = mark === 'is' || mark === '==' || mark === '!=';
    if (!isTest) continue;
    const other = textAt(tokens, at + 2) === 'not' ? textAt(tokens, at + 3) : textAt(tokens, at + 2);
    const chain = other === 'null' || other === '{' ? chainEndingAt(tokens, at) : undefined;
    if (chain !== undefined) append(names, chain, place);
  }
  return names;
}

/** The statement that runs where a condition holds; undefined: another one runs where it does not. */
function guardedBy(tokens: Tokens, at: number, to: number): Range | undefined {
  const from = afterBracket(tokens, at + 1, to);
  const end = textAt(tokens, from) === '{' ? afterBracket(tokens, from, to) : find(tokens, { from, to }, SEMICOLON) + 1;
  return end <= from || textAt(tokens, end) === 'else' ? undefined : { from, to: end };
}

/** The first of two values: `x != null ? first : second`. */
function chosenBy(tokens: Tokens, at: number, to: number): Range | undefined {
  const from = [3, 4].map((more) => at + more).find((one) => textAt(tokens, one) === '?');
  if (from === undefined) return undefined;
  for (let end = from, inner = 0; ; inner += textAt(tokens, end) === '?' ? 1 : -1) {
    end = find(tokens, { from: end + 1, to }, CHOICE);
    if (end < 0) return undefined;
    if (inner === 0 && textAt(tokens, end) === ':') return { from, to: end };
  }
}
const CHOICE = new Set(['?', ':']);

/** `x != null`, `x is not null`, `x is { … }`, `x.HasValue`, `!string.IsNullOrEmpty(x)`: the condition holds where there is a value. */
function asksWhetherThere(tokens: Tokens, at: number): boolean {
  const [mark, next, other] = [1, 2, 3].map((more) => textAt(tokens, at + more));
  const isPlain = mark === '!=' || (mark === 'is' && (next === '{' || (next === 'not' && other === 'null')));
  if (isPlain || (mark === '.' && next === 'HasValue')) {
    let start = at;
    while (textAt(tokens, start - 1) === '.') start -= 2;
    const before = textAt(tokens, start - 1);
    return isPlain ? before !== '(' || textAt(tokens, start - 2) !== '!' : before !== '!' && other !== '==';
  }
  const open = mark === ')' ? (tokens.mates[at + 1] ?? 0) : 0;
  return textAt(tokens, open - 4) === '!' && TESTS.test(textAt(tokens, open - 1));
}

/** The chain that ends here, `result.Value`; undefined if it does not begin with a name. */
function chainEndingAt(tokens: Tokens, at: number): string | undefined {
  let start = at;
  while (textAt(tokens, start - 1) === '.' && isWord(tokens, start - 2) && at - start < MOST_CHAINED) start -= 2;
  if (textAt(tokens, start - 1) === '.') return undefined;
  return tokens.list
    .slice(start, at + 1)
    .map(({ text }) => text)
    .join('');
}
const MOST_CHAINED = 20;

function unlessNull(variable: Variable, isTested: boolean): Variable {
  if (!isTested) return variable;
  return {
    read: () => unlessUnknown(variable.read()),
  };
}

function canStart(tokens: Tokens, at: number): boolean {
  return (isWord(tokens, at) || textAt(tokens, at) === '(') && !KEYWORDS.has(textAt(tokens, at));
}

/** What follows the name: a value, the list whose element it is, or nothing. Undefined if no variable is declared here. */
function declaredValue(tokens: Tokens, at: number, to: number, before: string): Declared | undefined {
  const mark = textAt(tokens, at);
  if (mark === '=') {
    const end = find(tokens, { from: at + 1, to }, SEMICOLON);
    return { kind: 'value', range: { from: at + 1, to: end < 0 ? to : end } };
  }
  if (mark === 'in' && before === '(') {
    const close = find(tokens, { from: at + 1, to }, new Set([')']));
    return { kind: 'element', range: { from: at + 1, to: close < 0 ? to : close } };
  }
  if (before === 'out') return foundIn(tokens, at) ?? { kind: 'none' };
  if (before === 'case') return mark === ':' || mark === 'when' ? { kind: 'none' } : undefined;
  return mark === ';' || before === 'is' ? { kind: 'none' } : undefined;
}

/** `books.TryGetValue(id, out var book)`: a value of the dictionary. */
function foundIn(tokens: Tokens, at: number): Declared | undefined {
  const called = (openBefore(tokens, at - 1, 0) ?? 0) - 1;
  if (textAt(tokens, called) !== 'TryGetValue' || textAt(tokens, called - 1) !== '.') return undefined;
  const { from, to } = subjectBefore(tokens, called - 1, 0);
  return { kind: 'element', range: { from: textAt(tokens, from) === '!' ? from + 1 : from, to } };
}

type Declared = { readonly kind: 'value' | 'element'; readonly range: Range } | { readonly kind: 'none' };

const isNamed = (type: TypeSyntax, name: string): boolean => type.kind === 'named' && type.name === name;

/** The value of a constant or a text; the declared type where a call returns the text. */
function orDeclared(value: Expression, scope: Scope, type: TypeSyntax): Expression {
  return isNamed(type, 'var') || !/^(?:unknown|returns|scalar)$/.test(value.kind) ? value : typeExpression(scope, type);
}

/** `isUnchanged`: no other code may set members of the value. */
function lazily(scope: Scope, type: TypeSyntax, declared: Declared, read: ReadValue, isUnchanged: () => boolean): Variable {
  return once(() => {
    if (!isNamed(type, 'var')) return typeExpression(scope, type);
    if (declared.kind === 'none') return unknown('a variable without a declared type');
    if (declared.kind === 'element') return { kind: 'element', of: read(scope, declared.range) };
    const value = isUnchanged() ? read(scope, declared.range) : typeMade(read({ ...scope, lent: true }, declared.range));
    return widened(value);
  });
}

/** A variable that is read on first use. */
function once(make: () => Expression): Variable {
  let known: Expression | undefined;
  let isReading = false;
  return {
    read: () => {
      if (known !== undefined) return known;
      if (isReading) return unknown('a variable that is made of itself');
      isReading = true;
      known = make();
      isReading = false;
      return known;
    },
  };
}

function either(one: Variable | undefined, other: Variable): Variable {
  if (one === undefined) return other;
  return {
    read: () => {
      const first = one.read();
      const same = JSON.stringify(first) === JSON.stringify(other.read());
      return same ? first : unknown('several variables have this name');
    },
  };
}
