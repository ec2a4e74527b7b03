import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';

/** How something in front of handlers calls what stands behind it, and makes responses that refuse. */
interface Chain {
  readonly method: string;
  readonly response: string;
  readonly refusals: RegExp;
  /** Makes a response of a status. */
  readonly withStatus: string;
}

const ARMERIA: Chain = { method: 'serve', response: 'HttpResponse', refusals: /^of(?:Failure|Redirect)$/, withStatus: 'of' };

/**
 * Does a decorator give what the service behind it answers, as it is, or refuse? Each of its results is
 * `delegate.serve(ctx, req)`, as Armeria has it, or a response without success. https://armeria.dev/docs/server/decorator/
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

/** Whether what `x.serve(…)` gives is what is given: nothing is called on it, and it is no argument. */
function isResult(tokens: Tokens, index: number, from: number, to: number): boolean {
  const end = closingOf(tokens, index + 1) + 1;
  if (end < to && !/^[;}]$/.test(tokenAt(tokens, end).text)) return false;
  const start = startOf(tokens, index - 2);
  const before = tokenAt(tokens, start - 1).text;
  if (start <= from || before === 'return' || before === '->') return true;
  // the last expression of a lambda of Kotlin
  return tokens.dialect === 'kotlin' && end >= to && !/^[=.(,+]$|^\?[.:]$/.test(before);
}

/** Where `delegate` or `unwrap()` begins, of which this is the last token. */
const startOf = (tokens: Tokens, last: number): number => {
  if (tokenAt(tokens, last).text !== ')') return tokenAt(tokens, last - 1).text === '.' ? last - 2 : last;
  return tokenAt(tokens, last - 1).text === '(' ? last - 2 : last;
};

/** What is returned is what another serves, or a response that is made here. */
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
