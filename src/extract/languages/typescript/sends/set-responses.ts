import { ts } from 'ts-morph';
import { ABSENT, type Expression, isNull, literal, STRING } from '../../../../facts/expression.js';
import type { Forward, Response } from '../../../../facts/fact.js';
import { type FunctionNode, memberName, typeName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Sends, Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsIn } from '../values/fluent-chains.js';
import { calledName, isOfUnknownPackage } from '../values/harmless-callees.js';
import { stringified } from '../values/stringified.js';
import { readValue } from '../values/values.js';
import { placeOf } from './conditions.js';
import { GIVEN_AWAY } from './response-chains.js';
import { blocksAround, isAfter, leaves, type Setting, settingAt } from './response-settings.js';
import { isText, type MediaType, typedBody, typeOfLink } from './response-types.js';
import { forwardOf } from './sends.js';

const BINARY: Expression = { kind: 'scalar', type: 'string', format: 'binary' };

const CONTEXT_NAMES = /^_?(?:ctx|context)$/;
const CONTEXT_TYPES = /(?:Context|Ctx)$/;

/** How handlers of a framework set the response on their context. */
export interface SettingForm {
  /** Whether functions of a file with this text may have the form. */
  readonly isSpoken: (text: string) => boolean;
  /** The context has the members of its response, too: `ctx.body`. */
  readonly onContext: boolean;
  /** Methods of the context and the response, and functions of packages that take them, that send nothing. */
  readonly harmless: RegExp;
  /** Texts that are sent as HTML unless a type was set. */
  readonly html: RegExp;
  /** Numbers and truth values are sent as text. */
  readonly scalarsAsText?: true;
  /** What a status without a body sends, if it may have one. */
  readonly bare: Pick<Response, 'mediaType' | 'body'>;
}

/** The context or its response, in a variable or parameter. */
interface Handle {
  /** Absent: `this`. */
  readonly declaration?: ts.Node;
  readonly isResponse: boolean;
}

interface Reading {
  readonly source: Source;
  readonly form: SettingForm;
  /** By name. */
  readonly handles: Map<string, Handle>;
  /** Calls of `next`. */
  readonly handsOn: readonly ts.Node[];
  /** Without a value: a redirect. */
  readonly bodies: { readonly value?: ts.Expression; readonly node: ts.Node }[];
  readonly statuses: Setting<Expression>[];
  readonly types: Setting<MediaType>[];
  readonly others: Response[];
  readonly forwards: Forward[];
  incomplete?: string;
}

/**
 * The responses that a function sets on its context: `ctx.body = …`, `ctx.response.status = …`; undefined: it has no context, or
 * never uses it.
 */
