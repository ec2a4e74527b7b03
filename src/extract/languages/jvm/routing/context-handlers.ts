import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { contextAnswers } from '../bodies/context-flow.js';
import type { Render } from '../bodies/context-states.js';
import { type ContextLibrary, contextLibrary } from '../bodies/contexts.js';
import { callableName, HANDLER, handlersOf, NAMELESS } from '../bodies/functions.js';
import { valueStart } from '../bodies/lambdas.js';
import { type Body, bodyOf, envAt, insideOf, readIn } from '../bodies/variables.js';
import { isSetAgain } from '../constants.js';
import { functionNamed } from '../free-names.js';
import { at, type Source, value } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Argument, Range, TypeDecl } from '../unit.js';

/** A lambda argument. */
export interface Lambda {
  readonly inner: Range;
  /** Its first parameter; Kotlin's `it` if it has none. */
  readonly name: string | undefined;
  /** Its last parameter. */
  readonly last?: string | undefined;
}

/** A lambda that fills the whole range; undefined for other expressions. */
export function lambdaAt(tokens: Tokens, { from, to }: Range): Lambda | undefined {
  const { text } = tokenAt(tokens, from);
  if (text === '{' && tokens.dialect === 'kotlin') return kotlinLambda(tokens, from);
  const isBracketed = text === '(';
  const arrow = isBracketed ? closingOf(tokens, from) + 1 : from + 1;
  if (tokenAt(tokens, arrow).text !== '->' || arrow >= to) return undefined;
  const isBlock = tokenAt(tokens, arrow + 1).text === '{';
  const inner = isBlock ? { from: arrow + 2, to: closingOf(tokens, arrow + 1) } : { from: arrow + 1, to };
  const comma = tokens.list.slice(from, arrow).findIndex((one) => one.text === ',');
  const last = comma < 0 ? arrow - (isBracketed ? 2 : 1) : from + comma - 1;
  const name = tokenAt(tokens, last);
  return { inner, name: name.kind === 'word' ? name.text : undefined, last: tokenAt(tokens, arrow - (isBracketed ? 2 : 1)).text };
}

