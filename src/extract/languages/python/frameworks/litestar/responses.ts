import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import type { Response, Route } from '../../../../../facts/fact.js';
import { JSON_TYPE } from '../../json-texts.js';
import { type FunctionDefinition, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusArgument } from '../../statuses.js';
import { argument, isSpread, keyword, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { saysNoMembers, typeOf } from '../../types.js';
import { readValue } from '../../values.js';

type Call = Extract<Node, { kind: 'call' }>;
type Sent = Pick<Route, 'responses' | 'incomplete'>;

const LIBRARY = /^(?:litestar|starlite)\b/;
/** Responses with other media types, and their statuses (https://docs.litestar.dev/latest/usage/responses.html). */
const OTHERS: Readonly<Record<string, readonly [media: string, status?: number]>> = {
  Template: ['text/html'],
  Redirect: ['none', 302],
  File: ['application/octet-stream'],
  Stream: ['application/octet-stream'],
  ServerSentEvent: ['text/event-stream'],
  ASGIStreamingResponse: ['application/octet-stream'],
};
const MEDIA: Readonly<Record<string, string | undefined>> = {
  JSON: undefined,
  TEXT: 'text/plain',
  HTML: 'text/html',
  MESSAGEPACK: 'application/x-msgpack',
  CSS: 'text/css',
  XML: 'application/xml',
};
/** Handler options that transform the return value. */
const REWRITES = new Set(['dto', 'return_dto', 'response_class', 'after_request', 'type_encoders']);

/** The first of these keyword options, or class fields, that may transform the bodies of handlers. */
export function rewritingOption(
  scope: Scope,
  options: readonly { readonly name?: string; readonly value?: Node }[],
): string | undefined {
  return options.find(({ name, value }) => {
    if (name === undefined || value === undefined || !REWRITES.has(name)) return false;
    if (value.kind === 'constant' && value.value === null) return false;
    // `dto` alone affects responses too, but not beside a `return_dto`
    if (name === 'dto' && options.some((one) => one.name === 'return_dto')) return false;
    return name === 'type_encoders'
      ? !encodesOwn(value)
      : name !== 'response_class' || !LIBRARY.test(originOf(scope, value) ?? '');
  })?.name;
}

const BUILT_IN =
  /^(?:str|int|float|bool|bytes|list|dict|set|tuple|datetime|date|time|timedelta|Decimal|UUID|Enum|Path|BaseModel|Struct|object|Any)$/;

/** Whether the encoders are only for service classes that have no JSON form otherwise. */
const encodesOwn = (node: Node): boolean =>
  node.kind === 'dict' && node.entries.every(({ key }) => key !== undefined && !BUILT_IN.test(lastName(key) ?? 'Any'));

/** The response of a handler: its return value, with the annotation where that shows more. */
export function sentBy(
  source: Source,
  scope: Scope,
  call: Call,
  { returns, results, inside }: FunctionDefinition,
  methods: readonly string[],
): Sent {
  const at = source.at(call.start);
  const rewriting = rewritingOption(scope, call.arguments);
  const given = keyword(call, 'status_code');
  const fallback = literal(methods.includes('POST') ? 201 : methods.includes('DELETE') ? 204 : 200);
  const status = statusArgument(given, fallback);
  if (call.arguments.some(({ star }) => star !== undefined))
    return { responses: [], incomplete: 'options of its decorator are not read' };
  const media = mediaOf(keyword(call, 'media_type'), returns);
  if (rewriting !== undefined) return { responses: [{ status, body: unknown(`${rewriting} decides what is sent`), at }] };
  const declared = returns && declaredResponse(inside, returns);
  const type = declared?.type ?? returns;
  const responses = results.map((node): Response => {
    const own = responseIn(source, inside, node, type, status);
    if (own !== undefined) return own;
    const place = node === undefined ? at : source.at(node.start);
    // a response object created elsewhere
    if (declared !== undefined) {
      const [other, code] = OTHERS[declared.name] ?? [];
      const media = other === undefined ? {} : { mediaType: other };
      return {
        status: other === undefined ? unknown('its status is not read') : literal(code ?? 200),
        ...media,
        body: bodyOf(source, inside, node, type),
        at: place,
      };
    }
    return { status, ...media, body: bodyOf(source, inside, node, returns), at: place };
  });
  const all = responses.length > 0 ? responses : [{ status, ...media, body: literal(null), at }];
  return { responses: all.map(withoutBody) };
}

const withoutBody = (response: Response): Response => {
  const { status } = response;
  const isEmpty = status?.kind === 'literal' && (status.value === 204 || status.value === 304);
  return {
    ...response,
    ...(isEmpty ? { mediaType: 'none', body: literal(null) } : response.mediaType === undefined ? { rawTexts: true } : {}),
  };
};

/** `MediaType.HTML`, `'text/plain'`; a text is plain by default. */
function mediaOf(given: Node | undefined, returns: Node | undefined): Pick<Response, 'mediaType'> {
  if (given === undefined) return /^(?:str|bytes|AnyStr)$/.test(lastName(returns) ?? '') ? { mediaType: 'text/plain' } : {};
  const text = plainText(given);
  const name = lastName(given) ?? '';
  const media =
    text === undefined ? (name in MEDIA ? MEDIA[name] : 'application/octet-stream') : JSON_TYPE.test(text) ? undefined : text;
  return media === undefined ? {} : { mediaType: media };
}

/** `-> Response[Item]`, `-> Template`; undefined: the handler returns data. */
function declaredResponse(scope: Scope, returns: Node): { readonly name: string; readonly type?: Node } | undefined {
  const of = returns.kind === 'subscript' ? returns.of : returns;
  const name = lastName(of) ?? '';
  if (!LIBRARY.test(originOf(scope, of) ?? '') || !(name === 'Response' || name === 'ASGIResponse' || name in OTHERS))
    return undefined;
  const [type] = returns.kind === 'subscript' ? returns.items : [];
  return { name, ...(type && { type }) };
}

/** `return Response(item, status_code=201)` of the library. */
function responseIn(
  source: Source,
  scope: Scope,
  node: Node | undefined,
  type: Node | undefined,
  status: Expression,
): Response | undefined {
  const call = node?.kind === 'await' ? node.of : node;
  if (call?.kind !== 'call') return undefined;
  const of = call.of.kind === 'subscript' ? call.of.of : call.of;
  const name = lastName(of) ?? '';
  if (!LIBRARY.test(originOf(scope, of) ?? '') || !(name === 'Response' || name in OTHERS)) return undefined;
  const at = source.at(call.start);
  const given = keyword(call, 'status_code');
  const [other, code] = OTHERS[name] ?? [];
  const unread = isSpread(call) ? unknown('what its arguments hold is not read') : undefined;
  const own = statusArgument(given, unread ?? (code === undefined ? status : literal(code)));
  if (other !== undefined) return { status: own, mediaType: other, body: { kind: 'scalar', type: 'string' }, at };
  const content = argument(call, 0, 'content');
  const encoders = rewritingOption(scope, call.arguments);
  const body =
    encoders === undefined
      ? content === undefined
        ? (unread ?? literal(null))
        : bodyOf(source, scope, content, type)
      : unknown('its encoders decide what is sent');
  return { status: own, ...mediaOf(keyword(call, 'media_type') ?? argument(call, 2), undefined), body, at };
}

/** A literal shows more than the annotation; an annotation with members shows more than any other value. */
function bodyOf(source: Source, scope: Scope, node: Node | undefined, type: Node | undefined): Expression {
  if (node === undefined || (node.kind === 'constant' && node.value === null)) return literal(null);
  const isWritten = node.kind === 'dict' || (node.kind === 'list' && node.items.every(({ kind }) => kind === 'dict'));
  if (type === undefined || isWritten || saysNoMembers(type)) return readValue(source, scope, node);
  return bySourceNames(typeOf(source, scope, type));
}

/**
 * Pydantic models are sent with field names instead of aliases (`PydanticPlugin(prefer_alias=False)`); msgspec structs, marked by
 * a hidden member, with their encoded names.
 */
function bySourceNames(type: Expression): Expression {
  if (type.kind === 'array') return { ...type, items: bySourceNames(type.items) };
  if (type.kind === 'map') return { ...type, values: bySourceNames(type.values) };
  if (type.kind === 'union') return { ...type, options: type.options.map(bySourceNames) };
  if (type.kind === 'operator' && type.operator === 'nullable') return { ...type, of: bySourceNames(type.of) };
  if (type.kind === 'object') return { ...type, members: type.members.map(memberBySourceNames) };
  if (type.kind !== 'name') return type;
  const named: Expression = { kind: 'operator', operator: 'source-names', of: type };
  return { kind: 'operator', operator: 'having', of: type, keys: { kind: 'tuple', items: [literal(STRUCT), type, named] } };
}

const memberBySourceNames = (member: ObjectMember): ObjectMember =>
  member.kind === 'property' ? { ...member, value: bySourceNames(member.value) } : member;

/** A hidden member that marks structs. */
const STRUCT = '__struct_fields__';
