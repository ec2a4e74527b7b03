import type { Expression } from '../../../facts/expression.js';
import { readChain } from './chains.js';
import { afterCreation, creationOf } from './creations.js';
import { queryOf } from './linq.js';
import { pieceText, wholeNumber } from './literals.js';
import type { Scope } from './source.js';
import { mask } from './syntax/mask.js';
import { readGiven } from './syntax/parse-parts.js';
import type { StringSpan } from './syntax/strings.js';
import { afterBracket, find, isWord, type Range, split, type Token, textAt, tokenize } from './syntax/tokens.js';
import { readType } from './syntax/type-syntax.js';
import { BOOLEAN, nullable, STRING, tupleOf, typeExpression, unknown, widened } from './types.js';

/** No real code nests expressions more deeply. */
const MAX_DEPTH = 40;
const depths = new WeakMap<Scope['source'], number>();

/** The static type of an expression; for a literal, its value. */
export function readValue(scope: Scope, range: Range): Expression {
  const depth = depths.get(scope.source) ?? 0;
  if (depth > MAX_DEPTH) return unknown('it is nested too deeply');
  depths.set(scope.source, depth + 1);
  try {
    return valueIn(scope, range);
  } finally {
    depths.set(scope.source, depth);
  }
}

const LAMBDA = new Set(['=>']);
const QUESTION = new Set(['?']);
const COLON = new Set([':']);
const COALESCE = new Set(['??']);
const SWITCH = new Set(['switch']);
const TESTS = new Set(['||', '&&', '==', '!=', '<=', '>=', 'is']);
const WITH = new Set(['with']);
const PLUS = new Set(['+']);
const MATH = new Set(['-', '*', '/', '%', '|', '&', '^']);
const BITS = /^[|&^]$/;

function valueIn(scope: Scope, { from, to }: Range): Expression {
  const { tokens } = scope.source;
  const first = textAt(tokens, from);
  if (from >= to) return unknown('nothing is written here');
  if (first === 'throw') return { kind: 'absent' };
  const query = queryOf(scope, { from, to }, readValue);
  if (query !== undefined) return query;
  const single = to === from + 1 ? tokens.list[from] : undefined;
  if (single !== undefined) {
    const literal = literalOf(scope, single);
    if (literal !== undefined) return literal;
  }
  const switched = find(tokens, { from, to }, SWITCH);
  if (switched > from && find(tokens, { from, to }, LAMBDA) < 0) return armsOf(scope, { from: switched + 2, to: to - 1 });
  if (find(tokens, { from, to }, LAMBDA) >= 0) return unknown('a function');
  const branches = conditional(scope, { from, to });
  if (branches !== undefined) return oneOf(branches.map((branch) => readValue(scope, branch)));
  return operated(scope, { from, to });
}

function oneOf(options: readonly Expression[]): Expression {
  const all = options.filter(({ kind }) => kind !== 'absent');
  return all.length === 1 && all[0] !== undefined ? all[0] : { kind: 'union', options: all };
}

/** The two values of `test ? a : b`; undefined for other expressions. */
export function conditional({ source: { tokens } }: Scope, range: Range): readonly Range[] | undefined {
  const question = find(tokens, range, QUESTION);
  if (question <= range.from) return undefined;
  let nested = 0;
  for (let at = question + 1; at < range.to; ) {
    const found = find(tokens, { from: at, to: range.to }, new Set(['?', ':']));
    if (found < 0) return undefined;
    if (textAt(tokens, found) === '?') nested += 1;
    else if (nested === 0)
      return [
        { from: question + 1, to: found },
        { from: found + 1, to: range.to },
      ];
    else nested -= 1;
    at = found + 1;
  }
  return undefined;
}

/** The values of the arms of a switch expression. */
function armsOf(scope: Scope, inside: Range): Expression {
  return oneOf(switchArms(scope, inside).map((arm) => readValue(scope, arm)));
}

export function switchArms({ source: { tokens } }: Scope, inside: Range): readonly Range[] {
  return split(tokens, inside, ',').flatMap((arm): Range[] => {
    const arrow = find(tokens, arm, LAMBDA);
    return arrow < 0 ? [] : [{ from: arrow + 1, to: arm.to }];
  });
}

function operated(scope: Scope, range: Range): Expression {
  const { tokens } = scope.source;
  const { from, to } = range;
  const copied = find(tokens, range, WITH);
  // the copy of a record has the types of its members
  if (copied > from && textAt(tokens, copied + 1) === '{') return readValue(scope, { from, to: copied });
  const otherwise = find(tokens, range, COALESCE);
  if (otherwise > from) {
    const left: Expression = { kind: 'operator', operator: 'non-null', of: readValue(scope, { from, to: otherwise }) };
    return oneOf([left, readValue(scope, { from: otherwise + 1, to })]);
  }
  if (find(tokens, range, TESTS) > from || textAt(tokens, from) === '!') return BOOLEAN;
  const as = find(tokens, range, new Set(['as']));
  if (as > from) {
    const type = readType(tokens, as + 1, to);
    return type === undefined ? unknown('a cast') : nullable(typeExpression(scope, type.type));
  }
  if (find(tokens, range, PLUS) > from) return sumOf(scope, split(tokens, range, '+'));
  if (textAt(tokens, from) === '-' && tokens.list[from + 1]?.kind === 'number' && to === from + 2)
    return numberOf(`-${textAt(tokens, from + 1)}`);
  const math = find(tokens, range, MATH);
  if (math > from) return calculated(scope, range, math);
  return primary(scope, range);
}

