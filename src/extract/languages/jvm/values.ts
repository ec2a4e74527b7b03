import type { Expression, NameExpression } from '../../../facts/expression.js';
import { whereTested } from './bodies/narrowing.js';
import { builtBy, builtIn } from './built-in-calls.js';
import { type Env, functionNamed, inherited, isMemberOfObject, isRun, methodsNamed, topLevel } from './free-names.js';
import { builderOf, instance, nestedInstance, TYPE, usesKoin } from './instances.js';
import { stringValue, sumOf, templatePieces } from './literals.js';
import { entriesOf, isOfMap, lambdaValue, lastStatement, methodCall, textByName } from './method-calls.js';
import { classWithPackage } from './names.js';
import { eitherOf } from './null-tests.js';
import { statusOfEnum } from './routing/http-status.js';
import { literal, unknown, value, writtenOnce } from './source.js';
import {
  argumentsOf,
  type Cursor,
  isAt,
  isIndex,
  memberAfter,
  pastTypeArguments,
  peek,
  skipBracket,
  splitAt,
  take,
  typeArguments,
  typeRef,
} from './syntax/cursor.js';
import { armsOf, triesOf } from './syntax/kotlin-branches.js';
import { closingOf, type Tokens, tokenAt, tokenize } from './tokens.js';
import { namedType, typeOf } from './types.js';
import { type Argument, type Range, simpleName } from './unit.js';

/** No real code nests expressions more deeply, or has longer chains. */
const MAX_DEPTH = 40;
const MAX_CHAIN = 20_000;

/** Maximum number of tokens of a nested expression, and of characters of a nested template: each level reads its range again. */
const MAX_INSIDE = 20_000;

/** The value of an expression. */
export function readValue(env: Env, range: Range, tokens: Tokens = env.source.unit.tokens, depth = 0): Expression {
  if (depth > MAX_DEPTH) return unknown('it is nested too deeply');
  if (depth > 0 && range.to - range.from > MAX_INSIDE) return unknown('it is too long');
  if (tokens.dialect === 'java' && tokens === env.source.unit.tokens && isLambda(tokens, range))
    return lambdaValue(env, range, (inside, part) => readValue(inside, part, tokens, depth + 1));
  const choice = alternatives(env, range, tokens, depth);
  if (choice !== undefined) return choice;
  const parts = splitAt(tokens, range, '+');
  if (parts.length > 1) return sumOf(parts.map((part) => readValue(env, part, tokens, depth + 1)));
  const cursor: Cursor = { tokens, at: range.from };
  const whole = cast(env, cursor, chain(env, cursor, range, primary(env, cursor, range, depth), depth));
  return cursor.at < range.to ? unknown('this expression is not followed') : whole;
}

/** Kotlin's `value as Type`, `value as? Type`; a cast to `Any` changes nothing. */
function cast(env: Env, cursor: Cursor, of: Expression): Expression {
  if (cursor.tokens.dialect !== 'kotlin' || !isAt(cursor, 'as')) return of;
  cursor.at += 1;
  const safe = take(cursor, '?');
  const type = typeRef(cursor);
  if (type === undefined) return unknown('this expression is not followed');
  const made = type.name === 'Any' ? of : typeOf(env.source, env.scope, type);
  return safe ? { kind: 'operator', operator: 'nullable', of: made } : made;
}

/** Java's `x -> …`, `() -> …`. */
function isLambda(tokens: Tokens, { from, to }: Range): boolean {
  const arrow = tokenAt(tokens, from).text === '(' ? closingOf(tokens, from) + 1 : from + 1;
  return arrow < to && tokenAt(tokens, arrow).text === '->';
}

