import type { Expression } from '../../../../facts/expression.js';
import type { Callable, Forward, Response } from '../../../../facts/fact.js';
import { unknown } from '../source.js';
import { argumentsOf, pastTypeArguments } from '../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Argument, Range } from '../unit.js';
import { forwardOf } from './context-forwards.js';
import { answerOf, changed, type Render, type State, withContent, withResult } from './context-states.js';
import { type ContextLibrary, contextLibrary } from './contexts.js';
import { callBefore, lambdaAtArrow, lambdaGiven } from './lambdas.js';
import { endOf, resultIn } from './reading.js';
import { blockOf } from './statements.js';
import { type Body, envAt, givenTo } from './variables.js';

/** The responses of a function with a context parameter. */
export type ContextAnswers = Pick<Callable, 'sends' | 'forwards' | 'incomplete' | 'passesOn'>;

interface Walk {
  readonly library: ContextLibrary;
  readonly render?: Render | undefined;
  /** Names of the context and of its response object. */
  readonly names: Set<string>;
  readonly sends: Map<string, Response>;
  readonly forwards: Forward[];
  incomplete?: string;
  passesOn?: true;
}

/** Deeper statements, and more execution paths through a function, are not followed. */
const MAX_NESTED = 25;
const MAX_STATES = 24;
const MAX_TOKENS = 20_000;

const NOT_FOLLOWED = 'not all that its handler does is followed';

/** A range of statements: the body around it, and the states at each `return`. */
interface Level {
  readonly body: Body;
  readonly left: State[];
  readonly depth: number;
  /** It is a lambda in the handler, whose result is not the handler's. */
  readonly isInner?: true;
}

/** The responses that statements of a function send through a context of this name, on every execution path. */
export function contextAnswers(body: Body, range: Range, name: string, library: ContextLibrary, render?: Render): ContextAnswers {
  const walk: Walk = { library, render, names: new Set([name]), sends: new Map(), forwards: [] };
  if (range.to - range.from > MAX_TOKENS) return { sends: [], incomplete: 'its handler is too long' };
  const level: Level = { body, left: [], depth: 0 };
  const last = library.returns === true ? resultIn(body.source.unit.tokens, range) : range.to;
  const before = run(walk, level, { from: range.from, to: last }, [{}]);
  const ends = last < range.to ? results(walk, level, { from: last, to: range.to }, before) : before;
  for (const state of [...ends, ...level.left]) if (!library.ends) finish(walk, state);
  const { forwards, incomplete, passesOn } = walk;
  return {
    sends: [...walk.sends.values()],
    ...(forwards.length > 0 && { forwards }),
    ...(incomplete !== undefined && { incomplete }),
    ...(passesOn && { passesOn }),
  };
}

/** The states after the result of a handler; those in which a function that is given the context answers are left out. */
function results(walk: Walk, level: Level, range: Range, before: readonly State[]): readonly State[] {
  const known = walk.forwards.length;
  const states = run(walk, level, range, before);
  if (walk.library.returns !== true || level.isInner === true) return states;
  const isForwarded = walk.forwards.length > known;
  if (isForwarded && walk.render === undefined) return [];
  const made = states.flatMap((one) => withResult(level.body, one, range, walk.render) ?? []);
  if (isForwarded || made.length < states.length) walk.incomplete ??= 'what the result of its handler is made of is not followed';
  return made;
}

/** The responses of a service's function with a context parameter; undefined if it has none. */
export function takesContext(body: Body): ContextAnswers | undefined {
  const { method } = body;
  const library = contextLibrary(body.source);
  const range = method.body ?? method.expression;
  if (library === undefined || range === undefined) return undefined;
  const parameter = method.parameters.find(({ type }) => type !== undefined && library.types.has(type.name));
  if (parameter === undefined) return undefined;
  return contextAnswers(body, range, parameter.name, library);
}

function finish(walk: Walk, state: State): void {
  const response = answerOf(state);
  if (response === undefined) return;
  const { at: _, ...content } = response;
  const key = JSON.stringify(content);
  if (!walk.sends.has(key)) walk.sends.set(key, response);
}

/** Follows statements; returns the states at their end. */
function run(walk: Walk, level: Level, { from, to }: Range, before: readonly State[]): readonly State[] {
  if (level.depth > MAX_NESTED) {
    walk.incomplete ??= NOT_FOLLOWED;
    return before;
  }
  const { tokens } = level.body.source.unit;
  let states = before;
  for (let index = from; index < to; ) {
    const step = statement(walk, level, index, to, states);
    states = distinctStates(walk, step.states);
    index = Math.max(step.next, index + 1);
    if (tokenAt(tokens, index).kind === 'end') break;
  }
  return states;
}