/** A concatenation, if one part is a text. */
function sumOf(scope: Scope, parts: readonly Range[]): Expression {
  const values = parts.map((part) => readValue(scope, part));
  const isText = values.some((value) => value.kind === 'text' || (value.kind === 'literal' && typeof value.value === 'string'));
  if (isText) return { kind: 'text', parts: values };
  if (values.every(({ kind }) => kind === 'member' || kind === 'name')) return { kind: 'text', parts: values, sum: true };
  return values.reduce((of, keys) => ({ kind: 'operator', operator: 'sum', of, keys }));
}

/** `a - b`, `a * b`: a number, if both are. */
function calculated(scope: Scope, { from, to }: Range, mark: number): Expression {
  if (BITS.test(textAt(scope.source.tokens, mark))) return unknown('it is calculated');
  const [of, keys] = [readValue(scope, { from, to: mark }), readValue(scope, { from: mark + 1, to })];
  return { kind: 'operator', operator: 'difference', of, keys };
}

function primary(scope: Scope, { from, to }: Range): Expression {
  const { tokens } = scope.source;
  const first = textAt(tokens, from);
  if (first === 'await') return readValue(scope, { from: from + 1, to });
  if (first === 'new' && afterCreation(scope, from, to) >= to) return creationOf(scope, { from, to }, readValue);
  if (first === 'typeof' || first === 'default' || first === 'stackalloc') return unknown(`\`${first}\``);
  const tuple = tupleIn(scope, { from, to });
  if (tuple !== undefined) return tuple;
  if (first === '[' && afterBracket(tokens, from, to) === to) return collection(scope, { from: from + 1, to: to - 1 });
  const cast = castOf(scope, { from, to });
  if (cast !== undefined) return cast;
  return readChain(scope, { from, to }, readValue);
}

/** `(a, name: b)`; undefined if it is no tuple. */
function tupleIn(scope: Scope, { from, to }: Range): Expression | undefined {
  const { tokens } = scope.source;
  if (textAt(tokens, from) !== '(' || afterBracket(tokens, from, to) !== to) return undefined;
  const items = readGiven(tokens, { from: from + 1, to: to - 1 });
  if (items.length < 2) return undefined;
  return tupleOf(items.map((one) => ({ name: one.name ?? '', value: widened(readValue(scope, one)) })));
}

/** `[a, b]`: a list with the type of the first item. */
function collection(scope: Scope, range: Range): Expression {
  const [first] = split(scope.source.tokens, range, ',');
  if (first === undefined || textAt(scope.source.tokens, first.from) === '..')
    return unknown('a collection without a declared type');
  return { kind: 'array', items: widened(readValue(scope, first)) };
}

function castOf(scope: Scope, { from, to }: Range): Expression | undefined {
  const { tokens } = scope.source;
  if (textAt(tokens, from) !== '(') return undefined;
  const close = afterBracket(tokens, from, to);
  if (close >= to || !(isWord(tokens, close) || tokens.list[close]?.kind !== 'mark' || textAt(tokens, close) === '('))
    return undefined;
  const type = readType(tokens, from + 1, close - 1);
  return type?.next === close - 1 ? typeExpression(scope, type.type) : undefined;
}

function literalOf(scope: Scope, token: Token): Expression | undefined {
  if (token.span !== undefined) return token.span.form === 'char' ? STRING : textOf(scope, token.span);
  if (token.kind === 'number') return numberOf(token.text);
  if (token.text === 'true' || token.text === 'false') return { kind: 'literal', value: token.text === 'true' };
  return token.text === 'null' ? { kind: 'literal', value: null } : undefined;
}

function numberOf(text: string): Expression {
  const value = wholeNumber(text);
  if (value !== undefined) return { kind: 'literal', value };
  // `1.0` is written like an integer
  const isWhole = /^-?[0-9_]*(?:\.0*)?[dDfFmM]?$/.test(text);
  return { kind: 'scalar', type: 'number', ...(isWhole ? {} : { format: /[mM]$/.test(text) ? 'decimal' : 'double' }) };
}

/** A string with holes, as a text of parts. */
function textOf(scope: Scope, span: StringSpan): Expression {
  const { text } = scope.source.tokens.masked;
  const piece = (from: number, to: number): Expression => ({
    kind: 'literal',
    value: pieceText(text.slice(from, to), span.form, span.dollars),
  });
  if (span.holes.length === 0) return piece(span.from, span.to);
  const parts: Expression[] = [];
  let at = span.from;
  for (const hole of span.holes) {
    if (hole.from - 1 > at) parts.push(piece(at, hole.from - 1));
    parts.push(holeOf(scope, text.slice(hole.from, hole.to)));
    at = hole.to + 1;
  }
  if (at < span.to) parts.push(piece(at, span.to));
  return { kind: 'text', parts };
}

/** The expression in a hole, read as a source of its own. */
function holeOf(scope: Scope, text: string): Expression {
  const tokens = tokenize(mask(text));
  const format = find(tokens, { from: 0, to: tokens.list.length }, COLON);
  const inside: Scope = { ...scope, source: { ...scope.source, tokens } };
  return readValue(inside, { from: 0, to: format < 0 ? tokens.list.length : format });
}
