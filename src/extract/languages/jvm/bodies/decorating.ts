import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';

/** How code in front of handlers calls the next one, and creates error responses. */
interface Chain {
  readonly method: string;
  readonly response: string;
  readonly refusals: RegExp;
  /** Function that creates a response with a status. */
  readonly withStatus: string;
}

const ARMERIA: Chain = { method: 'serve', response: 'HttpResponse', refusals: /^of(?:Failure|Redirect)$/, withStatus: 'of' };

/**
 * Does a decorator return the response of the inner service unchanged, or refuse the request? Each of its results must be
 * `delegate.serve(ctx, req)`, as in Armeria, or an error response. https://armeria.dev/docs/server/decorator/
 */
export function passesAnswersOn(tokens: Tokens, { from, to }: Range, chain = ARMERIA): boolean {
  let served = 0;
  for (let index = from; index < to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word') continue;
    if (text === chain.method && tokenAt(tokens, index - 1).text === '.' && tokenAt(tokens, index + 1).text === '(') {
      if (!isResult(tokens, index, from, to)) return false;
      served += 1;
    } else if (text === 'return' && !gives(tokens, index + 1, chain)) return false;
    else if (text === chain.response && tokenAt(tokens, index + 1).text === '.' && !refuses(tokens, index + 2, chain))
      return false;
  }
  return served > 0;
}

/** Is the result of `x.serve(…)` the result of the function: no call on it, and no argument of another call? */
function isResult(tokens: Tokens, index: number, from: number, to: number): boolean {
  const end = closingOf(tokens, index + 1) + 1;
  if (end < to && !/^[;}]$/.test(tokenAt(tokens, end).text)) return false;
  const start = startOf(tokens, index - 2);
  const before = tokenAt(tokens, start - 1).text;
  if (start <= from || before === 'return' || before === '->') return true;
  // the last expression of a Kotlin lambda
  return tokens.dialect === 'kotlin' && end >= to && !/^[=.(,+]$|^\?[.:]$/.test(before);
}

/** Position where `delegate` or `unwrap()` begins; `last` is its last token. */
const startOf = (tokens: Tokens, last: number): number => {
  if (tokenAt(tokens, last).text !== ')') return tokenAt(tokens, last - 1).text === '.' ? last - 2 : last;
  return tokenAt(tokens, last - 1).text === '(' ? last - 2 : last;
};

/** Does the code return the inner service's response, or a response that it creates itself? */
function gives(tokens: Tokens, at: number, { method, response }: Chain): boolean {
  if (tokenAt(tokens, at).text === response) return true;
  let end = at;
  while (end < at + 6 && tokenAt(tokens, end).text !== method && /^(?:\w+|[().])$/.test(tokenAt(tokens, end).text)) end += 1;
  return tokenAt(tokens, end).text === method;
}

/** `HttpResponse.of(HttpStatus.FORBIDDEN)`, `HttpResponse.ofFailure(e)` */
function refuses(tokens: Tokens, at: number, { refusals, withStatus }: Chain): boolean {
  const { text } = tokenAt(tokens, at);
  if (refusals.test(text)) return true;
  if (text !== withStatus) return false;
  const [first, dot, status] = [2, 3, 4].map((ahead) => tokenAt(tokens, at + ahead).text);
  if (first !== 'HttpStatus') return /^[345]\d\d$/.test(first ?? '');
  return dot === '.' && !/^(?:OK|CREATED|ACCEPTED|NON_AUTHORITATIVE|PARTIAL|MULTI|valueOf)/.test(status ?? '');
}
