import { ts } from 'ts-morph';
import { isFunctionNode, memberName } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { nameOfMember, unwrap } from '../values/access-paths.js';
import { type Mutation, mutationsOf } from '../values/changes/mutations.js';
import { isWhole } from '../values/stringified.js';
import { isForErrors } from './error-conditions.js';

/**
 * Methods of a response that send bodies; `json` calls `send`, and `send` calls `end` (https://expressjs.com/en/api.html#res).
 */
const ENDS = /^(?:json|jsonp|send|end|write)$/;

/** Whether an expression is the response, or the prototype of all responses, with replaced methods. */
export type IsResponse = (node: ts.Expression) => boolean;

export const isAccess = (node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

export const accessed = (node: ts.Expression): string | undefined => (isAccess(node) ? nameOfMember(node) : undefined);

/** A member that code assigns: `x.name = right`, `Object.assign(x, { name: right })`, `Object.defineProperty(x, 'name', …)`. */
export interface Assigned {
  readonly owner: ts.Expression;
  readonly name: string;
  /** Absent: the value is not a separate expression. */
  readonly right?: ts.Expression;
  readonly place: ts.Node;
}

/** The assignments to members inside a node, including its inner functions. */
export function membersSet(source: Source, within: ts.Node | undefined): readonly Assigned[] {
  const found: Assigned[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = unwrap(at.left);
      const name = accessed(left);
      if (name !== undefined && isAccess(left)) found.push({ owner: left.expression, name, right: at.right, place: left });
    } else if (ts.isCallExpression(at)) found.push(...definedBy(source, at));
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (within !== undefined) visit(within);
  return found;
}

function definedBy(source: Source, call: ts.CallExpression): readonly Assigned[] {
  const [owner, second] = call.arguments;
  if (owner === undefined || second === undefined || !ts.isPropertyAccessExpression(call.expression)) return [];
  if (!/^Object\.(?:assign|defineProperty)$/.test(call.expression.getText(source.tree))) return [];
  if (ts.isStringLiteralLike(second)) return [{ owner, name: second.text, place: call }];
  const members = ts.isObjectLiteralExpression(second) ? second.properties : [];
  return members.flatMap((one): readonly Assigned[] => {
    const name = memberName(one.name);
    const right = ts.isPropertyAssignment(one) ? one.initializer : undefined;
    return name === undefined ? [] : [{ owner, name, ...(right && { right }), place: call }];
  });
}

const withJson = new WeakMap<Source, readonly Assigned[]>();

/** The places of a file that assign `toJSON` of a prototype: `X.prototype.toJSON = …`. */
export function prototypesWithJson(source: Source): readonly Assigned[] {
  const isPossible = /\bprototype\b/.test(source.text) && source.text.includes('toJSON');
  const found = withJson.get(source) ?? (isPossible ? membersSet(source, source.tree) : []);
  const all = found.filter(({ owner, name }) => {
    const of = unwrap(owner);
    return name === 'toJSON' && isAccess(of) && accessed(of) === 'prototype';
  });
  withJson.set(source, all);
  return all;
}

/** `res.json = …`: whether the method is replaced by one that does more than read bodies. */
export function isReplaced(source: Source, { owner, name, right }: Assigned, isResponse: IsResponse): boolean {
  if (!ENDS.test(name) || !isResponse(owner)) return false;
  return right === undefined || (!isOriginal(source, right, isResponse) && !passesOn(source, right, isResponse, name));
}

/** The original method: `res.json`, `res.json.bind(res)`, a variable with that value. */
function isOriginal(source: Source, given: ts.Expression, isResponse: IsResponse, hops = 0): boolean {
  const node = unwrap(given);
  if (hops > 5) return false;
  if (ts.isCallExpression(node) && isAccess(node.expression) && accessed(node.expression) === 'bind')
    return isOriginal(source, node.expression.expression, isResponse, hops + 1);
  if (isAccess(node)) return isResponse(node.expression) && ENDS.test(accessed(node) ?? '');
  const declaration = declarationOf(source, node);
  if (declaration === undefined) return false;
  if (ts.isBindingElement(declaration)) {
    const owner = declaration.parent.parent;
    return ts.isVariableDeclaration(owner) && owner.initializer !== undefined && isResponse(owner.initializer);
  }
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
  return isOriginal(source, declaration.initializer, isResponse, hops + 1);
}

/** Whether a replacement changes at most errors: it passes its own argument on to the original. */
function passesOn(source: Source, given: ts.Expression, isResponse: IsResponse, replaced: string): boolean {
  const node = unwrap(given);
  if (!isFunctionNode(node) || node.body === undefined) return false;
  // `res.json` of Express only writes text and its media type
  const isText = replaced === 'json' && /application\/json/.test(node.getText(source.tree));
  const [first] = node.parameters.filter((one) => one.name.getText(source.tree) !== 'this');
  const name = first !== undefined && ts.isIdentifier(first.name) ? first.name.text : undefined;
  const scope = { source, owner: node, since: node.pos };
  const isChanged = ({ kind, target }: Mutation): boolean => kind !== 'lend' && !isForErrors(scope, target);
  if (name !== undefined && first !== undefined && mutationsOf(source, name, first).some(isChanged)) return false;
  const isGiven = (one: ts.Expression | undefined): boolean => {
    const at = one && beforeRoundTrip(unwrap(ts.isSpreadElement(one) ? one.expression : one), isText);
    return at !== undefined && ts.isIdentifier(at) && (at.text === 'arguments' || declarationOf(source, at) === first);
  };
  let calls = 0;
  let isSame = true;
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at)) {
      const sent = sentByOriginal(source, at, isResponse);
      if (sent !== undefined && !isForErrors(scope, at)) {
        calls++;
        isSame &&= isGiven(sent[0]);
      }
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  visit(node.body);
  return calls > 0 && isSame;
}

/**
 * `JSON.parse(JSON.stringify(body))` is sent exactly as `body`; where text is sent as JSON, so is `JSON.stringify(body, null,
 * 2)`.
 */
function beforeRoundTrip(node: ts.Expression, isText: boolean): ts.Expression {
  const inner = argumentOf(node, 'parse') ?? (isText ? node : undefined);
  const value = inner && argumentOf(unwrap(inner), 'stringify');
  return value === undefined ? node : unwrap(value);
}

/** The argument of `JSON.parse` or `JSON.stringify` without a reviver or replacer. */
function argumentOf(node: ts.Expression, method: string): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  if (!isWhole(node.arguments[1])) return undefined;
  const { expression: owner, name } = node.expression;
  return ts.isIdentifier(owner) && owner.text === 'JSON' && name.text === method ? node.arguments[0] : undefined;
}

/** The arguments of a call to the original method, or to another that sends; undefined: the call is neither. */
function sentByOriginal(source: Source, call: ts.CallExpression, isResponse: IsResponse): readonly ts.Expression[] | undefined {
  const callee = unwrap(call.expression);
  const name = isAccess(callee) ? accessed(callee) : undefined;
  if (isAccess(callee) && (name === 'call' || name === 'apply') && isOriginal(source, callee.expression, isResponse))
    return call.arguments.slice(1);
  if (isOriginal(source, callee, isResponse)) return call.arguments;
  if (!isAccess(callee) || !ENDS.test(name ?? '')) return undefined;
  let root: ts.Expression = callee.expression;
  while (ts.isCallExpression(root) || isAccess(root)) root = root.expression;
  return root.kind === ts.SyntaxKind.ThisKeyword || isResponse(root) ? call.arguments : undefined;
}
