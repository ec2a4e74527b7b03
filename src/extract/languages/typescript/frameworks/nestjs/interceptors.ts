import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { ResponseTransform } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { type Decorator, importedName } from '../../decorators.js';
import { returnsOf } from '../../names/in-file.js';
import { className, type FunctionNode, functionName, isFunctionNode, memberName, valueNamed } from '../../names/names.js';
import { declarationOf, initializerOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { mutationsOf } from '../../values/changes/mutations.js';
import { readValue } from '../../values/values.js';

import { isFrom, type Nest } from './words.js';

/**
 * Name of an interceptor class's transformation, as a static function of the class: it takes a handler's value and returns the
 * body. It exists only in facts.
 */
const INTERCEPTED = '(intercepted)';

/** Operators of RxJS that pass values on unchanged. */
const NEUTRAL = new Set([
  ...['tap', 'do', 'catchError', 'timeout', 'timeoutWith', 'finalize', 'retry', 'retryWhen', 'delay', 'share', 'shareReplay'],
  ...['take', 'first', 'last', 'observeOn', 'subscribeOn', 'throttleTime', 'debounceTime', 'publish', 'refCount'],
]);

/** Operators of RxJS that continue with the stream or promise that their function returns. */
const FLAT_MAPS = new Set(['mergeMap', 'flatMap', 'switchMap', 'concatMap', 'exhaustMap']);

/** As JSON, the form of a real envelope is shorter. Each `map` may use the value more than once, and so double its size. */
const MOST_TEXT = 4000;

/** Names of package interceptors that only observe: `SentryInterceptor`, `LoggerErrorInterceptor`. */
const ONLOOKERS =
  /log|morgan|sentry|error|exception|cache|timeout|trac(?:e|ing)|metric|prometheus|audit|throttl|ratelimit|upload|files?interceptor/i;

/**
 * The transformation of an interceptor on handlers' results. Undefined: none (NestJS's own except ClassSerializerInterceptor;
 * package interceptors whose names show that they only observe).
 */
export function interceptorThrough(source: Source, expression: ts.Expression): ResponseTransform['through'] | undefined {
  const node = unwrap(expression);
  const stored = storedBy(source, node);
  if (stored !== undefined) return interceptorThrough(source, stored);
  const injected = injectedClass(node);
  if (injected !== undefined) return interceptorThrough(source, injected);
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  const callee = isMade ? node.expression : node;
  const { name, specifier } = importedName(source, callee);
  if (isFrom(specifier, '@nestjs/common') && name === 'ClassSerializerInterceptor') return 'serializer';
  if (specifier === 'nestjs-zod' && name === 'ZodSerializerInterceptor') return 'schema';
  if (specifier.startsWith('@nestjs/')) return undefined;
  if (/^[^./~#]|^@[^/]/.test(specifier) && !specifier.startsWith('src/') && ONLOOKERS.test(name)) return undefined;
  if (ts.isCallExpression(node)) return { kind: 'unknown', why: 'an interceptor that a function makes may change what is sent' };
  return { kind: 'member', of: readValue(source, callee), name: INTERCEPTED };
}

/** X of `app.get(X)` and `moduleRef.get(X)`. */
function injectedClass(node: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [first] = node.arguments;
  const isClass = first !== undefined && ts.isIdentifier(first) && /^[A-Z]/.test(first.text);
  return node.expression.name.text === 'get' && isClass ? first : undefined;
}

/** `const interceptor = new X()`, used by its name. */
function storedBy(source: Source, node: ts.Expression): ts.Expression | undefined {
  const initializer = initializerOf(source, node);
  return initializer !== undefined && ts.isNewExpression(unwrap(initializer)) ? initializer : undefined;
}

/** The sent value of `body` after an interceptor; `schema`: the result of the route's own schema. */
export function intercepted(source: Source, interceptor: ts.Expression, body: Expression, schema?: Expression): Expression {
  const through = interceptorThrough(source, interceptor);
  if (through === undefined) return body;
  if (through === 'serializer') return { kind: 'operator', operator: 'serialized', of: body };
  if (through === 'schema') return schema ?? body;
  if (through.kind === 'unknown') return through;
  const node = unwrap(interceptor);
  const given = ts.isNewExpression(node) ? (node.arguments ?? []).map((one) => readValue(source, one)) : [];
  return { kind: 'returns', of: through, values: [body, ...given] };
}

/**
 * Records how the interceptors of a file transform a handler's value: `class X implements NestInterceptor { intercept(context,
 * next) }`.
 */
export function readInterceptor(nest: Nest, node: ts.ClassLikeDeclaration): void {
  const { source } = nest;
  const method = node.members.find(
    (member): member is ts.MethodDeclaration => ts.isMethodDeclaration(member) && memberName(member.name) === 'intercept',
  );
  const next = method?.parameters[1]?.name;
  if (method?.body === undefined || next === undefined || !ts.isIdentifier(next)) return;
  const name = `${className(source.tree, node)}.${INTERCEPTED}`;
  const given: Expression = { kind: 'parameter', callable: name, index: 0 };
  bindConstructed(source, node, method.body, name);
  const inferred = resultOf(source, method, next.text, given);
  nest.facts.push({ kind: 'callable', name, inferred, at: atOf(source, method.name) });
}

/**
 * `UseInterceptors(new X(dto))` as the result of a decorator function, alone or in `applyDecorators`: the result is an object with
 * the transformation as a member, which {@link decorated} calls. It exists only in facts.
 */
export function readMadeDecorator({ source, facts }: Nest, node: ts.CallExpression): void {
  if (ts.isDecorator(node.parent)) return;
  const interceptors = appliedIn(source, node);
  if (interceptors === undefined || interceptors.length === 0) return;
  const at = atOf(source, node);
  const name = `${INTERCEPTED}@${at.line}:${at.column}`;
  const given: Expression = { kind: 'parameter', callable: name, index: 0 };
  const schema: Expression = { kind: 'unknown', why: 'the schema that is applied is not read' };
  const inferred: Expression =
    interceptors === 'open'
      ? { kind: 'unknown', why: 'the options of the serializer decide what is sent' }
      : interceptors
          .toReversed()
          .reduce<Expression>((value, interceptor) => intercepted(source, interceptor, value, schema), given);
  facts.push({ kind: 'callable', name, inferred, at });
  const value = valueNamed(name);
  source.bound.set(node, { kind: 'object', members: [{ kind: 'property', name: INTERCEPTED, value, at }] });
}

/**
 * The interceptors that a decorator applies; `open`: it sets options of the serializer as well; undefined: it is not one of NestJS.
 * Other decorators beside `UseInterceptors` in `applyDecorators` count as ones that change no body, unless their names say so.
 */
function appliedIn(source: Source, node: ts.CallExpression): readonly ts.Expression[] | 'open' | undefined {
  const { name, specifier } = importedName(source, node.expression);
  if (!isFrom(specifier, '@nestjs/common')) return undefined;
  if (name === 'UseInterceptors') return node.arguments;
  if (name === 'SerializeOptions') return 'open';
  if (name !== 'applyDecorators') return [];
  const parts = node.arguments.map((one) => {
    if (!ts.isCallExpression(one)) return [];
    const { name: part } = importedName(source, one.expression);
    if (part === 'applyDecorators') return [];
    return appliedIn(source, one) ?? (CHANGES.test(part) ? 'open' : []);
  });
  return parts.includes('open') ? 'open' : parts.flatMap((one) => (one === 'open' ? [] : one));
}

const CHANGES = /serializ|transform|intercept|envelop|wrap/i;

/** The transformation of `@Serialize(BookDto)`, as {@link readMadeDecorator} records it; unknown for any other decorator. */
export function decorated(source: Source, { call }: Decorator): Expression | undefined {
  return call && { kind: 'member', of: readValue(source, call), name: INTERCEPTED };
}

/** `this.type` of `constructor(private readonly type: Type)`: the arguments of `new X(type)` follow the handler's value. */
function bindConstructed(source: Source, node: ts.ClassLikeDeclaration, body: ts.Node, callable: string): void {
  const parameters = node.members.find(ts.isConstructorDeclaration)?.parameters ?? [];
  const named = new Map(
    parameters.flatMap((one, index): readonly [string, number][] =>
      ts.isIdentifier(one.name) && ts.isParameterPropertyDeclaration(one, one.parent) && one.type !== undefined
        ? [[one.name.text, index + 1]]
        : [],
    ),
  );
  const set = new Map(
    node.members.flatMap((one): readonly [string, ts.Expression][] => {
      const isReadonly = ts.isPropertyDeclaration(one) && one.modifiers?.some(isReadonlyKeyword) === true;
      return isReadonly && one.initializer !== undefined ? [[one.name.getText(source.tree), one.initializer]] : [];
    }),
  );
  const visit = (at: ts.Node): void => {
    const name = ts.isPropertyAccessExpression(at) && at.expression.kind === ts.SyntaxKind.ThisKeyword ? at.name.text : undefined;
    const index = name === undefined ? undefined : named.get(name);
    const value = name === undefined ? undefined : set.get(name);
    if (index !== undefined) source.bound.set(at, { kind: 'parameter', callable, index });
    else if (value !== undefined) source.bound.set(at, readValue(source, value));
    else ts.forEachChild(at, visit);
  };
  if (named.size + set.size > 0) visit(body);
}

const isReadonlyKeyword = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.ReadonlyKeyword;

/** The result of an interceptor; unknown where its branches return different results. */
function resultOf(source: Source, method: ts.MethodDeclaration, next: string, given: Expression): Expression {
  const result = eachOf(returnsOf(method), (one) => streamOf(source, one, next, given, 0));
  return result ?? { kind: 'unknown', why: 'an interceptor may change what is sent' };
}

/** What all streams give that come from a handler; undefined: they differ, or none does. */
function eachOf(
  streams: readonly ts.Expression[],
  read: (stream: ts.Expression) => Expression | undefined,
): Expression | undefined {
  const [first, ...others] = streams.map(read).filter((one) => one !== undefined);
  return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
}

/** The value in a stream; undefined: it does not come from a handler (`of(cached)`, `EMPTY`). */
function streamOf(
  source: Source,
  expression: ts.Expression,
  next: string,
  given: Expression,
  depth: number,
): Expression | undefined {
  const node = unwrap(ts.isAwaitExpression(expression) ? expression.expression : expression);
  const lost: Expression = { kind: 'unknown', why: 'an interceptor changes what is sent' };
  if (depth > 8) return lost;
  if (ts.isIdentifier(node)) {
    const initializer = initializerOf(source, node);
    if (initializer !== undefined) return streamOf(source, initializer, next, given, depth + 1);
    return node.text === 'EMPTY' ? undefined : lost;
  }
  if (!ts.isCallExpression(node)) return lost;
  const callee = unwrap(node.expression);
  if (ts.isIdentifier(callee)) return ['of', 'throwError'].includes(callee.text) ? undefined : lost;
  if (!ts.isPropertyAccessExpression(callee)) return lost;
  if (callee.name.text === 'handle') return ts.isIdentifier(callee.expression) && callee.expression.text === next ? given : lost;
  if (callee.name.text !== 'pipe') return lost;
  const before = streamOf(source, callee.expression, next, given, depth + 1);
  // `from(this.check(key)).pipe(mergeMap(() => next.handle()))`
  const inner = (operator: ts.Expression): Expression | undefined => {
    const callback = flatMapped(source, operator);
    const streams = callback === undefined ? [] : returnsOf(callback);
    const result = eachOf(streams, (one) => streamOf(source, one, next, given, depth + 1));
    return result?.kind === 'unknown' ? undefined : result;
  };
  return before && node.arguments.reduce((value, operator) => inner(operator) ?? piped(source, operator, value), before);
}

/** The function of an operator whose streams replace each value. */
function flatMapped(source: Source, operator: ts.Expression): FunctionNode | undefined {
  const node = unwrap(operator);
  if (!ts.isCallExpression(node) || !FLAT_MAPS.has(operatorOf(source, node))) return undefined;
  const callback = node.arguments[0] && unwrap(node.arguments[0]);
  return callback !== undefined && isFunctionNode(callback) ? callback : undefined;
}

const operatorOf = (source: Source, node: ts.CallExpression): string =>
  importedName(source, node.expression).name.split('.').at(-1) ?? '';

/** The result of one operator of `pipe` for a value. */
function piped(source: Source, operator: ts.Expression, value: Expression): Expression {
  const node = unwrap(operator);
  const lost: Expression = { kind: 'unknown', why: 'an interceptor changes what is sent' };
  if (!ts.isCallExpression(node) || value.kind === 'unknown') return lost;
  const name = operatorOf(source, node);
  if (NEUTRAL.has(name)) return value;
  const flat = flatMapped(source, node);
  if (flat !== undefined && (onlyAwaits(flat) || givesBack(source, flat))) return value;
  const callback = node.arguments[0] && unwrap(node.arguments[0]);
  if (name !== 'map' || callback === undefined || !isFunctionNode(callback)) return lost;
  if (JSON.stringify(value).length > MOST_TEXT) return lost;
  const parameter = callback.parameters[0]?.name;
  const results = returnsOf(callback);
  const result = results.at(-1);
  if (parameter !== undefined && !ts.isIdentifier(parameter)) return lost;
  const isOfObjects = results.length === 2 && parameter !== undefined && leavesOthers(callback, parameter);
  if (result === undefined || (results.length > 1 && !isOfObjects) || isEither(unwrap(result))) return lost;
  const made = substitute(readValue(source, result), functionName(source.tree, callback), value);
  return isOfObjects ? forObjects(value, made) : made;
}

/** `if (!data || typeof data !== 'object') return data;` before everything else. */
function leavesOthers({ body }: FunctionNode, { text }: ts.Identifier): boolean {
  const [first] = body !== undefined && ts.isBlock(body) ? body.statements : [];
  if (first === undefined || !ts.isIfStatement(first) || first.elseStatement !== undefined) return false;
  const then = ts.isBlock(first.thenStatement) ? first.thenStatement.statements[0] : first.thenStatement;
  const isPassed = then !== undefined && ts.isReturnStatement(then) && then.expression?.getText() === text;
  const tests = first.expression
    .getText()
    .split('||')
    .map((one) => one.trim());
  return isPassed && tests.every((one) => one === `!${text}` || /^typeof \w+ !== ["']object["']$/.test(one));
}

/** Lists and values with members become `made`; texts, numbers and the like stay. */
function forObjects(value: Expression, made: Expression): Expression {
  // a null that is passed on is no form of what is made
  const having = (name: string, otherwise: Expression): Expression => {
    const keys: Expression = { kind: 'tuple', items: [{ kind: 'literal', value: name }, made, otherwise] };
    return { kind: 'operator', operator: 'having', of: value, keys };
  };
  return having('[]', having('.', value));
}

/** `(data) => resolvePromises(data)`: the type of the value already describes the results of its promises. */
function onlyAwaits(callback: FunctionNode): boolean {
  const [result, second] = returnsOf(callback);
  if (result === undefined || second !== undefined || !ts.isCallExpression(result)) return false;
  return ts.isIdentifier(result.expression) && /resolve\w{0,20}promise|deepresolve|awaitall/i.test(result.expression.text);
}

/** `async (body) => { await this.store.save(body); return body; }` */
function givesBack(source: Source, callback: FunctionNode): boolean {
  const [parameter] = callback.parameters;
  if (parameter === undefined || !ts.isIdentifier(parameter.name)) return false;
  const { text } = parameter.name;
  const isSame = (node: ts.Expression): boolean => {
    const one = unwrap(node);
    if (ts.isIdentifier(one)) return declarationOf(source, one) === parameter;
    if (!ts.isCallExpression(one)) return false;
    const [first, ...others] = one.arguments;
    if (first === undefined || others.length > 0) return false;
    const callee = unwrap(one.expression);
    if (ts.isIdentifier(callee)) return (callee.text === 'of' || callee.text === 'from') && isSame(first);
    // `save(body).then(() => body)`
    const last = unwrap(first);
    const isThen = ts.isPropertyAccessExpression(callee) && callee.name.text === 'then' && isFunctionNode(last);
    return isThen && isEach(returnsOf(last));
  };
  const isEach = (results: readonly ts.Expression[]): boolean => results.length > 0 && results.every(isSame);
  return mutationsOf(source, text, parameter).every(({ kind }) => kind === 'lend') && isEach(returnsOf(callback));
}

/** `a ? b : c`: the value decides between the two. */
function isEither(node: ts.Expression): boolean {
  if (ts.isConditionalExpression(node)) return true;
  return ts.isBinaryExpression(node);
}

/** The expression with a value in place of the first parameter of a function. */
function substitute(expression: Expression, callable: string, value: Expression): Expression {
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace);
    if (typeof part !== 'object' || part === null) return part;
    if ('kind' in part && part.kind === 'parameter' && 'callable' in part && part.callable === callable) {
      return 'index' in part && part.index === 0 ? value : { kind: 'unknown', why: 'an index given by RxJS' };
    }
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, replace(one)]));
  };
  return replace(expression) as Expression;
}