function distinctStates(walk: Walk, states: readonly State[]): readonly State[] {
  if (states.length < 2) return states;
  const all = new Map(states.map((one) => [JSON.stringify(one), one]));
  if (all.size > MAX_STATES) walk.incomplete ??= NOT_FOLLOWED;
  return [...all.values()].slice(0, MAX_STATES);
}

interface Step {
  readonly states: readonly State[];
  readonly next: number;
}

/** Reads what begins at a token: a branching statement, or one piece of another statement. */
function statement(walk: Walk, level: Level, index: number, to: number, states: readonly State[]): Step {
  const { tokens } = level.body.source.unit;
  const { kind, text } = tokenAt(tokens, index);
  const deeper = { ...level, depth: level.depth + 1 };
  if (kind === 'symbol') return symbol(walk, deeper, index, to, states);
  if (kind !== 'word') return { states, next: index + 1 };
  switch (text) {
    case 'if':
      return branches(walk, deeper, index, to, states);
    case 'try':
      return attempts(walk, deeper, index, states);
    case 'for':
    case 'while': {
      const head = closingOf(tokens, index + 1);
      const body = statementAt(tokens, head + 1, to);
      const inside = run(walk, deeper, body, states);
      return { states: [...states, ...inside], next: body.to };
    }
    case 'switch':
    case 'when':
      return choices(walk, deeper, index, to, states);
    case 'throw':
      return { states: [], next: ending(tokens, index + 1, to) };
    case 'return': {
      const isLabelled = tokenAt(tokens, index + 1).text === '@';
      const start = index + (isLabelled ? 3 : 1);
      const end = ending(tokens, start, to);
      level.left.push(...results(walk, deeper, { from: start, to: end }, states));
      return { states: [], next: end };
    }
    default:
      return piece(walk, level, index, to, states);
  }
}

const ending = (tokens: Tokens, from: number, to: number): number => Math.max(from, endOf(tokens, from, to));

/** A block, or the single statement in its place. */
function statementAt(tokens: Tokens, from: number, to: number, depth = 0): Range {
  const { text } = tokenAt(tokens, from);
  if (text === '{') return { from: from + 1, to: closingOf(tokens, from) + 1 };
  if (text === 'if' && depth < MAX_NESTED) {
    const then = statementAt(tokens, closingOf(tokens, from + 1) + 1, to, depth + 1);
    const next = tokenAt(tokens, then.to).text === ';' ? then.to + 1 : then.to;
    if (tokenAt(tokens, next).text !== 'else') return { from, to: next };
    return { from, to: statementAt(tokens, next + 1, to, depth + 1).to };
  }
  const end = beforeElse(tokens, { from, to: ending(tokens, from, to) });
  return { from, to: tokenAt(tokens, end).text === ';' ? end + 1 : end };
}

/** In Kotlin, `else` may continue an expression; after a statement it begins the next branch. */
function beforeElse(tokens: Tokens, { from, to }: Range): number {
  if (tokens.dialect === 'java') return to;
  for (let at = from; at < to; at++) {
    const { text } = tokenAt(tokens, at);
    if (text === 'else') return at;
    if (text === '(' || text === '{' || text === '[') at = closingOf(tokens, at);
  }
  return to;
}

function branches(walk: Walk, level: Level, index: number, to: number, before: readonly State[]): Step {
  const { tokens } = level.body.source.unit;
  const close = closingOf(tokens, index + 1);
  const states = run(walk, level, { from: index + 2, to: close }, before);
  const then = statementAt(tokens, close + 1, to);
  const yes = run(walk, level, then, states);
  const next = tokenAt(tokens, then.to).text === ';' ? then.to + 1 : then.to;
  if (tokenAt(tokens, next).text !== 'else') return { states: [...yes, ...states], next: then.to };
  const other = statementAt(tokens, next + 1, to);
  return { states: [...yes, ...run(walk, level, other, states)], next: other.to };
}

/** An exception in a block may occur before the block has sent anything. */
function attempts(walk: Walk, level: Level, index: number, before: readonly State[]): Step {
  const { tokens } = level.body.source.unit;
  let at = index + 1;
  let states = before;
  if (tokenAt(tokens, at).text === '(') {
    states = run(walk, level, { from: at + 1, to: closingOf(tokens, at) }, states);
    at = closingOf(tokens, at) + 1;
  }
  if (tokenAt(tokens, at).text !== '{') return { states, next: at };
  const ends = [...run(walk, level, { from: at + 1, to: closingOf(tokens, at) }, states)];
  at = closingOf(tokens, at) + 1;
  while (tokenAt(tokens, at).text === 'catch') {
    const open = closingOf(tokens, at + 1) + 1;
    ends.push(...run(walk, level, { from: open + 1, to: closingOf(tokens, open) }, states));
    at = closingOf(tokens, open) + 1;
  }
  if (tokenAt(tokens, at).text !== 'finally') return { states: ends, next: at };
  const last = { from: at + 2, to: closingOf(tokens, at + 1) };
  return { states: run(walk, level, last, ends), next: last.to + 1 };
}

