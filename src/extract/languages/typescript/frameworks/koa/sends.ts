import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Forward, Response } from '../../../../../facts/fact.js';
import type { FunctionNode } from '../../names/names.js';
import { lookup } from '../../names/scope.js';
import { placeOf } from '../../sends/conditions.js';
import { blocksAround, isAfter, leaves, type Setting, settingAt } from '../../sends/response-settings.js';
import { typedBody, typeOfLink } from '../../sends/response-types.js';
import { forwardOf } from '../../sends/sends.js';
import type { Sends, Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';

const STRING: Expression = { kind: 'scalar', type: 'string' };
const ABSENT: Expression = { kind: 'absent' };
const BINARY: Expression = { kind: 'scalar', type: 'string', format: 'binary' };
const literal = (value: number): Expression => ({ kind: 'literal', value });

const CONTEXT_NAMES = /^_?(?:ctx|context)$/;
const CONTEXT_TYPES = /(?:Context|Ctx)$/;
/** Frameworks whose context parameter has another way of answering. */
const OTHERS =
  /["'](?:hono(?:\/[\w-]+)*|@hono\/[\w-]+|@nestjs\/[\w-]+|next(?:\/[\w-]+)*|elysia|oak|@oak\/oak|telegraf|grammy)["']/;
/** Methods of Koa's context that send nothing: https://koajs.com/#context */
const HARMLESS =
  /^(?:throw|assert|set|append|get|is|accepts\w*|cookies|onerror|toJSON|inspect|remove|vary|flushHeaders|attachment|checkBody|checkQuery|checkParams|validate\w*|log|logger|login|logout|logIn|logOut|isAuthenticated|i18n|__)$/;

interface Reading {
  readonly source: Source;
  /** Calls of `next`. */
  readonly handsOn: readonly ts.Node[];
  readonly bodies: { readonly value: ts.Expression; readonly node: ts.Node }[];
  readonly statuses: Setting<Expression>[];
  readonly types: Setting<string>[];
  readonly others: Response[];
  readonly forwards: Forward[];
  incomplete?: string;
}

/**
 * The responses that a function sends through Koa's context: `ctx.body = …`, `ctx.status = …`; undefined: it has no context, or
 * never uses it.
 */
export function koaSendsOf(source: Source, node: FunctionNode): Sends | undefined {
  const context = contextOf(source, node);
  if (context === undefined || node.body === undefined || OTHERS.test(source.text)) return undefined;
  const reading: Reading = { source, handsOn: handsOnIn(node), bodies: [], statuses: [], types: [], others: [], forwards: [] };
  const visit = (at: ts.Node): void => {
    if (isContext(source, at, context)) readUse(reading, at);
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
    else if (at.kind === ts.SyntaxKind.ThisKeyword) return;
  };
  visit(node.body);
  const { bodies, statuses, others, forwards } = reading;
  if (bodies.length + statuses.length + others.length + forwards.length === 0 && reading.incomplete === undefined)
    return undefined;
  const last = bodies.filter((one) => !bodies.some((later) => overrides(later.node, one.node)));
  const responses = [...last.map((body) => bodySent(reading, body)), ...bare(reading), ...others];
  const unclear = responses.some(({ status }) => status === undefined || status.kind === 'unknown');
  const incomplete = reading.incomplete ?? (unclear ? 'a status is computed' : undefined);
  return { responses, forwards, ...(incomplete !== undefined && { incomplete }) };
}

/** A middleware's value set before `next` is a default; one set after it is for incomplete responses. */
function besideOthers({ handsOn }: Reading, body: ts.Node, place: ReturnType<typeof placeOf>): ReturnType<typeof placeOf> {
  if (!handsOn.some((call) => isAfter(body, call) || isAfter(call, body))) return place;
  return { ...place, when: [...(place.when ?? []), { aside: true, holds: true }] };
}

function handsOnIn({ parameters, body }: FunctionNode): readonly ts.Node[] {
  const next = parameters.length === 2 ? parameters[1]?.name : undefined;
  if (next === undefined || body === undefined || !ts.isIdentifier(next)) return [];
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === next.text) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** The context parameter, or `this` of a generator (Koa 1). */
function contextOf(source: Source, node: FunctionNode): ts.ParameterDeclaration | 'this' | undefined {
  if (node.asteriskToken !== undefined && /\bthis\.(?:body|status)\b/.test(node.getText(source.tree))) return 'this';
  return node.parameters.find((one) => {
    if (!ts.isIdentifier(one.name) || one.name.text === 'this') return false;
    const type = one.type !== undefined && ts.isTypeReferenceNode(one.type) ? one.type.typeName : undefined;
    const name = type === undefined ? undefined : ts.isIdentifier(type) ? type.text : type.right.text;
    return name === undefined ? CONTEXT_NAMES.test(one.name.text) : CONTEXT_TYPES.test(name) || CONTEXT_NAMES.test(one.name.text);
  });
}

function isContext(source: Source, node: ts.Node, context: ts.ParameterDeclaration | 'this'): node is ts.Expression {
  if (context === 'this') return node.kind === ts.SyntaxKind.ThisKeyword;
  return (
    ts.isIdentifier(node) &&
    ts.isIdentifier(context.name) &&
    node.text === context.name.text &&
    !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
    lookup(source, node)?.nodes[0] === context
  );
}

/** One use of the context. */
function readUse(reading: Reading, context: ts.Expression): void {
  const access = context.parent;
  if (ts.isCallExpression(access) && access.expression !== context) {
    reading.forwards.push(...forwardOf(reading.source, access));
    return;
  }
  if (!ts.isPropertyAccessExpression(access) || access.expression !== context) {
    if (ts.isVariableDeclaration(access) && /\b(?:body|response)\b/.test(access.name.getText(reading.source.tree)))
      reading.incomplete ??= 'the context is taken apart';
    return;
  }
  const outer = access.parent;
  const inner = access.name.text === 'response' && ts.isPropertyAccessExpression(outer) && outer.expression === access;
  readMember(reading, inner ? outer : access);
}

function readMember(reading: Reading, member: ts.PropertyAccessExpression): void {
  const name = member.name.text;
  const parent = member.parent;
  const isAssigned =
    ts.isBinaryExpression(parent) && parent.left === member && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (isAssigned) readAssignment(reading, name, parent);
  else if (ts.isCallExpression(parent) && parent.expression === member) readMethod(reading, name, parent);
  else if (name === 'body' && ts.isPropertyAccessExpression(parent) && isTarget(parent))
    reading.incomplete ??= 'the body is changed after it was set';
}

const isTarget = (node: ts.PropertyAccessExpression): boolean =>
  ts.isBinaryExpression(node.parent) && node.parent.left === node && node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

function readAssignment(reading: Reading, name: string, node: ts.BinaryExpression): void {
  if (name === 'body') reading.bodies.push({ value: node.right, node });
  else if (name === 'status') reading.statuses.push({ value: readValue(reading.source, node.right), node, alone: true });
  else if (name === 'type') {
    const value = typeOfLink({ name: 'type', arguments: [node.right], node });
    if (value !== undefined) reading.types.push({ value, node, alone: true });
  } else if (name === 'respond') reading.incomplete ??= 'it answers through the raw response';
}

function readMethod(reading: Reading, name: string, call: ts.CallExpression): void {
  const place = placeOf(reading.source, call);
  if (name === 'redirect' || name === 'back')
    reading.others.push({ status: literal(302), mediaType: 'none', body: ABSENT, ...place });
  else if (name === 'render') reading.others.push({ status: literal(200), mediaType: 'text/html', body: STRING, ...place });
  else if (name === 'set') {
    const value = typeOfLink({ name: 'set', arguments: [...call.arguments], node: call });
    if (value !== undefined) reading.types.push({ value, node: call, alone: true });
  } else if (!HARMLESS.test(name)) reading.incomplete ??= `what ctx.${name} sends is not known`;
}

/** A later assignment in an enclosing block that is still reached replaces the earlier one. */
function overrides(later: ts.Node, earlier: ts.Node): boolean {
  const [block] = blocksAround(later);
  const around = blocksAround(earlier);
  const index = block === undefined ? -1 : around.indexOf(block);
  return later.pos > earlier.pos && index >= 0 && !around.slice(0, index).some(leaves);
}

/**
 * The status may be set before or after the body; it is 200 by default (https://koajs.com/#response). Strings are sent as plain
 * text, or as HTML where they look like it; null has no body and status 204.
 */
function bodySent(reading: Reading, { value: node, node: at }: Reading['bodies'][number]): Response {
  const { source } = reading;
  const value = readValue(source, unwrap(node));
  const after = reading.statuses.findLast((one) => overrides(one.node, at))?.value;
  const isNone = value.kind === 'absent' || (value.kind === 'literal' && value.value === null);
  const status = after ?? settingAt(at, reading.statuses, literal(isNone ? 204 : 200));
  const told = status === undefined ? {} : { status };
  const place = besideOthers(reading, at, placeOf(source, at));
  if (isNone || isEmpty(status)) return { ...told, mediaType: 'none', body: ABSENT, ...place };
  const type = reading.types.findLast((one) => overrides(one.node, at))?.value ?? settingAt(at, reading.types, '') ?? '*/*';
  if (type !== '' && type !== 'application/json') return { ...told, ...typedBody(type, value), ...place };
  if (/\b(?:createReadStream|readFileSync)\(/.test(node.getText(source.tree)))
    return { ...told, mediaType: 'application/octet-stream', body: BINARY, ...place };
  return isText(value) && type === ''
    ? { ...told, mediaType: textType(value), body: STRING, ...place }
    : { ...told, body: value, ...place };
}

function isText(value: Expression): boolean {
  return (
    value.kind === 'text' ||
    (value.kind === 'literal' && typeof value.value === 'string') ||
    (value.kind === 'scalar' && value.type === 'string')
  );
}

function textType(value: Expression): string {
  const start = value.kind === 'text' ? value.parts[0] : value;
  const text = start?.kind === 'literal' && typeof start.value === 'string' ? start.value : '';
  return /^\s*</.test(text) ? 'text/html' : 'text/plain';
}

const isEmpty = (status: Expression | undefined): boolean =>
  status?.kind === 'literal' && (status.value === 204 || status.value === 205 || status.value === 304);

/** A status without a body sends its standard message. */
function bare({ source, statuses, bodies }: Reading): readonly Response[] {
  return statuses
    .filter(
      (one) =>
        !bodies.some((body) => overrides(body.node, one.node) || overrides(one.node, body.node) || isBeside(body.node, one.node)),
    )
    .map((one): Response => {
      const place = placeOf(source, one.node);
      return isEmpty(one.value)
        ? { status: one.value, mediaType: 'none', body: ABSENT, ...place }
        : { status: one.value, mediaType: 'text/plain', body: STRING, ...place };
    });
}

/** Whether a body is in a block inside the one that sets the status. */
function isBeside(body: ts.Node, status: ts.Node): boolean {
  const [block] = blocksAround(status);
  return block !== undefined && blocksAround(body).includes(block);
}
