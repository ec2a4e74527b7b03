import { ts } from 'ts-morph';
import { type Expression, NULL, SENT_BY_RESPONSE, STRING } from '../../../../facts/expression.js';
import type { Forward, Response } from '../../../../facts/fact.js';
import { propertyOf } from '../decorators.js';
import { madeOf, returnsOf } from '../names/in-file.js';
import { type FunctionNode, isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf, lookup } from '../names/scope.js';
import type { ResultForm, Sends, Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { mutationsOf } from '../values/changes/mutations.js';
import { callsIn } from '../values/fluent-chains.js';
import { readValue } from '../values/values.js';
import { branchesOf } from './branches.js';
import { conditionsOf, placeOf } from './conditions.js';
import { contextForm, contextSent, contextSettings } from './context-responses.js';
import { type Setting, settingAt } from './response-settings.js';
import { formOf, partOf, statusesSet } from './result-forms.js';
import { rawBody, type Sent, typeOfHeaders, webResponse, withStatus } from './web-responses.js';

const MENTIONS =
  /Response\b|\b(?:c|ctx|context)\s*\.\s*(?:json|text|html|body|redirect|notFound|newResponse|render)\b|hono|@sveltejs\/kit|itty-router/;
/** What a file may contain: handlers that return responses, functions of AWS Lambda alone, or neither. */
type Contained = 'responses' | 'lambda' | 'neither';
const contained = new WeakMap<Source, Contained>();

function containedIn(source: Source): Contained {
  const known = contained.get(source);
  if (known !== undefined) return known;
  const found = MENTIONS.test(source.text) ? 'responses' : isOfLambda(source.text) ? 'lambda' : 'neither';
  contained.set(source, found);
  return found;
}

/** Marks a function as a handler whose returned response is sent, even where its text does not show that. */
export function sendsReturned({ answering }: Source, node: FunctionNode, form?: ResultForm): void {
  if (form !== undefined || !answering.has(node)) answering.set(node, form ?? 'responses');
}

/** Only return values are sent; a function with more of them is not analysed one by one. */
const MOST_RETURNS = 60;
const MOST_HOPS = 8;

interface Reading {
  readonly source: Source;
  /** The context parameter of a handler in Hono's form. */
  readonly context: ts.ParameterDeclaration | undefined;
  readonly settings: ReturnType<typeof contextSettings>;
  readonly responses: Response[];
  readonly forwards: Forward[];
  readonly seen: Set<ts.Node>;
  /** A framework sends the return value. */
  readonly isHandler: boolean;
  /** Its context is passed to a function whose result it returns. */
  isGiven: boolean;
  /** The framework also sends values that are not responses. */
  readonly form?: ReturningForm;
  incomplete?: string;
}

interface ReturningForm {
  readonly form: ResultForm;
  readonly owner: FunctionNode;
  readonly statuses: readonly Setting<Expression>[];
}

/**
 * The responses that a function returns: of the Fetch standard, or from Hono's context. Undefined: it returns none that this
 * reader recognises, so it is not a handler of this kind.
 */
export function returnedSendsOf(source: Source, node: FunctionNode): Sends | undefined {
  const form = formOf(source, node);
  if (form !== undefined && node.body !== undefined) return resultsOf(source, node, form);
  const isHandler = source.answering.has(node);
  if (node.body === undefined || !(isHandler || containedIn(source) !== 'neither' || isWithinHandler(source, node)))
    return undefined;
  const context = contextForm(node);
  const settings = contextSettings(source, node, context);
  const reading: Reading = { source, context, settings, responses: [], forwards: [], seen: new Set(), isHandler, isGiven: false };
  for (const returned of returnsOf(node).slice(0, MOST_RETURNS)) read(reading, returned, 0);
  const { responses, forwards, incomplete } = reading;
  if (responses.length === 0 && !reading.isGiven && !isHandler)
    return forwards.length > 0 && incomplete === undefined ? { responses, forwards, supposed: true } : undefined;
  // a helper that returns `{ statusCode, body }` to some callers, and acts differently for others
  if (!isHandler && context === undefined && incomplete !== undefined && containedIn(source) === 'lambda') return undefined;
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

/** A callback in a handler may give the response, whatever the text of its file shows. */
function isWithinHandler({ answering }: Source, node: FunctionNode): boolean {
  for (let at: ts.Node = node.parent; at !== undefined; at = at.parent) if (answering.get(at) === 'responses') return true;
  return false;
}

/** The responses of a function whose return values are sent as they are. */
function resultsOf(source: Source, owner: FunctionNode, form: ResultForm): Sends {
  const settings: ReturnType<typeof contextSettings> = { statuses: [], types: [] };
  const returning: ReturningForm = { form, owner, statuses: statusesSet(source, form, owner) };
  const common = { source, context: undefined, settings, seen: new Set<ts.Node>(), isHandler: true, isGiven: false };
  const reading: Reading = { ...common, responses: [], forwards: [], form: returning };
  const results = returnsOf(owner).slice(0, MOST_RETURNS);
  for (const returned of results) read(reading, returned, 0);
  if (form.sendsInPlace === true) for (const node of madeInPlace(reading, returning)) readCall(reading, node, () => undefined);
  const end = owner.body !== undefined && ts.isBlock(owner.body) && results.length === 0 ? owner.body : undefined;
  const last = end?.statements.at(-1);
  if (end !== undefined && reading.responses.length === 0 && !(last !== undefined && ts.isThrowStatement(last)))
    push(reading, { status: statusAt(returning, end.getLastToken(source.tree) ?? end), body: NULL, returned: true }, end);
  if (asteriskOf(owner) || form.opaque?.test(owner.getText(source.tree)) === true)
    reading.incomplete = 'it answers in a way that is not followed';
  const { responses, forwards, incomplete } = reading;
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

const asteriskOf = ({ asteriskToken }: FunctionNode): boolean => asteriskToken !== undefined;

const statusAt = ({ statuses }: ReturningForm, node: ts.Node): Expression => settingAt(node, statuses, OK) ?? UNSURE;
const UNSURE: Expression = { kind: 'unknown', why: 'a condition decides the status' };

/** Calls of helpers as statements, which send directly. */
function madeInPlace({ source, seen }: Reading, { form, owner }: ReturningForm): readonly ts.CallExpression[] {
  return callsIn(owner).filter((call): call is ts.CallExpression => {
    if (seen.has(call) || !ts.isCallExpression(call)) return false;
    return form.made(partOf(source, form, owner, call), OK) !== undefined;
  });
}

/** A value that is sent as it is, with the status that applies there. */
function readSent(reading: Reading, node: ts.Expression, { form, owner, statuses }: ReturningForm): boolean {
  const { source } = reading;
  const status = statusAt({ form, owner, statuses }, node);
  const made = form.made(partOf(source, form, owner, node), status) ?? webResponse(source, node);
  if (made !== undefined) {
    if (made !== 'pass') push(reading, made, node);
    return true;
  }
  if (form.responsesOnly === true) return false;
  if (isEither(node) && isResponse(reading, unwrap(node.right), { form, owner, statuses })) return false;
  if (ts.isIdentifier(node) && node.text !== 'undefined' && isResponse(reading, node, { form, owner, statuses })) return false;
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:then|catch|finally)$/.test(node.expression.name.text)
  )
    return false;
  const value = readValue(source, node);
  const why = 'what it returns is not followed';
  const sent: Response = {
    ...withStatus(status, { kind: 'operator', operator: 'awaited', of: value }),
    ...placeOf(source, node),
  };
  const isFallback = ts.isBinaryExpression(node.parent) && isEither(node.parent) && node.parent.left === node;
  const isHandled = ts.isCallExpression(node) && value.kind === 'returns';
  if (isHandled)
    reading.forwards.push({ call: value, why, returned: true, otherwise: { ...sent, supposed: true }, ...whenOf(source, node) });
  else if (value.kind === 'absent') push(reading, { status, body: NULL, returned: true }, node);
  else push(reading, { ...withStatus(status, isFallback ? something(value) : value), returned: true }, node);
  return true;
}

const something = (of: Expression): Expression => ({ kind: 'operator', operator: 'non-null', of });

/** `book ?? status(404)` */
const isEither = (node: ts.Expression): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && /^(?:\?\?|\|\|)$/.test(node.operatorToken.getText());

/** Whether an expression, or the variable that it names, is a response of a helper. */
function isResponse({ source }: Reading, node: ts.Expression, { form, owner }: ReturningForm): boolean {
  const value = madeOf(source, node);
  return (webResponse(source, value) ?? form.made(partOf(source, form, owner, value), OK)) !== undefined;
}

function read(reading: Reading, given: ts.Expression, hops: number): void {
  const node = unwrap(given);
  if (hops > MOST_HOPS || reading.seen.has(node)) return;
  reading.seen.add(node);
  const again = (one: ts.Expression): void => read(reading, one, hops + 1);
  const branches = branchesOf(node);
  if (branches !== undefined) for (const branch of branches) again(branch);
  else if (reading.form !== undefined && readSent(reading, node, reading.form)) return;
  else if (isOfResult(reading.source, node)) readMember(reading, node);
  else if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) again(node.left);
    again(node.right);
  } else if (ts.isIdentifier(node)) readVariable(reading, node, again);
  else if (ts.isCallExpression(node) || ts.isNewExpression(node)) readCall(reading, node, again);
  else if (ts.isObjectLiteralExpression(node)) readResult(reading, node);
  else if (!isNothing(node)) reading.incomplete ??= 'what it returns is not followed';
}

