import { ts } from 'ts-morph';
import { ABSENT, type Expression, isNull, literal, STRING } from '../../../../../facts/expression.js';
import type { Forward, Response } from '../../../../../facts/fact.js';
import { returnsOf } from '../../names/in-file.js';
import type { FunctionNode } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { declarationOf } from '../../names/scope.js';
import { placeOf } from '../../sends/conditions.js';
import { replyForm } from '../../sends/reply-form.js';
import { type Chains, type Link, responseChains } from '../../sends/response-chains.js';
import { type Setting, settingAt } from '../../sends/response-settings.js';
import { isText, type MediaType, typedBody, typeOfLink } from '../../sends/response-types.js';
import { forwardOf, passedForwards, STREAMS } from '../../sends/sends.js';
import type { Sends, Source } from '../../source.js';
import { typeOf } from '../../types/types.js';
import { unwrap } from '../../values/access-paths.js';
import { stringified } from '../../values/stringified.js';
import { readValue } from '../../values/values.js';

const BINARY: Expression = { kind: 'scalar', type: 'string', format: 'binary' };

/** Methods that end a reply: https://fastify.dev/docs/latest/Reference/Reply/, `@fastify/static` and `@fastify/view`. */
const ENDS = new Set(['send', 'redirect', 'sendFile', 'download', 'view', 'viewAsync', 'html']);
/** Members that neither end a reply nor change its body. */
const HARMLESS =
  /^(?:code|status|statusCode|header|headers|type|getHeaders?|removeHeader|hasHeader|trailer|hasTrailer|removeTrailer|log|request|server|sent|elapsedTime|getResponseTime|then|context|routeOptions|locals|cookie|setCookie|clearCookie|unsignCookie|signCookie|etag|expires|stale|maxAge|private|public|vary|cacheControl|revalidate|preventCache|noCache|jwt\w+|generateCsrf|flash|callNotFound|writeEarlyHints|serialize)$/;
/** Methods of `@fastify/sensible`: `reply.notFound()` sends an error. */
const ERRORS =
  /^(?:badRequest|unauthorized|paymentRequired|forbidden|notFound|methodNotAllowed|notAcceptable|proxyAuthenticationRequired|requestTimeout|conflict|gone|lengthRequired|preconditionFailed|payloadTooLarge|uriTooLong|unsupportedMediaType|rangeNotSatisfiable|expectationFailed|imateapot|misdirectedRequest|unprocessableEntity|locked|failedDependency|tooEarly|upgradeRequired|preconditionRequired|tooManyRequests|requestHeaderFieldsTooLarge|unavailableForLegalReasons|internalServerError|notImplemented|badGateway|serviceUnavailable|gatewayTimeout|httpVersionNotSupported|variantAlsoNegotiates|insufficientStorage|loopDetected|bandwidthLimitExceeded|notExtended|networkAuthenticationRequired|getHttpError)$/;
const ERROR_PACKAGES = /^(?:http-errors|@fastify\/error|@fastify\/sensible|@hapi\/boom|boom|http-errors-enhanced)$/;

interface Reading {
  readonly source: Source;
  readonly node: FunctionNode;
  readonly reply: ts.ParameterDeclaration;
  readonly statuses: readonly Setting<Expression>[];
  readonly types: readonly Setting<MediaType>[];
  readonly forwards: ReadonlyMap<ts.Node, ts.CallExpression>;
  readonly returnedForwards: Set<ts.Node>;
}

/**
 * The responses of a handler in Fastify's form: through its reply, and by its return value
 * (https://fastify.dev/docs/latest/Reference/Routes/#async-await). Undefined: it has no reply.
 */
