import { type Expression, STRING } from '../../../../../facts/expression.js';
import type { Forward, Response, Route } from '../../../../../facts/fact.js';
import { forwardOf, type Responder } from '../../answers.js';
import { guardsOf } from '../../branches.js';
import { unreadFor, whenReturned } from '../../routing/method-guards.js';
import { isLibrary } from '../../schemas/pagination.js';
import { sentForMany } from '../../schemas/serializers.js';
import { paginatedIn, renderedBy, renderedIn, serializerIn, unlessDecided } from '../../schemas/views.js';
import { type ClassDefinition, type FunctionDefinition, lookup, originOf, type Scope } from '../../scope.js';
import { literal, type Source } from '../../source.js';
import { statusIn } from '../../statuses.js';
import {
  type Argument,
  argument,
  calledName,
  calleeOf,
  isSpread,
  keyword,
  lastName,
  type Node,
  plainText,
} from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { throughDecorators } from '../../wrappers.js';
import { baseName, isPlainBase, VIEW_BASES, workerOf } from './bases.js';

type Sent = Pick<Route, 'responses' | 'incomplete' | 'handler'>;

/** Packages whose decorators do not change the result of a view, or are handled elsewhere. */
const DECORATORS = /^(?:django|rest_framework|drf_|dj_rest_auth|guardian|waffle|functools)/;

/** The answer of a view through its decorators, including those in Django's `method_decorator`. */
export function answeredThrough(source: Source, handler: FunctionDefinition, view?: ClassDefinition): Sent {
  const around = [...handler.decorators, ...(view?.decorators ?? [])].flatMap((one) =>
    one.kind === 'call' && lastName(one.of) === 'method_decorator' ? one.arguments.slice(0, 1) : [],
  );
  const isKnown = (one: Node): boolean =>
    one.kind === 'list' || one.kind === 'tuple'
      ? one.items.every(isKnown)
      : DECORATORS.test(originOf(view?.outside ?? handler.inside, calleeOf(one)) ?? '');
  if (!around.every(({ value }) => isKnown(value)))
    return { responses: [], incomplete: 'a decorator may change what it returns' };
  return throughDecorators(source, handler, handler.start, sentBy(source, handler, view), (_, origin) => DECORATORS.test(origin));
}

/** The view in analysis: a class or a function. */
interface Sending {
  readonly source: Source;
  readonly scope: Scope;
  readonly view: ClassDefinition | undefined;
  /** Renderers that a decorator sets. */
  readonly renderers?: Node;
}

/** The responses of a view: `Response(data, status)` of REST framework, `JsonResponse(data)` of Django. */
function sentBy(source: Source, handler: FunctionDefinition, view: ClassDefinition | undefined): Sent {
  const renderers = renderersOf(handler);
  const sending: Sending = { source, scope: handler.inside, view, ...(renderers === undefined ? {} : { renderers }) };
  const responses: Response[] = [];
  const forwards: Forward[] = [];
  const indices = [...withoutUnpaged(source, handler)];
  let isAll = indices.length > 0;
  for (const index of indices) {
    const node = handler.results[index];
    const { when } = whenReturned(source, handler, index);
    const sent = responsesOf(sending, node, 0);
    const forward = sent === undefined ? forwardOf(source, handler.inside, node, DJANGO) : undefined;
    if (sent !== undefined) responses.push(...sent.map((one) => ({ ...one, ...(when && { when }) })));
    else if (forward !== undefined) forwards.push({ ...forward, ...(when && { when }) });
    else if (when !== undefined) responses.push(unreadFor(when, source.at(node?.start ?? handler.start)));
    else isAll = false;
  }
  const incomplete = isAll ? {} : { incomplete: 'not all that it returns is understood' };
  if (forwards.length === 0) return { responses, ...incomplete };
  const name = `${handler.fact}|answers`;
  source.record.facts.push({ kind: 'callable', name, sends: responses, forwards, ...incomplete, at: source.at(handler.start) });
  return { responses: [], ...incomplete, handler: { kind: 'name', name, space: 'value' } };
}

/** Responses of functions of the service, such as `return success(data)`, are followed. */
export const DJANGO: Responder = {
  library: /^(?:django|rest_framework)\b/,
  respond: (source, scope, node) => (node === undefined ? undefined : responseIn(source, scope, node)),
};

/** `@renderer_classes([JSONRenderer])`. */
function renderersOf({ decorators }: FunctionDefinition): Node | undefined {
  const found = decorators.find((one) => one.kind === 'call' && lastName(one.of) === 'renderer_classes');
  return found?.kind === 'call' ? found.arguments[0]?.value : undefined;
}

