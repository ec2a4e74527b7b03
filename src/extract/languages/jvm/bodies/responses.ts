import type { Expression } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import { GIVEN_AWAY } from '../changing-steps.js';
import type { Env } from '../free-names.js';
import { at, literal, rawText, scopeOf, unknown } from '../source.js';
import { closingOf, tokenAt } from '../tokens.js';
import { typeOf } from '../types.js';
import type { Range, TypeRef } from '../unit.js';
import { readValue } from '../values.js';
import { type Answer, answersOf, type Maker } from './answers.js';
import { leavesOpen, saysNothing } from './saying.js';
import { withSet } from './setters.js';
import { surelyGivenAt } from './surely-given.js';
import { type Body, changesOf, envAt, isGivenAway, readIn, variableAt } from './variables.js';

/**
 * The responses of a handler that creates them itself; undefined if they are unresolved. `declared`: the declared type of the
 * body.
 */
export function madeResponses(body: Body, maker: Maker, declared: TypeRef | undefined): readonly Response[] | undefined {
  const answers = answersOf(body, maker);
  if (answers === undefined) return undefined;
  const all = new Map<string, Response>();
  for (const answer of answers) {
    const made = responseOf(body, answer, declared);
    const sent: Expression = { kind: 'operator', operator: 'non-null', of: made.body };
    const response = maker.omitsNull === true && made.mediaType !== 'none' ? { ...made, body: sent } : made;
    const { at: _, ...content } = response;
    const key = JSON.stringify(content);
    if (!all.has(key)) all.set(key, response);
  }
  return [...all.values()];
}

function responseOf(of: Body, answer: Answer, declared: TypeRef | undefined): Response {
  const { status, statusFrom, sent, body, index } = answer;
  const given = statusFrom && readIn(body, statusFrom);
  const computed = given !== undefined && given.kind !== 'unknown' && { status: given };
  const common = { ...(status === undefined ? computed : { status: literal(status) }), at: at(body.source, index) };
  if (sent === 'nothing' || declared?.name === 'Void') return { ...common, mediaType: 'none', body: literal(null) };
  const media = mediaTypeOf(answer.mediaType);
  const mediaType = media === undefined ? {} : { mediaType: media };
  const isWritten = !('contentOf' in sent) && writtenValue(body, sent) !== undefined;
  const isDeclared = declared !== undefined && !isWritten && !saysNothing(declared) && (status === undefined || status < 300);
  if (isDeclared) return { ...common, ...mediaType, body: declaredIn(answer, sent, declared, declaredBody(of, declared)) };
  // the text itself is sent, even if other values are wrapped
  const direct: Pick<Response, 'direct'> = isWritten ? { direct: true } : {};
  return { ...common, ...mediaType, ...direct, ...(direct.direct !== true && { rawTexts: true }), body: sentOf(answer, sent) };
}

function declaredBody({ source, decl, method }: Body, type: TypeRef): Expression {
  if (type.name === 'String') return rawText;
  return typeOf(source, scopeOf(decl, method.typeParameters), type);
}

/** A declared body, with the members that the handler sets on it; where it leaves members open, the sent value shows them. */
function declaredIn(answer: Answer, sent: Range | { readonly contentOf: Range }, declared: TypeRef, of: Expression): Expression {
  const isOpen = leavesOpen(declared);
  const shown = isOpen || !('contentOf' in sent) ? sentOf(answer, sent) : of;
  if (isOpen || isInstance(shown) || (!('contentOf' in sent) && isNewAt(answer.body, sent)))
    return { kind: 'operator', operator: 'first-known', of, keys: shown };
  return 'contentOf' in sent ? of : withSet(answer.body, resultCalled(answer.body, of, sent), sent);
}

/** Is it a new instance, whose constructor's arguments may show what its class leaves open? */
export const isInstance = (of: Expression): boolean => of.kind === 'operator' && of.operator === 'made';

/** Is it a variable with a new instance of Java, which nothing changes before? */
export function isNewAt(body: Body, { from, to }: Range): boolean {
  const { tokens } = body.source.unit;
  const variable = to === from + 1 && tokens.dialect === 'java' ? variableAt(body, tokenAt(tokens, from).text, from) : undefined;
  if (variable?.value === undefined || tokenAt(tokens, variable.value.from).text !== 'new') return false;
  return changesOf(body, variable, from).length === 0 && !isGivenAway(body, variable, from);
}