function kotlinLambda(tokens: Tokens, open: number): Lambda {
  const close = closingOf(tokens, open);
  // a lambda inside has an arrow of its own
  const arrow = [1, 2, 3, 4, 5].map((ahead) => open + ahead).find((index) => /^(?:->|\{)$/.test(tokenAt(tokens, index).text));
  const isOwn = arrow !== undefined && arrow < close && tokenAt(tokens, arrow).text === '->';
  if (!isOwn) return { inner: { from: open + 1, to: close }, name: 'it' };
  return {
    inner: { from: arrow + 1, to: close },
    name: arrow === open + 1 ? undefined : tokenAt(tokens, open + 1).text,
    last: tokenAt(tokens, arrow - 1).text,
  };
}

/** `X::m`, `this::m`, `x::m`; undefined for other expressions. */
export function referenceAt(body: Body, { from, to }: Range): Expression | undefined {
  const { tokens } = body.source.unit;
  if (tokenAt(tokens, to - 2).text !== '::') return undefined;
  const name = tokenAt(tokens, to - 1).text;
  const env = envAt(body, from);
  if (to - 2 === from || tokenAt(tokens, from).text === 'this') return functionNamed(env, name);
  return { kind: 'member', of: readIn(body, { from, to: to - 2 }), name: `${name}()` };
}

/**
 * The handler of a route: a lambda, which becomes a callable in the facts; a reference; or an object whose method
 * `handle` handles requests.
 */
export function contextHandler(body: Body, range: Range, library: ContextLibrary, facts: Fact[], render?: Render): Expression {
  const { source } = body;
  const lambda = lambdaAt(source.unit.tokens, range);
  if (lambda === undefined) {
    const handled: Expression = { kind: 'member', of: readIn(body, range), name: 'handle()' };
    return referenceAt(body, range) ?? orNamed(body, range, handled);
  }
  const name = `handler@${range.from}`;
  const context = library.returns === true ? lambda.last : lambda.name;
  const answers =
    context === undefined
      ? { sends: [], incomplete: 'what its handler answers on is not named' }
      : contextAnswers(insideOf(body, lambda.inner), lambda.inner, context, library, render);
  facts.push({ kind: 'callable', name, ...answers, at: at(source, range.from) });
  return value(name);
}

/** The handler that a field has or a method makes, or else `of`. */
export function orNamed(body: Body, range: Range, of: Expression): Expression {
  const keys = namedHandler(body, range);
  return keys === undefined ? of : { kind: 'operator', operator: 'first-known', of, keys };
}

/** The handler that a field has or a method makes: `Books.all`, `Books.one(x)`, `all`, `this.one(x)`. */
function namedHandler({ source, decl, ...rest }: Body, { from, to }: Range): Expression | undefined {
  const { tokens } = source.unit;
  const end = tokenAt(tokens, to - 1).text === ')' ? openingOf(tokens, to - 1) : to;
  const { kind, text } = tokenAt(tokens, end - 1);
  const dot = end - 2;
  if (kind !== 'word' || dot < from - 1) return undefined;
  const isOwn = dot < from || (dot === from + 1 && tokenAt(tokens, from).text === 'this');
  if (isOwn) {
    const own = decl && handlersOf(decl).find(({ name }) => name === text);
    return own && value(callableName(decl, own) + HANDLER);
  }
  const of = (): Expression => readIn({ source, decl, ...rest }, { from, to: dot });
  return tokenAt(tokens, dot).text === '.' ? { kind: 'member', of: of(), name: `${text}${HANDLER}()` } : undefined;
}

/** Handlers that fields have and methods make, as callables: `static Handler all = ctx -> …`, `Handler one() { return ctx -> …; }` */
export function namedHandlers(source: Source, decl: TypeDecl): readonly Fact[] {
  const library = contextLibrary(source);
  const facts: Fact[] = [];
  for (const one of library === undefined ? [] : handlersOf(decl)) {
    const isField = !('parameters' in one);
    const body = bodyOf(source, decl, isField ? { ...NAMELESS, index: one.index } : one);
    const [only, ...others] = isField ? [one.value] : body.block.returns.map((returned) => returned.value);
    if (library === undefined || only === undefined || others.length > 0 || (isField && isSetAgain(source, one))) continue;
    const of = contextHandler(body, only, library, facts);
    const forwards = [{ call: { kind: 'returns', of }, why: 'what makes this handler is not followed' }] as const;
    facts.push({ kind: 'callable', name: callableName(decl, one) + HANDLER, forwards, at: at(source, one.index) });
  }
  return facts;
}

/** Maximum number of tokens between a call and its argument. */
const MAX_BACK = 60;

/** The call with a name as argument: its opening bracket, and the start of its receiver. */
export function callAround(tokens: Tokens, index: number): { readonly open: number; readonly from: number } {
  let open = index - 1;
  while (open > index - MAX_BACK && !(tokenAt(tokens, open).text === '(' && closingOf(tokens, open) > index)) open -= 1;
  return { open, from: valueStart(tokens, open - 1) };
}

/** The function that a whole expression calls: `m()`, `X.m()`, `x.m(y)`; undefined if it is no call. */
export function calledAt(body: Body, { from, to }: Range): Expression | undefined {
  const { tokens } = body.source.unit;
  for (let index = from; index < to; index++) {
    const { text } = tokenAt(tokens, index);
    if (text !== '(' || closingOf(tokens, index) !== to - 1) {
      if (text === '(' || text === '{' || text === '[') index = closingOf(tokens, index);
      continue;
    }
    const name = tokenAt(tokens, index - 1);
    if (name.kind !== 'word' || /^[A-Z]/.test(name.text)) return undefined;
    const isThis = tokenAt(tokens, from).text === 'this' && index - 1 === from + 2;
    if (index - 1 === from || isThis) return functionNamed(envAt(body, from), name.text);
    return { kind: 'member', of: readIn(body, { from, to: index - 2 }), name: `${name.text}()` };
  }
  return undefined;
}

/** A call: `name(given)`, `name(given) { … }`, `name { … }`. */
export interface Call {
  readonly name: string;
  readonly index: number;
  /** A Kotlin trailing lambda is the last argument. */
  readonly given: readonly Argument[];
  readonly end: number;
}

/** The call of the function whose name is at a position; undefined if nothing calls it there. */
export function callAt(tokens: Tokens, index: number): Call | undefined {
  const isCall = tokenAt(tokens, index + 1).text === '(';
  const close = isCall ? closingOf(tokens, index + 1) : index;
  const hasBlock = tokens.dialect === 'kotlin' && tokenAt(tokens, close + 1).text === '{';
  if (!isCall && !hasBlock) return undefined;
  const end = hasBlock ? closingOf(tokens, close + 1) + 1 : close + 1;
  const given = isCall ? argumentsOf(tokens, index + 1) : [];
  return { name: tokenAt(tokens, index).text, index, given: hasBlock ? [...given, { from: close + 1, to: end }] : given, end };
}