export function setResponsesOf(source: Source, node: FunctionNode, form: SettingForm): Sends | undefined {
  const handles = isSpoken(source, form) && node.body !== undefined ? handlesOf(source, node, form) : undefined;
  if (handles === undefined || node.body === undefined) return undefined;
  const found = { bodies: [], statuses: [], types: [], others: [], forwards: [] };
  const reading: Reading = { source, form, handles, handsOn: handsOnIn(node), ...found };
  const visit = (at: ts.Node): void => {
    const handle = handleOf(reading, at);
    if (handle !== undefined) readUse(reading, at, handle.isResponse);
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  const isTaken = [...handles.values()].some(({ isResponse }) => isResponse);
  visit(node.body);
  const { bodies, statuses, others, forwards } = reading;
  // handlers of other frameworks take a response apart as well, and call its methods
  if (isTaken && bodies.length + statuses.length === 0) return undefined;
  if (bodies.length + statuses.length + others.length + forwards.length === 0 && reading.incomplete === undefined)
    return undefined;
  const last = bodies.filter((one) => !bodies.some((later) => overrides(later.node, one.node)));
  const responses = [...last.map((body) => bodySent(reading, body)), ...bare(reading), ...others];
  const unclear = responses.some(({ status }) => status === undefined || status.kind === 'unknown');
  const incomplete = reading.incomplete ?? (unclear ? 'a status is computed' : undefined);
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

const spoken = new WeakMap<Source, Map<SettingForm, boolean>>();

/** Asked for each function of a file, it reads the text once. */
function isSpoken(source: Source, form: SettingForm): boolean {
  const known = spoken.get(source) ?? new Map<SettingForm, boolean>();
  spoken.set(source, known);
  const answer = known.get(form) ?? form.isSpoken(source.text);
  known.set(form, answer);
  return answer;
}

/** A middleware's value set before `next` is a default; one set after it is for incomplete responses. */
function besideOthers({ handsOn }: Reading, body: ts.Node, place: ReturnType<typeof placeOf>): ReturnType<typeof placeOf> {
  if (!handsOn.some((call) => isAfter(body, call) || isAfter(call, body))) return place;
  return { ...place, when: [...(place.when ?? []), { aside: true, holds: true }] };
}

function handsOnIn({ parameters, body }: FunctionNode): readonly ts.Node[] {
  const next = parameters.length === 2 ? parameters[1]?.name : undefined;
  if (next === undefined || body === undefined || !ts.isIdentifier(next)) return [];
  return callsIn(body).filter(
    (call) => ts.isCallExpression(call) && ts.isIdentifier(call.expression) && call.expression.text === next.text,
  );
}

/** The context parameter, `this` of a generator (Koa 1), or the response of a context that is taken apart; undefined: none. */
function handlesOf(source: Source, node: FunctionNode, { onContext }: SettingForm): Map<string, Handle> | undefined {
  if (onContext && node.asteriskToken !== undefined && /\bthis\.(?:body|status)\b/.test(node.getText(source.tree)))
    return new Map([['this', { isResponse: false }]]);
  const declaration = node.parameters.find((one) => {
    if (!ts.isIdentifier(one.name) || one.name.text === 'this') return false;
    const name = typeName(one.type);
    return name === undefined ? CONTEXT_NAMES.test(one.name.text) : CONTEXT_TYPES.test(name) || CONTEXT_NAMES.test(one.name.text);
  });
  if (declaration !== undefined) return new Map([[declaration.name.getText(source.tree), { declaration, isResponse: false }]]);
  const [first] = node.parameters;
  return first !== undefined && ts.isObjectBindingPattern(first.name) ? responsesIn(first.name) : undefined;
}

/** `{ params, response }` */
function responsesIn({ elements }: ts.ObjectBindingPattern): Map<string, Handle> | undefined {
  const declaration = elements.find(({ propertyName, name }) => memberName(propertyName ?? name) === 'response');
  if (declaration === undefined || !ts.isIdentifier(declaration.name)) return undefined;
  return new Map([[declaration.name.text, { declaration, isResponse: true }]]);
}

/** The handle that a node uses. */
function handleOf({ source, handles }: Reading, node: ts.Node): Handle | undefined {
  if (node.kind === ts.SyntaxKind.ThisKeyword) return handles.get('this');
  const handle = ts.isIdentifier(node) && !isMemberName(node) ? handles.get(node.text) : undefined;
  if (handle === undefined || !ts.isIdentifier(node)) return undefined;
  return declarationOf(source, node) === handle.declaration ? handle : undefined;
}

const isMemberName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) && node.parent.name === node;

function readUse(reading: Reading, used: ts.Node, isResponse: boolean): void {
  const { parent } = used;
  const member = ts.isPropertyAccessExpression(parent) && parent.expression === used ? parent : undefined;
  if (member?.name.text === 'response' && !isResponse) readUse(reading, member, true);
  else if (member !== undefined) readMember(reading, member, isResponse);
  else if (ts.isCallExpression(parent) && parent.expression !== used) {
    if (!isReader(reading, parent.expression)) reading.forwards.push(...forwardOf(reading.source, parent));
  } else if (ts.isVariableDeclaration(parent)) readAlias(reading, parent, isResponse);
  else if (isResponse) reading.incomplete ??= GIVEN_AWAY;
}

/** A function of a package that sends nothing: `helpers.getQuery(ctx)` of oak. */
const isReader = ({ source, form }: Reading, callee: ts.Expression): boolean =>
  form.harmless.test(calledName(callee)) && isOfUnknownPackage(source, callee);

/** `const { response } = ctx`, `const response = ctx.response` */
function readAlias(reading: Reading, declaration: ts.VariableDeclaration, isResponse: boolean): void {
  const { name } = declaration;
  if (ts.isIdentifier(name)) reading.handles.set(name.text, { declaration, isResponse });
  if (!ts.isObjectBindingPattern(name)) return;
  const taken = isResponse ? undefined : responsesIn(name);
  for (const [key, handle] of taken ?? []) reading.handles.set(key, handle);
  if (taken === undefined && /\b(?:body|response)\b/.test(name.getText(reading.source.tree)))
    reading.incomplete ??= 'the context is taken apart';
}

function readMember(reading: Reading, member: ts.PropertyAccessExpression, isResponse: boolean): void {
  const name = member.name.text;
  const parent = member.parent;
  const sets = isResponse || reading.form.onContext || name === 'respond';
  if (ts.isCallExpression(parent) && parent.expression === member) readMethod(reading, name, parent);
  else if (!sets) return;
  else if (ts.isBinaryExpression(parent) && parent.left === member) readAssignment(reading, name, parent);
  else if (name === 'body' && isChange(member)) reading.incomplete ??= CHANGED;
  else if (name === 'headers' && ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent))
    readType(reading, parent.name.text, parent.parent);
}

