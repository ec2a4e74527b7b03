import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal, type ReturnsExpression, STRING } from '../../../../facts/expression.js';
import type { Callable, Forward, Response } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { type FunctionNode, isFunctionNode } from '../names/names.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import { isInText, type Sends, type Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from '../values/access-paths.js';
import { isGivenCaught, isStatusOfCaught } from '../values/caught.js';
import { stringified } from '../values/stringified.js';
import { readValue } from '../values/values.js';
import { conditionsOf, placeOf } from './conditions.js';
import { type HandlerForm, handlerForm } from './handler-form.js';
import { methodTable } from './method-branches.js';
import { alwaysFails } from './passing-on.js';
import { type Chains, GIVEN_AWAY, type Link, responseChains } from './response-chains.js';
import { type Setting, settingAt } from './response-settings.js';
import { isText, type MediaType, typedBody, typeOfLink } from './response-types.js';

const BINARY: Expression = { kind: 'scalar', type: 'string', format: 'binary' };

export const STREAMS = 'it streams its response';
const STREAM = { body: { kind: 'unknown', why: STREAMS }, unread: STREAMS } as const;

/** The responses that a function in the form of a handler sends; undefined: it is not a handler. */
export function sendsOf(source: Source, node: FunctionNode): Sends | undefined {
  const form = handlerForm(source, node) ?? ownMethodForm(source, node);
  if (form === undefined) return undefined;
  const chains = responseChains(source, node, form.response);
  const settings: Settings = {
    statuses: chains.chains.flatMap((links) => statusesSet(source, links)),
    types: chains.chains.flatMap((links) => typesSet(source, links)),
  };
  const responses: Response[] = chains.streams.map((one) => ({ ...STREAM, ...placeOf(source, one) }));
  const forwards: Forward[] = [];
  let incomplete = chains.escape;
  for (const links of chains.chains) {
    const sent = sentBy(source, links, form, settings);
    const own = sent === undefined ? ownCallOf(links) : undefined;
    if (own !== undefined) forwards.push(...withStatus(source, own, settings));
    if (sent === undefined) continue;
    responses.push(sent);
    const isError = sent.when?.some((one) => 'failed' in one) === true;
    if ((sent.status === undefined || sent.status.kind === 'unknown') && !isError) incomplete ??= 'a status is computed';
  }
  for (const call of chains.forwards)
    if (!isHarmless(call) && !isGivenCaught(source, call)) forwards.push(...withStatus(source, call, settings));
  forwards.push(...passedForwards(source, chains));
  if (responses.length + forwards.length === 0 && incomplete === undefined && alwaysFails(source, node))
    responses.push({ status: literal(500), mediaType: 'none', body: ABSENT, at: atOf(source, node) });
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

/** Methods of a response that send nothing (Express, Node, Restify, compression). */
const SETTERS =
  /^(?:status|code|set|header|headers|type|contentType|cookie|clearCookie|vary|append|links|location|attachment|get\w*|set\w*|has\w*|remove\w*|on|once|off|add\w*|emit|prepend\w*|write\w*|flush\w*|cork|uncork|destroy|noCache|cache|assignSocket|detachSocket|unref|ref|resume|pause|charSet|format|pipe)$/;

/** Members of a response that are other objects. */
const OTHERS = /^(?:locals|app|req|request|socket|connection|log|logger|raw|sse)$/;

/** `res.created(book)`, as a statement or what it returns: a method that the service adds may send. */
function ownCallOf(links: readonly Link[]): ts.CallExpression | undefined {
  const last = links.at(-1);
  if (last?.arguments === undefined || ENDS.has(last.name) || SETTERS.test(last.name) || OTHERS.test(links[0]?.name ?? ''))
    return undefined;
  const call = last.node.parent.parent;
  let at: ts.Node = call;
  while (ts.isAwaitExpression(at.parent) || ts.isParenthesizedExpression(at.parent) || ts.isVoidExpression(at.parent))
    at = at.parent;
  const isAlone = ts.isExpressionStatement(at.parent) || ts.isReturnStatement(at.parent) || isFunctionNode(at.parent);
  return isAlone && ts.isCallExpression(call) ? call : undefined;
}

/** `(body) => res.json({ data: body })` of `res.ok = …`: it sends through the response of the function around it. */
function ownMethodForm(source: Source, node: FunctionNode): HandlerForm | undefined {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || !ts.isPropertyAccessExpression(parent.left)) return undefined;
  // there `this` is the response
  if (!ts.isArrowFunction(node) && /\bthis\b/.test(node.getText(source.tree))) return undefined;
  const of = parent.left.expression;
  const response = declarationOf(source, of);
  if (response === undefined || !ts.isParameter(response) || !isFunctionNode(response.parent)) return undefined;
  return handlerForm(source, response.parent)?.response === response ? { response } : undefined;
}

