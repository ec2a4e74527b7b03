import { BOOLEAN, type Expression, INTEGER, type ObjectExpression, STRING } from '../../../facts/expression.js';
import type { Callable } from '../../../facts/fact.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { changedBy, isStep } from './changing-steps.js';
import { type Env, extensionNamed, functionNamed } from './free-names.js';
import { at, literal, unknown, value } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { expressionEnd } from './syntax/kotlin-parameters.js';
import { closingOf, type Tokens, tokenAt } from './tokens.js';
import { namedType, typeOf } from './types.js';
import type { Argument, Range, TypeRef } from './unit.js';
import { propertyOfGetter } from './wire-names.js';

/** A call on a value: `of.name(given)`, `of?.name { … }`. */
export interface MethodCall {
  readonly of: Expression;
  readonly name: string;
  readonly given: readonly Argument[];
  readonly types: readonly TypeRef[];
  /** Kotlin's `?.` */
  readonly safe: boolean;
  /** The name of the call before it. */
  readonly after: string;
  /** The result if the value has such a method of its own. */
  readonly own: Expression;
}
type Read = (env: Env, range: Range) => Expression;

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Methods that return the value or its content, with fewer or other elements. */
const SAME = names(
  'get orElseThrow toList ' +
    'toSet toMutableList collectList sorted filter filterNot filterNotNull distinct limit skip peek sortedBy sortedByDescending ' +
    'sortedWith reversed asReversed asFlow sequential publishOn subscribeOn doOnNext doOnSuccess log cache timeout ' +
    'onSuccess onFailure take drop distinctBy also apply takeIf getBody requireNotNull onEach toCollection unordered asIterable orEmpty ' +
    // https://smallrye.io/smallrye-mutiny/latest/reference/getting-started/
    'onItem ifNotNull subscribe invoke call emitOn runSubscriptionOn memoize asList retry',
);
/** Methods that return the value that a publisher or future has, or a list's elements in another form. */
const UNBOXED = names(
  'block join await awaitSingle awaitSingleOrNull awaitFirst awaitFirstOrNull stream parallelStream asSequence getOrThrow blockOptional indefinitely atMost iterator result',
);
const FIRST = names('first last findFirst findAny getFirst getLast single random elementAt blockFirst next reduce');
/** Like `FIRST`, but null if there is no element. */
const FIRST_OR_NULL = names(
  'firstOrNull lastOrNull singleOrNull randomOrNull elementAtOrNull find findLast maxByOrNull minByOrNull',
);
const EACH = names('map mapNotNull thenApply mapTo transform');
const FLAT = names('flatMap chain transformToUni transformToUniAndMerge transformToUniAndConcatenate thenCompose');
/** They give another item, or what a function makes. https://smallrye.io/smallrye-mutiny/latest/tutorials/handling-failures/ */
const REPLACING = names('replaceWith recoverWithItem recoverWithUni');
/** They give another value where there is none, or where a failure was. */
const OTHERWISE = names(
  'orElse orElseGet switchIfEmpty defaultIfEmpty onErrorResume onErrorReturn getOrDefault getOrElse recover',
);
const NEVER: Expression = { kind: 'union', options: [] };
const FAILURE: Expression = unknown('what is sent after a failure is not followed');
const TEXTS = names('split lines');
const TEXT_MAKERS = names(
  'pathParam joinToString trim trimEnd trimStart strip lowercase uppercase toLowerCase toUpperCase substring replace formatted repeat padStart padEnd removePrefix removeSuffix',
);
const SCALARS: Readonly<Record<string, Expression>> = {
  toString: STRING,
  count: INTEGER,
  size: INTEGER,
  isEmpty: BOOLEAN,
  contains: BOOLEAN,
};

/**
 * The result of a call on a value: that of its own method if it has one. Otherwise that of a method of lists, optional values,
 * streams or publishers, or of a getter that Lombok or a record generates.
 */
export function methodCall(env: Env, call: MethodCall, read: Read): Expression {
  const otherwise = ofLibrary(env, call, read);
  return otherwise === undefined ? call.own : { kind: 'operator', operator: 'first-known', of: otherwise, keys: call.own };
}

/** A contract may require the parameter. */
const PERHAPS_MISSING: Expression = nullInDoubt('whether a request has this parameter is not known');
/** `call.parameters["id"]`: https://ktor.io/docs/server-requests.html */
const TEXTS_BY_NAME = /^(?:parameters|pathParameters|queryParameters|rawQueryParameters|headers|cookies)$/;