/** The arms of `switch` and `when`; fall-through between arms with colons is not followed. */
function choices(walk: Walk, level: Level, index: number, to: number, before: readonly State[]): Step {
  const { tokens } = level.body.source.unit;
  const isHeaded = tokenAt(tokens, index + 1).text === '(';
  const open = isHeaded ? closingOf(tokens, index + 1) + 1 : index + 1;
  const states = isHeaded ? run(walk, level, { from: index + 2, to: open - 1 }, before) : before;
  if (tokenAt(tokens, open).text !== '{') return { states, next: open };
  const close = closingOf(tokens, open);
  const ends: State[] = [];
  let isWhole = false;
  let count = 0;
  for (let at = open + 1; at < Math.min(close, to); at++) {
    const { text } = tokenAt(tokens, at);
    if (text === 'default' || text === 'else') isWhole = true;
    if (text === '(' || text === '[' || text === '{') at = closingOf(tokens, at);
    if (text !== '->') continue;
    const arm = statementAt(tokens, at + 1, close);
    ends.push(...run(walk, level, arm, states));
    count += 1;
    at = Math.max(at, arm.to - 1);
  }
  if (count === 0 && mentions(walk, tokens, { from: open, to: close })) walk.incomplete ??= NOT_FOLLOWED;
  return { states: isWhole && count > 0 ? ends : [...ends, ...states], next: close + 1 };
}

const mentions = ({ names }: Walk, tokens: Tokens, { from, to }: Range): boolean =>
  tokens.list.slice(from, to).some(({ kind, text }) => kind === 'word' && names.has(text));

/** A lambda runs later, or not at all, so its responses are one more execution path. */
function symbol(walk: Walk, level: Level, index: number, to: number, states: readonly State[]): Step {
  const { tokens } = level.body.source.unit;
  const { text } = tokenAt(tokens, index);
  const isLambda = text === '->' || (text === '{' && tokens.dialect === 'kotlin' && isCalled(tokens, index));
  if (!isLambda) return { states, next: index + 1 };
  const inner = text === '->' ? lambdaRange(tokens, index, to) : { from: index + 1, to: closingOf(tokens, index) };
  if (!mentions(walk, tokens, inner)) return { states, next: inner.to };
  const left: State[] = [];
  const inside = run(walk, { ...level, left, isInner: true, body: lambdaBody(level.body, index, inner) }, inner, states);
  return { states: [...states.map((one) => ({ ...one, unsure: true })), ...inside, ...left], next: inner.to };
}

/** Is it a lambda argument, and not a block of statements? */
function isCalled(tokens: Tokens, index: number): boolean {
  const { text, kind } = tokenAt(tokens, index - 1);
  return kind === 'word' ? !/^(?:else|do|try|finally)$/.test(text) : /^[(),=>]$/.test(text);
}

function lambdaRange(tokens: Tokens, arrow: number, to: number): Range {
  if (tokenAt(tokens, arrow + 1).text === '{') return { from: arrow + 2, to: closingOf(tokens, arrow + 1) };
  return { from: arrow + 1, to: Math.max(arrow + 1, endOf(tokens, arrow + 1, to)) };
}

/** The body inside a lambda, whose parameters hide outer names. */
function lambdaBody(body: Body, index: number, inner: Range): Body {
  const { tokens } = body.source.unit;
  if (tokens.dialect === 'kotlin') {
    const arrow = [1, 2, 3, 4, 5, 6].map((ahead) => index + ahead).find((at) => tokenAt(tokens, at).text === '->');
    const own = arrow === undefined ? new Set<string>() : wordsIn(tokens, { from: index + 1, to: arrow });
    const isKnown = (name: string): boolean => lambdaGiven(tokens, name, inner.to - 1) !== undefined;
    return hiding(body, index, (name) => own.has(name) && !isKnown(name));
  }
  const isBracketed = tokenAt(tokens, index - 1).text === ')';
  let open = index - 1;
  while (isBracketed && open > index - 60 && closingOf(tokens, open) !== index - 1) open -= 1;
  const own = wordsIn(tokens, { from: open, to: index });
  const found = own.size === 1 ? lambdaAtArrow(tokens, index) : undefined;
  const inside = hiding(body, index, (name) => own.has(name), found && givenTo(body, found));
  return { ...inside, block: blockOf(tokens, inner) };
}

function hiding(body: Body, index: number, isHidden: (name: string) => boolean, given?: Expression): Body {
  const around = (name: string): Expression | undefined =>
    isHidden(name) ? (given ?? unknown('what a lambda is given is not followed')) : envAt(body, index).local(name);
  return { ...body, around };
}

