import type { Expression, ObjectMember, ReturnsExpression } from '../../../facts/expression.js';
import { type Callable, constructorOf, type Fact } from '../../../facts/fact.js';
import { groupBy } from '../../../model/multi-map.js';
import { annotation } from './annotations.js';
import { takesContext } from './bodies/context-flow.js';
import { passesAnswersOn } from './bodies/decorating.js';
import { jsonAt } from './bodies/encoded.js';
import { answersGiven, implementedMethod, isCaught, makerOf } from './bodies/forwarded-answers.js';
import { callableName, HANDLER, handlersOf } from './bodies/functions.js';
import { http4kAnswers, http4kWritten } from './bodies/http4k.js';
import { SERVER_RESPONSE } from './bodies/makers.js';
import { instanceOpened, instancesMade, madeResponses, returnedValue } from './bodies/responses.js';
import { saysNothing } from './bodies/saying.js';
import { type Body, bodyOf, orBound, readIn } from './bodies/variables.js';
import { isNull } from './literals.js';
import { repositoryMethods, repositoryNames } from './repositories.js';
import { namedHandlers } from './routing/context-handlers.js';
import { answersCalls, sentIn } from './sends.js';
import { at, type Source, scopeOf, unknown, value } from './source.js';
import { type Tokens, tokenAt } from './tokens.js';
import { typeOf } from './types.js';
import type { Field, Method, TypeDecl } from './unit.js';

/** Methods are not serialized, but expressions may use their results. */
export function methodMembers(decl: TypeDecl): readonly ObjectMember[] {
  const written = namedApart(decl.methods).filter(([one]) => !one.modifiers.has('static'));
  const named = [...written.map(([{ name }]) => name), ...repositoryNames(decl)].map((name) =>
    method(name, `${decl.qualified}#${name}`),
  );
  return [...named, ...handlerMembers(decl, false)];
}

const method = (name: string, callable: string): ObjectMember => ({
  ...{ kind: 'method', name: `${name}()`, callable },
  at: { line: 1, column: 1 },
});

/** Handlers that fields have and methods make, of the class itself or of its instances. */
export const handlerMembers = (decl: TypeDecl, isStatic: boolean): readonly ObjectMember[] =>
  handlersOf(decl)
    .filter(({ modifiers }) => modifiers.has('static') === isStatic)
    .map((one) => method(one.name + HANDLER, callableName(decl, one) + HANDLER));

export const callables = (source: Source, decl: TypeDecl): readonly Fact[] => [
  ...callablesOf(source, decl, decl.methods),
  ...repositoryMethods(source, decl),
  ...namedHandlers(source, decl),
];

/** The functions of a class or file; overloads are merged. */
export const callablesOf = (source: Source, decl: TypeDecl | undefined, methods: readonly Method[]): readonly Fact[] =>
  namedApart(methods).flatMap(([first, ...others]) =>
    others.length === 0
      ? [callable(source, decl, first, callableName(decl, first))]
      : overloaded(source, decl, [first, ...others]),
  );

type Overloads = readonly [Method, ...Method[]];

/** Groups functions by name. */
export const namedApart = (methods: readonly Method[]): readonly Overloads[] => [
  ...groupBy(methods, ({ name }) => name).values(),
];

/**
 * Overloads: the shared name has their common result type, and the responses of the only one with a context parameter. In Java
 * each overload is also a callable of its own.
 */
function overloaded(source: Source, decl: TypeDecl | undefined, all: Overloads): readonly Fact[] {
  const { tokens } = source.unit;
  const [first] = all;
  const name = callableName(decl, first);
  const declared = first.type;
  const isAgreed = all.every(({ type }) => JSON.stringify(type) === JSON.stringify(declared));
  const contexts = all.flatMap((one) => takesContext(bodyOf(source, decl, one, name)) ?? []);
  const answers = contexts.length > 1 ? { sends: [], incomplete: SEVERAL } : contexts[0];
  // `String... names` takes any number of arguments, Kotlin parameters may have defaults, and extension functions have a receiver
  const isAnyNumber = all.some(
    (one) =>
      one.receiver !== undefined ||
      one.parameters.some(
        ({ index, value: otherwise, modifiers }) =>
          otherwise !== undefined || modifiers.has('vararg') || /^(?:\.\.\.|vararg)$/.test(tokenAt(tokens, index - 1).text),
      ),
  );
  const own = isAnyNumber ? [] : all.slice(0, MAX_OVERLOADS);
  const overloads = own.map(({ parameters, typeParameters }, index) => {
    const open = new Set([...(decl?.typeParameters ?? []), ...typeParameters, 'Object', 'Any']);
    const any = parameters.flatMap(({ type }, position) => (type !== undefined && open.has(type.name) ? position : []));
    return {
      types: parameters.map(({ type }) => (type ? typeOf(source, scopeOf(decl, typeParameters), type) : unknown(SEVERAL))),
      of: value(`${name}/${index}`),
      ...(any.length > 0 && { any }),
    };
  });
  return [
    {
      ...{ kind: 'callable', name, at: at(source, first.index), ...answers },
      returns: isAgreed && declared ? typeOf(source, scopeOf(decl, first.typeParameters), declared) : unknown(SEVERAL),
      ...(overloads.length > 0 && { overloads }),
    },
    ...own.map((one, index) => callable(source, decl, one, `${name}/${index}`)),
  ];
}
const MAX_OVERLOADS = 30;
const SEVERAL = 'several functions have its name';

