import type { Expression } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import { annotation, argument, stringsOf, wordsOf } from '../annotations.js';
import { handlerLocals } from '../locals.js';
import { statusOf } from '../routing/http-status.js';
import { at, literal, type Source, scopeOf, unknown } from '../source.js';
import { typeOf } from '../types.js';
import type { Annotation, Method, TypeDecl, TypeRef } from '../unit.js';
import { readValue } from '../values.js';

/** What a handler gives stands inside of these. */
const WRAPPERS = new Set(
  'ResponseEntity HttpEntity Mono CompletableFuture CompletionStage Future Callable DeferredResult WebAsyncTask ListenableFuture Deferred Uni Single Maybe'.split(
    ' ',
  ),
);
/** Through these the status may be another. */
const WITH_STATUS = new Set(['ResponseEntity', 'HttpEntity']);
/** What writes to the response by itself, or is a page. */
const PAGES = new Set(['ModelAndView', 'View', 'Rendering', 'RedirectView', 'String']);
const STREAMS = new Set([
  'StreamingResponseBody',
  'ResponseBodyEmitter',
  'SseEmitter',
  'Resource',
  'InputStreamResource',
  'ServerSentEvent',
]);

interface Handled {
  readonly source: Source;
  readonly decl: TypeDecl;
  readonly method: Method;
  /** Of the method, then of its class. */
  readonly mapping: Annotation;
  /** What it returns is the body, not the name of a page. */
  readonly isBody: boolean;
}

/** What a handler sends. */
export function responsesOf(handled: Handled): { readonly responses: readonly Response[]; readonly incomplete?: string } {
  const { source, decl, method, mapping } = handled;
  const place = at(source, method.index);
  const { type, hasStatus } = unwrapped(method.type);
  const declared = statusOf(wordsOf(source, argument(annotation(method.annotations, 'ResponseStatus'), 'value', 'code'))[0]);
  const code = hasStatus ? undefined : (declared ?? 200);
  const status = code === undefined ? {} : { status: literal(code) };
  const isPage = !handled.isBody && !hasStatus;
  if (isNothing(type, method)) {
    const writesItself =
      isPage ||
      method.parameters.some((one) => /^(?:Http)?Servlet(?:Response)?$|^ServerHttpResponse$/.test(one.type?.name ?? ''));
    if (writesItself && method.parameters.some((one) => /Response$/.test(one.type?.name ?? '')))
      return { responses: [], incomplete: 'the handler writes to the response by itself' };
    return { responses: [{ ...status, mediaType: 'none', body: { kind: 'absent' }, at: place }] };
  }
  if (isPage || (type !== undefined && PAGES.has(type.name) && type.name !== 'String'))
    return { responses: [{ ...status, mediaType: 'text/html', body: { kind: 'scalar', type: 'string' }, at: place }] };
  if (type !== undefined && STREAMS.has(type.name))
    return {
      responses: [
        {
          ...status,
          mediaType: mediaTypeOf(source, mapping) ?? 'application/octet-stream',
          body: unknown('a stream'),
          at: place,
        },
      ],
    };
  const mediaType = mediaTypeOf(source, mapping);
  const body = bodyOf(source, decl, method, type);
  return { responses: [{ ...status, ...(mediaType !== undefined && { mediaType }), body, at: place }] };
}

function isNothing(type: TypeRef | undefined, method: Method): boolean {
  if (type === undefined) return method.expression === undefined && method.type === undefined;
  return type.name === 'void' || type.name === 'Void' || type.name === 'Unit';
}

function unwrapped(of: TypeRef | undefined): { readonly type: TypeRef | undefined; readonly hasStatus: boolean } {
  let type = of;
  let hasStatus = false;
  while (type !== undefined && WRAPPERS.has(last(type.name))) {
    hasStatus ||= WITH_STATUS.has(last(type.name));
    type = type.arguments[0] ?? { name: '?', arguments: [], nullable: false };
  }
  return { type, hasStatus };
}

const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function bodyOf(source: Source, decl: TypeDecl, method: Method, type: TypeRef | undefined): Expression {
  const scope = scopeOf(decl, method.typeParameters);
  if (annotation(method.annotations, 'JsonView') !== undefined) return unknown('a view leaves members out');
  if (type?.name === 'String') return unknown('a text is sent as it is');
  const says =
    type !== undefined &&
    !SAYS_NOTHING.has(type.name) &&
    !(type.name === 'Map' && SAYS_NOTHING.has(type.arguments[1]?.name ?? '?'));
  if (says) return typeOf(source, scope, type);
  if (type === undefined && method.expression !== undefined)
    return readValue({ source, scope, local: handlerLocals(source, decl, method) }, method.expression);
  return unknown('its declared result may be anything');
}
const SAYS_NOTHING = new Set(['?', 'Object', 'Any', 'T']);

/** What `produces` says, unless it is JSON. */
function mediaTypeOf(source: Source, mapping: Annotation): string | undefined {
  const range = argument(mapping, 'produces');
  const [written = ''] = stringsOf(source, range) ?? wordsOf(source, range);
  const type = written.includes('/') ? written : (MEDIA_TYPES[written.replace(/_VALUE$/, '')] ?? '');
  return type === '' || /\bjson\b|[+/]json/.test(type) ? undefined : type;
}

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
