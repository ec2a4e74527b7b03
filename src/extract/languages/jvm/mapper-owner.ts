import { type Source, scopeOf } from './source.js';
import { closingOf, openingOf, type Token, tokenAt } from './tokens.js';
import { namedType } from './types.js';
import type { Method, TypeDecl } from './unit.js';

/** Tokens between a setting and the beginning of its statement, and uses of one mapper: more are hostile. */
const MAX_BACK = 600;
const MAX_USES = 200;
/** Settings of one source that are asked about: each looks through it. */
const MAX_ASKED = 100;
const asked = new WeakMap<Source, number>();

/** Calls that write or read by a mapper and do not give the mapper itself. */
const USES =
  /^(?:write(?:r\w*|Value\w*)?|read(?:er\w*|Value\w*|Tree)?|convertValue|valueToTree|treeToValue|create(?:Object|Array)Node|encodeTo\w+|decodeFrom\w+|parseToJsonElement|toJson\w*|fromJson\w*)$/;
/** What runs its lambda on the value before it. */
const ON_ITSELF = /^(?:apply|also|run|let)$/;
/** Results of methods that do not write answers of the service: clients of others, messages, caches. */
const ELSEWHERE =
  /(?:Client|Template|Retrofit|Feign|(?:De|En)coder|Codec|(?:Producer|Consumer|ListenerContainer)Factory|erializer|Cache\w{0,20}|JsonMessageConverter|2MessageConverter)(?:Builder)?$/;

/** Annotations of classes and methods that a framework asks for what they make. */
const ASKED = /^(?:\w{0,60}(?:Configuration|Application|Factory|Provider|Module|Advice)|Bean|Provides|Produces|Singleton)$/;
const MAPPER = /(?:Object|Json|Xml|Yaml)(?:Mapper|Writer)$|^(?:Gson|Json|JavaType|Any|Object)$/;

/**
 * Whether the mapper that a setting is of surely writes no answer of the service: a private field or a variable that its class uses by
 * itself, one whose result is used at once, one that a client of another service is made with, or that a private method makes in a class
 * that gives no mapper to others. Everything else may be handed to the framework. `index`: the token of the setting.
 */
export function isPrivateMapper(source: Source, index: number): boolean {
  const count = (asked.get(source) ?? 0) + 1;
  asked.set(source, count);
  if (isImported(source, index)) return true;
  if (count > MAX_ASKED) return false;
  const [decl, method] = methodAround(source, index);
  if (ELSEWHERE.test(method?.type?.name ?? '')) return true;
  const { tokens } = source.unit;
  // only a writer has it, which no framework is given
  const around = opening(source, index);
  if (
    around !== undefined &&
    /^with(?:out)?Features?$|^with(?:out)?$/.test(text(source, around - 1)) &&
    text(source, around - 2) === '.'
  )
    return true;
  const start = chainStart(source, index);
  if (start === undefined) return false;
  if (usesItself(source, start)) return true;
  const name = variableSet(source, start);
  if (method !== undefined && decl !== undefined && isMadeIn(source, method, start, name) && keepsMapper(source, decl, method))
    return true;
  if (name === undefined) return false;
  const field = source.unit.types.flatMap(({ fields }) => fields).find((one) => one.name === name);
  if (field !== undefined && !field.modifiers.has('private')) return false;
  const places = tokens.list.flatMap(({ kind, text }, at) => (kind === 'word' && text === name ? [at] : []));
  return places.length < MAX_USES && places.some((at) => isMade(source, at)) && places.every((at) => isKept(source, at));
}

/** The last name of an import sets nothing. */
function isImported(source: Source, index: number): boolean {
  let start = index;
  while (start > index - MAX_NAMES && text(source, start - 1) === '.') start -= 2;
  return /^(?:import|static)$/.test(text(source, start - 1));
}
const MAX_NAMES = 40;

const text = ({ unit }: Source, index: number): string => tokenAt(unit.tokens, index).text;
const isDot = (written: string): boolean => written === '.' || written === '?.' || written === '!!';

const isIn = ({ body, expression }: Method, index: number): boolean => {
  const own = body ?? expression;
  return own !== undefined && own.from <= index && index < own.to;
};

function methodAround({ unit }: Source, index: number): readonly [TypeDecl | undefined, Method | undefined] {
  const decl = unit.types.find(({ methods }) => methods.some((one) => isIn(one, index)));
  return [decl, (decl?.methods ?? unit.functions).find((one) => isIn(one, index))];
}

/** Is the mapper new in this method, and not given to it or to the class? */
function isMadeIn(source: Source, method: Method, start: number, name: string | undefined): boolean {
  if (name === undefined) return /^(?:new|[A-Z]\w*|jacksonObjectMapper|jsonMapper)$/.test(text(source, start));
  const all = source.unit.tokens.list.keys();
  return [...all].some((at) => isIn(method, at) && text(source, at) === name && isMade(source, at));
}

