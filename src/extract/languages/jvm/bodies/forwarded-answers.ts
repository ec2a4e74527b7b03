import type { Expression, ReturnsExpression } from '../../../../facts/expression.js';
import type { Callable, Forward, Response, Route } from '../../../../facts/fact.js';
import { functionNamed, methodsNamed, RUNS } from '../free-names.js';
import { isNull } from '../literals.js';
import { importOf } from '../names.js';
import { IMPLEMENTS } from '../resolve.js';
import { at, importing, type Source, unknown, value } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, openingOf, tokenAt } from '../tokens.js';
import type { Method, Range, TypeDecl } from '../unit.js';
import { readValue } from '../values.js';
import type { Maker } from './answers.js';
import type { Returned } from './block.js';
import { ENTITY, JAXRS, MICRONAUT } from './makers.js';
import { madeResponses } from './responses.js';
import { blockOf } from './statements.js';
import { type Body, changesOf, envAt, readIn, storedRanges, variableAt } from './variables.js';

type Answering = Pick<Callable, 'sends' | 'forwards'>;

/** No real code nests lambdas more deeply. */
const MAX_DEPTH = 3;

/**
 * The responses of a function that leaves some to other functions: each `return` creates a response or returns another function's
 * result. Undefined if one `return` does neither. `otherwise`: the response where the other function is unresolved.
 */
function answering(body: Body, maker: Maker, otherwise?: Response, depth = 0): Answering | undefined {
  const sends: Response[] = [];
  const forwards: Forward[] = [];
  if (depth > MAX_DEPTH) return undefined;
  for (const one of body.block.returns.flatMap((returned) => storedBy(body, returned))) {
    if (isNull(body.source.unit.tokens, one.value)) continue;
    const call = callIn(body, maker, one.value, depth);
    const made = call === undefined ? madeResponses({ ...body, block: { ...body.block, returns: [one] } }, maker, undefined) : [];
    if (made === undefined) return undefined;
    sends.push(...made);
    if (call !== undefined) forwards.push(forwarded(body, one, call, otherwise));
  }
  return sends.length + forwards.length === 0 ? undefined : { sends, ...(forwards.length > 0 && { forwards }) };
}

function forwarded(body: Body, returned: Returned, call: ReturnsExpression, otherwise: Response | undefined): Forward {
  const why = 'what this function answers was not followed';
  const runs = call.values?.some(isFunction) === true && { runs: true };
  if (!isCaught(body, returned)) return { call, why, ...runs, ...(otherwise !== undefined && { otherwise }) };
  return { call, why, ...runs, ...FAILED, otherwise: { ...FAILED, body: unknown(why), at: at(body.source, returned.index) } };
}

/** A lambda, or a parameter. */
const isFunction = (value: Expression): boolean =>
  value.kind === 'parameter' || (value.kind === 'name' && value.name.startsWith('answer@'));

/** Library methods whose lambda turns the content of a value into the result. */
const OF_CONTENT =
  /^(?:map|flatMap|then\w*|let|run|also|apply|with|use|fold|orElseGet|switchIfEmpty|defaultIfEmpty|on[A-Z]\w*|handle|recover|getOrElse|filter)$/;

/**
 * Does the handler return the result of a function that may turn the response of a lambda into another one: `enveloped(() ->
 * ok(x))`?
 */
export const isPassedOn = (body: Body, maker: Maker): boolean =>
  body.block.returns.some(({ value: range }) => {
    const open = openingOf(body.source.unit.tokens, range.to - 1);
    const name = tokenAt(body.source.unit.tokens, open - 1).text;
    return !OF_CONTENT.test(name) && callIn(body, maker, range, 0)?.values?.some(isFunction) === true;
  });

/** Marks a response after an exception. */
const FAILED = { when: [{ failed: true, holds: true }] } as const;

/** Does a block that catches an exception return it? */
export function isCaught({ source: { unit } }: Body, { within }: Returned): boolean {
  const text = (index: number): string => tokenAt(unit.tokens, index).text;
  return within.some(({ from }) => text(from - 1) === ')' && text(openingOf(unit.tokens, from - 1) - 1) === 'catch');
}

/** The values of the returned variable. */
function storedBy(body: Body, returned: Returned): readonly Returned[] {
  const { from, to } = returned.value;
  const name = tokenAt(body.source.unit.tokens, from).text;
  const variable = to === from + 1 ? variableAt(body, name, from) : undefined;
  if (variable === undefined) return [returned];
  const changes = changesOf(body, variable, from);
  if (changes.some(({ how }) => how !== '=')) return [returned];
  return storedRanges(body, variable, changes, from).map((value) => ({ ...returned, value }));
}