/** `const { error } = await checked(request); if (error) return error;`, or `return checked.error`, of Next.js. */
function isOfResult(source: Source, node: ts.Expression): boolean {
  if (!source.text.includes('next/server')) return false;
  if (ts.isPropertyAccessExpression(node)) return ts.isIdentifier(node.expression);
  const declaration = declarationOf(source, node);
  return declaration !== undefined && ts.isBindingElement(declaration) && !ts.isParameter(declaration.parent.parent);
}

/** A response that another function made and returned as a member. */
function readMember(reading: Reading, node: ts.Expression): void {
  const of = readValue(reading.source, node);
  const status: Expression = { kind: 'member', of, name: 'status' };
  push(reading, { status, body: { kind: 'member', of, name: SENT_BY_RESPONSE } }, node);
}

/** `{ statusCode: 200, body: JSON.stringify(book) }` */
function readResult(reading: Reading, node: ts.ObjectLiteralExpression): void {
  const sent = lambdaResult(reading.source, node);
  if (sent === undefined) reading.incomplete ??= 'what it returns is not followed';
  else push(reading, sent, node);
}

function isNothing(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || ts.isVoidExpression(node);
}

/** `const res = c.json(…); return res`. */
function readVariable(reading: Reading, node: ts.Identifier, again: (one: ts.Expression) => void): void {
  if (node.text === 'undefined') return;
  const declaration = declarationOf(reading.source, node);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) {
    reading.incomplete ??= 'what it returns is not followed';
    return;
  }
  const changes = mutationsOf(reading.source, declaration.name.text, declaration);
  const { initializer } = declaration;
  if (
    initializer !== undefined &&
    ts.isObjectLiteralExpression(unwrap(initializer)) &&
    changes.some(({ kind }) => kind !== 'assign')
  ) {
    reading.incomplete ??= 'what it returns is changed after it was made';
    return;
  }
  if (initializer !== undefined) again(initializer);
  for (const change of changes) {
    if (change.kind === 'assign') for (const value of change.values) again(value);
  }
}