/** The responses of a call that takes the response as an argument. */
export function forwardOf(source: Source, node: ts.CallExpression): NonNullable<Callable['forwards']> {
  const why = `the response is passed to ${node.expression.getText(source.tree).replace(/\s+/g, ' ').slice(0, 60)}`;
  const call = readValue(source, node);
  const when = conditionsOf(source, node);
  const whole: ReturnsExpression = call.kind === 'returns' ? call : { kind: 'returns', of: call };
  const known = { why, ...(whole.of.kind === 'parameter' && isAwaitedMiddleware(node) && { lenient: true }) };
  const table = methodTable(source, node.expression);
  if (table === undefined) return [{ call: whole, ...known, ...(when.length > 0 && { when }) }];
  const handlers = readValue(source, table.handlers);
  const byMethod = table.methods.map(({ method, member }) => ({
    call: { ...whole, of: { kind: 'member' as const, of: handlers, name: member } },
    ...known,
    when: [...when, { methods: [method], holds: true }],
    dispatched: method,
  }));
  if (table.fallback === undefined) return byMethod;
  const others = { methods: table.methods.map(({ method }) => method), holds: false };
  return [
    ...byMethod,
    { call: { ...whole, of: readValue(source, table.fallback) }, ...known, when: [...when, others], dispatched: 'ANY' },
  ];
}

/** The calls that take the response as a member of an object. */
export function passedForwards(source: Source, { passed }: Chains): NonNullable<Callable['forwards']> {
  return passed
    .filter(({ call }) => !isHarmless(call))
    .flatMap(({ call, member }) => forwardOf(source, call).map((one) => ({ ...one, why: GIVEN_AWAY, member })));
}

/**
 * `new Promise((resolve, reject) => fn(req, res, (error) => …))`: a middleware that is called directly leaves the answer to other
 * code.
 */
function isAwaitedMiddleware({ arguments: given, parent }: ts.CallExpression): boolean {
  const [, , next, ...others] = given;
  if (next === undefined || !isFunctionNode(next) || others.length > 0) return false;
  let at: ts.Node = parent;
  while (!isFunctionNode(at) && at.parent !== undefined) at = at.parent;
  const made = at.parent;
  return made !== undefined && ts.isNewExpression(made) && ts.isIdentifier(made.expression) && made.expression.text === 'Promise';
}

/** Logging a response sends nothing, nor does listening for its end. */
function isHarmless(node: ts.CallExpression): boolean {
  const callee = node.expression;
  if (ts.isIdentifier(callee)) return /^(?:onFinished|onHeaders|eos|finished)$/.test(callee.text);
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    /^(?:console|logger|log)$/.test(callee.expression.text)
  );
}

/** The settings of a response before it is sent. */
interface Settings {
  readonly statuses: readonly Setting<Expression>[];
  /** `''`: no type. */
  readonly types: readonly Setting<MediaType>[];
}

/** `res.status(x)` and `res.statusCode = x`, anywhere in the function. */
function statusesSet(source: Source, links: readonly Link[]): Setting<Expression>[] {
  const alone = isAlone(links);
  return links.flatMap((link): Setting<Expression>[] => {
    const [first] = link.arguments ?? [];
    const given = link.name === 'statusCode' ? link.assigned : STATUS_SETTERS.has(link.name) ? first : undefined;
    return given === undefined ? [] : [{ value: readValue(source, given), node: link.node, alone }];
  });
}

function typesSet(source: Source, links: readonly Link[]): Setting<MediaType>[] {
  const alone = isAlone(links);
  return links.flatMap((link): Setting<MediaType>[] => {
    const value = typeOfLink(source, link);
    return value === undefined ? [] : [{ value, node: link.node, alone }];
  });
}

