import { type Expression, literal } from '../../../facts/expression.js';
import type { Forward, Response } from '../../../facts/fact.js';
import { attributeOf, namedArgument, typeofArgument } from './attributes.js';
import { forwardOf, mayDeclare, type Passed, passedFor } from './forwards.js';
import { functionScope, groupNamed } from './locals.js';
import { ownType } from './names.js';
import { OPEN_RESULTS, RESULT_METHODS, RESULT_TYPES, type ResultForm } from './result-helpers.js';
import { branchesOf, resultMade, surelyAs } from './returned.js';
import { type Scope, Variables } from './source.js';
import { statusArgument, statusesOf, statusOf } from './statuses.js';
import { readGiven } from './syntax/parse-parts.js';
import { returnsOf } from './syntax/returns.js';
import type { Argument, Attribute, Parameter } from './syntax/syntax.js';
import { afterBracket, isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { lastPart, readArguments, readType, simpleName, type TypeSyntax } from './syntax/type-syntax.js';
import { ABSENT, STRING, typeExpression, unknown, unwrapTask } from './types.js';
import { readValue } from './values.js';

/** A handler: a method of a controller, or a function that a route names. */
export interface Handler {
  readonly scope: Scope;
  readonly parameters: readonly Parameter[];
  readonly attributes: readonly Attribute[];
  /** Declared result type; absent for a lambda without one. */
  readonly type: TypeSyntax | undefined;
  readonly isDeclared: boolean;
  readonly body?: Range;
  readonly expression?: Range;
  /** Index of the name token. */
  readonly at: number;
  /** Only these returned expressions count; absent: all of them. */
  readonly only?: readonly Range[];
  /** Set for a function that handlers call and that is no handler itself. */
  readonly passed?: Passed;
}

export interface Sent {
  readonly responses: readonly Response[];
  /** Functions that create its results. */
  readonly forwards?: readonly Forward[];
  readonly incomplete?: string;
}

/** The responses of a handler: by its declared type, or else by the expressions that its body returns. */
export function sentBy(handler: Handler): Sent {
  const { type, isDeclared, scope } = handler;
  const at = scope.source.tokens.at(handler.at);
  const whole = unwrapTask(type);
  const result = whole?.kind === 'nullable' && isResult(whole.of) ? whole.of : whole;
  if (result === undefined) {
    if (isDeclared) return { responses: [{ status: literal(200), mediaType: 'none', body: ABSENT, at }] };
    return sentByBody(handler, undefined);
  }
  if (result.kind === 'named' && ownType(scope, result.name) === undefined) {
    const simple = simpleName(result);
    const [first] = result.arguments;
    if (OPEN_RESULTS.has(simple)) return sentByBody(handler, simple === 'ActionResult' ? first : undefined);
    if (simple === 'Results' && result.arguments.length > 1)
      return { responses: result.arguments.flatMap((one) => typedResult(handler, one) ?? []) };
    const typed = typedResult(handler, result);
    if (typed !== undefined)
      return RESULT_TYPES.get(simple)?.body === 'none' || first !== undefined
        ? { responses: [typed] }
        : sentByBody(handler, undefined);
  }
  return { responses: [valueSent(handler, resultMade(scope, handler, typeExpression(scope, result)), at)] };
}

/** Is it a result type, which determines the response itself? */
export function isResult(type: TypeSyntax): boolean {
  const name = simpleName(type);
  return (
    OPEN_RESULTS.has(name) || RESULT_TYPES.has(name) || (name === 'Results' && type.kind === 'named' && type.arguments.length > 1)
  );
}

/** The response of a typed result: `Ok<T>`, `NotFound`. */
function typedResult({ scope, at }: Handler, type: TypeSyntax): Response | undefined {
  const form = type.kind === 'named' ? RESULT_TYPES.get(simpleName(type)) : undefined;
  if (form === undefined || type.kind !== 'named') return undefined;
  const [first] = type.arguments;
  const body = first === undefined ? undefined : typeExpression(scope, first);
  return { ...responseOf(form, body), at: scope.source.tokens.at(at) };
}

function responseOf({ status, mediaType }: ResultForm, body: Expression | undefined): Omit<Response, 'at'> {
  if (mediaType !== undefined) return { status: literal(status), mediaType, body: STRING, direct: true };
  if (body === undefined) return { status: literal(status), mediaType: 'none', body: ABSENT, direct: true };
  return { status: literal(status), body: { kind: 'operator', operator: 'non-null', of: body } };
}

/** The response for a returned value: JSON with 200, or text for a string. */
function valueSent({ attributes }: Handler, value: Expression, at: Response['at']): Response {
  const isText = value.kind === 'scalar' && value.type === 'string' && value.format === undefined;
  const isLiteral = value.kind === 'text' || (value.kind === 'literal' && typeof value.value === 'string');
  const hasProduces = attributeOf(attributes, 'Produces') !== undefined;
  if ((isText || isLiteral) && !hasProduces)
    return { status: literal(200), mediaType: 'text/plain', body: STRING, direct: true, at };
  if (value.kind === 'absent') return { status: literal(200), mediaType: 'none', body: ABSENT, at };
  return { status: literal(200), body: { kind: 'operator', operator: 'non-null', of: value }, at };
}

/** `declared`: the type argument of `ActionResult<T>`. */
function sentByBody(handler: Handler, declared: TypeSyntax | undefined): Sent {
  const { scope, parameters, body, expression } = handler;
  const { tokens } = scope.source;
  const inside = scopeInside(handler, functionScope(scope, parameters, body ?? expression, readValue));
  const all = expression === undefined ? (body === undefined ? [] : returnsOf(tokens, body)) : [expression];
  const isHelper = handler.passed !== undefined;
  // a helper that gives no result lets its caller go on
  const given = handler.only ?? all.filter((one) => !isHelper || one.to !== one.from + 1 || textAt(tokens, one.from) !== 'null');
  const branches = given.flatMap((one) => branchesOf(inside, one));
  const sent = branches.map((branch) => branchSent({ ...handler, scope: inside }, branch, declared));
  const responses = sent.flatMap((one) => (typeof one === 'string' || 'call' in one ? [] : [one]));
  const forwards = sent.flatMap((one) => (typeof one !== 'string' && 'call' in one ? [one] : []));
  const why = sent.find((one) => typeof one === 'string');
  if (given.length === 0 && !handler.isDeclared && body !== undefined) return withoutReturn(inside, handler, body);
  if (given.length === 0 && handler.isDeclared) return { responses, incomplete: 'what it returns is not seen' };
  return { responses, ...(forwards.length > 0 && { forwards }), ...(typeof why === 'string' && { incomplete: why }) };
}

/** The scope of a function that handlers call: its parameters stand for the passed values. */
function scopeInside({ passed, parameters }: Handler, scope: Scope): Scope {
  if (passed === undefined) return scope;
  const variables = new Variables(scope.variables);
  const typeValues = new Map<string, Expression>();
  for (const [index, { name, type }] of parameters.entries()) {
    const value = passedFor(scope, passed, type, index);
    variables.set(name, { read: () => value });
    if (type?.kind === 'named' && passed.typeParameters.includes(type.name)) typeValues.set(type.name, value);
  }
  return { ...scope, variables, typeValues };
}

/** A function without a result: it writes to the response itself, or sends nothing. */
function withoutReturn(scope: Scope, { at }: Handler, { from, to }: Range): Sent {
  const { tokens } = scope.source;
  for (let index = from; index < to; index++)
    if (/^(?:Response|response)$/.test(textAt(tokens, index)))
      return { responses: [], incomplete: 'it writes to the response itself' };
  return { responses: [{ status: literal(200), mediaType: 'none', body: ABSENT, at: tokens.at(at) }] };
}

const RECEIVERS = new Set(['this', 'base', 'Results', 'TypedResults', 'Microsoft', 'Http', 'AspNetCore']);

/** The response of one alternative; a string gives the reason why it is unknown. */
export function branchSent(handler: Handler, range: Range, declared: TypeSyntax | undefined): Response | Forward | string {
  const { scope } = handler;
  const { tokens } = scope.source;
  const at = tokens.at(range.from);
  let index = range.from;
  const isNew = textAt(tokens, index) === 'new';
  if (isNew) return created(handler, range, declared);
  const isTask = /^(?:Task|ValueTask)$/.test(textAt(tokens, index)) && textAt(tokens, index + 2) === 'FromResult';
  if (isTask) {
    const open = textAt(tokens, index + 3) === '<' ? (readArguments(tokens, index + 3, range.to)?.next ?? index + 3) : index + 3;
    return branchSent(handler, { from: open + 1, to: range.to - 1 }, declared);
  }
  while (RECEIVERS.has(textAt(tokens, index)) && textAt(tokens, index + 1) === '.') index += 2;
  const name = textAt(tokens, index);
  const generic = textAt(tokens, index + 1) === '<' ? readArguments(tokens, index + 1, range.to) : undefined;
  const open = generic?.next ?? index + 1;
  const isCall = isWord(tokens, index) && open < range.to && textAt(tokens, open) === '(';
  const arguments_ = isCall ? readGiven(tokens, { from: open + 1, to: afterBracket(tokens, open, range.to) - 1 }) : [];
  const group = index === range.to - 1 && RESULT_METHODS.has(name) ? scope.variables.get(groupNamed(index)) : undefined;
  if (group !== undefined) return groupSent(scope, name, group.read(), at);
  const form = isCall && afterBracket(tokens, open, range.to) === range.to ? withStatus(scope, name, arguments_) : undefined;
  if (typeof form === 'string') return form;
  if (isCall && name === 'StatusCode') return statusSent(handler, arguments_, at);
  if (form !== undefined) {
    const isMinimal = /^(?:Typed)?Results$/.test(textAt(tokens, index - 2));
    const nothing = name === 'Json' && !isMinimal ? undefined : ofNull(scope, form, arguments_, isMinimal);
    const written = name === 'Json' ? ownOptions(scope, arguments_) : undefined;
    const sent = { ...(nothing ?? responseOf(form, written ?? bodyOf(handler, form, arguments_, declared))), at };
    const own = isInherited(tokens, range.from, index) && mayDeclare(scope, name) ? forwardOf(scope, range) : undefined;
    return own === undefined ? sent : { ...own, otherwise: sent };
  }
  if (declared !== undefined) {
    const sent = valueSent(handler, surelyAs(typeExpression(scope, declared), [readValue(scope, range)]), at);
    const made = textAt(tokens, range.to - 1) === ')' ? forwardOf(scope, range) : undefined;
    return made === undefined ? sent : { ...made, otherwise: sent };
  }
  if (handler.isDeclared) {
    const stored = range.to === range.from + 1 ? scope.variables.get(name)?.range : undefined;
    const [made, ...others] = stored === undefined ? [] : branchesOf(scope, stored);
    if (made !== undefined && others.length === 0 && made.to > made.from + 1) return branchSent(handler, made, declared);
    return forwardOf(scope, range) ?? 'what it returns is a result that is made elsewhere';
  }
  const value = readValue(scope, range);
  const forward = textAt(tokens, range.to - 1) === ')' ? forwardOf(scope, range) : undefined;
  if (forward !== undefined) return { ...forward, otherwise: callSent(handler, value, at) };
  return value.kind === 'unknown' ? `what it returns is not known: ${value.why}` : valueSent(handler, value, at);
}

/** `result.Match(Results.Ok, Results.BadRequest)`: the method's result for the value that it is given. */
function groupSent(scope: Scope, name: string, value: Expression, at: Response['at']): Response | string {
  const form = withStatus(scope, name, []);
  if (typeof form === 'string') return form;
  if (form === undefined || form.body === 'last') return `what ${name} sends is not known`;
  return { ...responseOf(form, form.body === 'first' ? value : undefined), at };
}

/**
 * `Ok(null)`: null is sent without a body, by controllers with 204. Undefined if the value is not null.
 * https://learn.microsoft.com/aspnet/core/web-api/advanced/formatting#special-case-formatters
 */
function ofNull(
  { source: { tokens } }: Scope,
  { body, status }: ResultForm,
  given: readonly Argument[],
  isMinimal: boolean,
): Omit<Response, 'at'> | undefined {
  const value = body === 'first' ? given[0] : given.length > 1 ? given.at(-1) : undefined;
  if (body === 'none' || value === undefined || value.to !== value.from + 1 || textAt(tokens, value.from) !== 'null')
    return undefined;
  const sent = status === 200 && !isMinimal ? 204 : status;
  return { status: literal(sent), mediaType: 'none', body: ABSENT, direct: true, ...(!isMinimal && { nothing: true }) };
}

/**
 * `Json(x, options)`: the call has its own serializer options, which may name members differently.
 * https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.http.results.json
 */
function ownOptions({ source: { tokens } }: Scope, given: readonly Argument[]): Expression | undefined {
  const [, second] = given;
  const options = given.find(({ name }) => OPTIONS_GIVEN.test(name ?? '')) ?? (second?.name === undefined ? second : undefined);
  if (options === undefined || /^(?:null|default)$/.test(textAt(tokens, options.from))) return undefined;
  return unknown('options of its own say how it is written');
}
const OPTIONS_GIVEN = /^(?:options|serializer(?:Settings|Options)|jsonTypeInfo|context|jsonSerializerContext)$/;

/** `Ok(x)`, `this.Ok(x)`: a method of this name in the class or a base class hides the framework's method. */
const isInherited = (tokens: Tokens, from: number, name: number): boolean =>
  name === from || (name === from + 2 && textAt(tokens, from) === 'this');

/**
 * The response for a call whose function does not show what it sends: a known value is sent with 200, an unknown one may be any
 * result.
 */
function callSent(handler: Handler, value: Expression, at: Response['at']): Response {
  const sent = valueSent(handler, value, at);
  const known: Expression = { kind: 'tuple', items: [{ kind: 'literal', value: '[]' }, literal(200), literal(200)] };
  const of: Expression = { kind: 'operator', operator: 'non-null', of: value };
  return sent.mediaType === undefined ? { ...sent, status: { kind: 'operator', operator: 'having', of, keys: known } } : sent;
}

/** `Ok(x)`, `CreatedAtAction(nameof(Get), new { id }, x)`. The declared type completes what is unknown of the value. */
function bodyOf(
  handler: Handler,
  form: ResultForm,
  given: readonly Argument[],
  declared: TypeSyntax | undefined,
): Expression | undefined {
  if (form.body === 'none' || given.length === 0) return undefined;
  const named = given.find(({ name }) => /^(?:value|data|error)$/.test(name ?? ''));
  const isPlace = form.body === 'last' && given.length === 1 && form.status !== 201;
  const argument = named ?? (form.body === 'first' ? given[0] : given.at(-1));
  if (argument === undefined || isPlace) return unknown('whether it is the place or the body');
  if (form.body === 'last' && given.length === 1 && named === undefined) return undefined;
  const { scope } = handler;
  return ofDeclared(scope, argument, form.status < 300 ? (declared ?? producedType(handler, form.status)) : undefined);
}

/** A value, completed by its declared type. `isCut`: it is written as that type, so only a value that is created of it counts. */
export function ofDeclared(scope: Scope, range: Range, declared: TypeSyntax | undefined, isCut = false): Expression {
  const value = readValue(scope, range);
  if (declared === undefined) return value;
  const made = createdType(value);
  const isOther = made !== simpleName(declared);
  const known = typeExpression(scope, declared);
  if (isCut && isOther) return known;
  return made !== undefined && isOther ? value : fallback(scope, range, value, known);
}

/** The type of a value that is created or declared as this type: it is no value of another type, even if a package declares it. */
function createdType(of: Expression): string | undefined {
  if (of.kind === 'name' && of.space !== 'value') return lastPart(of.name);
  return of.kind === 'operator' && CREATED.has(of.operator) ? createdType(of.of) : undefined;
}

const CREATED: ReadonlySet<string> = new Set(['non-null', 'filled', 'made']);

/** The value's own type, or the declared type for what is unknown of it. */
function fallback(scope: Scope, { from }: Range, value: Expression, declared: Expression): Expression {
  if (value.kind === 'unknown') return declared;
  const at = scope.source.tokens.at(from);
  const name = `body@${at.line}:${at.column}`;
  scope.source.facts.push({ kind: 'constant', name, type: value, value: declared, loose: true, at });
  return { kind: 'name', name, space: 'value' };
}

/** `[ProducesResponseType(typeof(T), 200)]`, `[ProducesResponseType<T>(StatusCodes.Status200OK)]`. */
function producedType({ attributes, scope }: Handler, status: number): TypeSyntax | undefined {
  const { tokens } = scope.source;
  for (const attribute of attributes) {
    if (attribute.name !== 'ProducesResponseType' && attribute.name !== 'SwaggerResponse') continue;
    const [generic] = attribute.typeArguments;
    const given = attribute.arguments.map((one) => typeofArgument(tokens, one)).find((one) => one !== undefined);
    const type = generic ?? typeofArgument(tokens, namedArgument(attribute, 'Type')) ?? given;
    const code = attribute.arguments.map((one) => statusOf(scope, one)).find((one) => one !== undefined);
    if (type !== undefined && (code ?? 200) === status) return type;
  }
  return undefined;
}

function statusSent(handler: Handler, [code, value]: readonly Argument[], at: Response['at']): Response | string {
  const status = code && statusGiven(handler.scope, code);
  if (status === undefined) return DECIDED_LATER;
  if (value === undefined) return { status, mediaType: 'none', body: ABSENT, at };
  return { status, body: { kind: 'operator', operator: 'non-null', of: readValue(handler.scope, value) }, at };
}

/** The response of a method that creates a result, with its status argument; a string gives the reason why it is unknown. */
function withStatus(scope: Scope, method: string, given: readonly Argument[]): ResultForm | string | undefined {
  const form = RESULT_METHODS.get(method);
  const code = form === undefined ? undefined : statusArgument(method, given);
  if (form === undefined || code === undefined) return form;
  const status = oneStatus(scope, code) ?? (method === 'Problem' ? form.status : undefined);
  return status === undefined ? DECIDED_LATER : { ...form, status };
}

const DECIDED_LATER = 'a status that is decided when it runs';

/** The only possible status; the first one if all of them are errors. */
function oneStatus(scope: Scope, code: Range): number | undefined {
  const all = statusesOf(scope, code) ?? [];
  return new Set(all).size === 1 || all.every((one) => one >= 400) ? all[0] : undefined;
}

/** A literal status, or a status that a function receives as a parameter. */
function statusGiven(scope: Scope, code: Range): Expression | undefined {
  const status = oneStatus(scope, code);
  if (status !== undefined) return literal(status);
  const value = readValue(scope, code);
  return value.kind === 'parameter' ? value : undefined;
}

/**
 * The status of a result that sets none: that of problem details.
 * https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.mvc.objectresult.onformatting
 */
function statusOfValue(scope: Scope, value: Range, otherwise: Expression): Expression {
  const { tokens } = scope.source;
  const of = readValue(scope, value);
  const { from, to } =
    (value.to === value.from + 1 ? scope.variables.get(textAt(tokens, value.from))?.range : undefined) ?? value;
  const open = textAt(tokens, from) === 'new' && textAt(tokens, to - 1) === '}' ? (tokens.mates[to - 1] ?? to) : to;
  const code = readGiven(tokens, { from: open + 1, to: to - 1 }).find(({ name }) => name === 'Status');
  const own: Expression = (code && statusGiven(scope, code)) ?? { kind: 'member', of, name: 'Status' };
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: [literal(':problem'), own, otherwise] } };
}