/** A text that a request may have under a name; undefined: the member holds something else. */
export const textByName = (member: string): Expression | undefined =>
  TEXTS_BY_NAME.test(member) ? { kind: 'union', options: [STRING, PERHAPS_MISSING] } : undefined;

/** `{ … }`, `x -> …`, `this::log` */
const isFunction = (tokens: Tokens, { from, to }: Range): boolean =>
  tokenAt(tokens, from).text === '{' ||
  [0, 1, 2, 3].some((ahead) => from + ahead < to && /^(?:->|::)$/.test(tokenAt(tokens, from + ahead).text));

/** `onFailure { throw it }.getOrNull()` is never null. */
const UNLESS_THROWN: Expression = nullInDoubt('whether a failure is thrown on is not known');

/** The value, or what it is replaced by where there is none. `Mono.error(…)`, and what is not known, adds nothing. */
function orOther(env: Env, something: Expression, last: Argument | undefined, read: Read): Expression {
  if (last === undefined) return something;
  const other = isFunction(env.source.unit.tokens, last) ? applied(env, last, FAILURE, read) : read(env, last);
  return { kind: 'union', options: [something, { kind: 'operator', operator: 'first-known', of: NEVER, keys: other }] };
}

const PERHAPS_NO_KEY: Expression = nullInDoubt('whether the map has this key is not known');
const MAPS: ReadonlySet<Expression['kind']> = new Set(['map', 'object']);
const withoutTests = (of: Expression): Expression =>
  of.kind === 'operator' && of.operator === 'non-null' ? withoutTests(of.of) : of;
const isText = ({ source }: Env, one: Argument | undefined): boolean =>
  one !== undefined && tokenAt(source.unit.tokens, one.from).kind === 'string';

/** What a map or a list has at a key or an index; undefined: another method. `future.get(1, SECONDS)` has no key. */
function ofKey(env: Env, of: Expression, name: string, given: readonly Argument[], read: Read): Expression | undefined {
  if (name === 'get' && given.length === 1) {
    const isOfMap = env.source.unit.tokens.dialect === 'kotlin' && (isText(env, given[0]) || MAPS.has(withoutTests(of).kind));
    return isOfMap ? { kind: 'union', options: [{ kind: 'element', of }, PERHAPS_NO_KEY] } : { kind: 'element', of };
  }
  const isOther = /^getOr(?:Default|Else)$/.test(name) && given.length === 2;
  return isOther ? orOther(env, { kind: 'element', of }, given[1], read) : undefined;
}

const unboxedOf = (of: Expression): Expression => ({ kind: 'operator', operator: 'unboxed', of });

/** The value itself, as the one value of a publisher or without that; undefined: another method. */
function passedOn(name: string, after: string, of: Expression): Expression | undefined {
  if (name === 'collectList' || (name === 'asList' && after === 'collect')) return { kind: 'operator', operator: 'boxed', of };
  return UNBOXED.has(name) ? unboxedOf(of) : SAME.has(name) ? of : undefined;
}

/** `getOrNull` of a `Result`, or of a list. */
const orNull = (of: Expression, isAfterFailure: boolean): Expression =>
  isAfterFailure ? { kind: 'union', options: [of, UNLESS_THROWN] } : { kind: 'operator', operator: 'nullable', of };

/** `Objects::nonNull`, `x -> x != null`, `{ it != null }` */
function asksForNull(tokens: Tokens, { from, to }: Range): boolean {
  const words = Array.from({ length: Math.min(to - from, 8) }, (_, index) => tokenAt(tokens, from + index).text).join(' ');
  return /^(?:Objects :: nonNull|(\w{1,100}) -> \1 != null|\{ it != null(?: \})?)$/.test(words);
}

