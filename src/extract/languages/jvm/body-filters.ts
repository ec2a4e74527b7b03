import type { Fact, ResponseTransform } from '../../../facts/fact.js';
import { REWRITES } from '../../../model/rewrites.js';
import { annotation } from './annotations.js';
import { jaxrsProfile } from './frameworks/jaxrs/profile.js';
import { frameworkProfiles } from './frameworks/profiles.js';
import { moduleOf } from './naming-settings.js';
import { at, type Source, unknown } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { tokenAt } from './tokens.js';
import { typesWritten } from './type-serializers.js';
import type { Method, Range, TypeDecl } from './unit.js';

/**
 * Classes outside handlers that process all response bodies, unless their code visibly passes them on unchanged: servlet filters
 * that wrap the response, decorated responses of WebFlux, return value handlers, Micronaut filters, advice around controllers.
 * https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#filtering
 */
export function rewriting(source: Source): readonly Fact[] {
  return source.unit.types.flatMap((decl): readonly Fact[] => {
    if (HANDLERS.some((name) => isOf(decl, name))) return ofReturnValues(source, decl);
    const changes =
      decl.methods.some((method) => /^doFilter(?:Internal)?$/.test(method.name) && isRewriting(source, decl, method)) ||
      decl.methods.some((method) => method.name === 'writeWith' && has(source, method, 'wrap')) ||
      (isMicronautFilter(decl) && decl.methods.some((method) => setsBody(source, method))) ||
      (annotation(decl.annotations, 'Aspect') !== undefined && decl.methods.some((method) => isAround(source, decl, method)));
    return changes ? wraps(source, decl) : [];
  });
}

const HANDLERS = ['HandlerMethodReturnValueHandler', 'RequestResponseBodyMethodProcessor', 'HttpEntityMethodProcessor'];
const isOf = (decl: TypeDecl, name: string): boolean => decl.extends.some((one) => one.name === name);

function wraps(source: Source, decl: TypeDecl): readonly ResponseTransform[] {
  const through = unknown(REWRITES.filter);
  return [frameworkProfiles.spring, jaxrsProfile, frameworkProfiles.micronaut].map(
    ({ id }): ResponseTransform => ({
      kind: 'wrap',
      by: id,
      scope: moduleOf(source.path),
      through,
      past: true,
      at: at(source, decl.index),
    }),
  );
}

/** A return value handler for a single type applies to that type alone. */
function ofReturnValues(source: Source, decl: TypeDecl): readonly Fact[] {
  const supports = decl.methods.find(({ name }) => name === 'supportsReturnType');
  const words = supports === undefined ? [] : wordsOf(source, supports);
  const types = words.flatMap((word, index) =>
    word === 'class' ? (words[index - (words[index - 1] === ':' ? 3 : 2)] ?? []) : [],
  );
  const [only] = types;
  const isByType = words.some((word) => /^(?:getP|p)arameterType$/.test(word)) && !words.includes('||');
  return isByType && types.length === 1 && only !== undefined && only !== 'Object'
    ? typesWritten(source.path, only, at(source, decl.index))
    : wraps(source, decl);
}

function rangeOf({ body, expression }: Method): Range {
  return body ?? expression ?? { from: 0, to: 0 };
}

function wordsOf({ unit: { tokens } }: Source, method: Method): readonly string[] {
  const { from, to } = rangeOf(method);
  return tokens.list.slice(from, to).map(({ text }) => text);
}

const has = (source: Source, method: Method, word: string): boolean => wordsOf(source, method).includes(word);

/** Stream encodings that the receiver reverses. */
const PACKED = /gzip|deflat|compress|brotli|zstd|etag/i;

const WRITES = /^(?:getOutputStream|getWriter|outputStream|writer)$/;

/** Does a filter pass on another response than its own, and not send the written content unchanged? */
function isRewriting(source: Source, decl: TypeDecl, method: Method): boolean {
  const { tokens } = source.unit;
  const { from, to } = rangeOf(method);
  const own = method.parameters[1]?.name ?? '';
  const words = wordsOf(source, method);
  const isCopied = words.includes('copyBodyToResponse') && !words.includes('getOutputStream') && !words.includes('getWriter');
  // if the filter writes nothing, the wrapper passes writes through: it only counts or copies them
  const isWriting = handsOn(words, own) || decl.methods.some((one) => wordsOf(source, one).some((word) => WRITES.test(word)));
  if (isCopied || !isWriting || PACKED.test(decl.name)) return false;
  for (let index = from; index < to; index++) {
    if (tokenAt(tokens, index).text !== 'doFilter' || tokenAt(tokens, index + 1).text !== '(') continue;
    const [, response] = argumentsOf(tokens, index + 1);
    if (response === undefined) continue;
    const given = tokens.list.slice(response.from, response.to).map(({ text }) => text);
    const passed = given.length === 1 ? madeOf(words, given[0] ?? '') : given;
    const isSame = passed.at(-1) === own && !passed.includes('new') && !passed.includes('(', 1);
    const maker = passed.find((word) => /^[A-Z]/.test(word) && !/^(?:Http)?ServletResponse$/.test(word)) ?? '';
    if (!isSame && !PACKED.test(maker) && !keepsStream(source, words, maker)) return true;
  }
  return false;
}

