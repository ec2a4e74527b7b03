import { RAW_TEXT, type Shape, unknown } from '../../model/shape.js';
import type { CodeResponse } from '../codebase.js';
import type { Expression, ReturnsExpression } from '../expression.js';
import type { Callable, Response, Returned, Route } from '../fact.js';
import type { Lazy, Site, Value } from '../program.js';
import { dispatched } from '../routers/handler-table.js';
import type { PlacedWrap } from '../routers/router-node.js';
import { takersOf } from '../routers/takers.js';
import { sendsNull } from '../shapes/service-settings.js';
import { dataOf } from '../shapes/shapes.js';
import { unionOf } from '../shapes/unions.js';
import { type Alternative, alternatives, eachOf } from '../values/alternatives.js';
import { type Asked, knownBy, mayHold } from '../values/conditions.js';
import { isNever } from '../values/elements.js';
import { markOf, namedArguments, placedValues } from '../values/named-arguments.js';
import { resolve } from '../values/resolve.js';
import { FUEL, type Resolver, refill } from '../values/target.js';
import { bindTypes } from '../values/type-parameters.js';
import { givenTo, type Handler, handlerOf } from './handlers.js';
import { COMPUTED_TYPE, mediaTypeIn } from './media-types.js';
import { afterThose, requestedBy } from './request-given.js';
import { afterFailure, isAfterFailure, isError, shapeWith, statusOf } from './response-status.js';
import { partLeft, type RouteResponses, serialized, wrapped } from './serializing.js';
import { whyIncomplete, whyUnread } from './why-incomplete.js';

/** The responses of a route: those of its registration, and those of its handler if that is a function of its own. */
export function responsesOf(
  resolver: Resolver,
  route: Route,
  site: Site,
  wraps: readonly PlacedWrap[],
  answers?: Answering,
): RouteResponses {
  return serialized(resolver, route, site, unserialized(resolver, route, site, wraps, answers));
}

/** The functions that answer a request, and what is known of the request. */
export interface Answering extends Asked {
  readonly path: string;
  /** Set where the route's handler distinguishes requests. */
  readonly handler?: Handler;
  /** Functions before all routes of its router that may answer in its place. */
  readonly early?: readonly Lazy[];
}

function unserialized(
  resolver: Resolver,
  route: Route,
  site: Site,
  wraps: readonly PlacedWrap[],
  answers: Answering | undefined,
): RouteResponses {
  const sent = route.responses.filter(({ when }) => mayHold(resolver, when, site, answers ?? {}));
  const { responses: own, doubt } = responsesIn(resolver, readable(sent), site, wraps, route.schema);
  const incomplete = route.incomplete ?? whyUnread(sent) ?? doubt;
  if (route.handler === undefined) return { responses: own, ...because(incomplete), ...passing(route.passesOn) };
  refill(resolver);
  const handler = answers?.handler ?? handlerOf(resolver, { expression: route.handler, site });
  if (handler === undefined)
    return { responses: own, incomplete: incomplete ?? 'its handler is not a function that could be read', passesOn: true };
  const asked = answers ?? {};
  const before = [...(answers?.early ?? []), ...(route.before ?? []).map((expression): Lazy => ({ expression, site }))];
  const given = requestedBy(handler, route, site);
  const sending: Sending = { wraps, returned: route.returned, asked, called: { count: 0 } };
  const by = sentBy(resolver, afterThose(resolver, before, given), sending, 0);
  const passesOn = route.passesOn === true || by.passesOn === true;
  const early = before.flatMap((one) => sentBefore(resolver, one, { wraps, asked }));
  return { responses: [...own, ...by.responses, ...early], ...because(incomplete ?? by.incomplete), ...passing(passesOn) };
}

/** Successes that a function before the handler sends in its place; an unresolved body counts as none (a cache). */
export function sentBefore(resolver: Resolver, lazy: Lazy, sending: Pick<Sending, 'wraps' | 'asked'>): readonly CodeResponse[] {
  refill(resolver);
  const middleware = handlerOf(resolver, lazy);
  if (middleware?.callable.sends === undefined) return [];
  const { responses } = sentBy(resolver, middleware, { ...sending, returned: undefined, early: true, called: { count: 0 } }, 0);
  return responses.filter(({ status = 0, mediaType, shape }) => {
    return status >= 200 && status < 300 && mediaType !== 'none' && shape.kind !== 'unknown';
  });
}