export function replySendsOf(source: Source, node: FunctionNode): Sends | undefined {
  const reply = replyForm(source, node);
  if (reply === undefined) return undefined;
  const chains = responseChains(source, node, reply);
  const reading: Reading = {
    source,
    node,
    reply,
    statuses: chains.chains.flatMap((links) => settingsOf(links, (link) => statusSet(source, link))),
    types: chains.chains.flatMap((links) => settingsOf(links, (link) => typeOfLink(source, link))),
    forwards: new Map(chains.forwards.map((call) => [call, call])),
    returnedForwards: new Set(),
  };
  const responses: Response[] = chains.chains.flatMap((links) => sentBy(reading, links) ?? []);
  for (const returned of returnsOf(node)) responses.push(...returnedBy(reading, returned, returned, 0));
  const incomplete =
    (chains.streams.length > 0 ? STREAMS : undefined) ??
    whyMore(chains) ??
    (responses.some(isUnclear) ? 'a status is computed' : undefined);
  const forwards = chains.forwards.flatMap((call) => {
    const returned = reading.returnedForwards.has(call);
    return forwardOf(source, call).map((one): Forward => (returned ? { ...one, returned } : one));
  });
  forwards.push(...passedForwards(source, chains));
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

const isUnclear = ({ status }: Response): boolean => status === undefined || status.kind === 'unknown';

/** Why there may be other responses: through the raw response, or by a method that the service added. */
function whyMore({ chains, escape: escapes }: Chains): string | undefined {
  if (escapes !== undefined) return escapes;
  for (const links of chains) {
    const names = links.map(({ name }) => name);
    if (names[0] === 'raw' || names[0] === 'hijack') return 'it answers through the raw response';
    if (names.some((name) => ENDS.has(name) || ERRORS.test(name))) continue;
    const other = names.find(
      (name, index) => !HARMLESS.test(name) && !(index > 0 && /^(?:log|request|server)$/.test(names[0] ?? '')),
    );
    if (other !== undefined) return `what reply.${other} sends is not known`;
  }
  return undefined;
}

function settingsOf<Value>(links: readonly Link[], read: (link: Link) => Value | undefined): Setting<Value>[] {
  const alone = links.every((link) => !ENDS.has(link.name));
  return links.flatMap((link): Setting<Value>[] => {
    const value = read(link);
    return value === undefined ? [] : [{ value, node: link.node, alone }];
  });
}

function statusSet(source: Source, link: Link): Expression | undefined {
  const [first] = link.arguments ?? [];
  const given = link.name === 'statusCode' ? link.assigned : /^(?:code|status)$/.test(link.name) ? first : undefined;
  return given && readValue(source, given);
}

function sentBy(reading: Reading, links: readonly Link[]): Response | undefined {
  const { source } = reading;
  const end = links.find((link) => ENDS.has(link.name) && link.arguments !== undefined);
  if (end === undefined) return undefined;
  const before = links.slice(0, links.indexOf(end));
  const own = before.map((link) => statusSet(source, link)).findLast((one) => one !== undefined);
  const ownType = before.map((link) => typeOfLink(source, link)).findLast((one) => one !== undefined);
  const status = own ?? settingAt(end.node, reading.statuses, literal(200));
  const type = ownType ?? settingAt(end.node, reading.types, '') ?? '*/*';
  const sent = ending(reading, end, status, type);
  return sent && { ...sent, ...placeOf(source, links[0]?.node ?? end.node) };
}

type Sent = Omit<Response, 'at'>;

function ending(reading: Reading, end: Link, status: Expression | undefined, type: MediaType): Sent | undefined {
  const [first, second] = end.arguments ?? [];
  const known = status === undefined ? {} : { status };
  if (end.name === 'redirect') {
    const code = [first, second].find((one) => one !== undefined && ts.isNumericLiteral(one));
    return { status: code === undefined ? literal(302) : readValue(reading.source, code), mediaType: 'none', body: ABSENT };
  }
  if (/^(?:view|html)/.test(end.name)) return { ...known, mediaType: 'text/html', body: STRING };
  if (end.name !== 'send') return { ...known, mediaType: 'application/octet-stream', body: BINARY };
  if (first === undefined) return { ...known, mediaType: 'none', body: ABSENT };
  return isError(reading.source, first) ? undefined : valueSent(reading, first, known, type);
}

/** Objects are sent as JSON, strings as plain text unless a type was set; null and `undefined` have no body. */
function valueSent(reading: Reading, node: ts.Expression, known: { status?: Expression }, type: MediaType): Sent {
  const read = (one: ts.Expression): Expression => readValue(reading.source, one);
  const value = (type === 'application/json' ? stringified(unwrap(node), read) : undefined) ?? read(node);
  const isNone = known.status?.kind === 'literal' && (known.status.value === 204 || known.status.value === 304);
  if (isNone || isNothing(value)) return { ...known, mediaType: 'none', body: ABSENT };
  if (type !== '' && type !== 'application/json') return { ...known, ...typedBody(type, value) };
  if (isStream(reading.source, node)) return { ...known, mediaType: 'application/octet-stream', body: BINARY };
  if (isText(value) && type === '') return { ...known, mediaType: 'text/plain', body: STRING };
  return { ...known, body: value, ...(type === 'application/json' && { rawTexts: true }) };
}

const isNothing = (value: Expression): boolean => value.kind === 'absent' || isNull(value);

function isStream(source: Source, given: ts.Expression): boolean {
  const node = unwrap(given);
  return ts.isCallExpression(node) && /^(?:node:)?fs(?:\/promises)?$/.test(originOf(source, node.expression)?.specifier ?? '');
}

/** The response of a `return`. The reply itself, errors, and results of calls that receive the reply are not values to send. */
function returnedBy(reading: Reading, given: ts.Expression, statement: ts.Node, hops: number): readonly Response[] {
  const node = unwrap(given);
  const { source } = reading;
  if (hops > 8) return [];
  if (ts.isAwaitExpression(node)) return returnedBy(reading, node.expression, statement, hops + 1);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => returnedBy(reading, one, statement, hops + 1));
  if (reading.forwards.has(node)) reading.returnedForwards.add(node);
  if (reading.forwards.has(node) || isReply(reading, node) || isError(source, node) || ts.isVoidExpression(node)) return [];
  const status = settingAt(statement, reading.statuses, literal(200));
  const type = settingAt(statement, reading.types, '') ?? '*/*';
  const value = valueSent(reading, node, status === undefined ? {} : { status }, type);
  if (value.body.kind === 'absent' && readValue(source, node).kind === 'absent') return [];
  const declared = value.mediaType === undefined && !isWritten(value.body) ? declaredResult(reading) : undefined;
  return [{ ...value, ...(declared && { body: declared }), returned: true, ...placeOf(source, node) }];
}