function ofLibrary(env: Env, { of, name, given, types, safe, after, own }: MethodCall, read: Read): Expression | undefined {
  const typed = TYPED.has(name) ? typeGiven(env, name === 'map' ? undefined : types[0], given) : undefined;
  if (typed !== undefined) return typed;
  const something: Expression = { kind: 'operator', operator: 'non-null', of };
  const [first] = given;
  const { tokens } = env.source.unit;
  // the code that `task.call()` runs has its own result, unlike `uni.call(x -> log(x))`
  if (/^(?:call|invoke)$/.test(name) && (first === undefined || !isFunction(tokens, first))) return undefined;
  if (name === 'copy' && tokens.dialect === 'kotlin') return copied(env, { of: something, given, safe }, read);
  const keyed = ofKey(env, something, name, given, read);
  if (keyed !== undefined) return keyed;
  if (isStep(name) && first !== undefined && tokens.dialect === 'kotlin') return changedBy(env, something, name, first);
  const content: Expression = { kind: 'operator', operator: 'content', of };
  if (name === 'filterNotNull' || (name === 'filter' && first !== undefined && asksForNull(tokens, first)))
    return { kind: 'operator', operator: 'mapped', of: something, keys: { kind: 'operator', operator: 'non-null', of: content } };
  const passed = passedOn(name, after, something);
  if (passed !== undefined) return passed;
  if (name === 'collect') return collected(env, something, first, read);
  if (FIRST.has(name)) return { kind: 'operator', operator: 'content', of };
  if (FIRST_OR_NULL.has(name) && tokens.dialect === 'kotlin') return { kind: 'operator', operator: 'nullable', of: content };
  if (name === 'getOrNull') return orNull(first === undefined ? unboxedOf(something) : content, after === 'onFailure');
  if (name === 'transform' && after === 'onFailure') return something;
  if (EACH.has(name) && first !== undefined) {
    const each = applied(env, first, content, read);
    const keys: Expression = name === 'mapNotNull' ? { kind: 'operator', operator: 'non-null', of: each } : each;
    return { kind: 'operator', operator: 'mapped', of, keys };
  }
  if (TEXTS.has(name)) return { kind: 'array', items: STRING };
  if (TEXT_MAKERS.has(name)) return STRING;
  if (name === 'eachCount') return { kind: 'map', values: INTEGER };
  if (name === 'associateBy' && given.length === 1) return { kind: 'map', values: content };
  if (name === 'groupBy' && given.length === 1 && tokens.dialect === 'kotlin')
    return { kind: 'map', values: { kind: 'array', items: content } };
  if (OTHERWISE.has(name)) return orOther(env, name.startsWith('getOr') ? unboxedOf(something) : something, given.at(-1), read);
  if (REPLACING.has(name) && first !== undefined) {
    const other = isFunction(tokens, first) ? applied(env, first, FAILURE, read) : read(env, first);
    return name === 'replaceWith' ? other : { kind: 'union', options: [something, other] };
  }
  if (name === 'recoverWithNull') return { kind: 'union', options: [something, FAILURE] };
  if (FLAT.has(name) && first !== undefined) return applied(env, first, content, read);
  if ((name === 'let' || name === 'run') && first !== undefined) {
    const made = applied(env, first, something, read);
    return safe ? { kind: 'operator', operator: 'nullable', of: made } : made;
  }
  const member = given.length === 0 ? memberCalled(of, name, tokens.dialect, own) : undefined;
  return member ?? (tokens.dialect === 'kotlin' ? { kind: 'returns', of: extensionNamed(env, name) } : undefined);
}

/** A call without arguments that gives a member, or what is known of every value. */
function memberCalled(of: Expression, name: string, dialect: Tokens['dialect'], own: Expression): Expression | undefined {
  const entries = dialect === 'java' && Object.hasOwn(ENTRIES, name) ? ENTRIES[name] : undefined;
  if (entries !== undefined) return entriesOf(of, entries, own);
  const property = propertyOfGetter(name, true);
  if (property !== undefined) return { kind: 'member', of, name: property };
  if (Object.hasOwn(SCALARS, name)) return SCALARS[name];
  return dialect === 'java' ? { kind: 'member', of, name } : undefined;
}

/** `book.copy(title = "Other")`: https://kotlinlang.org/docs/data-classes.html#copying */
function copied(env: Env, { of, given, safe }: Pick<MethodCall, 'of' | 'given' | 'safe'>, read: Read): Expression {
  const { source } = env;
  const members = given.flatMap((one): ObjectExpression['members'] =>
    one.name === undefined ? [] : [{ kind: 'property', name: one.name, value: read(env, one), at: at(source, one.from) }],
  );
  if (members.length < given.length) return unknown('which members a copy is given is not known');
  const copy: Expression = { kind: 'operator', operator: 'filled', of, keys: { kind: 'object', members } };
  return safe ? { kind: 'operator', operator: 'nullable', of: copy } : copy;
}

const ENTRIES: Readonly<Record<string, string>> = { keySet: 'keys', values: 'values', entrySet: 'entries' };
/** Kotlin's names for the content of a map. */
export const isOfMap = (name: string): boolean => /^(?:keys|values|entries)$/.test(name);