const STREAMS: ReadonlyMap<string, string> = new Map([
  ['streamSSE', 'text/event-stream'],
  ['streamText', 'text/plain'],
  ['stream', 'application/octet-stream'],
]);

/** Functions that answer by throwing. */
const THROWS =
  /^(?:next\/navigation (?:redirect|permanentRedirect|notFound|forbidden|unauthorized)|@sveltejs\/kit (?:error|redirect))$/;

function readCall(reading: Reading, node: ts.CallExpression | ts.NewExpression, again: (one: ts.Expression) => void): void {
  const { source, context } = reading;
  const { form } = reading;
  const made = form?.form.made(partOf(source, form.form, form.owner, node), statusAt(form, node));
  const sent = made ?? webResponse(source, node) ?? (context && contextSent(source, node, context, reading.settings));
  if (sent !== undefined) {
    if (sent !== 'pass') push(reading, sent, node);
    return;
  }
  const origin = originOf(source, node.expression);
  if (origin !== undefined && THROWS.test(`${origin.specifier} ${origin.name}`)) return;
  const stream = origin !== undefined && /^hono\/streaming/.test(origin.specifier) ? STREAMS.get(origin.name) : undefined;
  if (origin?.name === 'ImageResponse') push(reading, { status: OK, mediaType: 'image/png', body: STRING }, node);
  else if (stream !== undefined) push(reading, { status: OK, mediaType: stream, body: STRING }, node);
  else if (!readCallbacks(reading, node, again)) readForward(reading, node);
}

