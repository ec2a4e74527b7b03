import type { Expression } from '../../../facts/expression.js';
import { type Handler, type Sent, sentBy } from './sends.js';
import { returnsOf } from './syntax/returns.js';
import { afterBracket, find, isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { conditional } from './values.js';

/** A template with or without its optional parameter, and the responses in that case. */
interface Way {
  readonly template: Expression;
  readonly sent: Sent;
}

const OPTIONAL = /\/?\{(\w{1,80})(?::[^{}?]{0,200})?\?\}/g;

/**
 * A handler's responses for a template with an optional parameter. If the handler tests for the parameter, the two paths have
 * their own responses. https://learn.microsoft.com/aspnet/core/fundamentals/routing#route-templates
 */
export function waysOf(template: Expression, handler: Handler): readonly Way[] {
  const text = template.kind === 'literal' ? String(template.value) : '';
  const [first, ...others] = text.matchAll(OPTIONAL);
  const parameter = handler.parameters.find(({ name }) => name.toLowerCase() === first?.[1]?.toLowerCase());
  const whole: readonly Way[] = [{ template, sent: sentBy(handler) }];
  if (first === undefined || others.length > 0 || parameter === undefined) return whole;
  const { tokens } = handler.scope.source;
  const range = handler.expression ?? handler.body;
  if (range === undefined || !isAsked(tokens, range, parameter.name)) return whole;
  const split = splitBy(handler, parameter.name);
  const start = text.slice(0, first.index);
  const end = text.slice(first.index + first[0].length);
  const answers = (only: readonly Range[] | undefined): Sent =>
    only === undefined
      ? { responses: [], incomplete: `which of its answers are sent without ${parameter.name} is decided when it runs` }
      : sentBy({ ...handler, only });
  return [
    { template: { kind: 'literal', value: `${start}${first[0].replace('?}', '}')}${end}` }, sent: answers(split?.given) },
    { template: { kind: 'literal', value: `${start}${end}` }, sent: answers(split?.missing) },
  ];
}

/** Does a condition test the parameter? */
function isAsked(tokens: Tokens, { from, to }: Range, name: string): boolean {
  for (let at = from; at < to; at++) {
    if (textAt(tokens, at) !== name || textAt(tokens, at - 1) === '.') continue;
    if (/^(?:is|==|!=|\?|switch)$/.test(textAt(tokens, at + 1)) || textAt(tokens, at + 2) === 'HasValue') return true;
    if (/^IsNullOr(?:Empty|WhiteSpace)$/.test(textAt(tokens, at - 2))) return true;
  }
  return false;
}

interface Split {
  readonly given: readonly Range[];
  readonly missing: readonly Range[];
}

/** The returned expressions with the parameter and without it; undefined if the code does not show which is which. */
function splitBy(handler: Handler, name: string): Split | undefined {
  const { scope, expression, body } = handler;
  const { tokens } = scope.source;
  const given: Range[] = [];
  const missing: Range[] = [];
  let [isGiven, isMissing] = [true, true];
  // after that, further tests concern only one of the two cases
  const isKnown = (): boolean => !isGiven || !isMissing;
  const add = (ranges: readonly Range[]): void => {
    if (isGiven) given.push(...ranges);
    if (isMissing) missing.push(...ranges);
  };
  const returned = (range: Range): boolean => {
    const test = testIn(tokens, range, name);
    const [first, second] = (test === undefined ? undefined : conditional(scope, range)) ?? [];
    if (test === undefined || first === undefined || second === undefined) {
      add([range]);
      return isKnown() || !isAsked(tokens, range, name);
    }
    if (isGiven) given.push(test === 'given' ? first : second);
    if (isMissing) missing.push(test === 'given' ? second : first);
    return true;
  };
  if (expression !== undefined) return returned(expression) ? { given, missing } : undefined;
  if (body === undefined) return undefined;
  for (let at = body.from; at < body.to; ) {
    const test = textAt(tokens, at) === 'if' ? testIn(tokens, conditionAt(tokens, at, body.to), name) : undefined;
    const end = statementEnd(tokens, at, body.to);
    if (test === undefined) {
      const ranges = returnsOf(tokens, { from: at, to: end });
      const isReturn = textAt(tokens, at) === 'return';
      const [only] = ranges;
      if (isReturn && only !== undefined ? !returned(only) : !isKnown() && isAsked(tokens, { from: at, to: end }, name))
        return undefined;
      if (!isReturn) add(ranges);
      at = end;
      continue;
    }
    const start = conditionAt(tokens, at, body.to).to + 1;
    const inside = { from: start, to: statementEnd(tokens, start, body.to) };
    if (textAt(tokens, inside.to) === 'else') return undefined;
    const ranges = returnsOf(tokens, inside);
    if (test === 'given' ? isGiven : isMissing) (test === 'given' ? given : missing).push(...ranges);
    // the code after this belongs to the other case alone
    if (isLeft(tokens, inside)) [isGiven, isMissing] = test === 'given' ? [false, isMissing] : [isGiven, false];
    at = inside.to;
  }
  return { given, missing };
}

/** The range between the parentheses after `if`. */
function conditionAt(tokens: Tokens, at: number, to: number): Range {
  return { from: at + 2, to: afterBracket(tokens, at + 1, to) - 1 };
}

/** The position after a statement: after its semicolon or its block. */
function statementEnd(tokens: Tokens, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const text = textAt(tokens, at);
    if (text === ';') return at + 1;
    if (text === '{') {
      const end = afterBracket(tokens, at, to);
      const isBlock = at === from || textAt(tokens, at - 1) === ')' || /^(?:else|try|finally|do)$/.test(textAt(tokens, at - 1));
      if (isBlock && !/^(?:else|catch|finally|while)$/.test(textAt(tokens, end))) return end;
      at = end;
    } else at = text === '(' || text === '[' ? afterBracket(tokens, at, to) : at + 1;
  }
  return to;
}

