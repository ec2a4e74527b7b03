import type { Expression } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { annotation, argument, stringsOf, wordsOf } from '../../annotations.js';
import { handlerAnswering, isPassedOn } from '../../bodies/forwarded-answers.js';
import { ENTITY } from '../../bodies/makers.js';
import {
  declaredSet,
  isInstance,
  isNewAt,
  madeResponses,
  mediaTypeOf,
  returnedValue,
  writtenReturn,
} from '../../bodies/responses.js';
import { leavesOpen, saysNothing } from '../../bodies/saying.js';
import { bodyOf } from '../../bodies/variables.js';
import { statusOf } from '../../routing/http-status.js';
import { unwrapped } from '../../routing/result-wrappers.js';
import { at, literal, rawText, type Source, scopeOf, unknown } from '../../source.js';
import { typeOf } from '../../types.js';
import type { Annotation, Method, TypeDecl, TypeRef } from '../../unit.js';

/** Wrappers of a handler's result. */
const WRAPPERS = new Set(
  'ResponseEntity HttpEntity Mono CompletableFuture CompletionStage Future Callable DeferredResult WebAsyncTask ListenableFuture Deferred Uni Single Maybe'.split(
    ' ',
  ),
);
/** Wrappers that may set another status. */
const WITH_STATUS = new Set(['ResponseEntity', 'HttpEntity']);
/** Results that write the response themselves, or name a page. */
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
  /** The annotation of the method, or else of its class. */
  readonly mapping: Annotation;
  /** The return value is the body, not the name of a page. */
  readonly isBody: boolean;
}

/** Kotlin: `fun add(note: Note) = ResponseEntity.status(201).body(note)`: the expression shows what it returns. */
function withResult(handled: Handled): Handled {
  const { source, method } = handled;
  const { type, expression } = method;
  if (type !== undefined || expression === undefined) return handled;
  const isEntity = source.unit.tokens.list.slice(expression.from, expression.to).some(({ text }) => text === ENTITY.name);
  return isEntity ? { ...handled, method: { ...method, type: { name: ENTITY.name, arguments: [], nullable: false } } } : handled;
}

/** The responses of a handler. */
export function responsesOf(given: Handled): { readonly responses: readonly Response[]; readonly incomplete?: string } {
  const handled = withResult(given);
  const { source, decl, method, mapping } = handled;
  const place = at(source, method.index);
  const { type, hasStatus } = unwrapped(method.type, WRAPPERS, WITH_STATUS);
  const declared = statusOf(wordsOf(source, argument(annotation(method.annotations, 'ResponseStatus'), 'value', 'code'))[0]);
  const code = hasStatus ? undefined : (declared ?? 200);
  const status = code === undefined ? {} : { status: literal(code) };
  const isPage = !handled.isBody && !hasStatus;
  const mediaType = producedBy(source, mapping);
  const media = mediaType === undefined ? {} : { mediaType };
  const whole = bodyOf(source, decl, method);
  const isOthers = saysNothing(type) && isPassedOn(whole, ENTITY);
  const made = hasStatus && !hasView(method) && !isOthers ? madeResponses(whole, ENTITY, type) : undefined;
  if (made !== undefined) return { responses: made.map((one) => ({ ...media, ...one })) };
  if (isNothing(type, method)) {
    const writesItself =
      isPage ||
      method.parameters.some((one) => /^(?:Http)?Servlet(?:Response)?$|^ServerHttpResponse$/.test(one.type?.name ?? ''));
    if (writesItself && method.parameters.some((one) => /Response$/.test(one.type?.name ?? '')))
      return { responses: [], incomplete: 'the handler writes to the response by itself' };
    return { responses: [{ ...status, mediaType: 'none', body: literal(null), at: place }] };
  }
  if (isPage || (type !== undefined && PAGES.has(type.name) && type.name !== 'String'))
    return { responses: [{ ...status, mediaType: 'text/html', body: { kind: 'scalar', type: 'string' }, at: place }] };
  if (type !== undefined && STREAMS.has(type.name))
    return {
      responses: [
        {
          ...status,
          mediaType: mediaType ?? 'application/octet-stream',
          body: unknown('a stream'),
          at: place,
        },
      ],
    };
  const body = sentBody(source, decl, method, type);
  return { responses: [{ ...status, ...media, body, at: place }] };
}

