import { ts } from 'ts-morph';
import { type Expression, isNull } from '../../../../facts/expression.js';
import { statusNamed } from '../../../../model/http-status.js';
import type { FunctionNode } from '../names/names.js';
import { declarationOf, patternOwner } from '../names/scope.js';
import type { FormPart, ResultForm, Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { calledName } from '../values/harmless-callees.js';
import { readValue } from '../values/values.js';
import type { Setting } from './response-settings.js';
import { type Sent, withStatus } from './web-responses.js';

/** Functions of any package or service that only read their arguments, or throw. */
const READS =
  /^(?:get|is|has|can|read|parse|use|require|assert|ensure|check|verify|valid|auth|log|track|find|load|fetch|decode|extract|console)/i;

export function partOf(source: Source, form: ResultForm, owner: FunctionNode, node: ts.Node): FormPart {
  return { source, owner, node, isHandle: (one) => isHandle(source, form, owner, one) };
}

function isHandle(source: Source, form: ResultForm, owner: FunctionNode, node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return form.members.test(node.name.text) && isParameter(source, owner, node.expression);
  if (!ts.isIdentifier(node)) return false;
  const declaration = declarationOf(source, node);
  if (declaration === undefined) return false;
  if (declaration === owner.parameters[0]) return true;
  if (!ts.isBindingElement(declaration)) return false;
  const taken = declaration.propertyName ?? declaration.name;
  if (!ts.isIdentifier(taken) || (declaration.dotDotDotToken === undefined && !form.members.test(taken.text))) return false;
  const holder = patternOwner(declaration);
  if (holder === owner.parameters[0]) return true;
  // `const { set } = context`
  return ts.isVariableDeclaration(holder) && holder.initializer !== undefined && isParameter(source, owner, holder.initializer);
}

const isParameter = (source: Source, owner: FunctionNode, given: ts.Expression): boolean => {
  const node = unwrap(given);
  return ts.isIdentifier(node) && owner.parameters[0] !== undefined && declarationOf(source, node) === owner.parameters[0];
};

/** The statuses that a function sets, in the order of the text; a call that takes the response may set an unknown one. */
export function statusesSet(source: Source, form: ResultForm, owner: FunctionNode): readonly Setting<Expression>[] {
  const found: Setting<Expression>[] = [];
  const visit = (node: ts.Node): void => {
    const part = partOf(source, form, owner, node);
    const set = form.sets(part);
    if (set !== undefined) found.push({ value: statusValue(source, set), node, alone: true });
    else if (ts.isCallExpression(node) && maySet(part, form, node)) found.push({ value: UNKNOWN, node, alone: true });
    if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  if (owner.body !== undefined) visit(owner.body);
  return found;
}
const UNKNOWN: Expression = { kind: 'unknown', why: 'another function may set the status' };

/**
 * A call that takes the object which sets a response, also inside another object: `audit(context)`, `answer({ ...context, book
 * })`.
 */
function maySet(part: FormPart, form: ResultForm, call: ts.CallExpression): boolean {
  const name = calledName(call);
  if (READS.test(name) || form.reads.test(name) || form.made(part, undefined) !== undefined) return false;
  const isGiven = (one: ts.Expression): boolean => {
    const node = unwrap(ts.isSpreadElement(one) ? one.expression : one);
    if (part.isHandle(node)) return true;
    if (!ts.isObjectLiteralExpression(node)) return false;
    return node.properties.some((member) => {
      if (ts.isShorthandPropertyAssignment(member)) return part.isHandle(member.name);
      if (ts.isSpreadAssignment(member)) return part.isHandle(member.expression);
      return ts.isPropertyAssignment(member) && part.isHandle(unwrap(member.initializer));
    });
  };
  return call.arguments.some(isGiven);
}

/** `201`, `'Created'`. */
export function statusValue(source: Source, node: ts.Expression): Expression {
  const value = readValue(source, unwrap(node));
  const named =
    value.kind === 'literal' && typeof value.value === 'string'
      ? statusNamed(value.value.toUpperCase().replace(/[^A-Z]+/g, '_'))
      : undefined;
  return named === undefined ? value : { kind: 'literal', value: named };
}

/** The body argument of a helper: strings are sent as text, `undefined` sends no body. */
export function bodyOf(source: Source, status: Expression | undefined, body: ts.Expression | undefined, text: string): Sent {
  if (body === undefined) return { ...(status && { status }), mediaType: 'none', body: { kind: 'absent' } };
  const value = readValue(source, unwrap(body));
  const isNone = value.kind === 'absent' || isNull(value);
  if (isNone) return { ...(status && { status }), mediaType: 'none', body: { kind: 'absent' } };
  const isText = value.kind === 'text' || (value.kind === 'literal' && typeof value.value === 'string');
  return { ...withStatus(status, value), ...(isText && { mediaType: text }) };
}

/** The form in which a function answers; undefined: an unknown form. */
export function formOf(source: Source, node: FunctionNode): ResultForm | undefined {
  const known = source.answering.get(node);
  if (known !== undefined && known !== 'responses') return known;
  if (source.forms.length === 0 || node.body === undefined) return undefined;
  const text = node.getText();
  return source.forms.find((one) => one.evident.test(text));
}

/** A handler that a call returns: where the call is not followed, its transformation of the handler argument is unknown. */
export const decorating = (handler: Expression): Expression =>
  handler.kind === 'returns' ? { ...handler, decorates: true } : handler;
