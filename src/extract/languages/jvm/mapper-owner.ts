import { type Source, scopeOf } from './source.js';
import { closingOf, openingOf, type Token, tokenAt } from './tokens.js';
import { namedType } from './types.js';
import type { Method, TypeDecl } from './unit.js';

/** Limits for the tokens between a setting and the start of its statement, and for uses of one mapper. No real code has more. */
const MAX_BACK = 600;
const MAX_USES = 200;
/** Maximum number of settings of one source that are checked; each check searches the source. */
const MAX_ASKED = 100;
const asked = new WeakMap<Source, number>();

/** Calls that write or read with a mapper and do not return the mapper itself. */
const USES =
  /^(?:write(?:r\w*|Value\w*)?|read(?:er\w*|Value\w*|Tree)?|convertValue|valueToTree|treeToValue|create(?:Object|Array)Node|encodeTo\w+|decodeFrom\w+|parseToJsonElement|toJson\w*|fromJson\w*)$/;
/** Functions that run their lambda on the value before it. */
const ON_ITSELF = /^(?:apply|also|run|let)$/;
/** Result types of methods that do not write responses of the service: clients, messages, caches. */
const ELSEWHERE =
  /(?:Client|Template|Retrofit|Feign|(?:De|En)coder|Codec|(?:Producer|Consumer|ListenerContainer)Factory|erializer|Cache\w{0,20}|JsonMessageConverter|2MessageConverter)(?:Builder)?$/;

/** Annotations of classes and methods whose results a framework uses. */
const ASKED = /^(?:\w{0,60}(?:Configuration|Application|Factory|Provider|Module|Advice)|Bean|Provides|Produces|Singleton)$/;
const MAPPER = /(?:Object|Json|Xml|Yaml)(?:Mapper|Writer)$|^(?:Gson|Json|JavaType|Any|Object)$/;

/**
 * Does the configured mapper surely write no response of the service? That is so if only its own class uses it (a private field
 * or a variable), or if its result is used at once. It is also so if a client receives it, or if a private method creates it in a
 * class that exposes no mapper. Any other mapper may reach the framework. `index`: the token of the setting.
 */
export function isPrivateMapper(source: Source, index: number): boolean {
  const count = (asked.get(source) ?? 0) + 1;
  asked.set(source, count);
  if (isImported(source, index)) return true;
  if (count > MAX_ASKED) return false;
  const [decl, method] = methodAround(source, index);
  if (ELSEWHERE.test(method?.type?.name ?? '')) return true;
  const { tokens } = source.unit;
  // only a writer has this method, and frameworks receive no writers
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
  return places.length < MAX_USES && places.some((at) => isMade(source, at)) && places.every((at) => isRetained(source, at));
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

/** Does the method create the mapper itself, and not receive it as a parameter or field? */
function isMadeIn(source: Source, method: Method, start: number, name: string | undefined): boolean {
  if (name === undefined) return /^(?:new|[A-Z]\w*|jacksonObjectMapper|jsonMapper)$/.test(text(source, start));
  const all = source.unit.tokens.list.keys();
  return [...all].some((at) => isIn(method, at) && text(source, at) === name && isMade(source, at));
}

/** Is it a private method in a class that frameworks do not use and that exposes no mapper? */
function keepsMapper(source: Source, decl: TypeDecl, method: Method): boolean {
  const isAsked = [decl, ...decl.methods].some(({ annotations }) => annotations.some(({ name }) => ASKED.test(name)));
  const isOfLibrary = decl.extends.some(({ name }) => namedType(source, scopeOf(decl), name).kind === 'library');
  const shows = [...decl.methods, ...decl.fields].some(
    ({ name, modifiers, type }) => !modifiers.has('private') && (name === 'main' || type === undefined || MAPPER.test(type.name)),
  );
  return method.modifiers.has('private') && !isAsked && !isOfLibrary && !shows;
}

/** The innermost bracket around a position. */
function opening({ unit: { tokens } }: Source, index: number): number | undefined {
  for (let at = index - 1; at >= 0 && at > index - MAX_BACK; at--) if ((tokens.partners[at] ?? -1) > index) return at;
  return undefined;
}

/**
 * The start of the chain of calls with a setting: outside the call with the setting as argument, and outside lambdas on the
 * mapper itself.
 */
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

/** Does the chain that begins here read or write with the mapper? */
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

/** The variable that receives the value that begins here, or that the value begins with. */
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

/** `name = new ObjectMapper()`, `val name = jacksonObjectMapper()`: this file creates the mapper, it is not injected. */
function isMade(source: Source, at: number): boolean {
  const typed = text(source, at + 1) === ':' ? at + 3 : at + 1;
  if (text(source, typed) === 'by') return true;
  const value = text(source, typed + 1);
  const isName = text(source, typed + 2) === ';' || tokenAt(source.unit.tokens, typed + 2).first;
  return text(source, typed) === '=' && /^(?:new|[A-Z]\w*|jacksonObjectMapper|jsonMapper)$/.test(value) && !isName;
}

/** Does this use of the variable keep the mapper away from other code? */
function isRetained(source: Source, at: number): boolean {
  const before = text(source, at - 1) === '.' && text(source, at - 2) === 'this' ? at - 3 : at - 1;
  const next = text(source, at + 1);
  if (isDot(next)) return usesItself(source, at) || /^[;{}]$/.test(text(source, before)) || tokenAt(source.unit.tokens, at).first;
  if (next === '=' || next === ':' || next === 'by') return true;
  return next === ';' && tokenAt(source.unit.tokens, before).kind === 'word' && text(source, before) !== 'return';
}