const STATUS_SETTERS = new Set(['status', 'code', 'writeHead']);
/** Methods that end a response. */
const ENDS = new Set(['json', 'jsonp', 'send', 'end', 'sendStatus', 'redirect', 'render', 'sendFile', 'sendfile', 'download']);

/** Whether a chain sends nothing, so that its settings apply to later sends. */
function isAlone(links: readonly Link[]): boolean {
  return links.every((link) => !ENDS.has(link.name));
}

function sentBy(source: Source, links: readonly Link[], form: HandlerForm, settings: Settings): Response | undefined {
  const end = links.find((link) => ENDS.has(link.name) && link.arguments !== undefined);
  if (end === undefined) return undefined;
  const before = links.slice(0, links.indexOf(end));
  if (before.some((link) => isStatusOfError(source, link))) return undefined;
  const set = statusesSet(source, before).at(-1)?.value ?? settingAt(end.node, settings.statuses, UNSET);
  const status = set === UNSET ? literal(200) : set;
  const type = typesSet(source, before).at(-1)?.value ?? settingAt(end.node, settings.types, '') ?? '*/*';
  const sent = ending(source, end, type === '' ? undefined : type, status, form);
  const isPreset = set === UNSET && sent.status === status;
  return { ...sent, ...(isPreset && { preset: true }), ...placeOf(source, links[0]?.node ?? end.node) };
}

const UNSET: Expression = { kind: 'absent' };
const EITHER: Expression = { kind: 'unknown', why: 'a branch before it may set another status' };

/** A call that takes the response, with the status that was set before: `res.status(201); ok(res, book)`, `ok(res.status(201))`. */
function withStatus(source: Source, call: ts.CallExpression, { statuses }: Settings): NonNullable<Callable['forwards']> {
  const set = settingAt(call, statuses, UNSET, call.end) ?? EITHER;
  const forwards = forwardOf(source, call);
  return set === UNSET ? forwards : forwards.map((one) => ({ ...one, status: set, replaceable: true }));
}

/** A response with the status of a caught error is not a success, and errors are not compared. */
function isStatusOfError(source: Source, { name, arguments: given }: Link): boolean {
  const [status] = given ?? [];
  return status !== undefined && STATUS_SETTERS.has(name) && isStatusOfCaught(source, status);
}

function ending(
  source: Source,
  end: Link,
  type: MediaType | undefined,
  status: Expression | undefined,
  form: HandlerForm,
): Omit<Response, 'at'> {
  const [first, second] = end.arguments ?? [];
  const known = status === undefined ? {} : { status };
  switch (end.name) {
    case 'json':
    case 'jsonp':
    case 'send': {
      const given: StatusAndBody = statusAndBody(source, end) ?? { body: first };
      if (given.unclear) return { ...known, body: { kind: 'unknown', why: 'its first argument may be a status' } };
      if (given.body === undefined)
        return given.status ? statusText(given.status) : { ...known, mediaType: 'none', body: ABSENT };
      const stated = given.status ? { status: given.status } : known;
      return end.name === 'send'
        ? sentValue(source, given.body, end.name, type, stated, form)
        : withBody(stated, bodyOf(source, given.body, form));
    }
    case 'end':
      return first === undefined
        ? { ...known, mediaType: 'none', body: ABSENT }
        : sentValue(source, first, end.name, type, known, form);
    case 'sendStatus':
      return statusText(first === undefined ? undefined : readValue(source, first));
    case 'redirect':
      return {
        status: second !== undefined && first !== undefined ? readValue(source, first) : literal(302),
        mediaType: 'none',
        body: ABSENT,
      };
    case 'render':
      return { ...known, mediaType: 'text/html', body: STRING };
    default:
      return { ...known, mediaType: fileType(first), body: BINARY };
  }
}

/** The arguments of `send` and `json`. */
interface StatusAndBody {
  readonly status?: Expression;
  readonly body?: ts.Expression | undefined;
  /** It is unknown which of the two is the status. */
  readonly unclear?: true;
}

/**
 * `send(201, body)`, `json(body, 201)` and `send(404)`, as in Restify and Express 4 (http://restify.com/docs/response-api/#send,
 * https://expressjs.com/en/guide/migrating-5.html#res.send.status). Undefined: no status argument.
 */