/**
 * The indexes of relevant results. If a view paginates, its unpaginated list is sent only without a paginator, and then the
 * pagination helper returns it unchanged.
 */
function withoutUnpaged({ masked }: Source, handler: FunctionDefinition): ReadonlySet<number> {
  const isPaged = (node: Node | undefined): boolean => node?.kind === 'call' && lastName(node.of) === 'get_paginated_response';
  const all = [...handler.results.keys()];
  if (!handler.results.some(isPaged)) return new Set(all);
  const name = /\b(\w{1,80}) = self\.paginate_queryset\(/.exec(masked.bare.slice(handler.start, handler.end))?.[1];
  const retained = all.filter((index) => {
    const guards = guardsOf(handler, index);
    const refused = guards.some(({ start, end, holds }) => {
      const test = masked.bare.slice(start, end).trim();
      return (
        name !== undefined && (test === `${name} is not None` || test === name ? !holds : test === `${name} is None` && holds)
      );
    });
    return isPaged(handler.results[index]) || !refused;
  });
  return new Set(retained);
}

function responsesOf(sending: Sending, node: Node | undefined, depth: number): readonly Response[] | undefined {
  if (node?.kind === 'name' && depth < 3) {
    const all = valuesAt(sending, node).map((one) => (one?.kind === 'call' ? responsesOf(sending, one, depth + 1) : undefined));
    if (all.length === 0 || isSetAnew(sending, node.name)) return undefined;
    return all.every((one) => one !== undefined) ? all.flatMap((one) => one ?? []) : undefined;
  }
  if (node?.kind === 'await') return responsesOf(sending, node.of, depth);
  if (node?.kind === 'choice') {
    const all = node.options.map((option) => responsesOf(sending, option, depth + 1));
    return all.every((one) => one !== undefined) ? all.flatMap((one) => one ?? []) : undefined;
  }
  return node?.kind === 'call' ? (byWorker(sending, node) ?? ofCall(sending, node)) : undefined;
}

/** What a returned variable may be: each branch may set it, if only one place returns it. */
function valuesAt({ source, scope }: Sending, { name, start }: Extract<Node, { kind: 'name' }>): readonly (Node | undefined)[] {
  const binding = lookup(scope, name)?.binding;
  if (binding?.kind !== 'variable' || binding.added.length > 0) return [];
  const { code } = source.masked;
  const indentAt = (at: number): number => /^[ \t]{0,200}/.exec(code.slice(code.lastIndexOf('\n', at - 1) + 1))?.[0].length ?? 0;
  // what is assigned in no branch replaces what was assigned before
  const [, ...later] = binding.values;
  if (later.some((one) => one !== undefined && indentAt(one.start) <= indentAt(start))) return [];
  const isOnly = scope.of?.results.filter((node) => node?.kind === 'name' && node.name === name).length === 1;
  return binding.values.length === 1 || isOnly ? binding.values : [];
}

const BODY_OF =
  /\b(\w{1,80})(?:\.(?:content|content_type|data|status_code)(?:\[| ?=[^=])|\.data\.(?:append|clear|extend|insert|move_to_end|pop|popitem|remove|setdefault|update)\(|\[['"][Cc]ontent-[Tt]ype['"]\] ?=[^=])/g;
/** What changes another name for the body is not followed. */
const OTHER_NAME = /= ?(\w{1,80})\.data[ \t]{0,9}\n/g;
const bodiesOf = new WeakMap<Scope, ReadonlySet<string>>();

/** `response.content = …`, `response.data['note'] = …`, `response.status_code = …` of a response in a variable. */
function isSetAnew({ source, scope }: Sending, name: string): boolean {
  if (scope.of === undefined) return false;
  const { start, end } = scope.of;
  // searched once: a function may return its response in many places
  const names =
    bodiesOf.get(scope) ??
    new Set(
      [BODY_OF, OTHER_NAME].flatMap((one) =>
        [...source.masked.code.slice(start, end).matchAll(one)].flatMap(([, on]) => on ?? []),
      ),
    );
  bodiesOf.set(scope, names);
  return names.has(name);
}

/** The only response of an expression outside of views: what a decorator answers itself. */
export function responseIn(source: Source, scope: Scope, node: Node): Response | undefined {
  const [only, ...others] = responsesOf({ source, scope, view: undefined }, node, 0) ?? [];
  return others.length === 0 ? only : undefined;
}

const WORK = /^(?:list|retrieve|create|update|partial_update|destroy)$/;

/** `self.list(request)`, `super().create(request)`: the response of the base class. */
function byWorker({ source, view, scope }: Sending, { of }: Extract<Node, { kind: 'call' }>): readonly Response[] | undefined {
  if (view === undefined || of.kind !== 'attribute') return undefined;
  const isSuper = of.of.kind === 'call' && lastName(of.of.of) === 'super';
  if (isSuper && VERB.test(of.name)) return byVerb({ source, view, scope }, of.name);
  if (!WORK.test(of.name)) return undefined;
  const isSelf = of.of.kind === 'name' && of.of.name === 'self';
  if (!isSuper && !isSelf) return undefined;
  const own = isSelf ? view.methods.find(({ name }) => name === of.name) : undefined;
  // the action comes from the request, whichever method does the work
  const asked = scope.of?.decorators.some((one) => calledName(one) === 'action');
  const action = asked === true ? (scope.of?.name ?? of.name) : of.name;
  const sent = own === undefined ? inheritedBy(source, view, of.name, action) : sentBy(source, own, view);
  return sent.incomplete === undefined && sent.handler === undefined ? sent.responses : undefined;
}

const VERB = /^(?:get|post|put|patch|delete)$/;

/** `super().get(request)` in a generic view: the library's method answers by a method that the class may declare. */
function byVerb(sending: Sending, verb: string): readonly Response[] | undefined {
  const { source, view } = sending;
  if (view === undefined) return undefined;
  const bases = view.arguments.filter(({ name }) => name === undefined).map(({ value }) => value);
  const isOfLibrary = (base: Node): boolean =>
    isLibrary(view.outside, base) || /^rest_framework\b/.test(originOf(view.outside, base) ?? '');
  const method = verb.toUpperCase();
  const base = bases.find((one) => VIEW_BASES[baseName(view.outside, one)]?.includes(method));
  if (base === undefined || !bases.every((one) => isOfLibrary(one) || isPlainBase(baseName(view.outside, one)))) return undefined;
  const worker = workerOf(method, baseName(view.outside, base));
  const own = view.methods.find(({ name }) => name === worker);
  const sent = own === undefined ? inheritedBy(source, view, worker, verb) : sentBy(source, own, view);
  return sent.incomplete === undefined && sent.handler === undefined ? sent.responses : undefined;
}

function ofCall(sending: Sending, node: Extract<Node, { kind: 'call' }>): readonly Response[] | undefined {
  const { source, scope, view } = sending;
  const name = lastName(node.of) ?? '';
  const origin = originOf(scope, node.of) ?? '';
  const given = keyword(node, 'status') ?? argument(node, /^(?:Streaming)?Http/.test(name) ? 2 : 1);
  const status = given === undefined ? literal(200) : statusIn(source, scope, given);
  const at = source.at(node.start);
  const data = argument(node, 0, 'data');
  if (isSpread(node) && (data === undefined || given === undefined)) return undefined;
  if (name === 'Response' && origin.startsWith('rest_framework')) {
    const isEmpty = data === undefined || (status.kind === 'literal' && status.value === 204);
    if (isEmpty) return [{ status, mediaType: 'none', body: literal(null), at }];
    return [{ status, body: renderedOf(sending, readValue(source, scope, data)), at }];
  }
  if (name === 'get_paginated_response' && view !== undefined && data !== undefined)
    return [{ status: literal(200), body: renderedOf(sending, readValue(source, scope, node)), at }];
  if (name === 'JsonResponse' && data !== undefined)
    return [{ status: keyword(node, 'status') === undefined ? literal(200) : status, body: readValue(source, scope, data), at }];
  if (/^HttpResponse(?:NoContent)?$/.test(name) || name === 'render' || name === 'redirect') {
    const media = mediaTypeOf(node, name === 'HttpResponse' ? 1 : undefined);
    if (media === undefined) return undefined;
    const code = name === 'redirect' ? literal(302) : name === 'HttpResponseNoContent' ? literal(204) : status;
    return [{ status: code, mediaType: data === undefined && media === HTML ? 'none' : media, body: STRING, at }];
  }
  if (/^(?:File|StreamingHttp)Response$/.test(name) && data !== undefined) {
    // the name of the file decides, if no type is given
    const media = name === 'FileResponse' ? mediaTypeOf(node, undefined, 'application/octet-stream') : mediaTypeOf(node, 1);
    const code = name === 'FileResponse' && keyword(node, 'status') === undefined ? literal(200) : status;
    return media === undefined ? undefined : [{ status: code, mediaType: media, body: STRING, at }];
  }
  const refused = /^HttpResponse(BadRequest|NotFound|Forbidden|NotAllowed|ServerError)$/.exec(name)?.[1];
  const code = refused === undefined ? undefined : REFUSALS[refused];
  return code === undefined ? undefined : [{ status: literal(code), mediaType: 'text/html', body: STRING, at }];
}

const HTML = 'text/html';

/** The media type that a call gives its response; undefined: unread, or JSON that is written by hand. */
function mediaTypeOf(call: Extract<Node, { kind: 'call' }>, index: number | undefined, otherwise = HTML): string | undefined {
  if (call.arguments.some(({ star }) => star !== undefined)) return undefined;
  const given =
    keyword(call, 'content_type') ?? keyword(call, 'mimetype') ?? (index === undefined ? undefined : argument(call, index));
  if (given === undefined) return otherwise;
  const [type = ''] = (plainText(given) ?? '').split(';');
  return type.includes('/') && !/json/.test(type) ? type.trim().toLowerCase() : undefined;
}

const REFUSALS: Readonly<Record<string, number>> = {
  BadRequest: 400,
  NotFound: 404,
  Forbidden: 403,
  NotAllowed: 405,
  ServerError: 500,
};

function renderedOf({ source, scope, view, renderers }: Sending, body: Expression): Expression {
  return renderers === undefined ? renderedIn(source, view, body) : renderedBy(source, scope, renderers, body);
}

/** Statuses of the REST framework mixins (https://www.django-rest-framework.org/api-guide/generic-views/#mixins). */
const STATUSES: Readonly<Record<string, number>> = {
  list: 200,
  retrieve: 200,
  create: 201,
  update: 200,
  partial_update: 200,
  destroy: 204,
};

/** The response of a class for an action of a REST framework base class. `action`: selects the serializer. */
export function inheritedBy(source: Source, view: ClassDefinition, worker: string, action: string): Sent {
  const code = STATUSES[worker];
  if (code === undefined || !isPlainView(view))
    return { responses: [], incomplete: 'what its base class sends is not worked out' };
  if (worker === 'partial_update') {
    const update = view.methods.find(({ name }) => name === 'update');
    if (update !== undefined) return sentByUpdate(source, view, update);
  }
  const at = source.at(view.start);
  const status = literal(code);
  // `class Detail(GenericAPIView, DestroyModelMixin)` with a mixin of the service
  const isOfService = ({ name, value }: Argument): boolean =>
    name === undefined && /Destroy|Delete/i.test(lastName(value) ?? '') && !isLibrary(view.outside, value);
  if (worker === 'destroy' && view.arguments.some(isOfService))
    return { responses: [], incomplete: 'what its base class sends is not worked out' };
  if (worker === 'destroy') return { responses: [{ status, mediaType: 'none', body: literal(null), at }] };
  const serializer: Expression = { kind: 'returns', of: serializerIn(source, view, action) };
  const sent: Expression = worker === 'list' ? sentForMany(serializer) : { kind: 'member', of: serializer, name: 'data' };
  const data = unlessDecided(view, 'get_serializer_class', sent);
  const all = worker === 'list' ? paginatedIn(source, view, data, action) : data;
  const whole = unlessDecided(view, worker, all);
  const body = worker === 'partial_update' ? unlessDecided(view, 'update', whole) : whole;
  return { responses: [{ status, body: renderedIn(source, view, body), at }] };
}

/** The library's `partial_update` calls `update`, which may ask for a serializer by the action or the method of the request. */
function sentByUpdate(source: Source, view: ClassDefinition, update: FunctionDefinition): Sent {
  const asks = /\bget_serializer(?:_class)?\(|\bsuper\(/.test(source.masked.bare.slice(update.start, update.end));
  const [whole, partly] = ['update', 'partial_update'].map((action) => JSON.stringify(serializerIn(source, view, action)));
  return asks && whole !== partly
    ? { responses: [], incomplete: 'which serializer its `update` is given for a part of the fields is not worked out' }
    : answeredThrough(source, update, view);
}

/** Whether REST framework answers: all bases that may define such a method belong to it. */
function isPlainView({ arguments: given, outside }: ClassDefinition): boolean {
  const bases = given.filter(({ name }) => name === undefined).map(({ value }) => value);
  return bases.some(
    (base) => /^(?:rest_framework|generics|mixins|viewsets)\b/.test(originOf(outside, base) ?? '') || isLibrary(outside, base),
  );
}