/** `Responses.send(response, text)`: a helper may write to the response. */
function handsOn(words: readonly string[], response: string): boolean {
  return words.some((word, index) => {
    if (word !== response || words[index - 1] !== '(' || words[index + 1] !== ',') return false;
    const called = words[index - 2] ?? '';
    return words[index - 3] !== 'new' && !/^(?:doFilter\w*|if|while|switch)$|log|trace|record|metric|audit/i.test(called);
  });
}

/** The words of a variable's value (`new Wrapper(response)`, `(HttpServletResponse) response`), or its name. */
function madeOf(words: readonly string[], name: string): readonly string[] {
  const at = words.findIndex((word, index) => word === name && words[index + 1] === '=');
  const end = words.findIndex((word, index) => index > at && (word === ';' || index > at + 20));
  const made = at < 0 ? [name] : words.slice(at + 2, end < 0 ? undefined : end);
  // Kotlin writes the cast after the value
  return made[1] === 'as' ? made.slice(0, 1) : made;
}

/** Is it a wrapper, in this file or method, that leaves stream and writer unchanged? */
function keepsStream(source: Source, words: readonly string[], maker: string): boolean {
  const wrapper = source.unit.types.find(({ name }) => name === maker);
  if (wrapper !== undefined) return !wrapper.methods.some(({ name }) => /^(?:getOutputStream|getWriter)$/.test(name));
  return maker === 'HttpServletResponseWrapper' && !words.includes('getOutputStream') && !words.includes('getWriter');
}

const isMicronautFilter = (decl: TypeDecl): boolean =>
  isOf(decl, 'HttpServerFilter') || annotation(decl.annotations, 'ServerFilter', 'Filter') !== undefined;

/** Does a filter set `response.body(…)` after the handler? A body that it sets before `proceed` is a response of its own. */
function setsBody(source: Source, method: Method): boolean {
  const { tokens } = source.unit;
  const sees = annotation(method.annotations, 'ResponseFilter') !== undefined || has(source, method, 'proceed');
  const { from, to } = rangeOf(method);
  const proceeds = from + wordsOf(source, method).indexOf('proceed');
  for (let index = Math.max(from, proceeds); sees && index < to; index++)
    if (
      tokenAt(tokens, index).text === 'body' &&
      tokenAt(tokens, index + 1).text === '(' &&
      tokenAt(tokens, index + 2).text !== ')'
    )
      return true;
  return false;
}

/** Advice around handlers that returns anything other than the result of `proceed`. */
function isAround(source: Source, decl: TypeDecl, method: Method): boolean {
  const around = annotation(method.annotations, 'Around');
  const [pointcut] = around?.arguments ?? [];
  if (pointcut === undefined) return false;
  if (!/controller|mapping|resource|endpoint/i.test(pointcutText(source, decl, pointcut))) return false;
  const words = wordsOf(source, method);
  const returned = words.flatMap((word, index) => (word === 'return' ? [index] : []));
  return !returned.every((index) => isWhatCame(words, index + 1));
}

/** A pointcut, together with the pointcuts of its class that it names: `@Around("api()")`. */
function pointcutText({ unit: { tokens } }: Source, decl: TypeDecl, pointcut: Range): string {
  const textOf = ({ from, to }: Range): string =>
    tokens.list
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  const own = textOf(pointcut);
  const named = decl.methods.flatMap(({ name, annotations }) => {
    const [given] = annotation(annotations, 'Pointcut')?.arguments ?? [];
    return given === undefined ? [] : [{ name, text: textOf(given) }];
  });
  const meant = new Set(named.filter(({ name }) => own.includes(`${name}(`)));
  // the set grows during the loop, because pointcuts name each other
  for (const { text } of meant) for (const one of named) if (text.includes(`${one.name}(`)) meant.add(one);
  return [own, ...[...meant].map(({ text }) => text)].join(' ');
}

/** Is it `joinPoint.proceed()`, a cast of it, a variable with its result, or nothing? */
function isWhatCame(words: readonly string[], index: number): boolean {
  const end = words.indexOf(';', index);
  const returned = words.slice(index, end < 0 ? index + 6 : end);
  const [name = ';'] = returned;
  if (returned.includes('proceed') || name === ';' || name === 'null') return true;
  return (
    returned.length === 1 &&
    words.some((word, place) => word === name && words[place + 1] === '=' && words.slice(place, place + 8).includes('proceed'))
  );
}