/** The responses of a handler without a declared body, which may come from a function that it calls. */
export function answered(whole: Handled): ReturnType<typeof responsesOf> & Pick<Route, 'handler'> {
  const handled = withResult(whole);
  const { source, decl, method } = handled;
  const own = responsesOf(handled);
  const [only, ...others] = own.responses;
  const { name, arguments: given } = method.type ?? {};
  const isOpen = name === ENTITY.name && (given?.[0] === undefined || saysNothing(given[0]));
  if (!isOpen || only?.status !== undefined || only?.mediaType !== undefined || others.length > 0 || hasView(method)) return own;
  const handler = only && handlerAnswering(bodyOf(source, decl, method), ENTITY, only);
  return handler === undefined ? own : { responses: [], handler };
}

/** What a method sends whose annotations stand at the method that it overrides. */
export function inheriting(handled: Handled): ReturnType<typeof answered> & { readonly inheritsStatus?: boolean } {
  const { method } = handled;
  const isInherited =
    !unwrapped(method.type, WRAPPERS, WITH_STATUS).hasStatus && annotation(method.annotations, 'ResponseStatus') === undefined;
  const { responses, ...more } = answered(handled);
  if (!isInherited) return { responses, ...more };
  return { responses: responses.map(({ status: _, ...one }) => one), ...more, inheritsStatus: true };
}

function isNothing(type: TypeRef | undefined, method: Method): boolean {
  if (type === undefined) return method.expression === undefined && method.type === undefined;
  return type.name === 'void' || type.name === 'Void' || type.name === 'Unit';
}

const hasView = (method: Method): boolean => annotation(method.annotations, 'JsonView') !== undefined;

function sentBody(source: Source, decl: TypeDecl, method: Method, type: TypeRef | undefined): Expression {
  if (hasView(method)) return unknown('a view leaves members out');
  if (type?.name === 'String') return writtenReturn(bodyOf(source, decl, method)) ?? rawText;
  const declared = type === undefined ? undefined : typeOf(source, scopeOf(decl, method.typeParameters), type);
  const body = bodyOf(source, decl, method);
  const returned = returnedValue(body);
  const isNew = (returned !== undefined && isInstance(returned)) || body.block.returns.some(({ value }) => isNewAt(body, value));
  const isOpen = saysNothing(type) || leavesOpen(type) || isNew;
  if (declared !== undefined && !isOpen) return declaredSet(body, declared);
  if (returned === undefined || isEmpty(returned)) return declared ?? unknown('its declared result may be anything');
  // an unresolved map still has the declared type of its values
  return declared !== undefined && (declared.kind === 'map' || !saysNothing(type))
    ? { kind: 'operator', operator: 'first-known', of: declared, keys: returned }
    : returned;
}

/** `List.of()`, `Map.of()`: only the declaration may show the element type. */
const isEmpty = (of: Expression | undefined): boolean =>
  (of?.kind === 'tuple' && of.items.length === 0) || (of?.kind === 'object' && of.members.length === 0);

/** The media type of `produces`, unless it is JSON. */
function producedBy(source: Source, mapping: Annotation): string | undefined {
  const range = argument(mapping, 'produces');
  const [written = ''] = stringsOf(source, range) ?? wordsOf(source, range);
  const type = written.includes('/') ? written : (mediaTypeOf(written) ?? '');
  return type === '' || /\bjson\b|[+/]json/.test(type) ? undefined : type;
}