const OK: Expression = { kind: 'literal', value: 200 };

function push(reading: Reading, sent: Omit<Response, 'at'>, node: ts.Node): void {
  reading.responses.push({ ...sent, ...placeOf(reading.source, node) });
  if (sent.status === undefined || sent.status.kind === 'unknown') reading.incomplete ??= 'a status is computed';
}

/** `load().then((x) => c.json(x))`; the results of other callbacks may also be sent. */
function readCallbacks(
  reading: Reading,
  node: ts.CallExpression | ts.NewExpression,
  again: (one: ts.Expression) => void,
): boolean {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) || !/^(?:then|catch|finally)$/.test(callee.name.text)) return false;
  const callbacks = (node.arguments ?? []).flatMap((one) => (isFunctionNode(one) ? [one] : []));
  const before = reading.responses.length;
  for (const callback of callbacks) for (const one of returnsOf(callback)) again(one);
  if (reading.responses.length === before) return false;
  if (callee.name.text === 'catch') again(callee.expression);
  return true;
}

/** A function that takes the context, or whose result is the response, sends its return value. */
function readForward(reading: Reading, node: ts.CallExpression | ts.NewExpression): void {
  const { source, context } = reading;
  const why = `what ${node.expression.getText(source.tree).replace(/\s+/g, ' ').slice(0, 60)} returns is not followed`;
  const isGiven =
    context !== undefined && (node.arguments ?? []).some((one) => ts.isIdentifier(one) && declarationOf(source, one) === context);
  // The argument of a wrapper answers for it: `(handler) => (request) => handler(request)`.
  const callee = unwrap(node.expression);
  const isPassed = ts.isIdentifier(callee) && lookup(source, callee)?.kind === 'parameter' && callee.text !== 'next';
  const call = ts.isCallExpression(node) ? readValue(source, node) : undefined;
  if (ts.isIdentifier(node.expression) && node.expression.text === 'next') return;
  if (isGiven || isPassed) reading.isGiven = true;
  const runs = (node.arguments ?? []).filter(isFunctionNode).length === 1 && { runs: true };
  if (call?.kind === 'returns') reading.forwards.push({ call, why, ...runs, ...whenOf(source, node) });
  else reading.incomplete ??= why;
}

function whenOf(source: Source, node: ts.Node): Pick<Forward, 'when'> {
  const when = conditionsOf(source, node);
  return when.length > 0 ? { when } : {};
}

/** Servers whose handlers return objects with such a member as bodies. */
const SERVERS = /["'](?:express|@nestjs\/|@hapi\/|hapi["']|fastify|koa|h3)/;

/** Whether a file may contain handlers of AWS Lambda. */
const isOfLambda = (text: string): boolean => /\bstatusCode\b/.test(text) && !SERVERS.test(text);

/**
 * The response of a `{ statusCode, headers, body }` that an AWS Lambda function returns; undefined: not such a result. A text is
 * JSON unless a header sets another type.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-output-format
 */
function lambdaResult(source: Source, node: ts.Expression): Sent | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const status = propertyOf(node, 'statusCode');
  if (status === undefined || node.properties.some((one) => ts.isSpreadAssignment(one))) return undefined;
  // the text encodes bytes
  const encoded = propertyOf(node, 'isBase64Encoded');
  if (encoded !== undefined && encoded.kind !== ts.SyntaxKind.FalseKeyword) return undefined;
  const type = typeOfHeaders(propertyOf(node, 'headers') ?? propertyOf(node, 'multiValueHeaders'));
  return rawBody(source, propertyOf(node, 'body'), readValue(source, status), type ?? 'application/json');
}