/** Functions that pass the response on to each other more often than this do so in a circle. */
const MAX_FORWARDS = 10;
/** The limit of functions that one handler passes the response to: several calls in a circle multiply with each turn. */
const MOST_CALLED = 4000;

/** Why a middleware that the code calls by hand is unresolved: if nothing else answers, the middleware does. */
interface Unseen {
  readonly unseen?: string;
}

/** Whether a function may use a member of its argument. */
function mayUse(resolver: Resolver, lazy: Lazy, member: string): boolean {
  const taker = resolve(resolver, lazy, 'value');
  return taker.kind !== 'callable' || taker.callable.uses?.includes(member) !== false;
}

/** The responses of a function itself, and of the functions to which it passes the response. */
function sentBy(resolver: Resolver, given: Handler, sending: Sending, depth: number): RouteResponses & Unseen {
  const handler = branchOf(resolver, given, sending.asked.method);
  const { callable, file } = handler;
  const { wraps, returned } = sending;
  if (callable.sends === undefined && returned !== undefined && returned.responses !== true)
    return { responses: returnedBy(resolver, [resultOf(handler)], handler.site, sending) };
  if (callable.sends === undefined && isNever(callable.inferred))
    return { responses: [{ status: 500, mediaType: 'none', shape: unknown('it throws'), at: { file, ...callable.at } }] };
  const isFailing = (sent: Pick<Response, 'when'>): boolean => sending.failed === true || isAfterFailure(sent);
  const isSent = ({ when }: Pick<Response, 'when'>): boolean =>
    mayHold(resolver, when, handler.site, sending.asked) && !(sending.early === true && when?.some((one) => 'aside' in one));
  const sends = (callable.sends ?? []).filter(isSent);
  const { responses, doubt } = sentDirectly(resolver, handler.site, sends, sending);
  let incomplete = whyIncomplete(resolver, handler, sends, doubt);
  let { passesOn } = callable;
  let unseen: string | undefined;
  for (const forward of (callable.forwards ?? []).filter(isSent)) {
    const { call, why, returned: on, lenient, otherwise, member, status, replaceable } = forward;
    if (member !== undefined) {
      if (mayUse(resolver, { expression: call.of, site: handler.site }, member)) incomplete ??= why;
      continue;
    }
    const isSpent = sending.called.count >= MOST_CALLED;
    if (isSpent) incomplete ??= why;
    const all = depth < MAX_FORWARDS && !isSpent ? takersOf(resolver, forward, handler.site) : [];
    if (all.length === 0) {
      if (otherwise !== undefined) {
        const other = responsesIn(resolver, [otherwise], handler.site, wraps);
        responses.push(...other.responses);
        if (other.doubt !== undefined) incomplete ??= why;
      } else if (lenient !== true)
        incomplete ??= sending.failed === true ? undefined : why; // whatever it is, it describes the failure
      else if (call.of.kind === 'parameter') unseen ??= why;
    }
    for (const next of calledBy(resolver, all, call, handler.site)) {
      const isSet = status !== undefined && (replaceable === true || sending.status === undefined);
      const set = isSet ? { status: { expression: status, site: handler.site }, replaceable } : {};
      const further = { ...sending, returned: on === true ? returned : undefined, failed: isFailing(forward), ...set };
      sending.called.count += 1;
      const more = sentBy(resolver, next, further, depth + 1);
      responses.push(...more.responses);
      incomplete ??= more.incomplete;
      unseen ??= more.unseen;
      passesOn ||= more.passesOn;
    }
  }
  if (depth === 0 && responses.length === 0) incomplete ??= unseen;
  return { responses, ...because(incomplete), ...passing(passesOn), ...(depth > 0 && unseen !== undefined && { unseen }) };
}

/** The called functions with each alternative of the arguments, named arguments and type arguments. */
function calledBy(resolver: Resolver, all: readonly Handler[], call: ReturnsExpression, site: Site): readonly Handler[] {
  const ways = all.length === 0 ? [] : alternatives(resolver, call.values ?? [], site);
  const types = (call.arguments ?? []).map((expression): Lazy => ({ expression, site }));
  return all.flatMap((one) => {
    const named = namedArguments(resolver, one.callable, one.file, call, site, FUEL);
    return ways.map((way) => ofTypes(givenTo(calledWith(one, way, call), named), types));
  });
}