function sentOf(answer: Answer, sent: Range | { readonly contentOf: Range }): Expression {
  const { body } = answer;
  if ('contentOf' in sent) return { kind: 'operator', operator: 'non-null', of: readIn(body, sent.contentOf) };
  const { tokens } = body.source.unit;
  const encoded = writtenValue(body, sent);
  const read = readValue(envOf(answer, sent), encoded ?? sent);
  if (encoded !== undefined) return read;
  const isText = tokenAt(tokens, sent.from).kind === 'string' || read.kind === 'text' || read.kind === 'literal';
  return isText ? rawText : withSet(body, read, sent);
}

/** `mapper.writeValueAsString(x)`, or a variable that surely has such a text: the body is the JSON text of x. */
function writtenValue(body: Body, { from, to }: Range): Range | undefined {
  const { tokens } = body.source.unit;
  for (let at = from; at < Math.min(to, from + 8); at++) {
    if (tokenAt(tokens, at).text !== 'writeValueAsString') continue;
    return closingOf(tokens, at + 1) === to - 1 ? { from: at + 2, to: to - 1 } : undefined;
  }
  const { text } = tokenAt(tokens, from);
  const start = variableAt(body, text, from);
  const changes = body.block.changes.filter(({ name, how, index }) => name === text && how === '=' && index < from);
  const assigned = changes.filter(({ index }) => index > (start?.index ?? 0));
  const sure = surelyGivenAt(tokens, assigned, start?.index ?? 0, from);
  const given = assigned.at(-1)?.index === sure ? assigned.at(-1)?.given[0] : undefined;
  const value = assigned.length === 0 ? start?.value : given;
  return to === from + 1 && value !== undefined && value.to > value.from + 1 ? writtenValue(body, value) : undefined;
}

/** The values whose JSON texts a function returns; undefined if it may return another text. */
export function writtenReturn(body: Body): Expression | undefined {
  const values = body.block.returns.map(({ value: of }) => writtenValue(body, of));
  const options = values.flatMap((one) => (one === undefined ? [] : readIn(body, one)));
  return options.length > 0 && options.length === values.length ? { kind: 'union', options } : undefined;
}

/** The environment, with the parameter of the surrounding lambda. */
function envOf({ body, given }: Answer, sent: Range): Env {
  const env = envAt(body, sent.from);
  if (given === undefined) return env;
  const of: Expression = { kind: 'operator', operator: 'non-null', of: readIn(body, given.of) };
  return { ...env, local: (name) => (name === given.name ? of : env.local(name)) };
}

/** The value of a function's `return`s; undefined if none has a value. */
export function returnedValue(body: Body): Expression | undefined {
  const { tokens } = body.source.unit;
  const ranges = body.block.returns.filter(({ value }) => value.to > value.from && tokenAt(tokens, value.from).text !== 'null');
  const values = ranges.slice(0, MAX_RETURNS).map(({ value }) => withSet(body, readIn(body, value), value));
  const [only] = values;
  if (only === undefined || ranges.length > MAX_RETURNS) return undefined;
  return values.length === 1 ? only : { kind: 'union', options: values };
}
const MAX_RETURNS = 20;

/** The new instances that a Kotlin function returns, all of its declared class: they show which members are never null. */
export function instancesMade(body: Body): Expression | undefined {
  const { source, method, block } = body;
  const { tokens } = source.unit;
  const { name, nullable } = method.type ?? {};
  if (tokens.dialect !== 'kotlin' || nullable !== false || block.returns.length === 0) return undefined;
  const isMade = ({ from, to }: Range): boolean =>
    tokenAt(tokens, from).text === name && tokenAt(tokens, from + 1).text === '(' && closingOf(tokens, from + 1) === to - 1;
  const made = returnedValue(body);
  const type = method.type && typeOf(source, scopeOf(body.decl, method.typeParameters), method.type);
  if (!block.returns.every(({ value }) => isMade(value)) && !(made && type && areInstances(made, type))) return undefined;
  return made !== undefined && mayBeOverridden(body) ? inDoubt(made) : made;
}

/** Are all of several values (`if (c) Note(1) else Note(2)`) instances that are made of the type? */
const areInstances = (of: Expression, type: Expression): boolean =>
  of.kind === 'union'
    ? of.options.length > 0 && of.options.every((one) => areInstances(one, type))
    : of.kind === 'operator' && /^(?:made|filled)$/.test(of.operator) && JSON.stringify(of.of) === JSON.stringify(type);

/** May a subclass give another instance? */
function mayBeOverridden({ decl, method: { modifiers } }: Body): boolean {
  if (decl === undefined || modifiers.has('final')) return false;
  const isOverride = modifiers.has('override') && ['open', 'abstract', 'sealed'].some((one) => decl.modifiers.has(one));
  return modifiers.has('open') || decl.form === 'interface' || isOverride;
}