const CHANGED = 'the body is changed after it was set';

/** `ctx.body.note = …`, `delete ctx.body.note`, `Object.assign(ctx.body, …)`. */
function isChange(body: ts.PropertyAccessExpression): boolean {
  const { parent } = body;
  if (ts.isCallExpression(parent))
    return (
      parent.arguments[0] === body && ts.isPropertyAccessExpression(parent.expression) && parent.expression.name.text === 'assign'
    );
  if (!ts.isPropertyAccessExpression(parent) && !ts.isElementAccessExpression(parent)) return false;
  const at = parent.parent;
  return (
    ts.isDeleteExpression(at) ||
    (ts.isBinaryExpression(at) && at.left === parent && at.operatorToken.kind === ts.SyntaxKind.EqualsToken)
  );
}

function readAssignment(reading: Reading, name: string, node: ts.BinaryExpression): void {
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) {
    if (name === 'body' && node.operatorToken.kind > ts.SyntaxKind.EqualsToken) reading.incomplete ??= CHANGED;
  } else if (name === 'body') reading.bodies.push({ value: node.right, node });
  else if (name === 'status') reading.statuses.push({ value: readValue(reading.source, node.right), node, alone: true });
  else if (name === 'type') {
    const value = typeOfLink(reading.source, { name: 'type', arguments: [node.right], node });
    if (value !== undefined) reading.types.push({ value, node, alone: true });
  } else if (name === 'headers') reading.types.push({ value: '*/*', node, alone: true });
  else if (name === 'respond') reading.incomplete ??= 'it answers through the raw response';
}

function readMethod(reading: Reading, name: string, call: ts.CallExpression): void {
  const send = (sent: Pick<Response, 'status' | 'mediaType' | 'body'>): void =>
    void reading.others.push({ ...sent, ...placeOf(reading.source, call) });
  if (name === 'redirect' || name === 'back') {
    const value = redirectStatus(reading, call);
    // one branch of an expression replaces no body of the other
    if (ts.isConditionalExpression(call.parent) || ts.isBinaryExpression(call.parent))
      send({ status: value, mediaType: 'none', body: ABSENT });
    else {
      reading.bodies.push({ node: call });
      reading.statuses.push({ value, node: call, alone: true });
    }
  } else if (name === 'render') send({ status: literal(200), mediaType: 'text/html', body: STRING });
  else if (name === 'set') readType(reading, name, call);
  else if (!reading.form.harmless.test(name)) reading.incomplete ??= `what ctx.${name} sends is not known`;
}

/** A status that is set before a redirect stays if it is one of redirects. */
function redirectStatus({ statuses }: Reading, call: ts.CallExpression): Expression {
  const set = settingAt(call, statuses, literal(302));
  return set?.kind === 'literal' && Number(set.value) >= 300 && Number(set.value) < 400 ? set : literal(302);
}

