import { ts } from 'ts-morph';
import { type FunctionNode, isFunctionNode, memberName } from '../names/names.js';
import { declarationOf, isConst } from '../names/scope.js';
import { visitReached } from '../never-run.js';
import type { Source } from '../source.js';

/** One step in the use of a response: `.status(201)`, `.statusCode = 404`. */
export interface Link {
  readonly name: string;
  /** Absent: it is not called. */
  readonly arguments?: readonly ts.Expression[];
  readonly assigned?: ts.Expression;
  readonly node: ts.Node;
  /** The whole chain up to here, where it is called. */
  readonly call?: ts.Expression;
}

export interface Passed {
  readonly call: ts.CallExpression;
  readonly member: string;
}

export interface Chains {
  readonly chains: readonly (readonly Link[])[];
  /** Why other code may send through the response. */
  readonly escape?: string;
  /** Calls that take the response as an argument. */
  readonly forwards: readonly ts.CallExpression[];
  /** Calls that take it as a member of an object: `config.run({ body, res })`. */
  readonly passed: readonly Passed[];
  /** Where it is written in pieces, or in a format that the client chooses. */
  readonly streams: readonly ts.Node[];
}

const STREAMS = new Set(['pipe', 'pipeline', 'write', 'format']);

/** All uses of a function's response parameter, including its inner functions. */
export function responseChains(source: Source, node: FunctionNode, response: ts.ParameterDeclaration): Chains {
  if (!ts.isIdentifier(response.name) || node.body === undefined)
    return { chains: [], forwards: [], passed: [], streams: [], escape: 'the response is taken apart' };
  // aliases, `const reply = res`, stand before their uses
  const declarations = new Set<ts.Node>([response]);
  const names = new Set([response.name.text]);
  const chains: Link[][] = [];
  const forwards: ts.CallExpression[] = [];
  const passed: Passed[] = [];
  const streams: ts.Node[] = [];
  let escapes: string | undefined;
  const visit = (at: ts.Node): void => {
    if (ts.isIdentifier(at)) {
      const declaration = names.has(at.text) && isValue(at) ? declarationOf(source, at) : undefined;
      if (declaration !== undefined && declarations.has(declaration) && at.parent !== declaration) read(at);
    } else if (at.kind >= ts.SyntaxKind.FirstNode && !isOwnMember(at, names)) visitReached(at, visit);
  };
  const read = (at: ts.Identifier): void => {
    const alias = aliasOf(at);
    if (alias !== undefined) {
      declarations.add(alias.parent);
      names.add(alias.text);
      return;
    }
    const links = chainFrom(at);
    const forward = links.every(isSetter) ? forwardOf(links.at(-1)?.call ?? at) : undefined;
    const member = links.length === 0 && forward === undefined ? passedAs(at) : undefined;
    if (forward !== undefined) forwards.push(forward);
    if (links.length > 0) chains.push(links);
    else if (member !== undefined) passed.push(member);
    else if (forward === undefined) escapes ??= escapeOf(at);
    streams.push(...links.filter((link) => STREAMS.has(link.name)).map(({ node: link }) => link));
  };
  visit(node.body);
  return { chains, forwards, passed, streams, ...(escapes !== undefined && { escape: escapes }) };
}

/** Methods that Express and Node give a response. */
const METHODS = /^(?:json|jsonp|send|sendStatus|sendFile|download|render|redirect|end|write|writeHead|status)$/;

/** `res.created = (body) => res.status(201).json(body)`: the function runs where another one calls that member, not here. */
function isOwnMember(node: ts.Node, names: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (!isFunctionNode(node) || !ts.isBinaryExpression(parent) || parent.right !== node) return false;
  if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(parent.left)) return false;
  const { expression: of, name } = parent.left;
  return ts.isIdentifier(of) && names.has(of.text) && !METHODS.test(name.text);
}

/** `reply` of `const reply = res`. */
function aliasOf(node: ts.Identifier): ts.Identifier | undefined {
  const given = skipCasts(node);
  const { parent } = given;
  if (!ts.isVariableDeclaration(parent) || parent.initializer !== given || !ts.isIdentifier(parent.name)) return undefined;
  return isConst(parent) ? parent.name : undefined;
}

/** Whether a name is used as a value, not as the name of a member or property. */
function isValue(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(ts.isPropertyAssignment(parent) && parent.name === node) && !ts.isTypeNode(parent) && !ts.isQualifiedName(parent);
}

/** `res.a(1).b.c(2)` -> a, b, c. */
function chainFrom(root: ts.Expression): Link[] {
  const links: Link[] = [];
  let at: ts.Expression = skipCasts(root);
  for (let access = at.parent; ts.isPropertyAccessExpression(access) && access.expression === at; access = at.parent) {
    const callee = skipCasts(access);
    const call = callee.parent;
    if (ts.isCallExpression(call) && call.expression === callee) {
      links.push({ name: access.name.text, arguments: [...call.arguments], node: access.name, call });
      at = skipCasts(call);
      continue;
    }
    const assignment = callee.parent;
    const assigned =
      ts.isBinaryExpression(assignment) &&
      assignment.left === callee &&
      assignment.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    links.push({ name: access.name.text, node: access.name, ...(assigned && { assigned: assignment.right }) });
    at = callee;
  }
  return links;
}

/** The outermost expression that only adds parentheses, casts or assertions to this one. */
function skipCasts(node: ts.Expression): ts.Expression {
  let at = node;
  for (let parent = at.parent; isWrapping(parent); parent = at.parent) at = parent;
  return at;
}

function isWrapping(node: ts.Node): node is ts.ParenthesizedExpression | ts.AsExpression | ts.NonNullExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node)
  );
}

/** The call that takes the response as an argument; logging it sends nothing. */
function forwardOf(node: ts.Expression): ts.CallExpression | undefined {
  const given = skipCasts(node);
  const call = given.parent;
  return ts.isCallExpression(call) && call.expression !== given ? call : undefined;
}

/** A call that returns the response: `ok(res.status(201), book)`. */
const isSetter = ({ name, call }: Link): boolean => call !== undefined && /^(?:status|set|header|type|cookie|append)$/.test(name);

/** The call that takes the response as a member of its first argument. */
function passedAs(node: ts.Identifier): Passed | undefined {
  const property = ts.isShorthandPropertyAssignment(node.parent) ? node.parent : skipCasts(node).parent;
  const isMember = ts.isShorthandPropertyAssignment(property) || ts.isPropertyAssignment(property);
  const member = isMember ? memberName(property.name) : undefined;
  if (!isMember || member === undefined) return undefined;
  const given = skipCasts(property.parent);
  const call = given.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== given) return undefined;
  const { expression: callee } = call;
  const isBound = ts.isPropertyAccessExpression(callee) && /^(?:call|apply|bind)$/.test(callee.name.text);
  return isBound ? undefined : { call, member };
}

export const GIVEN_AWAY = 'the response is given away';

/** Why other code may send through a response that is passed on; undefined: it cannot. */
function escapeOf(node: ts.Identifier): string | undefined {
  const parent = skipCasts(node).parent;
  if (ts.isBinaryExpression(parent))
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? 'the response is stored' : undefined;
  if (
    ts.isPrefixUnaryExpression(parent) ||
    ts.isTypeOfExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isConditionalExpression(parent)
  )
    return undefined;
  return GIVEN_AWAY;
}