/** A function with these arguments. */
function calledWith({ site: own, ...handler }: Handler, { expressions, site }: Alternative, call: ReturnsExpression): Handler {
  const passed = new Map([...(own.passed ?? []), ...markOf(handler, call)]);
  return givenTo(
    { ...handler, site: { ...own, passed } },
    placedValues(handler.callable, expressions).map((expression, index) => [index, { expression, site }]),
  );
}

/** A function with type arguments (`Single<BookDto>(book)`). */
const ofTypes = (handler: Handler, types: readonly Lazy[]): Handler =>
  types.length === 0 ? handler : { ...handler, site: bindTypes(handler.callable.typeParameters, types, handler.site) };

/** Key of the status that the code set before the call. */
const STATUS = '|status';

/** The responses that a function sends itself, or returns for sending. */
function sentDirectly(
  resolver: Resolver,
  site: Site,
  sends: readonly Response[],
  sending: Sending,
): ReturnType<typeof responsesIn> {
  const { status, failed, replaceable } = sending;
  const direct = readable(sends).filter((one) => one.returned !== true);
  const isNamed = ({ preset }: Response): boolean => status !== undefined && (replaceable !== true || preset === true);
  const named = direct.map((one): Response => (isNamed(one) ? { ...one, status: { kind: 'name', name: STATUS } } : one));
  const at = status === undefined ? site : { ...site, types: new Map([...(site.types ?? []), [STATUS, status]]) };
  const { responses, doubt } = responsesIn(resolver, failed === true ? named.map(afterFailure) : named, at, sending.wraps);
  const results = sends.filter((one) => one.returned === true);
  responses.push(...returnedBy(resolver, results, site, sending));
  return { responses, ...(doubt !== undefined && { doubt }) };
}

/** The responses; `doubt`: there may be unknown ones, because a value that should be data is unresolved. */
function responsesIn(
  resolver: Resolver,
  given: readonly Response[],
  site: Site,
  wraps: readonly PlacedWrap[],
  schema?: Expression,
): { readonly responses: CodeResponse[]; readonly doubt?: string } {
  const made = given
    .flatMap((one) => eachOf(resolver, one, site))
    .map(([one, at]) => ({ response: toResponse(resolver, one, at, wraps, schema), one, at }))
    .filter(({ response, one, at }) => response.status !== undefined || !isError(resolver, one, at));
  const responses = made.flatMap(({ response, one }) => (one.supposed === true && !isObject(response.shape) ? [] : [response]));
  return responses.length === made.length ? { responses } : { responses, doubt: 'not all that it returns is understood' };
}

const isObject = (shape: Shape): boolean =>
  ['object', 'map', 'ref', 'array', 'tuple'].includes(shape.kind) || (shape.kind === 'union' && shape.options.every(isObject));

/** The part of a function for requests of this method, if it distinguishes methods. */
function branchOf(resolver: Resolver, handler: Handler, method: string | undefined): Handler {
  const own = handler.callable.branches?.find(({ methods = [] }) => method !== undefined && methods.includes(method));
  const answers = own && handlerOf(resolver, { expression: own.handler, site: handler.site });
  return answers ?? handler;
}

const readable = (sent: readonly Response[]): readonly Response[] => sent.filter(({ unread }) => unread === undefined);

/** The methods that a handler distinguishes, including those in functions to which it passes the response. */
export function methodsKnown(resolver: Resolver, route: Route, site: Site): ReadonlySet<string> {
  const known = new Set<string>();
  let isKnown = true;
  const add = ({ when = [] }: Pick<Response, 'when'>, at: Site): void => {
    for (const condition of when) {
      const by = 'asks' in condition ? knownBy(resolver, condition.asks, at) : 'methods' in condition ? condition : undefined;
      for (const method of by?.methods ?? []) known.add(method);
    }
  };
  const visit = ({ callable, site: at }: Handler, depth: number): void => {
    for (const sent of callable.sends ?? []) add(sent, at);
    for (const { methods = [] } of callable.branches ?? []) for (const method of methods) known.add(method);
    for (const forward of (callable.forwards ?? []).filter(
      ({ member, dispatched: to }) => member === undefined && to !== 'ANY',
    )) {
      const takers = depth < MAX_TELLING ? takersOf(resolver, forward, at) : [];
      const presence = takers.length > 0 ? 'present' : dispatched(resolver, forward, at);
      if (presence === 'unknown') isKnown = false;
      else if (presence !== 'absent') add(forward, at);
      for (const taker of takers) visit(taker, depth + 1);
    }
  };
  for (const sent of route.responses) add(sent, site);
  const handler = route.handler && handlerOf(resolver, { expression: route.handler, site });
  if (handler !== undefined) visit(handler, 0);
  return isKnown ? known : new Set();
}