/** `c ? a : b`, `a ?: b`, `if (c) a else b`. */
function alternatives(env: Env, range: Range, tokens: Tokens, depth: number): Expression | undefined {
  const read = (part: Range): Expression => readValue(env, part, tokens, depth + 1);
  if (tokens.dialect === 'java') {
    const [test, rest] = splitAt(tokens, range, '?');
    if (test === undefined || rest === undefined) return undefined;
    const [yes, no] = splitAt(tokens, { from: rest.from, to: range.to }, ':');
    if (yes === undefined || no === undefined) return undefined;
    return eitherOf(tokens, test, [yes, { from: no.from, to: range.to }], read);
  }
  const branched = (part: Range): readonly Expression[] => {
    const given = branch(env, part, tokens, read);
    return given === undefined ? [] : [given];
  };
  const [left, right] = splitAt(tokens, range, '?:');
  if (left !== undefined && right !== undefined) {
    if (['throw', 'return'].includes(tokenAt(tokens, right.from).text))
      return { kind: 'operator', operator: 'non-null', of: read(left) };
    const something: Expression = { kind: 'operator', operator: 'non-null', of: read(left) };
    return { kind: 'union', options: [something, read({ from: right.from, to: range.to })] };
  }
  const first = tokenAt(tokens, range.from).text;
  if (first === 'when' || first === 'try')
    return oneOf(first === 'when' ? armsOf(tokens, range) : triesOf(tokens, range), branched);
  if (first !== 'if') return undefined;
  const cursor: Cursor = { tokens, at: range.from + 1 };
  if (isAt(cursor, '(')) skipBracket(cursor);
  const [yes, no] = splitAt(tokens, { from: cursor.at, to: range.to }, 'else');
  if (yes === undefined || no === undefined) return undefined;
  return oneOf([yes, { from: no.from, to: range.to }], branched);
}

/** The value of one of several branches; undefined if they are unresolved. */
function oneOf(parts: readonly Range[] | undefined, branched: (part: Range) => readonly Expression[]): Expression | undefined {
  const options = parts?.flatMap(branched) ?? [];
  const [only] = options;
  if (only === undefined) return undefined;
  return options.length === 1 ? only : { kind: 'union', options };
}

/** The value of a branch, the last expression of its block; undefined if the branch returns or throws. */
function branch(env: Env, range: Range, tokens: Tokens, read: (part: Range) => Expression): Expression | undefined {
  const isBlock = tokenAt(tokens, range.from).text === '{' && closingOf(tokens, range.from) === range.to - 1;
  const last = isBlock ? lastStatement(tokens, range) : range;
  if (last !== undefined && /^(?:throw|return)$/.test(tokenAt(tokens, last.from).text)) return undefined;
  if (!isBlock) return read(range);
  const inside = { from: range.from + 1, to: range.to - 1 };
  if (last?.from === inside.from) return read(last);
  const isOwn = tokens === env.source.unit.tokens && last !== undefined;
  return (isOwn ? env.inner?.(inside, env.local, last) : undefined) ?? unknown('what this block gives is not followed');
}

function primary(env: Env, cursor: Cursor, range: Range, depth: number): Expression {
  const { tokens } = cursor;
  if (isAt(cursor, 'this') && isAt(cursor, '.', 1) && cursor.at + 2 < range.to) cursor.at += 2;
  const token = peek(cursor);
  const read = (part: Range): Expression => readValue(env, part, tokens, depth + 1);
  if (cursor.at >= range.to) return unknown('there is no value');
  if (token.kind === 'string') {
    cursor.at += 1;
    return text(env, token.text, tokens, depth);
  }
  if (token.kind === 'number') {
    cursor.at += 1;
    return numeric(token.text);
  }
  if (token.text === '{' && tokens.dialect === 'kotlin') {
    const open = cursor.at;
    skipBracket(cursor);
    const isOwn = tokens === env.source.unit.tokens;
    const made = isOwn
      ? lambdaValue(env, { from: open, to: cursor.at }, (inside, part) => readValue(inside, part, tokens, depth + 1))
      : undefined;
    return made ?? unknown('this function is not followed');
  }
  if (token.text === '{' || token.text === '[') {
    const items = argumentsOf(tokens, cursor.at).map(read);
    skipBracket(cursor);
    return { kind: 'tuple', items };
  }
  if (token.text === '(') return parenthesis(env, cursor, range, depth);
  if (token.kind !== 'word') return unknown('this expression is not followed');
  if (token.text === 'new') return created(env, cursor, range, depth);
  cursor.at += 1;
  if (token.text === 'true' || token.text === 'false') return literal(token.text === 'true');
  if (token.text === 'null') return literal(null);
  return nameOrCall(env, cursor, token.text, depth);
}

function numeric(written: string): Expression {
  const number = Number(written.replace(/_/g, '').replace(/[lLfFdDuU]$/, ''));
  return Number.isFinite(number) ? literal(number) : unknown('a number in a form that is not read');
}