/** `new OkObjectResult(x)`, `new ObjectResult(x) { StatusCode = 200 }`; any other object is the body itself. */
function created(handler: Handler, range: Range, declared: TypeSyntax | undefined): Response | string {
  const { scope } = handler;
  const { tokens } = scope.source;
  const type = readType(tokens, range.from + 1, range.to);
  const name = type === undefined ? '' : simpleName(type.type);
  const at = tokens.at(range.from);
  const form = RESULT_TYPES.get(name);
  if (form !== undefined && type !== undefined) {
    const open = type.next;
    const close = textAt(tokens, open) === '(' ? afterBracket(tokens, open, range.to) : open;
    const given = close > open ? readGiven(tokens, { from: open + 1, to: close - 1 }) : [];
    const set = textAt(tokens, close) === '{' ? readGiven(tokens, { from: close + 1, to: range.to - 1 }) : [];
    const code = set.find((one) => one.name === 'StatusCode');
    const status = code === undefined ? literal(form.status) : statusGiven(scope, code);
    if (status === undefined) return DECIDED_LATER;
    const known = status.kind === 'literal' ? { ...form, status: Number(status.value) } : { ...form, status: 500 };
    const nothing = name === 'JsonResult' ? undefined : ofNull(scope, form, given, false);
    if (nothing !== undefined) return { ...nothing, ...(code === undefined ? {} : { status }), at };
    const written = name === 'JsonResult' ? ownOptions(scope, given) : undefined;
    const [value] = given;
    const sent = name === 'ObjectResult' && code === undefined && value ? statusOfValue(scope, value, status) : status;
    return { ...responseOf(known, written ?? bodyOf(handler, known, given, declared)), status: sent, at };
  }
  const isDeclared = declared !== undefined && simpleName(declared) === name;
  if (/Result$/.test(name) && !isDeclared) return `what ${name} sends is not known`;
  if (declared !== undefined) return valueSent(handler, typeExpression(scope, declared), at);
  return handler.isDeclared ? 'what it returns is not understood' : valueSent(handler, readValue(scope, range), at);
}