/** Deepest level of called functions in which the linker looks for tests of the method. */
const MAX_TELLING = 3;

/** What a handler's results pass through, and how they are sent. */
interface Sending {
  readonly wraps: readonly PlacedWrap[];
  /** The results of the handler are sent, in this way. */
  readonly returned: Returned | undefined;
  readonly asked: Asked;
  /** Something was thrown before. */
  readonly failed?: boolean;
  /** The status that the code has already set: no other counts. */
  readonly status?: Lazy;
  readonly replaceable?: boolean | undefined;
  /** It stands before a handler: what it sends only for some paths does not matter. */
  readonly early?: true;
  /** The functions that have been asked so far. */
  readonly called: { count: number };
}

/** The result of a function without a response of its own, as a response. */
function resultOf({ callable }: Handler): Response {
  const of: Expression = { kind: 'returns', of: { kind: 'name', name: callable.name, space: 'value' } };
  const status: Expression = { kind: 'literal', value: 200 };
  return { status, body: { kind: 'operator', operator: 'awaited', of }, at: callable.at };
}

/** The responses for returned values: nothing for `undefined`, no body for null. */
function returnedBy(resolver: Resolver, results: readonly Response[], site: Site, { wraps, returned }: Sending): CodeResponse[] {
  if (returned === undefined) return [];
  return results.flatMap((result): CodeResponse[] => {
    const sent = toResponse(resolver, result, site, wraps);
    if (result.mediaType !== undefined || result.typedAs !== undefined) return [sent];
    if (sent.mediaType === 'none' && result.body.kind !== 'absent') return [];
    const { shape } = sent;
    if (shape.kind === 'scalar' && shape.type === 'null')
      return [{ ...sent, ...(sent.status === 200 && { status: returned.empty }), mediaType: 'none' }];
    return [isText(shape) ? { ...sent, mediaType: returned.text } : sent];
  });
}

function isText(shape: Shape): boolean {
  if (shape.kind === 'enum') return shape.values.every((value) => typeof value === 'string');
  return shape.kind === 'scalar' && shape.type === 'string';
}

const because = (incomplete: string | undefined): { incomplete?: string } => (incomplete === undefined ? {} : { incomplete });

const passing = (passesOn: boolean | undefined): { passesOn?: boolean } => (passesOn === true ? { passesOn } : {});

function toResponse(
  resolver: Resolver,
  given: Response,
  site: Site,
  wraps: readonly PlacedWrap[],
  schema?: Expression,
): CodeResponse {
  const by = wraps.findIndex(({ wrap }) => wrap.through === 'schema');
  if (schema !== undefined && by >= 0 && given.direct !== true) {
    const before = toResponse(resolver, given, site, wraps.slice(by + 1));
    return before.mediaType === undefined
      ? leftBySchema(resolver, before, { expression: schema, site }, wraps.slice(0, by))
      : before;
  }
  refill(resolver);
  const response = typed(resolver, given.nothing === true && sendsNull(resolver, site.file) ? asNull(given) : given, site);
  const around = wraps.filter(({ wrap }) => typeof wrap.through !== 'string' && (response.direct !== true || wrap.past === true));
  const isSet = around.some(({ wrap }) => wrap.statuses === true);
  const status = response.status === undefined || isSet ? undefined : statusOf(resolver, { expression: response.status, site });
  const isSent = response.mediaType !== 'none' || around.length > 0;
  const value = isSent ? dataOf(resolver, wrapped(bodyOf(resolver, response, site), around)) : undefined;
  const areBytes = response.rawBytes === true && value?.shape?.kind === 'scalar' && value.shape.format === 'byte';
  const mediaType = areBytes ? 'application/octet-stream' : mediaTypeOf(response, value);
  const shape = response.rawTexts === true ? withoutTexts(shapeOf(value)) : shapeOf(value);
  return {
    ...(status === undefined ? {} : { status }),
    ...(mediaType === undefined ? {} : { mediaType }),
    shape: areBytes ? unknown('bytes are sent as they are') : shapeWith(resolver, response.status, site, shape),
    at: { file: site.file, ...response.at },
  };
}