const isWritten = ({ kind }: Expression): boolean => kind === 'object' || kind === 'tuple' || kind === 'literal';

/** The handler's declared result type, where it describes the body: `Promise<UserDto>`. */
function declaredResult({ source, node }: Reading): Expression | undefined {
  if (node.type === undefined) return undefined;
  const text = node.type.getText(source.tree);
  if (/Reply\b|\b(?:void|any|unknown|never|object)\b/.test(text)) return undefined;
  return { kind: 'operator', operator: 'awaited', of: typeOf(source, node.type) };
}

/** `reply`, `reply.code(404)`, and other calls on it. */
function isReply(reading: Reading, node: ts.Expression): boolean {
  let at = node;
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at) || ts.isAwaitExpression(at)) at = unwrap(at.expression);
  return ts.isIdentifier(at) && declarationOf(reading.source, at) === reading.reply && !isValueOfReply(node);
}

/** `reply.jwtSign(…)` returns a value. */
function isValueOfReply(node: ts.Expression): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^jwt|^generate/.test(node.expression.name.text)
  );
}

/** An error that is sent or returned answers with its own status. */
function isError(source: Source, given: ts.Expression): boolean {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return /^_?(?:e|er|err|error|ex|exception)$/.test(node.text);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  if (ERROR_PACKAGES.test(originOf(source, node.expression)?.specifier ?? '')) return true;
  const callee = unwrap(node.expression);
  const name = ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
  const owner = ts.isPropertyAccessExpression(callee) ? callee.expression.getText(source.tree) : '';
  return (
    (ts.isNewExpression(node) && /Error$|Exception$/.test(name)) || /(?:^|\.)(?:httpErrors|Boom|boom|createError)$/.test(owner)
  );
}
