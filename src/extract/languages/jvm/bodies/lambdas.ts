import { closingOf, openingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';

/** Functions that pass their receiver to a lambda, and functions that pass each element of it. */
const WHOLE = new Set(
  'let also fold ifPresent ifPresentOrElse onSuccess onComplete subscribe with thenAccept mapCatching runCatching takeIf'.split(
    ' ',
  ),
);
const EACH = new Set(['forEach', 'onEach', 'map', 'mapNotNull', 'filter', 'collect']);

/** Maximum number of tokens between a name and the brace of its lambda, and of tokens in the receiver. */
const MAX_BACK = 2000;
const MAX_VALUE = 200;

/** The value of a Kotlin lambda's parameter at a position: the receiver of the call, or an element of it. */
export function lambdaGiven(
  tokens: Tokens,
  name: string,
  position: number,
): { readonly of: Range; readonly each: boolean } | undefined {
  if (tokens.dialect !== 'kotlin') return undefined;
  const around = bracesAround(tokens);
  for (let open = around[position] ?? -1; open > Math.max(0, position - MAX_BACK); open = around[open] ?? -1) {
    const own = tokenAt(tokens, open + 2).text === '->' ? tokenAt(tokens, open + 1).text : 'it';
    const call = own === name ? callBefore(tokens, open) : undefined;
    if (own === name && (call !== undefined || name !== 'it')) return call;
  }
  return undefined;
}

/** The receiver of the call with the surrounding Java lambda that has a parameter of this name. */
export function lambdaOfJava(tokens: Tokens, name: string, position: number): Range | undefined {
  for (let at = position - 1; at > Math.max(0, position - MAX_VALUE); at--)
    if (tokenAt(tokens, at).text === '->' && parameterBefore(tokens, at) === name) return lambdaAtArrow(tokens, at)?.of;
  return undefined;
}

const parameterBefore = (tokens: Tokens, arrow: number): string =>
  tokenAt(tokens, arrow - (tokenAt(tokens, arrow - 1).text === ')' ? 2 : 1)).text;

/** What a Java lambda with this arrow receives: the receiver of the call, or an element of it. */
export function lambdaAtArrow(tokens: Tokens, arrow: number): ReturnType<typeof callBefore> {
  const isBracketed = tokenAt(tokens, arrow - 1).text === ')';
  return callBefore(tokens, isBracketed ? openingOf(tokens, arrow - 1) : arrow - 1);
}

const braces = new WeakMap<Tokens, Int32Array>();

/**
 * For each token, and the end, the innermost open brace, or -1. Computed once, because going back token by token takes too long.
 */
function bracesAround(tokens: Tokens): Int32Array {
  const known = braces.get(tokens);
  if (known !== undefined) return known;
  const around = new Int32Array(tokens.list.length + 1);
  const open: number[] = [];
  for (let index = 0; index < around.length; index++) {
    while (open.length > 0 && closingOf(tokens, open.at(-1) ?? 0) < index) open.pop();
    around[index] = open.at(-1) ?? -1;
    if (tokenAt(tokens, index).text === '{') open.push(index);
  }
  braces.set(tokens, around);
  return around;
}

/** The call that has a function as its first argument, by the position where the function begins. */
export function callBefore(tokens: Tokens, open: number): { readonly of: Range; readonly each: boolean } | undefined {
  const before = tokenAt(tokens, open - 1).text;
  let name = open - 1;
  if (before === ')') name = openingOf(tokens, open - 1) - 1;
  else if (/^[=(,]$/.test(before)) {
    // the second function of `fold` receives the error
    if (before === ',' || (before === '=' && tokenAt(tokens, open - 2).text !== 'onSuccess')) return undefined;
    let bracket = open - 1;
    while (bracket > open - MAX_VALUE && (tokenAt(tokens, bracket).text !== '(' || closingOf(tokens, bracket) < open))
      bracket -= 1;
    name = bracket - 1;
  }
  const { text } = tokenAt(tokens, name);
  if ((!WHOLE.has(text) && !EACH.has(text)) || !/^\??\.$/.test(tokenAt(tokens, name - 1).text)) return undefined;
  return { of: { from: valueStart(tokens, name - 2), to: name - 1 }, each: EACH.has(text) };
}

/** The start of a chain of calls that ends at a token. */
export function valueStart(tokens: Tokens, end: number): number {
  let from = end;
  for (let at = end; at > end - MAX_VALUE; ) {
    const { text, kind } = tokenAt(tokens, at);
    if (text === ')' || text === ']') {
      from = openingOf(tokens, at);
      const name = beforeTypes(tokens, from - 1);
      at = tokenAt(tokens, name).kind === 'word' ? name : from;
      from = at;
    } else if (kind === 'word' || kind === 'string') from = at;
    else return from;
    if (!/^(?:\??\.|!!)$/.test(tokenAt(tokens, from - 1).text)) return from;
    at = from - 2;
  }
  return from;
}

/** The position before type arguments that end here: `get` in `get<Router>`. */
function beforeTypes(tokens: Tokens, end: number): number {
  let at = end;
  while (at > end - MAX_TYPES && (tokenAt(tokens, at).kind === 'word' || /^[>,.?]$/.test(tokenAt(tokens, at).text))) at -= 1;
  return tokenAt(tokens, end).text === '>' && tokenAt(tokens, at).text === '<' ? at - 1 : end;
}
const MAX_TYPES = 20;