/** The instances with members whose null is in doubt. */
function inDoubt(made: Expression): Expression {
  if (made.kind === 'union') return { ...made, options: made.options.map(inDoubt) };
  if (made.kind !== 'operator') return made;
  const other: Expression = { kind: 'returns', of: unknown('a subclass may give another value') };
  const { keys } = made;
  if (keys?.kind === 'tuple') return { ...made, keys: { ...keys, items: keys.items.map(() => other) } };
  if (keys?.kind !== 'object') return made;
  const members = keys.members.map((one) => (one.kind === 'property' ? { ...one, value: other } : one));
  return { ...made, keys: { ...keys, members } };
}

/** The declared result, with the members that code sets on the only returned value. */
export function declaredSet(body: Body, of: Expression): Expression {
  const made = instancesMade(body);
  if (made !== undefined) return made;
  const [only, ...others] = body.block.returns;
  return only === undefined || others.length > 0 ? of : withSet(body, resultCalled(body, of, only.value), only.value);
}

/** What a Kotlin function of the service gives, whose instances show more than the declared type: `= notes.one(id).toDto()`. */
function resultCalled(body: Body, declared: Expression, { from, to }: Range): Expression {
  const { tokens } = body.source.unit;
  if (!/^[)}]$/.test(tokenAt(tokens, to - 1).text)) return declared;
  if (tokens.dialect === 'kotlin') return moreExact(declared, readIn(body, { from, to }));
  const isBare = declared.kind === 'name' && declared.arguments === undefined;
  const given = isBare ? readIn(body, { from, to }) : declared;
  return given.kind === 'returns' ? opened(declared, { kind: 'operator', operator: 'non-null', of: given }) : declared;
}

const opened = (of: Expression, keys: Expression): Expression => ({ kind: 'operator', operator: 'opened', of, keys });

/** Java: the instance that a function puts a parameter of any type into, by its constructor or a setter. */
export function instanceOpened(body: Body): Expression | undefined {
  const { source, method, block, decl } = body;
  const [only, ...others] = block.returns;
  const { type, parameters, typeParameters } = method;
  const isAny = parameters.some((one) => one.type?.name === 'Object' || typeParameters.includes(one.type?.name ?? ''));
  if (source.unit.tokens.dialect !== 'java' || type === undefined || only === undefined || others.length > 0 || !isAny)
    return undefined;
  const declared = typeOf(source, scopeOf(decl, typeParameters), type);
  if (declared.kind !== 'name' || declared.arguments !== undefined) return undefined;
  const read = readIn(body, only.value);
  const given = isInstance(read) ? read : withSet(body, declared, only.value);
  return given === declared ? undefined : opened(declared, given);
}

function moreExact(declared: Expression, given: Expression): Expression {
  const isMade = given.kind === 'operator' && given.operator === 'filled';
  const isCall = given.kind === 'returns' || (given.kind === 'operator' && given.operator === 'first-known');
  if (declared.kind === 'array' && given.kind === 'array') return { ...declared, items: moreExact(declared.items, given.items) };
  const isList = declared.kind === 'array' && declared.items.kind === 'name' && isCall;
  if (isList) return { ...declared, items: known(declared.items, { kind: 'element', of: given }) };
  if (given.kind === 'operator' && given.of === GIVEN_AWAY) return GIVEN_AWAY;
  if (isMade) return JSON.stringify(given.of) === JSON.stringify(declared) ? given : declared;
  return isCall && declared.kind === 'name' ? known(declared, given) : declared;
}

const known = (of: Expression, given: Expression): Expression => ({
  kind: 'operator',
  operator: 'first-known',
  of,
  keys: { kind: 'operator', operator: 'non-null', of: given },
});

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  TEXT_PLAIN: 'text/plain',
  TEXT_HTML: 'text/html',
  TEXT_XML: 'text/xml',
  TEXT_MARKDOWN: 'text/markdown',
  TEXT_EVENT_STREAM: 'text/event-stream',
  APPLICATION_XML: 'application/xml',
  APPLICATION_PDF: 'application/pdf',
  APPLICATION_OCTET_STREAM: 'application/octet-stream',
  IMAGE_PNG: 'image/png',
  IMAGE_JPEG: 'image/jpeg',
};

/** The media type of a constant, or one that is written out; undefined for JSON and unknown constants. */
export function mediaTypeOf(constant: string | undefined): string | undefined {
  const name = constant?.replace(/_VALUE$/, '') ?? '';
  if (/^[\w-]+\/[\w.-]+/.test(name)) return name.includes('json') ? undefined : name.split(';', 1)[0];
  return Object.hasOwn(MEDIA_TYPES, name) ? MEDIA_TYPES[name] : undefined;
}