function statusAndBody(source: Source, { name, arguments: given = [] }: Link): StatusAndBody | undefined {
  const [first, second] = given;
  if (first === undefined || (second === undefined && name !== 'send')) return undefined;
  const status = readValue(source, first);
  if (second === undefined) return isStatus(status) ? { status } : undefined;
  const last = readValue(source, second);
  if (isStatus(last) && !isStatus(status)) return { status: last, body: first };
  if (isStatus(status) || NAMED_STATUS.test(first.getText(source.tree).slice(0, 100))) return { status, body: second };
  return WRITTEN.has(status.kind) ? { body: first } : { unclear: true };
}

/** `statusCode`, `codeOf(error)`, `error.status` */
const NAMED_STATUS = /status|code/i;
/** Kinds that are certainly not numbers. */
const WRITTEN: ReadonlySet<Expression['kind']> = new Set(['object', 'tuple', 'array', 'map', 'text', 'literal', 'absent']);

function isStatus(value: Expression): boolean {
  return value.kind === 'literal' && typeof value.value === 'number' && value.value >= 100 && value.value < 600;
}

function withBody(known: { status?: Expression }, body: Expression): Omit<Response, 'at'> {
  const none = known.status?.kind === 'literal' && (known.status.value === 204 || known.status.value === 304);
  return none ? { ...known, mediaType: 'none', body: ABSENT } : { ...known, body };
}

const RESTIFY = /\brestify\b/;

/** `send` sends a string as HTML and other values as JSON (https://expressjs.com/en/api.html#res.send), unless a type was set. */
function sentValue(
  source: Source,
  node: ts.Expression,
  by: string,
  type: MediaType | undefined,
  known: { status?: Expression },
  form: HandlerForm,
): Omit<Response, 'at'> {
  const json = stringified(node, (one) => bodyOf(source, one, form));
  if (json !== undefined && (type === undefined || type === 'application/json')) return withBody(known, json);
  const value = bodyOf(source, node, form);
  if (type !== undefined && type !== 'application/json') return { ...known, ...typedBody(type, value) };
  // Restify's default is JSON: http://restify.com/docs/response-api/#send
  if (isText(value) && type === undefined && !(by === 'send' && isInText(source, RESTIFY)))
    return { ...known, mediaType: by === 'send' ? 'text/html' : 'text/plain', body: STRING };
  return { ...withBody(known, value), ...(type === 'application/json' && { rawTexts: true }) };
}

/** `sendStatus(200)` sends the status message as plain text. */
function statusText(status: Expression | undefined): Omit<Response, 'at'> {
  const none = status?.kind === 'literal' && (status.value === 204 || status.value === 304);
  const known = status === undefined ? {} : { status };
  return none ? { ...known, mediaType: 'none', body: ABSENT } : { ...known, mediaType: 'text/plain', body: STRING };
}

/** A literal is most precise; otherwise the declared type of the body, where there is one. */
function bodyOf(source: Source, node: ts.Expression, form: HandlerForm): Expression {
  const value = readValue(source, node);
  if (
    form.bodyType === undefined ||
    // `Response<Book | Problem>`: each status sends one of them, and only the value shows which.
    ts.isUnionTypeNode(form.bodyType) ||
    ['object', 'tuple', 'literal', 'text'].includes(value.kind) ||
    // What an object literal and the changes of its variable leave is more precise than the declared type.
    ts.isObjectLiteralExpression(unwrap(initializerOf(source, unwrap(node)) ?? node))
  )
    return value;
  return typeOf(source, form.bodyType);
}

/**
 * The media type that Express derives from the name of a sent file, where the end of the name is a literal: only HTML pages are
 * distinguished, all others are binary files.
 */
function fileType(path: ts.Expression | undefined): string {
  const name = path === undefined ? undefined : endOf(path);
  return name !== undefined && /\.html?$/i.test(name) ? 'text/html' : 'application/octet-stream';
}

/** The last part of `'a/b.html'`, `` `${a}/b.html` ``, `a + '/b.html'`, `path.join(a, 'b.html')`. */
function endOf(node: ts.Expression): string | undefined {
  let at: ts.Expression | undefined = node;
  if (ts.isCallExpression(at)) {
    const { expression, arguments: given } = at;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    at = called === 'join' || called === 'resolve' ? given.at(-1) : undefined;
  }
  if (at === undefined) return undefined;
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) at = at.right;
  if (ts.isTemplateExpression(at)) return at.templateSpans.at(-1)?.literal.text;
  return ts.isStringLiteralLike(at) ? at.text : undefined;
}
