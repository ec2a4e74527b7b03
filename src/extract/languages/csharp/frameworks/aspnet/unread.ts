import type { FileGap } from '../../../../../facts/fact.js';
import { argumentText } from '../../attributes.js';
import { templatePath } from '../../route-templates.js';
import type { Source } from '../../source.js';
import { readGiven } from '../../syntax/parse-parts.js';
import type { Argument } from '../../syntax/syntax.js';
import { afterBracket, type Tokens, textAt } from '../../syntax/tokens.js';
import type { Registering } from './functions.js';

const VERB = /^Map(Get|Post|Put|Patch|Delete)$/;

/** `x.MapGet("/…", …)`: surely registers a route, whatever `x` is. */
export function isRegistering(tokens: Tokens, place: number): boolean {
  if (!/^Map(?:Get|Post|Put|Patch|Delete|Methods)$/.test(textAt(tokens, place))) return false;
  if (!/^\??\.$/.test(textAt(tokens, place - 1)) || textAt(tokens, place + 1) !== '(') return false;
  return argumentsAt(tokens, place).length > 1;
}

const argumentsAt = (tokens: Tokens, place: number): readonly Argument[] =>
  readGiven(tokens, { from: place + 2, to: afterBracket(tokens, place + 1, tokens.list.length) - 1 });

/** The first string literal among the arguments of a registration. */
export function patternAt(tokens: Tokens, place: number): Argument | undefined {
  return argumentsAt(tokens, place)
    .slice(0, 2)
    .find((one) => argumentText(tokens, one) !== undefined);
}

const SERVES = /^(?:Write(?:AsJson)?Async|WriteAsync|SendFileAsync|ExecuteAsync|ExecuteResultAsync)$/;

/**
 * Reports gaps for routing code that this reader cannot follow: a router method used as a value, a branch of the pipeline, a
 * middleware that tests the path and writes a response.
 */
export function hideEscaping(source: Source): void {
  const { tokens, gaps } = source;
  const hide = (index: number, detail: string, hides: FileGap['hides']): void => {
    gaps.push({ reason: 'dynamic-path', detail, at: tokens.at(index), ...(hides === undefined ? {} : { hides }) });
  };
  for (const [index, { kind, text }] of tokens.list.entries()) {
    if (kind !== 'word') continue;
    const isMember = /^\??\.$/.test(textAt(tokens, index - 1));
    if (isMember && /^Map(?:Get|Post|Put|Patch|Delete|Methods|Group)$/.test(text) && !/^[(<]$/.test(textAt(tokens, index + 1))) {
      if (textAt(tokens, index - 4) !== 'nameof')
        hide(index, `${text} is passed on as a value, which is not followed.`, 'service');
    } else if (isMember && /^Map(?:When)?$/.test(text) && textAt(tokens, index + 1) === '(') {
      const [first, second] = argumentsAt(tokens, index);
      if (second === undefined || first === undefined || !isBranch(tokens, second)) continue;
      const prefix = text === 'Map' ? argumentText(tokens, first) : undefined;
      hide(index, 'A branch of the pipeline answers here, which is not read.', prefix === undefined ? 'service' : { prefix });
    } else if (text === 'Path' && textAt(tokens, index - 2) === 'Request') {
      const path = askedPath(tokens, index);
      if (path !== undefined && answersBelow(tokens, index)) hide(index, 'A middleware answers by the path of a request.', path);
    }
  }
}

/** `branch => branch.Run(…)`. */
export function isBranch(tokens: Tokens, { from, to }: Argument): boolean {
  const name = textAt(tokens, from) === '(' ? textAt(tokens, from + 1) : textAt(tokens, from);
  for (let at = from + 2; at < to; at++)
    if (
      textAt(tokens, at - 1) === name &&
      textAt(tokens, at) === '.' &&
      /^(?:Run|Use|Map)(?:Middleware|Endpoints|When)?$/.test(textAt(tokens, at + 1))
    )
      return true;
  return false;
}

/** The routes that a comparison with a path hides: `== "/x"`, `StartsWithSegments("/x")`. */
function askedPath(tokens: Tokens, index: number): FileGap['hides'] | undefined {
  const next = textAt(tokens, index + 1) === '.' && textAt(tokens, index + 2) === 'Value' ? index + 3 : index + 1;
  const text = (at: number): string | undefined => argumentText(tokens, { from: at, to: at + 1 });
  const mark = textAt(tokens, next);
  if (mark === '==' || mark === 'is') {
    const path = text(next + 1);
    return path === undefined ? 'service' : { routes: [{ method: 'ANY', path }] };
  }
  if (mark === 'switch') return 'service';
  const asks = /^\??\.$/.test(mark) ? textAt(tokens, next + 1) : '';
  if (!/^(?:StartsWith(?:Segments)?|Equals|Contains|EndsWith)$/.test(asks)) return undefined;
  const path = text(next + 3);
  return path === undefined || !asks.startsWith('StartsWith') || !path.startsWith('/') ? 'service' : { prefix: path };
}

/** Does the block or statement after a condition write a successful response? */
function answersBelow(tokens: Tokens, index: number): boolean {
  let close = index;
  for (let depth = 0; close < tokens.list.length && depth >= 0 && close < index + 200; close++) {
    const text = textAt(tokens, close);
    if (text === ';' || text === '{') break;
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
  }
  const from = close;
  let to = from + 1;
  if (textAt(tokens, from) === '{') to = afterBracket(tokens, from, tokens.list.length);
  else while (to < tokens.list.length && textAt(tokens, to) !== ';') to += 1;
  let isAnswered = false;
  for (let at = from; at < to; at++) {
    if (textAt(tokens, at) === 'StatusCode' && textAt(tokens, at + 1) === '=') {
      const status = textAt(tokens, at + 2) === 'StatusCodes' ? textAt(tokens, at + 4) : textAt(tokens, at + 2);
      if (/^(?:Status)?[3-5]/.test(status)) return false;
    }
    isAnswered ||= SERVES.test(textAt(tokens, at));
  }
  return isAnswered;
}

/** Routes outside any function that is analysed: in a property, in a block of extension members. */
export function unread(tokens: Tokens, places: readonly number[], functions: readonly Registering[]): readonly number[] {
  const ranges = functions.map(({ range }) => range).sort((one, other) => one.from - other.from);
  let next = 0;
  let end = -1;
  return places.filter((place) => {
    while ((ranges[next]?.from ?? Number.POSITIVE_INFINITY) <= place) {
      end = Math.max(end, ranges[next]?.to ?? -1);
      next += 1;
    }
    return place >= end && isRegistering(tokens, place);
  });
}

/** Reports a route on an unresolved router: only the end of its path is known. */
export function hideRoute(
  { tokens, gaps }: Source,
  place: number,
  pattern: Argument | undefined,
  detail = 'a route is registered here on something that could not be followed',
): void {
  const text = argumentText(tokens, pattern);
  const path = text === undefined ? undefined : templatePath({ kind: 'literal', value: text }, []);
  const method = VERB.exec(textAt(tokens, place))?.[1]?.toUpperCase() ?? 'ANY';
  const hides: FileGap['hides'] =
    path?.kind === 'literal' && path.value !== '/' ? { routes: [{ method, path: String(path.value) }] } : 'service';
  gaps.push({ reason: 'unmounted-router', detail, at: tokens.at(place), hides });
}