/** `map.keys`, `map.values`, `map.entries`: a list with the content of a map; for any other value the member `own`. */
export function entriesOf(of: Expression, name: string, own: Expression = { kind: 'member', of, name }): Expression {
  const isWritten = of.kind === 'object' && of.members.length > 0;
  const key = isWritten ? STRING : unknown('the key of a map');
  const element: Expression = isWritten ? { kind: 'union', options: valuesOf(of) } : { kind: 'element', of };
  const at = { line: 1, column: 1 };
  const entry: Expression = {
    kind: 'object',
    members: [
      { kind: 'property', name: 'key', value: key, at },
      { kind: 'property', name: 'value', value: element, at },
    ],
  };
  const items = name === 'keys' ? key : name === 'values' ? element : entry;
  if (isWritten) return { kind: 'array', items };
  const all: readonly Expression[] = [literal('{}'), { kind: 'array', items }, own];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: all } };
}

const valuesOf = ({ members }: ObjectExpression): readonly Expression[] =>
  members.map((one): Expression => (one.kind === 'property' ? one.value : unknown('not all keys of a map are written out')));

/** Methods that return a value of a given type. */
const TYPED = names(
  'receive receiveNullable bodyAsClass body awaitBody bodyToMono convertValue readValue treeToValue map convert fromJson getForObject postForObject convertAndReceive',
);

/** `receive<User>()`, `map(source, User.class)` */
function typeGiven(env: Env, type: TypeRef | undefined, given: readonly Argument[]): Expression | undefined {
  const { tokens } = env.source.unit;
  if (type !== undefined) return typeOf(env.source, env.scope, type);
  const last = given.at(-1);
  if (last === undefined) return undefined;
  const words = Array.from(
    { length: Math.min(6, last.to - last.from) },
    (_, index) => tokenAt(tokens, last.from + index).text,
  ).join('');
  const name = /^(\w{1,100})(?:\.class|::class(?:\.java)?)$/.exec(words)?.[1];
  return name === undefined ? undefined : typeOf(env.source, env.scope, { name, arguments: [], nullable: false });
}

/** `collect(Collectors.toList())` */
function collected(env: Env, of: Expression, into: Range | undefined, read: Read): Expression {
  const { tokens } = env.source.unit;
  if (into === undefined) return of;
  const at = into.from + (tokenAt(tokens, into.from + 1).text === '.' ? 2 : 0);
  const word = tokenAt(tokens, at).text;
  if (/^to(?:Unmodifiable)?(?:List|Set|Collection)$/.test(word)) return of;
  if (word === 'joining') return STRING;
  if (word === 'counting') return INTEGER;
  const given = tokenAt(tokens, at + 1).text === '(' ? argumentsOf(tokens, at + 1) : [];
  const [, second] = given;
  const content: Expression = { kind: 'operator', operator: 'content', of };
  if (word === 'groupingBy' && second === undefined) return { kind: 'map', values: of };
  if (word === 'groupingBy' && second !== undefined && given.length === 2)
    return { kind: 'map', values: collected(env, of, second, read) };
  if (!/^to(?:Unmodifiable)?Map$/.test(word) || second === undefined)
    return unknown('what a stream is collected into is not followed');
  const isSame = tokenAt(tokens, second.to - 3).text === 'identity';
  return { kind: 'map', values: isSame ? content : applied(env, second, content, read) };
}

/** The result of a lambda or function reference for a value. */
function applied(env: Env, range: Range, item: Expression, read: Read): Expression {
  const { tokens } = env.source.unit;
  const colons = [0, 1, 2, 3].map((ahead) => range.from + ahead).find((at) => at < range.to && tokenAt(tokens, at).text === '::');
  if (colons !== undefined && colons === range.to - 2) return referred(env, range, colons, item, read);
  const isBlock = tokenAt(tokens, range.from).text === '{';
  return isBlock ? kotlinLambda(env, range, item, read) : javaLambda(env, range, item, read);
}