/** `set('Content-Type', …)` of the response or its headers. */
function readType(reading: Reading, name: string, node: ts.CallExpression): void {
  const value = /^(?:set|append)$/.test(name)
    ? typeOfLink(reading.source, { name: 'set', arguments: [...node.arguments], node })
    : undefined;
  if (value !== undefined) reading.types.push({ value, node, alone: true });
}

/** A later assignment in an enclosing block that is still reached replaces the earlier one. */
function overrides(later: ts.Node, earlier: ts.Node): boolean {
  const [block] = blocksAround(later);
  const around = blocksAround(earlier);
  const index = block === undefined ? -1 : around.indexOf(block);
  return later.pos > earlier.pos && index >= 0 && !around.slice(0, index).some(leaves);
}

/**
 * The status may be set before or after the body; it is 200 by default (https://koajs.com/#response,
 * https://jsr.io/@oak/oak/doc/response/~/Response). Strings are sent as plain text, or as HTML where they look like it; null has
 * no body and status 204.
 */
function bodySent(reading: Reading, { value: node, node: at }: Reading['bodies'][number]): Response {
  const { source, form } = reading;
  const place = besideOthers(reading, at, placeOf(source, at));
  const after = reading.statuses.findLast((one) => overrides(one.node, at))?.value;
  const redirected = reading.statuses.find((one) => one.node === at)?.value;
  if (node === undefined) return { status: after ?? redirected ?? literal(302), mediaType: 'none', body: ABSENT, ...place };
  const read = (one: ts.Expression): Expression => readValue(source, one);
  const value = read(unwrap(node));
  const isNone = value.kind === 'absent' || isNull(value);
  const status = after ?? settingAt(at, reading.statuses, literal(isNone ? 204 : 200));
  const sent = { ...(status && { status }), ...place };
  if (isNone || isEmpty(status)) return { ...sent, mediaType: 'none', body: ABSENT };
  const type = reading.types.findLast((one) => overrides(one.node, at))?.value ?? settingAt(at, reading.types, '') ?? '*/*';
  if (type === 'application/json') return { ...sent, body: stringified(unwrap(node), read) ?? value };
  if (type !== '') return { ...sent, ...typedBody(type, value) };
  if (/\b(?:createReadStream|readFileSync)\(/.test(node.getText(source.tree)))
    return { ...sent, mediaType: 'application/octet-stream', body: BINARY };
  return isSentAsText(value, form) ? { ...sent, mediaType: textType(value, form), body: STRING } : { ...sent, body: value };
}

const isSentAsText = (value: Expression, { scalarsAsText }: SettingForm): boolean =>
  isText(value) || (scalarsAsText === true && (value.kind === 'literal' || value.kind === 'scalar'));

function textType(value: Expression, { html }: SettingForm): string {
  const start = value.kind === 'text' ? value.parts[0] : value;
  const text = start?.kind === 'literal' && typeof start.value === 'string' ? start.value : '';
  return html.test(text) ? 'text/html' : 'text/plain';
}

const isEmpty = (status: Expression | undefined): boolean =>
  status?.kind === 'literal' && (status.value === 204 || status.value === 205 || status.value === 304);

/** The statuses without a body. */
function bare({ source, form, statuses, bodies }: Reading): readonly Response[] {
  return statuses
    .filter(
      (one) =>
        !bodies.some((body) => overrides(body.node, one.node) || overrides(one.node, body.node) || isBeside(body.node, one.node)),
    )
    .map((one): Response => {
      const place = placeOf(source, one.node);
      return isEmpty(one.value)
        ? { status: one.value, mediaType: 'none', body: ABSENT, ...place }
        : { status: one.value, ...form.bare, ...place };
    });
}

/** Whether a body is in a block inside the one that sets the status. */
function isBeside(body: ts.Node, status: ts.Node): boolean {
  const [block] = blocksAround(status);
  return block !== undefined && blocksAround(body).includes(block);
}
