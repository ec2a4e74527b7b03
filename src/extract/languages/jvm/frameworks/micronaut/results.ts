import type { Route } from '../../../../../facts/fact.js';
import { annotation, argument, wordsOf } from '../../annotations.js';
import { openAnswer } from '../../bodies/forwarded-answers.js';
import { JAXRS, MICRONAUT } from '../../bodies/makers.js';
import { madeResponses, returnedValue } from '../../bodies/responses.js';
import { saysNothing } from '../../bodies/saying.js';
import { bodyOf } from '../../bodies/variables.js';
import { statusOf } from '../../routing/http-status.js';
import { producedType } from '../../routing/produces.js';
import { at, literal, rawText, type Source, scopeOf, unknown } from '../../source.js';
import { typeOf } from '../../types.js';
import type { Annotation, Method, TypeDecl, TypeRef } from '../../unit.js';

/** Wrappers of a handler's result. */
const WRAPPERS = new Set(
  'HttpResponse MutableHttpResponse Optional Mono Single Maybe CompletableFuture CompletionStage Future Deferred'.split(' '),
);
const RESPONSES = new Set(['HttpResponse', 'MutableHttpResponse']);
/** Types whose values are sent as the elements of a list. */
const STREAMS = new Set(['Flux', 'Flow', 'Flowable', 'Observable', 'Publisher', 'Stream']);
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
  const { type, hasStatus } = unwrapped(method);
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

/** Removes the wrappers of a result; for null or an empty result Micronaut sends 404. */
function unwrapped({ type: of, annotations }: Method): { readonly type: TypeRef | undefined; readonly hasStatus: boolean } {
  const anything: TypeRef = { name: '?', arguments: [], nullable: false };
  let type = of;
  let hasStatus = false;
  while (type !== undefined && WRAPPERS.has(type.name)) {
    hasStatus ||= RESPONSES.has(type.name);
    type = type.arguments[0] ?? anything;
  }
  if (type === undefined) return { type, hasStatus };
  if (!STREAMS.has(type.name)) return { type: { ...type, nullable: false }, hasStatus };
  const isSingle = annotation(annotations, 'SingleResult') !== undefined;
  if (isSingle) return { type: type.arguments[0] ?? anything, hasStatus };
  return { type: { name: '[]', arguments: [type.arguments[0] ?? anything], nullable: false }, hasStatus };
}
