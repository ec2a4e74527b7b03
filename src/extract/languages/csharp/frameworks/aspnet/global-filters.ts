import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, ResponseTransform } from '../../../../../facts/fact.js';
import { MVC, optionRanges, serviceFolder } from '../../json-options.js';
import { typeNamed } from '../../names.js';
import { rewritten } from '../../rewritten.js';
import { type Scope, type Source, scopeOf } from '../../source.js';
import type { TypeNode } from '../../syntax/syntax.js';
import { afterBracket, isWord, type Range, type Tokens, textAt } from '../../syntax/tokens.js';
import { readType, simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';
import { passing, WRAP } from './filters.js';
import { ASPNET } from './profile.js';

/** Formatters that write no JSON, or that write JSON in the standard form. */
const FORMATTERS =
  /^(?:SystemTextJson|NewtonsoftJson|String|Stream|HttpNoContent)OutputFormatter$|Xml|Csv|Yaml|Proto|MessagePack|Html|VCard/i;
const FORMATTED = 'a formatter of the service writes what is sent';
const WRITES_JSON = /^(?:WriteAsJsonAsync|Serialize|SerializeAsync)$/;
/** Calls that make a text or bytes of JSON, which something else may write. */
const MAKES_JSON = /^(?:SerializeObject|SerializeToUtf8Bytes)$/;

/** Words of files whose filters are those of controllers. */
const SETS_UP = /\b(?:AddControllers|AddControllersWithViews|AddMvc|AddMvcCore|AddMvcOptions|MvcOptions)\b/;

/** Filters, formatters and middleware that change all bodies of a service before it sends them. */
export function globalFilters(source: Source): readonly Fact[] {
  const { tokens } = source;
  const scope = scopeOf(source, undefined);
  const isSetUp = SETS_UP.test(tokens.masked.bare);
  const facts = tokens.list.flatMap(({ kind, text }, index): Fact[] => {
    if (kind !== 'word') return [];
    if (text === 'Filters' && isSetUp && /^(?:Add|AddService|Insert)$/.test(textAt(tokens, index + 2)))
      return filterAdded(scope, index + 2);
    if (text === 'OutputFormatters' && /^(?:Add|Insert)$/.test(textAt(tokens, index + 2)))
      return formatterAdded(scope, index + 2);
    if (SERIALIZERS.test(text) && isOfMvc(tokens, index)) return [wrap(source, rewritten(SERIALIZED), index, MVC)];
    if (text === 'AddNewtonsoftJson' && textAt(tokens, index - 1) === '.') return [wrap(source, 'serializer', index, MVC)];
    const why = rewriting(source, index);
    return why === undefined ? [] : [wrap(source, rewritten(why), index)];
  });
  return [...facts, ...source.tree.types.flatMap((node) => middleware(source, node))];
}

/** Package serializers that replace that of MVC and have their own rules for names, enums and nulls. */
const SERIALIZERS =
  /^Add(?:\w{0,40}(?:Utf8Json|SpanJson|Jil|NetJson|ServiceStack)\w{0,40}|JsonSerializer|(?!Xml)\w{0,40}(?:Serializer|Output)Formatters?)$/;
const SERIALIZED = 'a serializer of a package writes what is sent';

/** Is the call part of a chain on `AddControllers` or a similar call? */
function isOfMvc(tokens: Tokens, index: number): boolean {
  if (textAt(tokens, index - 1) !== '.') return false;
  for (let at = index - 2; at >= 0 && at > index - MOST_OF_CHAIN && textAt(tokens, at) !== ';'; at--)
    if (/^(?:AddControllers(?:WithViews)?|AddMvc(?:Core)?|AddRazorPages)$/.test(textAt(tokens, at))) return true;
  return false;
}
const MOST_OF_CHAIN = 400;

function wrap(source: Source, through: ResponseTransform['through'], index: number, writer?: string): ResponseTransform {
  return {
    kind: 'wrap',
    by: ASPNET,
    scope: serviceFolder(source.path),
    ...(writer !== undefined && { writer }),
    through: called(source, through, index),
    at: source.tokens.at(index),
  };
}

/** The function that is called with each body, declared as a fact of this file if necessary. */
function called(source: Source, through: ResponseTransform['through'], index: number): ResponseTransform['through'] {
  if (typeof through === 'string') return through;
  const at = source.tokens.at(index);
  const name = `wrap@${at.line}:${at.column}`;
  source.facts.push({ kind: 'callable', name, inferred: through, at });
  return { kind: 'name', name, space: 'value' };
}

function rewriting(source: Source, index: number): string | undefined {
  const { tokens } = source;
  const word = textAt(tokens, index);
  if (textAt(tokens, index - 1) !== '.') return undefined;
  if (/^Use(?:ApiResponseAndExceptionWrapper|AutoWrapper)$/.test(word)) return 'the package AutoWrapper wraps what is sent';
  if (word === 'Preserve' && textAt(tokens, index - 2) === 'ReferenceHandler') {
    const isOwn = optionRanges(source).some(({ from, to }) => index >= from && index < to);
    return isOwn ? 'references are written as `$id` and `$ref`' : undefined;
  }
  if (word === 'Use' && textAt(tokens, index + 1) === '(') {
    const range = { from: index + 2, to: afterBracket(tokens, index + 1, tokens.list.length) - 1 };
    return rewrites(tokens, [range]) ? MIDDLEWARE : undefined;
  }
  return undefined;
}

/** `Filters.Add<T>()`, `Filters.Add(typeof(T))`, `Filters.Add(new T(…))`. */
function filterAdded(scope: Scope, at: number): Fact[] {
  const { source } = scope;
  const { tokens } = source;
  const type = filterType(tokens, at + 1);
  if (type?.kind !== 'named') return [];
  const callable = `wrap@${tokens.at(at - 2).line}:${tokens.at(at - 2).column}`;
  const body: Expression = { kind: 'parameter', callable, index: 0 };
  return [wrap(source, through(scope, type, body), at - 2, MVC)];
}

/** `OutputFormatters.Insert(0, new T())`: what the formatter class writes. */
function formatterAdded(scope: Scope, at: number): Fact[] {
  const { source } = scope;
  const type = filterType(source.tokens, at + 1);
  if (type?.kind !== 'named' || FORMATTERS.test(simpleName(type))) return [];
  const callable = `wrap@${source.tokens.at(at - 2).line}:${source.tokens.at(at - 2).column}`;
  const body: Expression = { kind: 'parameter', callable, index: 0 };
  const of: Expression = { kind: 'member', of: { kind: 'name', name: typeNamed(scope, type.name), space: 'value' }, name: WRAP };
  return [wrap(source, passing(source, of, body, type.at, rewritten(FORMATTED)), at - 2, MVC)];
}

/** The type in `<T>`, `(typeof(T))`, `(new T(…))`, `(0, typeof(T))`. */
export function filterType(tokens: Tokens, at: number): TypeSyntax | undefined {
  if (textAt(tokens, at) === '<') return readType(tokens, at + 1, tokens.list.length)?.type;
  if (textAt(tokens, at) !== '(') return undefined;
  const end = afterBracket(tokens, at, tokens.list.length);
  for (let index = at + 1; index < end; index++) {
    if (textAt(tokens, index) === 'typeof') return readType(tokens, index + 2, end)?.type;
    if (textAt(tokens, index) === 'new') return readType(tokens, index + 1, end)?.type;
  }
  return undefined;
}

/** What a filter of this type turns a body into. A package's filter leaves it unchanged, unless its name says that it wraps. */
function through(scope: Scope, type: TypeSyntax & { kind: 'named' }, body: Expression): Expression {
  const of: Expression = { kind: 'name', name: typeNamed(scope, type.name), space: 'value' };
  const member: Expression = { kind: 'member', of, name: WRAP };
  const name = simpleName(type);
  const isWrapper = /Wrap|Envelope/.test(name);
  return passing(scope.source, member, body, type.at, isWrapper ? rewritten(`${name} wraps what is sent`) : body);
}

/** The body after these filters; the first filter is the outermost. */
export function filtered(scope: Scope, types: readonly TypeSyntax[], body: Expression): Expression {
  return types.reduceRight((inner, type) => (type.kind === 'named' ? through(scope, type, inner) : inner), body);
}

/** A middleware that captures the body in a stream of its own and writes JSON instead. */
function middleware(source: Source, node: TypeNode): readonly Fact[] {
  const { tokens } = source;
  const method = node.members.find(({ name, kind }) => kind === 'method' && /^Invoke(?:Async)?$/.test(name));
  if (
    method?.body === undefined ||
    !method.parameters.some(({ type }) => type !== undefined && simpleName(type) === 'HttpContext')
  )
    return [];
  const ranges = [method.body, ...node.members.flatMap(({ body, expression }) => body ?? expression ?? [])];
  return rewrites(tokens, ranges) ? [wrap(source, rewritten(MIDDLEWARE), node.at)] : [];
}

const MIDDLEWARE = 'a middleware of the service rewrites what is sent';

/**
 * Does the middleware replace the response stream for a time, and write something other than what it captured? Copying between
 * streams, or writing the captured text, leaves the body unchanged.
 */
function rewrites(tokens: Tokens, ranges: readonly Range[]): boolean {
  const words = wordsIn(tokens, ranges);
  const isCaught = words.some(
    (at) =>
      (textAt(tokens, at) === 'Body' && textAt(tokens, at + 1) === '=' && /^[Rr]esponse$/.test(textAt(tokens, at - 2))) ||
      textAt(tokens, at) === 'IHttpResponseBodyFeature',
  );
  if (!isCaught) return false;
  const copiesOther = words.some((at) => COPIES.test(textAt(tokens, at)) && !isCapture(tokens, at - 2, words));
  return words.some(
    (at) => (isWriting(tokens, at, words) || (copiesOther && MAKES_JSON.test(textAt(tokens, at)))) && !isLogged(tokens, at),
  );
}
const COPIES = /^CopyTo(?:Async)?$/;

/** `memory.CopyToAsync(original)` after `Response.Body = memory`: what was captured goes on unchanged. */
function isCapture(tokens: Tokens, at: number, words: readonly number[]): boolean {
  const name = textAt(tokens, at);
  return words.some(
    (one) => textAt(tokens, one) === 'Body' && textAt(tokens, one + 1) === '=' && textAt(tokens, one + 2) === name,
  );
}

/** `Response.WriteAsync(x)`, unless `x` is the captured body. */
function isWriting(tokens: Tokens, at: number, words: readonly number[]): boolean {
  const text = textAt(tokens, at);
  if (WRITES_JSON.test(text)) return true;
  if (!/^Write(?:Async)?$/.test(text) || textAt(tokens, at - 1) !== '.' || textAt(tokens, at + 1) !== '(') return false;
  const given = textAt(tokens, at + 2);
  const isName = isWord(tokens, at + 2) && /^[,)]$/.test(textAt(tokens, at + 3));
  return !words.some((one) => textAt(tokens, one) === given && (isName ? isRead(tokens, one) : isReplayed(tokens, one)));
}