/** A function with its declared result type, or the type that its body shows if the declaration leaves it open. */
export function callable(source: Source, decl: TypeDecl | undefined, method: Method, name: string): Callable {
  const scope = scopeOf(decl, method.typeParameters);
  const returns = method.type === undefined ? undefined : typeOf(source, scope, method.type);
  const body = bodyOf(source, decl, method, name);
  const implementing = implementation(source, decl, method, name);
  const own = saysNothing(method.type) ? returnedValue(body) : (instancesMade(body) ?? instanceOpened(body));
  const shown = implementing ? firstKnown(returns, implementing) : own;
  const inferred = shown && orBound([...(decl?.typeParameters ?? []), ...method.typeParameters], method.type, () => shown);
  const sent = http4kWritten(body);
  const given = sent ?? inferred ?? writtenText(body) ?? encodedText(body) ?? nullForNull(body);
  const range = answersCalls(body);
  const typeParameters = method.typeParameters.map((one) => ({ name: one, ...givenTo(method.parameters, one, name) }));
  return {
    kind: 'callable',
    name,
    ...(typeParameters.length > 0 && { typeParameters }),
    // a map type has no names, but the code that builds the map may show them
    ...(returns !== undefined && inferred === undefined && sent === undefined && { returns }),
    ...(given !== undefined && { inferred: given }),
    ...(range !== undefined && sentIn(body, range)),
    ...(implementing === undefined || makerOf(body) === undefined ? served(body) : forwarded(implementing)),
    ...http4kAnswers(body),
    ...takesContext(body),
    ...(decorates(source, method) && { keeps: true }),
    at: at(source, method.index),
  };
}

/** The result of an interface method whose type is open or nullable: that of the only implementing class. */
function implementation(
  source: Source,
  decl: TypeDecl | undefined,
  method: Method,
  callable: string,
): ReturnsExpression | undefined {
  const { type, body, expression, parameters, annotations } = method;
  const isOpen = saysNothing(type) || type?.nullable === true;
  const isAsked = decl?.form === 'interface' && annotations.length === 0 && isOpen;
  if (!isAsked || isFunctional(source, decl) || type === undefined || body !== undefined || expression !== undefined)
    return undefined;
  const values = parameters.map((_, index): Expression => ({ kind: 'parameter', callable, index }));
  return { kind: 'returns', of: implementedMethod(source, decl, method), values };
}

/** May a lambda implement the interface? Java allows it for a single method, Kotlin for a `fun interface`. */
function isFunctional({ path }: Source, { methods, modifiers }: TypeDecl): boolean {
  const open = methods.filter(({ body, expression }) => body === undefined && expression === undefined);
  return open.length < 2 && (path.endsWith('.java') || modifiers.has('fun'));
}

const firstKnown = (of: Expression | undefined, keys: Expression): Expression =>
  of === undefined ? keys : { kind: 'operator', operator: 'first-known', of, keys };

const forwarded = (call: ReturnsExpression): Pick<Callable, 'sends' | 'forwards'> => ({
  sends: [],
  forwards: [{ call, why: 'what implements this method is not followed' }],
});

/** Is it an Armeria decorator, under any function name, that passes responses on unchanged? */
function decorates({ unit: { tokens } }: Source, { parameters, body, expression }: Method): boolean {
  const range = body ?? expression;
  return range !== undefined && parameters.length >= 2 && passesAnswersOn(tokens, range);
}

/** The text that a function always returns, such as a path or name; its type shows only that it is a string. */
function writtenText(body: Body): Expression | undefined {
  const { type, parameters } = body.method;
  const [only, ...others] = body.block.returns;
  if (type?.name !== 'String' || parameters.length > 0 || only === undefined || others.length > 0) return undefined;
  if (only.value.to - only.value.from > MAX_TEXT) return undefined;
  const of = readIn(body, only.value);
  return of.kind === 'literal' || of.kind === 'text' || of.kind === 'name' ? of : undefined;
}
const MAX_TEXT = 20;