/** `Answers.ok(x)`, `ok(x)`, `call.get()`: the whole value is a call of a function that does not belong to the maker. */
function callIn(body: Body, maker: Maker, range: Range, depth: number): ReturnsExpression | undefined {
  const { tokens } = body.source.unit;
  const last = range.to - 1;
  if (tokenAt(tokens, last).text !== ')') return undefined;
  const open = openingOf(tokens, last);
  const name = tokenAt(tokens, open - 1);
  if (open <= range.from || name.kind !== 'word' || tokenAt(tokens, range.from).text === 'new') return undefined;
  const env = envAt(body, range.from);
  const isMember = tokenAt(tokens, open - 2).text === '.';
  const before = { from: range.from, to: open - 2 };
  const first = tokenAt(tokens, range.from).text;
  const isPlain = tokens.list.slice(before.from, before.to).every(({ kind, text }) => kind === 'word' || text === '.');
  if (isMember ? !isPlain || first === maker.name : open - 1 !== range.from) return undefined;
  const values = argumentsOf(tokens, open).map((one) => lambdaIn(body, maker, one, depth) ?? readValue(env, one));
  if (!isMember || first === 'this') {
    const { decl, source } = body;
    const { types, functions } = source.unit;
    const isOwn = [...types.map(({ methods }) => methods), functions].some((all) => methodsNamed(all, name.text).length > 0);
    const isInherited = decl !== undefined && decl.extends.length > 0 && !isOwn && importOf(source, name.text) === undefined;
    const inherited: Expression = { kind: 'member', of: { kind: 'name', name: decl?.qualified ?? '' }, name: `${name.text}()` };
    return { kind: 'returns', of: isInherited ? inherited : functionNamed(env, name.text), values };
  }
  const on = readIn(body, before);
  if (on.kind === 'parameter' && RUNS.test(name.text)) return { kind: 'returns', of: on, values };
  return { kind: 'returns', of: { kind: 'member', of: on, name: `${name.text}()` }, values };
}

/** A lambda that returns responses, as a function of its own. */
function lambdaIn(body: Body, maker: Maker, range: Range, depth: number): Expression | undefined {
  const { source } = body;
  const { tokens } = source.unit;
  const arrow = tokenAt(tokens, range.from).text === '(' ? closingOf(tokens, range.from) + 1 : range.from + 1;
  if (tokenAt(tokens, arrow).text !== '->') return undefined;
  const from = arrow + 1;
  const isBlock = tokenAt(tokens, from).text === '{';
  const inner = isBlock ? { from: from + 1, to: closingOf(tokens, from) } : { from, to: range.to };
  const read = blockOf(tokens, inner);
  const block = isBlock ? read : { ...read, returns: [{ index: from, within: [], value: inner }] };
  const around = (name: string): Expression | undefined => envAt(body, range.from).local(name);
  const answers = answering({ ...body, block, around, depth: (body.depth ?? 0) + 1 }, maker, undefined, depth + 1);
  if (answers === undefined) return undefined;
  const name = `answer@${from}`;
  const inferred: Expression = { kind: 'returns', of: readIn(body, range) };
  source.locals.set(name, { kind: 'callable', name, inferred, ...answers, at: at(source, from) });
  return value(name);
}

/**
 * A handler that leaves responses to other functions, as a function for routes to refer to; undefined if it creates all responses
 * itself.
 */
export function handlerAnswering(body: Body, maker: Maker, otherwise: Response): Expression | undefined {
  const { source, method } = body;
  const answers = answering(body, maker, otherwise) ?? answeredBelow(body, otherwise);
  if (answers?.forwards === undefined) return undefined;
  const name = `answer@${method.index}`;
  source.locals.set(name, { kind: 'callable', name, ...answers, at: at(source, method.index) });
  return value(name);
}

/** A handler that an interface declares has the responses of the only implementing class. */
function answeredBelow({ source, decl, method }: Body, otherwise: Response): Answering | undefined {
  if (decl?.form !== 'interface' || method.body !== undefined || method.expression !== undefined) return undefined;
  const call: Expression = { kind: 'returns', of: implementedMethod(source, decl, method) };
  return { sends: [], forwards: [{ call, why: 'what implements this method is not followed', otherwise }] };
}

/** A method of the only class that implements an interface. */
export function implementedMethod(source: Source, decl: TypeDecl, { name }: Method): Expression {
  const key = `${IMPLEMENTS}${decl.name}`;
  importing(source, key, key, key);
  return { kind: 'member', of: { kind: 'name', name: key }, name: `${name}()` };
}

/** The responses of a JAX-RS resource method that declares no body; other functions that create the responses determine it. */
export function openAnswer(body: Body, own: Response): Pick<Route, 'responses' | 'handler'> {
  const maker = JAXRS.find(({ name }) => name === body.method.type?.name);
  const handler = maker === undefined || own.mediaType !== undefined ? undefined : handlerAnswering(body, maker, own);
  return handler === undefined ? { responses: [own] } : { responses: [], handler };
}

/** The responses of a method that creates responses for handlers. The routes of a handler have its responses already. */
export function answersGiven(body: Body): Answering {
  const { method } = body;
  const maker = makerOf(body);
  const names = method.annotations.map(({ name }) => name);
  const isPlain = (name: string): boolean => name.includes('Null') || /^(?:SuppressWarnings|JvmStatic)$/.test(name);
  const isHandler = !names.includes('Override') && !names.every(isPlain);
  if (maker === undefined || isHandler) return {};
  return answering(body, maker) ?? {};
}

/** The maker for the declared return type of a method. */
export const makerOf = ({ source, method }: Body): Maker | undefined =>
  MAKERS.find(
    ({ name, package: of }) =>
      name === method.type?.name && source.unit.imports.some(({ path, all }) => of.test(all ? `${path}.` : path)),
  );

const MAKERS = [ENTITY, MICRONAUT, ...JAXRS];