/** A private method of a class that no framework asks, and of which nobody else can have a mapper. */
function keepsMapper(source: Source, decl: TypeDecl, method: Method): boolean {
  const isAsked = [decl, ...decl.methods].some(({ annotations }) => annotations.some(({ name }) => ASKED.test(name)));
  const isOfLibrary = decl.extends.some(({ name }) => namedType(source, scopeOf(decl), name).kind === 'library');
  const shows = [...decl.methods, ...decl.fields].some(
    ({ name, modifiers, type }) => !modifiers.has('private') && (name === 'main' || type === undefined || MAPPER.test(type.name)),
  );
  return method.modifiers.has('private') && !isAsked && !isOfLibrary && !shows;
}

/** The bracket around a place that opens last before it. */
function opening({ unit: { tokens } }: Source, index: number): number | undefined {
  for (let at = index - 1; at >= 0 && at > index - MAX_BACK; at--) if ((tokens.partners[at] ?? -1) > index) return at;
  return undefined;
}

/** Where the chain of calls begins that a setting belongs to: out of the call it is given to, and of lambdas on the mapper itself. */
function chainStart(source: Source, index: number): number | undefined {
  const isFeature = /^[A-Z_]+$/.test(text(source, index));
  const around = isFeature ? opening(source, index) : undefined;
  let at = around === undefined ? index : around - 1;
  for (let count = 0; count < MAX_BACK; count++) {
    if (isDot(text(source, at - 1))) {
      const before = text(source, at - 2) === ')' ? openingOf(source.unit.tokens, at - 2) : at - 1;
      if (before === undefined) return undefined;
      at = before - 1;
      continue;
    }
    const block = opening(source, at);
    const isOnItself = block !== undefined && text(source, block) === '{' && ON_ITSELF.test(text(source, block - 1));
    if (!isOnItself || /^(?:=|return|\()$/.test(text(source, at - 1))) return text(source, at - 1) === 'new' ? at - 1 : at;
    at = block - 1;
  }
  return undefined;
}

/** Does a chain that begins here end in what the mapper writes or reads? */
function usesItself(source: Source, start: number): boolean {
  const { tokens } = source.unit;
  for (let at = start, count = 0; count < MAX_BACK; at++, count++) {
    const token: Token = tokenAt(tokens, at);
    if (token.text === '(' || token.text === '{') at = closingOf(tokens, at);
    else if (isDot(token.text)) {
      if (USES.test(text(source, at + 1))) return true;
    } else if (token.kind !== 'word' || (at > start && token.first && !isDot(text(source, at - 1)))) return false;
  }
  return false;
}

/** The variable that is set to what begins here, or that it begins with. */
function variableSet(source: Source, start: number): string | undefined {
  const named = text(source, start) === 'this' ? text(source, start + 2) : text(source, start);
  if (/^[a-z_]\w*$/.test(named) && named !== 'new' && isDot(text(source, text(source, start) === 'this' ? start + 3 : start + 1)))
    return named;
  const isLazy = text(source, start - 1) === '{' && text(source, start - 2) === 'lazy' && text(source, start - 3) === 'by';
  const before = isLazy ? start - 4 : text(source, start - 1) === '=' ? start - 2 : undefined;
  if (before === undefined) return undefined;
  const name = text(source, before - 1) === ':' ? text(source, before - 2) : text(source, before);
  return /^\w+$/.test(name) ? name : undefined;
}

/** `name = new ObjectMapper()`, `val name = jacksonObjectMapper()`: it is this file's own, not injected. */
function isMade(source: Source, at: number): boolean {
  const typed = text(source, at + 1) === ':' ? at + 3 : at + 1;
  if (text(source, typed) === 'by') return true;
  const value = text(source, typed + 1);
  const isName = text(source, typed + 2) === ';' || tokenAt(source.unit.tokens, typed + 2).first;
  return text(source, typed) === '=' && /^(?:new|[A-Z]\w*|jacksonObjectMapper|jsonMapper)$/.test(value) && !isName;
}

/** A use of the variable that hands it to nobody. */
function isKept(source: Source, at: number): boolean {
  const before = text(source, at - 1) === '.' && text(source, at - 2) === 'this' ? at - 3 : at - 1;
  const next = text(source, at + 1);
  if (isDot(next)) return usesItself(source, at) || /^[;{}]$/.test(text(source, before)) || tokenAt(source.unit.tokens, at).first;
  if (next === '=' || next === ':' || next === 'by') return true;
  return next === ';' && tokenAt(source.unit.tokens, before).kind === 'word' && text(source, before) !== 'return';
}