/** The text of JSON that a function returns unless it fails. */
function encodedText(body: Body): Expression | undefined {
  const returns = body.method.type?.name === 'String' ? body.block.returns.filter((one) => !isCaught(body, one)) : [];
  if (returns.length === 0 || returns.length > MAX_TEXTS) return undefined;
  const options = returns.flatMap(({ value: of }) => jsonAt(body, of) ?? []);
  const [only] = options;
  const of: Expression = options.length === 1 && only !== undefined ? only : { kind: 'union', options };
  return options.length < returns.length ? undefined : { kind: 'operator', operator: 'encoded', of };
}
const MAX_TEXTS = 10;

/** The result of a Kotlin function that returns null if a parameter is null; each call determines whether it is. */
function nullForNull(body: Body): Expression | undefined {
  const { source, method, block, callable } = body;
  const { tokens } = source.unit;
  if (tokens.dialect !== 'kotlin' || method.type?.nullable !== true || callable === undefined) return undefined;
  let isGuarded = false;
  const options = block.returns.slice(0, MAX_NULLS).map(({ index, value: of }): Expression => {
    const guard = isNull(tokens, of) ? guardAt(tokens, index) : undefined;
    const position = method.parameters.findIndex(({ name }) => name === guard);
    if (position < 0) return readIn(body, of);
    isGuarded = true;
    return { kind: 'parameter', callable, index: position };
  });
  return isGuarded && block.returns.length <= MAX_NULLS ? { kind: 'union', options } : undefined;
}
const MAX_NULLS = 10;

/** `if (p == null) return`, `if (p == null) { return`, `= p ?: return` */
function guardAt(tokens: Tokens, at: number): string | undefined {
  const text = (before: number): string => tokenAt(tokens, at - before).text;
  if (text(1) === '?:' && text(3) === '=') return text(2);
  const from = text(1) === '{' ? 1 : 0;
  const isTest = ['if', '(', '==', 'null', ')'].every((one, index) => text(from + ([6, 5, 3, 2, 1][index] ?? 0)) === one);
  return isTest ? text(from + 4) : undefined;
}

const LISTS =
  /^(?:\[\]|(?:Mutable|Array|Linked)?List|(?:Mutable)?Set|(?:Mutable)?Collection|Iterable|Stream|Flux|Flow|Sequence)$/;
const STORED = /^(?:Optional|Mono|Uni|CompletableFuture|Result)$/;
const MAKERS = /^(?:Supplier|Callable|Function0|->)$/;

/** The default of a type parameter: the argument for a parameter of that type. */
function givenTo(parameters: readonly Field[], name: string, callable: string): { readonly default?: Expression } {
  for (const [index, { type }] of parameters.entries()) {
    const of: Expression = { kind: 'parameter', callable, index };
    if (type?.name === name) return { default: of };
    if (type?.arguments[0]?.name !== name) continue;
    if (type.name === 'Class' || type.name === 'KClass') return { default: { kind: 'element', of } };
    if (LISTS.test(type.name)) return { default: { kind: 'element', of } };
    if (MAKERS.test(type.name)) return { default: { kind: 'returns', of } };
    if (STORED.test(type.name)) return { default: { kind: 'operator', operator: 'non-null', of } };
  }
  return {};
}

/** The responses of a handler of a functional router. */
function served(body: Body): Pick<Callable, 'sends' | 'incomplete' | 'forwards'> {
  const { type } = body.method;
  const name = type?.name === 'Mono' ? type.arguments[0]?.name : type?.name;
  if (name !== SERVER_RESPONSE.name) return answersGiven(body);
  const sends = madeResponses(body, SERVER_RESPONSE, undefined);
  return sends === undefined ? { sends: [], incomplete: 'its answers were not followed' } : { sends };
}

const ALL_FIELDS = ['AllArgsConstructor', 'Value'];

/** The default of a class's type parameter: the constructor argument for a parameter of that type. */
export function passedFor(decl: TypeDecl, name: string): { readonly default?: Expression } {
  const fields = decl.fields.filter(({ modifiers }) => !modifiers.has('static'));
  const makers = [
    ...(decl.constructors ?? []).map(({ parameters }) => parameters),
    ...(decl.components.length > 0 ? [decl.components] : []),
    ...(annotation(decl.annotations, ...ALL_FIELDS) === undefined ? [] : [fields]),
  ];
  const all = makers.flatMap((parameters) => givenTo(parameters, name, constructorOf(parameters.length)).default ?? []);
  const [first, ...others] = all;
  if (first === undefined) return {};
  return { default: others.reduce(firstKnown, first) };
}
