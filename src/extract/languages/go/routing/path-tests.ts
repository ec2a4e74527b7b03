import { bindingOf, type Hint, type Place } from '../source.js';
import type { Node, Span } from '../syntax/node.js';
import type { Statement } from '../syntax/statement.js';
import { placeOf } from '../syntax/text.js';
import { readValue } from '../values.js';
import { isRequest, packageMember } from './hints.js';

type PathHint = Extract<Hint, { kind: 'request-path' }>;

/** The request path, or a rest of it: `r.URL.Path`, `strings.TrimPrefix(r.URL.Path, "/api")`, one segment. */
export function requestPath(place: Place, node: Node, depth = 0): PathHint | undefined {
  if (depth > 5) return undefined;
  if (node.kind === 'name') {
    const hint = bindingOf(place.scope, node.name)?.hint;
    return hint?.kind === 'request-path' ? hint : undefined;
  }
  if (node.kind === 'member') {
    const isPath = node.name === 'Path' && node.of.kind === 'member' && node.of.name === 'URL' && isRequest(place, node.of.of);
    return isPath ? { kind: 'request-path', before: '' } : undefined;
  }
  if (node.kind === 'index' || node.kind === 'slice') {
    const of = requestPath(place, node.of, depth + 1);
    return of && { kind: 'request-path' };
  }
  if (node.kind !== 'call') return undefined;
  const called = packageMember(place, node.of);
  const [first, second] = node.given;
  if (first === undefined || (called?.path !== 'strings' && called?.path !== 'path')) return undefined;
  const of = requestPath(place, first, depth + 1);
  if (of === undefined || /^(?:TrimSuffix|TrimRight|TrimSpace|Clean|ToLower)$/.test(called.name)) return of;
  const cut = second?.kind === 'string' ? second.value : undefined;
  if (called.name === 'TrimPrefix' && of.before !== undefined && cut !== undefined)
    return { kind: 'request-path', before: of.before + cut };
  // an extension or a length does not select an answer
  return /^(?:Split|SplitN|Fields|Trim|TrimLeft|TrimPrefix|Base|Dir)$/.test(called.name) ? { kind: 'request-path' } : undefined;
}

/** `if r.URL.Path == "/users"`: answers that a handler selects by path are not analysed, so they become a gap. */
export function pathCondition(place: Place, head: readonly Statement[], body: Span): void {
  const last = head.at(-1);
  if (last?.kind === 'expression') tested(place, last.node, body, 0);
}

/** `switch r.URL.Path { case "/users": ... }`, `switch { case strings.HasPrefix(r.URL.Path, "/users"): ... }`. */
export function pathCases(
  place: Place,
  head: readonly Statement[],
  all: readonly { readonly values: readonly Node[]; readonly body: Span }[],
): void {
  const last = head.at(-1);
  const on = last?.kind === 'expression' ? last.node : undefined;
  const path = on && requestPath(place, on);
  if (on !== undefined && path === undefined) return;
  for (const { values, body } of all) {
    for (const value of values) {
      if (path === undefined) tested(place, value, body, 0);
      else if (!onlyRefuses(place, body)) hide(place, path, value);
    }
  }
}

function tested(place: Place, node: Node, body: Span, depth: number): void {
  if (depth > 10) return;
  if (node.kind === 'binary') {
    const { operator, left, right } = node;
    if (operator === '||' || operator === '&&') for (const one of [left, right]) tested(place, one, body, depth + 1);
    const path = operator === '==' ? requestPath(place, left) : undefined;
    if (path !== undefined && !passesOn(place, body, NEXT) && !onlyRefuses(place, body)) hide(place, path, right);
    return;
  }
  const called = node.kind === 'call' ? packageMember(place, node.of) : undefined;
  if (node.kind !== 'call' || called?.path !== 'strings' || called.name !== 'HasPrefix') return;
  const [first, second] = node.given;
  const path = first && requestPath(place, first);
  if (path !== undefined && second !== undefined && !passesOn(place, body, OTHER) && !onlyRefuses(place, body))
    hide(place, path, second);
}

/** A middleware that passes some requests on answers none of them. */
const passesOn = ({ source }: Place, { start, end }: Span, how: RegExp): boolean =>
  how.test(source.text.bare.slice(start, Math.min(end, start + 2000)));

/**
 * `if strings.HasPrefix(path, "/api/") { http.NotFound(w, r); return }` of a handler of files, or a block that only sets headers: it
 * answers nothing there.
 */
function onlyRefuses({ source }: Place, { start, end }: Span): boolean {
  if (end - start > MAX_REFUSAL) return false;
  const lines = source.text.code
    .slice(start, end)
    .split('\n')
    .map((line) => line.trim());
  if (lines.every((line) => line === '' || (line.includes('eader') && line.includes('.Set("')))) return true;
  return (
    lines.some((line) => MISSING.test(line)) && lines.every((line) => MISSING.test(line) || /^(?:|return|return nil)$/.test(line))
  );
}

/** Longer blocks do more than to refuse a request. */
const MAX_REFUSAL = 300;
/** One statement that answers 404. */
const MISSING =
  /^(?:return )?(?:\w{1,40}\.NotFound\(|\w{1,40}\.ErrNotFound$|\w{1,40}\.(?:Error|JSON|String|AbortWithStatus|AbortWithStatusJSON|WriteHeader|SendStatus|Status|NewHTTPError)\([^\n]{0,200}(?:\b404\b|\.StatusNotFound\b))/;

const OTHER = /\.(?:ServeHTTP|Next)\(/;
/** For one path, `health.ServeHTTP(w, r)` may be its handler. */
const NEXT = /\bnext\.ServeHTTP\(|\.Next\(/;

function hide({ source, ...place }: Place, { before }: PathHint, node: Node): void {
  if (place.computes === true) return;
  const value = readValue({ source, ...place }, node);
  const text = value.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
  // the path before a segment is unknown
  const prefix = before === undefined ? '/' : `/${before}/${text ?? ''}`.replaceAll(/\/{2,}/g, '/');
  if (text === undefined || text === '/' || text === '') return;
  const at = placeOf(source.text, node.start);
  const detail = `A handler takes paths apart itself: what it answers at ${before === undefined ? 'some of them' : prefix} is not read.`;
  const isKnown = source.gaps.some((gap) => gap.at.line === at.line && gap.detail === detail);
  if (!isKnown) source.gaps.push({ reason: 'dynamic-path', detail, at, hides: { prefix: prefix.replace(/(.)\/$/, '$1') } });
}