/** A response with the media type that a constant names; unknown: only a body that is written out is certainly JSON. */
function typed(resolver: Resolver, { typedAs, ...response }: Response, site: Site): Response {
  if (typedAs === undefined) return response;
  const type = mediaTypeIn(resolver, { expression: typedAs, site });
  if (type === 'application/json') return { ...response, rawTexts: true };
  if (type !== undefined) return { ...response, mediaType: type, body: { kind: 'scalar', type: 'string' } };
  const isWritten = response.body.kind === 'object' || response.body.kind === 'tuple';
  return isWritten ? response : { ...response, body: { kind: 'unknown', why: COMPUTED_TYPE } };
}

/** A body after its schema and the interceptors around it. */
function leftBySchema(resolver: Resolver, before: CodeResponse, schema: Lazy, wraps: readonly PlacedWrap[]): CodeResponse {
  refill(resolver);
  const around = wraps.filter(({ wrap }) => typeof wrap.through !== 'string');
  const shape = shapeOf(dataOf(resolver, wrapped(schema, around)));
  if (around.length > 0) return { ...before, shape };
  const list = shape.kind === 'array' ? undefined : itemsOf(before.shape);
  if (list === undefined) return { ...before, shape: partLeft(resolver, shape, before.shape) };
  return { ...before, shape: { kind: 'array', items: partLeft(resolver, shape, list) } };
}

/** The element type of a list: each element passes through a schema that is not one of a list. */
function itemsOf(shape: Shape): Shape | undefined {
  if (shape.kind === 'tuple') return unionOf(shape.items);
  return shape.kind === 'array' ? shape.items : undefined;
}

/** Its body, or what a text of JSON that is sent as it is contains: `const text = JSON.stringify(book); response.end(text)`. */
function bodyOf(resolver: Resolver, { body, rawTexts }: Response, site: Site): Lazy {
  const sent: Lazy = { expression: body, site };
  const target = rawTexts === true ? resolve(resolver, sent, 'value') : undefined;
  if (target?.kind !== 'plain' || target.expression.kind !== 'operator') return sent;
  return target.expression.operator === 'encoded' ? { expression: target.expression.of, site: target.site } : sent;
}

/** Texts are sent as they are, so what they hold is unknown: types that JSON writes as texts (dates) have a format and are none. */
function withoutTexts(shape: Shape): Shape {
  if (shape.kind === 'union') return unionOf(shape.options.map(withoutTexts));
  const isRaw = isText(shape) && !(shape.kind === 'scalar' && shape.format !== undefined);
  return isRaw ? unknown(RAW_TEXT) : shape;
}

/** `null` as a body, with the status of a value. */
function asNull({ mediaType: _none, status, ...rest }: Response): Response {
  const isEmpty = status?.kind === 'literal' && status.value === 204;
  const sent: Expression | undefined = isEmpty ? { kind: 'literal', value: 200 } : status;
  return { ...rest, ...(sent && { status: sent }), body: { kind: 'literal', value: null } };
}

/** `undefined` makes no body: if a value may be undefined, its shape does not describe all that may be sent. */
function shapeOf(value: Value | undefined): Shape {
  if (value?.shape === undefined) return unknown('no body');
  return value.absent ? unionOf([value.shape, unknown('it may be undefined, of which no body is made')]) : value.shape;
}

/** A text or nothing that a wrapper puts into an object is JSON; JSON of nothing is no body. */
function mediaTypeOf(response: Response, value: Value | undefined): string | undefined {
  const { mediaType } = response;
  const isData = value?.shape !== undefined && value.shape.kind !== 'scalar';
  if (isData && (mediaType === 'text/html' || mediaType === 'none')) return undefined;
  return mediaType === undefined && value !== undefined && value.shape === undefined ? 'none' : mediaType;
}

/** The function that stands before handlers, if it is resolved. */
export function middlewareAt(resolver: Resolver, middleware: Lazy): Callable | undefined {
  refill(resolver);
  return handlerOf(resolver, middleware)?.callable;
}
