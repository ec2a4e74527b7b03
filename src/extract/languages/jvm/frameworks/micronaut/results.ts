import type { Route } from '../../../../../facts/fact.js';
import { annotation, argument, wordsOf } from '../../annotations.js';
import { openAnswer } from '../../bodies/forwarded-answers.js';
import { JAXRS, MICRONAUT } from '../../bodies/makers.js';
import { madeResponses, returnedValue } from '../../bodies/responses.js';
import { saysNothing } from '../../bodies/saying.js';
import { bodyOf } from '../../bodies/variables.js';
import { statusOf } from '../../routing/http-status.js';
import { producedType } from '../../routing/produces.js';
import { elementOf, isStream, listOf, unwrapped } from '../../routing/result-wrappers.js';
import { at, literal, rawText, type Source, scopeOf, unknown } from '../../source.js';
import { typeOf } from '../../types.js';
import type { Annotation, Method, TypeDecl, TypeRef } from '../../unit.js';

/** Wrappers of a handler's result. */
const WRAPPERS = new Set(
  'HttpResponse MutableHttpResponse Optional Mono Single Maybe CompletableFuture CompletionStage Future Deferred'.split(' '),
);
const RESPONSES = new Set(['HttpResponse', 'MutableHttpResponse']);
const FILES = new Set(['StreamedFile', 'SystemFile', 'FileCustomizableResponseType', 'Writable', 'InputStream', 'Event']);

interface Handled {
  readonly source: Source;
  readonly decl: TypeDecl;
  readonly method: Method;
  /** The mapping annotation; absent if only the implemented method has one. */
  readonly mapping?: Annotation;
}

/** The responses of a handler. https://docs.micronaut.io/latest/guide/#responseAnnotation */
export function responsesOf({ source, decl, method, mapping }: Handled): Pick<Route, 'responses' | 'handler'> {
  const place = at(source, method.index);
  const { type: inner, hasStatus } = unwrapped(method.type, WRAPPERS, RESPONSES);
  const type = sentType(inner, method);
  const written = wordsOf(source, argument(annotation(method.annotations, 'Status'), 'value'))[0];
  // a status other than a known constant is unknown
  const code = hasStatus ? undefined : written === undefined ? 200 : statusOf(written);
  const status = code === undefined ? {} : { status: literal(code) };
  const produces = annotation(method.annotations, 'Produces') ?? annotation(decl.annotations, 'Produces');
  const mediaType = producedType(source, argument(mapping, 'produces', 'processes') ?? argument(produces, 'value'));
  const media = mediaType === undefined ? {} : { mediaType };
  const body = bodyOf(source, decl, method);
  const ofJaxrs = JAXRS.find(({ name }) => name === type?.name);
  const isMade = hasStatus || type === undefined || ofJaxrs !== undefined;
  const made = isMade ? madeResponses(body, ofJaxrs ?? MICRONAUT, ofJaxrs === undefined ? type : undefined) : undefined;
  if (made !== undefined) return { responses: made.map((one) => ({ ...media, ...one })) };
  if (ofJaxrs !== undefined)
    return openAnswer(body, { ...media, body: unknown('its declared result may be anything'), at: place });
  if (annotation(method.annotations, 'View') !== undefined || type?.name === 'ModelAndView')
    return { responses: [{ ...status, mediaType: 'text/html', body: { kind: 'scalar', type: 'string' }, at: place }] };
  if (type?.name === 'HttpStatus') return { responses: [{ mediaType: 'none', body: literal(null), at: place }] };
  const isNothing = type === undefined ? method.expression === undefined : /^(?:void|Void|Unit)$/.test(type.name);
  if (isNothing) return { responses: [{ ...status, mediaType: 'none', body: literal(null), at: place }] };
  if (type !== undefined && FILES.has(type.name))
    return {
      responses: [{ ...status, mediaType: mediaType ?? 'application/octet-stream', body: unknown('a stream'), at: place }],
    };
  if (type?.name === 'String') return { responses: [{ ...status, ...media, body: rawText, at: place }] };
  const declared = type === undefined ? undefined : typeOf(source, scopeOf(decl, method.typeParameters), type);
  const shown = saysNothing(type) ? returnedValue(body) : undefined;
  const sent = shown ?? declared ?? unknown('its declared result may be anything');
  return { responses: [{ ...status, ...media, body: sent, at: place }] };
}

/** The type of the result; for null or an empty result Micronaut sends 404. */
function sentType(type: TypeRef | undefined, { annotations }: Method): TypeRef | undefined {
  if (type === undefined || !isStream(type)) return type && { ...type, nullable: false };
  return annotation(annotations, 'SingleResult') === undefined ? listOf(type) : elementOf(type);
}