/** `Dto::new`, `Dto::of`, `User::getName`, `this::toDto`, `::toDto` */
function referred(env: Env, range: Range, colons: number, item: Expression, read: Read): Expression {
  const { tokens } = env.source.unit;
  const name = tokenAt(tokens, colons + 1).text;
  const owner = tokenAt(tokens, colons - 1).text;
  const values = [item];
  if (colons === range.from || owner === 'this') {
    if (/^[A-Z]/.test(name)) return typeOf(env.source, env.scope, { name, arguments: [], nullable: false });
    return { kind: 'returns', of: functionNamed(env, name), values };
  }
  if (name === 'new') return typeOf(env.source, env.scope, { name: owner, arguments: [], nullable: false });
  if (!/^[A-Z]/.test(owner)) {
    const on = read(env, { from: range.from, to: colons });
    return { kind: 'returns', of: { kind: 'member', of: on, name: `${name}()` }, values };
  }
  const own: Expression = { kind: 'returns', of: { kind: 'member', of: item, name: `${name}()` } };
  const property: Expression = { kind: 'member', of: item, name: propertyOfGetter(name, true) ?? name };
  const plain: Expression = { kind: 'operator', operator: 'first-known', of: property, keys: own };
  const extension: Expression | undefined =
    tokens.dialect === 'kotlin' ? { kind: 'returns', of: extensionNamed(env, name), values } : undefined;
  const ofItem: Expression = extension ? { kind: 'operator', operator: 'first-known', of: extension, keys: plain } : plain;
  const type = namedType(env.source, env.scope, owner);
  if (type.kind !== 'own' && type.kind !== 'imported') return ofItem;
  const ofType: Expression = { kind: 'returns', of: { kind: 'member', of: value(type.name), name: `${name}()` }, values };
  return { kind: 'operator', operator: 'first-known', of: ofItem, keys: ofType };
}

const given = (env: Env, name: string, item: Expression): Env => ({
  ...env,
  local: (asked) => (asked === name ? item : env.local(asked)),
});

/** `x -> …`, `(x) -> { … }` */
function javaLambda(env: Env, { from, to }: Range, item: Expression, read: Read): Expression {
  const { tokens } = env.source.unit;
  const isBracketed = tokenAt(tokens, from).text === '(';
  const arrow = isBracketed ? closingOf(tokens, from) + 1 : from + 1;
  if (tokenAt(tokens, arrow).text !== '->' || arrow >= to) return unknown('this function is not followed');
  const inside = given(env, tokenAt(tokens, isBracketed ? arrow - 2 : from).text, item);
  if (tokenAt(tokens, arrow + 1).text !== '{') return read(inside, { from: arrow + 1, to });
  return (
    env.inner?.({ from: arrow + 2, to: closingOf(tokens, arrow + 1) }, inside.local) ?? unknown('this function is not followed')
  );
}

/** Maximum number of statements of a lambda that are read to find the last one. */
const MAX_STATEMENTS = 50;

/** A lambda as a function of its own, for helpers that receive and call it. */
export function lambdaValue(env: Env, range: Range, read: Read): Expression {
  const { locals } = env.source;
  const name = `lambda@${range.from}`;
  const fact = (inferred: Expression): Callable => ({ kind: 'callable', name, inferred, at: at(env.source, range.from) });
  if (!locals.has(name)) {
    locals.set(name, fact(unknown('it refers to itself')));
    const lambda = env.source.unit.tokens.dialect === 'java' ? javaLambda : kotlinLambda;
    locals.set(name, fact(lambda(env, range, { kind: 'parameter', callable: name, index: 0 }, read)));
  }
  return value(name);
}

/** `{ x -> … }`, `{ x: T -> … }`, `{ it … }`: the last statement is the result. */
function kotlinLambda(env: Env, { from, to }: Range, item: Expression, read: Read): Expression {
  const { tokens } = env.source.unit;
  const arrow = [2, 4].map((ahead) => from + ahead).find((at) => tokenAt(tokens, at).text === '->' && isTyped(tokens, from, at));
  const isNamed = arrow !== undefined;
  const inside = given(env, isNamed ? tokenAt(tokens, from + 1).text : 'it', item);
  const start = isNamed ? arrow + 1 : from + 1;
  const last = lastStatement(tokens, { from: start - 1, to });
  if (last === undefined) return unknown('this function is not followed');
  if (last.from === start) return read(inside, last);
  return env.inner?.({ from: start, to: last.to }, inside.local, last) ?? unknown('this function is not followed');
}

/** `{ x ->`, `{ x: T ->` */
const isTyped = (tokens: Tokens, open: number, arrow: number): boolean =>
  arrow === open + 2 || tokenAt(tokens, open + 2).text === ':';

/**
 * The last statement of a block; `range` begins before the first one and ends after the brace. Undefined if there are too many.
 */
export function lastStatement(tokens: Tokens, range: Range): Range | undefined {
  const to = range.to - 1;
  let at = range.from + 1;
  for (let count = 0; count < MAX_STATEMENTS; count++) {
    const end = expressionEnd(tokens, at, to);
    if (end >= to || end <= at) return { from: at, to };
    at = tokenAt(tokens, end).text === ';' ? end + 1 : end;
  }
  return undefined;
}