/** A string; with templates, a text of their values. */
function text(env: Env, written: string, { dialect, path }: Tokens, depth: number): Expression {
  const isTemplate = dialect === 'kotlin' && /\$[a-zA-Z_{]/.test(written);
  if (!isTemplate) return literal(stringValue(written, dialect) ?? written.slice(1, -1));
  if (depth > 0 && written.length > MAX_INSIDE) return unknown('it is too long');
  const parts = templatePieces(written).map((piece): Expression => {
    if ('text' in piece) return literal(piece.text);
    const inner = tokenize(path, written.slice(piece.from, piece.to), dialect);
    return readValue(env, { from: 0, to: inner.list.length }, inner, depth + 1);
  });
  return { kind: 'text', parts };
}

/** `(value)`, or Java's `(Type) value`. */
function parenthesis(env: Env, cursor: Cursor, range: Range, depth: number): Expression {
  const open = cursor.at;
  const [inner] = argumentsOf(cursor.tokens, open);
  skipBracket(cursor);
  const next = peek(cursor);
  const isCast =
    cursor.at < range.to &&
    (next.kind === 'word' || next.kind === 'string' || next.text === '(') &&
    cursor.tokens.dialect === 'java';
  if (isCast) {
    const type = typeRef({ tokens: cursor.tokens, at: open + 1 });
    cursor.at = range.to;
    return type === undefined ? unknown('this expression is not followed') : typeOf(env.source, env.scope, type);
  }
  return inner === undefined ? unknown('there is no value') : readValue(env, inner, cursor.tokens, depth + 1);
}

/** `new Type<A>(…)`, `new String[] { … }`. */
function created(env: Env, cursor: Cursor, range: Range, depth: number): Expression {
  const map = cursor.tokens === env.source.unit.tokens ? env.made?.({ from: cursor.at, to: range.to }) : undefined;
  if (map !== undefined) cursor.at = range.to;
  if (map !== undefined) return map;
  cursor.at += 1;
  const type = typeRef(cursor);
  if (type === undefined) return unknown('this expression is not followed');
  if (isAt(cursor, '{')) {
    const items = argumentsOf(cursor.tokens, cursor.at).map((one) => readValue(env, one, cursor.tokens, depth + 1));
    skipBracket(cursor);
    if (type.name === '[]') return { kind: 'tuple', items };
  }
  const given = isAt(cursor, '(') ? argumentsOf(cursor.tokens, cursor.at) : [];
  if (isAt(cursor, '(')) skipBracket(cursor);
  if (isAt(cursor, '{')) return unknown('a class without a name may change what it extends');
  if (type.name === 'JsonArray') return addedTo(env, cursor, range, depth, given);
  const known = builtIn(`new ${type.name}`, given, (one) => readValue(env, one, cursor.tokens, depth + 1), cursor.tokens);
  return known ?? instance(env, type, given, (one) => readValue(env, one, cursor.tokens, depth + 1));
}

type Listed = Extract<Expression, { kind: 'tuple' }>['items'][number];

/** `new JsonArray().add(x)`, `new JsonArray(list)`, from Vert.x. */
function addedTo(env: Env, cursor: Cursor, range: Range, depth: number, given: readonly Range[]): Expression {
  const items: Listed[] = given.map((of) => ({ kind: 'spread', value: readValue(env, of, cursor.tokens, depth + 1) }));
  while (cursor.at < range.to && isAt(cursor, '.') && isAt(cursor, 'add', 1) && isAt(cursor, '(', 2)) {
    const [item] = argumentsOf(cursor.tokens, cursor.at + 2);
    if (item !== undefined) items.push(readValue(env, item, cursor.tokens, depth + 1));
    cursor.at = closingOf(cursor.tokens, cursor.at + 2) + 1;
  }
  return items.length === 0 ? unknown('what is added to this list is not followed') : { kind: 'tuple', items };
}

/** A variable, a type, or a call of a function. */
function nameOrCall(env: Env, cursor: Cursor, name: string, depth: number): Expression {
  const generic = isAt(cursor, '<') && pastTypeArguments(cursor.tokens, cursor.at) > cursor.at + 1;
  const start = cursor.at;
  const given = generic ? typeArguments(cursor) : [];
  if (isAt(cursor, '(') && !(peek(cursor).first && cursor.tokens.dialect === 'kotlin')) {
    const read = (one: Argument): Expression => readValue(env, one, cursor.tokens, depth + 1);
    const args = argumentsOf(cursor.tokens, cursor.at);
    skipBracket(cursor);
    if (hasLambda(cursor)) return givenLambda(env, cursor, name, args, depth);
    const types = given.map((one) => typeOf(env.source, env.scope, one));
    if (name === 'get' && types[0] !== undefined && usesKoin(env.source)) return types[0];
    const known = builtIn(name, args, read, cursor.tokens, types);
    if (known !== undefined) return known;
    if (/^[A-Z]/.test(name)) return instance(env, { name, arguments: given, nullable: false }, args, read);
    const of = functionGiven(env, name) ?? overloadOfBase(env, name, args.length) ?? functionNamed(env, name);
    return { kind: 'returns', of, ...passed(args, read) };
  }
  if (hasLambda(cursor)) return givenLambda(env, cursor, name, [], depth);
  cursor.at = start;
  const local = env.local(name);
  if (local !== undefined) return local;
  const place = classWithPackage(env.source, cursor, name);
  if (place !== undefined) return staticOf(env, cursor, place);
  if (!/^[A-Z]/.test(name)) return inherited(env, name) ?? topLevel(env, name);
  const read = (one: Argument): Expression => readValue(env, one, cursor.tokens, depth + 1);
  return nestedInstance(env, cursor, name, read) ?? staticOf(env, cursor, name);
}

/** Java: the inherited function, if no function of the class with this name takes this number of arguments. */
function overloadOfBase({ source, scope }: Env, name: string, count: number): Expression | undefined {
  const decl = scope.owner === undefined ? undefined : source.types.get(scope.owner);
  const base = decl?.extends.find((one) => one.interface !== true);
  if (source.unit.tokens.dialect !== 'java' || decl === undefined || base === undefined) return undefined;
  const own = methodsNamed(decl.methods, name);
  const fits = own.some(({ parameters }) => parameters.length === count || parameters.at(-1)?.type?.name === '[]');
  if (own.length === 0 || fits) return undefined;
  return { kind: 'member', of: typeOf(source, scope, base), name: `${name}()` };
}

/** Does a Kotlin trailing lambda `{ … }` follow on the same line? */
const hasLambda = (cursor: Cursor): boolean => cursor.tokens.dialect === 'kotlin' && isAt(cursor, '{') && !peek(cursor).first;

/**
 * Functions that return the result of their lambda. https://kotlinlang.org/docs/scope-functions.html, coroutines, transactions of
 * Exposed
 */
const RUNNERS =
  /^(?:run|runBlocking|withContext|coroutineScope|supervisorScope|withTimeout|runCatching|transaction|newSuspendedTransaction|suspendTransaction|dbQuery|synchronized)$/;

/** `name(given) { … }`, `name { … }` */
function givenLambda(env: Env, cursor: Cursor, name: string, given: readonly Argument[], depth: number): Expression {
  const { tokens } = cursor;
  const lambda = { from: cursor.at, to: closingOf(tokens, cursor.at) + 1 };
  skipBracket(cursor);
  const read = (one: Argument): Expression => readValue(env, one, tokens, depth + 1);
  const built = given.length === 0 ? builtBy(name, lambda, read, tokens) : builtIn(name, given, read, tokens);
  if (built !== undefined) return built;
  const own: Expression = {
    kind: 'returns',
    of: functionGiven(env, name) ?? functionNamed(env, name),
    ...passed([...given, lambda], read),
  };
  if (!RUNNERS.test(name) || tokens !== env.source.unit.tokens) return own;
  return { kind: 'operator', operator: 'first-known', of: { kind: 'returns', of: read(lambda) }, keys: own };
}

/** A parameter that is called, because its argument is a function. */
function functionGiven(env: Env, name: string): Expression | undefined {
  const local = env.local(name);
  const plain = local?.kind === 'operator' && local.operator === 'non-null' ? local.of : local;
  if (plain?.kind !== 'parameter') return undefined;
  const { type: _, ...given } = plain;
  return given;
}

/** `HttpStatus.OK`, `Paths.USERS`, `Outer.Inner.NAME`, `CONSTANT`. */
function staticOf(env: Env, cursor: Cursor, name: string): Expression {
  let written = name;
  while (isAt(cursor, '.') && TYPE.test(peek(cursor, 1).text) && peek(cursor, 2).text === '.') {
    cursor.at += 2;
    written = `${written}.${peek(cursor, -1).text}`;
  }
  const status = statusOfEnum(env.source, cursor, written);
  if (status !== undefined) return status;
  const isBare = !isAt(cursor, '.');
  if (isBare && (/^[A-Z0-9_]+$/.test(name) || isMemberOfObject(env, name))) return topLevel(env, name);
  const found = namedType(env.source, env.scope, written);
  if (found.kind === 'own' || found.kind === 'imported') return value(found.name);
  return found.kind === 'library' ? unknown(`${found.path} is not declared in the repository`) : unknown('a type is no value');
}

/** `.name`, `?.name(…)`, `!!`. */
function chain(env: Env, cursor: Cursor, range: Range, first: Expression, depth: number): Expression {
  const isAsked = isAt(cursor, '.') || isAt(cursor, '?.');
  // a method of a new instance is a method of its class
  let of = isAsked && first.kind === 'operator' && /^(?:made|filled)$/.test(first.operator) ? first.of : first;
  if (isAsked && isType(of)) of = builderOf(env, cursor, of, (one) => readValue(env, one, cursor.tokens, depth + 1)) ?? of;
  let after = '';
  while (cursor.at < range.to && cursor.at - range.from < MAX_CHAIN) {
    const next = withoutName(cursor, of, after);
    if (next !== undefined) {
      of = next;
      continue;
    }
    const safe = isAt(cursor, '?.');
    const isIndexed = isIndex(cursor);
    const name = isIndexed ? 'get' : memberAfter(cursor);
    if (name === undefined) return of;
    const isTyped = isAt(cursor, '<') && pastTypeArguments(cursor.tokens, cursor.at) > cursor.at + 1;
    const types = isTyped ? typeArguments(cursor) : [];
    const isCall = (isIndexed || isAt(cursor, '(')) && cursor.at < range.to;
    const before = cursor.at;
    const args = [...(isCall ? argumentsOf(cursor.tokens, cursor.at) : [])];
    if (isCall) skipBracket(cursor);
    const isGiven = cursor.at < range.to && hasLambda(cursor);
    if (isGiven) {
      args.push({ from: cursor.at, to: closingOf(cursor.tokens, cursor.at) + 1 });
      skipBracket(cursor);
    }
    const owner = tokenAt(cursor.tokens, before - 3).text;
    const read = (one: Argument): Expression => readValue(env, one, cursor.tokens, depth + 1);
    const known = isCall && !isIndexed ? builtIn(`${owner}.${name}`, args, read, cursor.tokens) : undefined;
    if (isCall && isRun(env.source, of, name)) of = { kind: 'returns', of, ...passed(args, read) };
    else if (known !== undefined) of = known;
    else if (!isGiven && args.length === 0 && name === (isCall ? 'values' : 'entries') && isType(of))
      of = constantsOf(of, isCall);
    else if (!isCall && !isGiven && cursor.tokens.dialect === 'kotlin' && isOfMap(name))
      of = entriesOf(writtenOnce(env.source, of, before), name);
    else if (!isCall && !isGiven) of = { kind: 'member', of, name };
    else {
      of = writtenOnce(env.source, of, before);
      const own: Expression = { kind: 'returns', of: { kind: 'member', of, name: `${name}()` }, ...passed(args, read) };
      const isOwn = cursor.tokens !== env.source.unit.tokens;
      const call = { of, name, given: args, types, safe, after, own };
      of = isOwn ? own : methodCall(env, call, (inside, part) => readValue(inside, part, cursor.tokens, depth + 1));
    }
    after = name;
    of = whereTested(cursor.tokens, { from: range.from, to: cursor.at }, of);
  }
  return of;
}

/** What `!!` and `["id"]` make of a value; undefined: neither follows. */
function withoutName(cursor: Cursor, of: Expression, after: string): Expression | undefined {
  if (take(cursor, '!!')) return { kind: 'operator', operator: 'non-null', of };
  const text = isAt(cursor, '[') ? textByName(after) : undefined;
  if (text !== undefined) skipBracket(cursor);
  return text;
}

/** Is it a type name, and no constant? */
const isType = (of: Expression): of is NameExpression => of.kind === 'name' && TYPE.test(simpleName(of.name));

/** `Colour.entries`, `Colour.values()`: the constants of an enum; a class or an object has a member of its own of that name. */
function constantsOf(of: NameExpression, isCall: boolean): Expression {
  const type: Expression = { kind: 'name', name: of.name };
  const own: Expression = isCall
    ? { kind: 'returns', of: { kind: 'member', of, name: 'values()' } }
    : { kind: 'member', of, name: 'entries' };
  const items: readonly Expression[] = [literal('.'), own, { kind: 'array', items: type }];
  return { kind: 'operator', operator: 'having', of: type, keys: { kind: 'tuple', items } };
}

/** The arguments of a function, if all are positional. */
function passed(given: readonly Argument[], read: (one: Argument) => Expression): { readonly values?: readonly Expression[] } {
  return given.length === 0 || given.some(({ name }) => name !== undefined) ? {} : { values: given.map(read) };
}