/** `cache.TryGetValue(key, out Kept? kept)` before `WriteAsync(kept.Body)`: what was captured at an earlier request. */
function isReplayed(tokens: Tokens, at: number): boolean {
  const open = textAt(tokens, at + 1) === ')' ? (tokens.mates[at + 1] ?? -1) : -1;
  const isOut = [2, 3, 4].some((before) => textAt(tokens, at - before + 1) === 'out');
  return isOut && textAt(tokens, open - 1) === 'TryGetValue';
}

/** `var text = await reader.ReadToEndAsync();` */
function isRead(tokens: Tokens, at: number): boolean {
  if (textAt(tokens, at + 1) !== '=') return false;
  for (let index = at + 2; index < at + 40 && textAt(tokens, index) !== ';'; index++)
    if (/^(?:ReadToEnd(?:Async)?|ToArray)$/.test(textAt(tokens, index)))
      return textAt(tokens, afterBracket(tokens, index + 1, tokens.list.length)) === ';';
  return false;
}

function wordsIn(tokens: Tokens, ranges: readonly Range[]): readonly number[] {
  const found = new Set<number>();
  for (const { from, to } of ranges) for (let at = from; at < to; at++) if (isWord(tokens, at)) found.add(at);
  return [...found];
}

/** `logger.LogInformation(JsonSerializer.Serialize(x))`. */
function isLogged(tokens: Tokens, at: number): boolean {
  for (let index = at; index > at - 12 && index >= 0; index--) {
    if (textAt(tokens, index) === ';') return false;
    if (/^(?:Log\w*|Information|Debug)$/.test(textAt(tokens, index))) return true;
  }
  return false;
}