const wordsIn = (tokens: Tokens, { from, to }: Range): ReadonlySet<string> =>
  new Set(tokens.list.slice(from, to).flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])));

/** A name. The context's name may begin a call on the context, be an argument of a call, or be used in an unresolved way. */
function piece(walk: Walk, level: Level, index: number, to: number, states: readonly State[]): Step {
  const { body } = level;
  const { tokens } = body.source.unit;
  const before = tokenAt(tokens, index - 1).text;
  // `halt(404)` of Spark throws
  if (walk.library.returns === true && tokenAt(tokens, index).text === 'halt' && tokenAt(tokens, index + 1).text === '(')
    return { states: [], next: closingOf(tokens, index + 1) + 1 };
  const isOwn = before !== '.' && before !== '?.' && before !== '::';
  if (!walk.names.has(tokenAt(tokens, index).text) || !isOwn) return { states, next: index + 1 };
  const next = tokenAt(tokens, index + 1).text;
  if (next === '.' || next === '?.') return chain(walk, level, index, to, states);
  if (next === '->' || (next === ',' && before === '{')) return { states, next: index + 1 };
  const referred = next === '::' ? reference(walk, body, index, states) : undefined;
  if (referred !== undefined) return { states: referred, next: index + 3 };
  const forward = forwardOf(body, index, next);
  if (forward === undefined) walk.incomplete ??= 'the context is passed on to what is not followed';
  else walk.forwards.push(forward);
  if (forward?.lenient === true) return { states, next: index + 1 };
  if (states.some(({ status }) => status !== undefined)) walk.incomplete ??= NOT_FOLLOWED;
  return { states: states.map((one) => ({ ...one, unsure: true })), next: index + 1 };
}

/** A method of the context as a function: `found.ifPresent(ctx::json)`, `future.onSuccess(ctx::json).onFailure(ctx::fail)`. */
function reference(walk: Walk, body: Body, index: number, states: readonly State[]): readonly State[] | undefined {
  const { tokens } = body.source.unit;
  const effect = walk.library.effects.get(tokenAt(tokens, index + 2).text);
  const unsure = states.map((one) => ({ ...one, unsure: true }));
  if (effect === 'fail') return unsure;
  const call = effect === 'json' ? callBefore(tokens, index) : undefined;
  if (call === undefined) return undefined;
  const content = givenTo(body, call);
  const sent = states.map((one) => withContent(body, one, call.of.from, content));
  if (!walk.library.ends) return [...sent, ...states];
  for (const one of sent) finish(walk, one);
  return unsure;
}

/** `ctx.status(201).json(x)` */
function chain(walk: Walk, level: Level, index: number, to: number, before: readonly State[]): Step {
  const { body } = level;
  const { tokens } = body.source.unit;
  const { library } = walk;
  let states = before;
  let at = index + 1;
  let isOfResponse = false;
  while (at < to && /^\??\.$/.test(tokenAt(tokens, at).text)) {
    const name = tokenAt(tokens, at + 1).text;
    const isTyped = tokenAt(tokens, at + 2).text === '<';
    const open = isTyped ? pastTypeArguments(tokens, at + 2) : at + 2;
    const isCall = tokenAt(tokens, open).text === '(';
    const given = isCall ? argumentsOf(tokens, open) : [];
    const effect = library.effects.get(name) ?? (isCall ? undefined : 'look');
    if (effect === undefined) {
      walk.incomplete ??= `what ${name} does to the answer is not followed`;
      return { states, next: at + 2 };
    }
    // the result of a call that only reads is no context
    if (effect === 'look') return { states, next: at + 2 };
    isOfResponse = effect === 'response';
    states = run(
      walk,
      { ...level, depth: level.depth + 1 },
      { from: open + 1, to: isCall ? closingOf(tokens, open) : open },
      states,
    );
    states = applied(walk, body, { effect, given, index: at + 1, name }, states);
    at = isCall ? closingOf(tokens, open) + 1 : open;
  }
  const isNamed = tokenAt(tokens, index - 1).text === '=';
  if (isOfResponse && isNamed) walk.names.add(tokenAt(tokens, index - 2).text);
  else if (isOfResponse) walk.incomplete ??= 'the answer is passed on to what is not followed';
  return { states, next: at };
}

interface Applied {
  readonly effect: Parameters<typeof changed>[1]['effect'];
  readonly name: string;
  readonly given: readonly Argument[];
  readonly index: number;
}

function applied(walk: Walk, body: Body, call: Applied, states: readonly State[]): readonly State[] {
  if (call.effect === 'next') {
    walk.passesOn = true;
    return [];
  }
  const made = states.map((state) => changed(body, call, state));
  const isSent = /^(?:json|encoded|redirect|fail)$/.test(call.effect);
  if (!walk.library.ends || !isSent) return made;
  for (const state of made) finish(walk, state);
  return [];
}