/** Does a block surely end with `return` or `throw`? */
function isLeft(tokens: Tokens, { from, to }: Range): boolean {
  const inside = textAt(tokens, from) === '{' ? { from: from + 1, to: to - 1 } : { from, to };
  let last = inside.from;
  for (let at = inside.from; at < inside.to; at = statementEnd(tokens, at, inside.to)) last = at;
  return /^(?:return|throw)$/.test(textAt(tokens, last));
}

/** `id is null`, `id == null`, `!id.HasValue`, `string.IsNullOrEmpty(id)` and their opposites, as the whole condition or before a `?`. */
function testIn(tokens: Tokens, range: Range, name: string): 'given' | 'missing' | undefined {
  const question = find(tokens, range, new Set(['?']));
  const { from } = range;
  const to = question < 0 ? range.to : question;
  const isNot = textAt(tokens, from) === '!';
  const words = tokens.list.slice(isNot ? from + 1 : from, to).map(({ text }) => text);
  const found = TESTS.find(
    ([pattern]) => pattern.length === words.length && pattern.every((one, index) => (one === '$' ? name : one) === words[index]),
  );
  if (found === undefined || !isWord(tokens, to - 1 - (words.at(-1) === ')' ? 1 : 0))) return undefined;
  return (found[1] === 'missing') === isNot ? 'given' : 'missing';
}

const TESTS: readonly (readonly [pattern: readonly string[], means: 'given' | 'missing'])[] = [
  [['$', 'is', 'null'], 'missing'],
  [['$', '==', 'null'], 'missing'],
  [['$', 'is', 'not', 'null'], 'given'],
  [['$', '!=', 'null'], 'given'],
  [['$', '.', 'HasValue'], 'given'],
  ...['IsNullOrEmpty', 'IsNullOrWhiteSpace'].flatMap((method): [readonly string[], 'missing'][] =>
    ['string', 'String'].map((type) => [[type, '.', method, '(', '$', ')'], 'missing']),
  ),
];
