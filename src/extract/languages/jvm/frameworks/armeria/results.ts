import type { Response, Route } from '../../../../../facts/fact.js';
import { annotation, argument } from '../../annotations.js';
import { returnedValue } from '../../bodies/responses.js';
import { saysNothing } from '../../bodies/saying.js';
import { bodyOf } from '../../bodies/variables.js';
import { producedType } from '../../routing/produces.js';
import { isStream, listOf, unwrapped } from '../../routing/result-wrappers.js';
import { at, literal, rawText, type Source, scopeOf, unknown } from '../../source.js';
import { tokenAt } from '../../tokens.js';
import { typeOf } from '../../types.js';
import type { Method, TypeDecl, TypeRef } from '../../unit.js';

/** Wrappers of a method's result; those of the second kind determine the status themselves. */
const RESPONSES = new Set(['ResponseEntity', 'HttpResult']);
const WRAPPERS = new Set([
  ...['CompletableFuture', 'CompletionStage', 'Mono', 'Single', 'Maybe', 'Future', 'UnmodifiableFuture'],
  ...RESPONSES,
]);
/** Result types that determine the whole response themselves. */
const WHOLE = /^(?:HttpResponse|AggregatedHttpResponse|HttpData|HttpFile|AggregatedHttpFile|ServerSentEvent|InputStream)$/;

/**
 * The responses of a method of an annotated service.
 * https://armeria.dev/docs/server/annotated-service/#converting-a-java-object-to-an-http-response
 */
export function responsesOf(source: Source, decl: TypeDecl, method: Method): Pick<Route, 'responses' | 'incomplete'> {
  const place = at(source, method.index);
  const { type: inner, hasStatus } = unwrapped(method.type, WRAPPERS, RESPONSES);
  const type = inner !== undefined && isStream(inner) ? listOf(inner) : inner;
  if (type !== undefined && WHOLE.test(type.name))
    return { responses: [{ body: unknown(`${type.name} may hold anything`), at: place }] };
  const isNothing = type === undefined ? method.expression === undefined : /^(?:void|Void|Unit)$/.test(type.name);
  const code = hasStatus ? undefined : (statusStated(source, method) ?? (isNothing ? 204 : 200));
  const status: Pick<Response, 'status'> = typeof code === 'number' ? { status: literal(code) } : {};
  if (isNothing) return { responses: [{ ...status, mediaType: 'none', body: literal(null), at: place }] };
  return { responses: [{ ...status, ...bodySent(source, decl, method, type), at: place }] };
}

function bodySent(
  source: Source,
  decl: TypeDecl,
  method: Method,
  type: TypeRef | undefined,
): Pick<Response, 'body' | 'mediaType'> {
  const all = [...method.annotations, ...decl.annotations];
  if (annotation(all, 'ResponseConverter') !== undefined) return { body: unknown('a response converter writes it') };
  const produces = annotation(all, 'ProducesJson', 'Produces', 'ProducesText', 'ProducesOctetStream', 'ProducesJsonSequences');
  if (produces?.name === 'ProducesText' || produces?.name === 'ProducesOctetStream')
    return { mediaType: produces.name === 'ProducesText' ? 'text/plain' : 'application/octet-stream', body: unknown('a text') };
  const produced = produces?.name === 'Produces' ? producedType(source, argument(produces, 'value')) : undefined;
  if (produced !== undefined) return { mediaType: produced, body: unknown('what is no JSON is not read') };
  if (produces === undefined || produces.name === 'ProducesJsonSequences')
    return { body: unknown('which converter writes it is not known: no media type is said') };
  if (type?.name === 'String') return { body: rawText };
  const shown = saysNothing(type) ? returnedValue(bodyOf(source, decl, method)) : undefined;
  const declared = type === undefined ? undefined : typeOf(source, scopeOf(decl, method.typeParameters), type);
  return { body: shown ?? declared ?? unknown('its declared result may be anything') };
}

/** The status of `@StatusCode(201)`; `unread` if it is no literal. */
function statusStated(source: Source, method: Method): number | 'unread' | undefined {
  const stated = annotation(method.annotations, 'StatusCode');
  if (stated === undefined) return undefined;
  const range = argument(stated, 'value');
  const token = range === undefined ? undefined : tokenAt(source.unit.tokens, range.from);
  return range !== undefined && range.to === range.from + 1 && token?.kind === 'number' ? Number(token.text) : 'unread';
}
