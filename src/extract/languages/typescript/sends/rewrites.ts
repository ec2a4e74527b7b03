import { ts } from 'ts-morph';
import type { At, Expression } from '../../../../facts/expression.js';
import type { Wrap } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { functionOf, returnsOf } from '../names/in-file.js';
import { type FunctionNode, isFunctionNode, memberName } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { callsOf } from '../values/fluent-chains.js';
import { mutationsOf, unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { isForErrors, leaves } from './error-conditions.js';
import { handlerForm } from './handler-form.js';

/** Methods of a response by which bodies go out; `json` ends in `send`, `send` in `end` (https://expressjs.com/en/api.html#res). */
const ENDS = /^(?:json|jsonp|send|end|write)$/;
const MAY_REWRITE = /(?:json|send|end|write|body|res|value)['"\]]{0,2}\s{0,9}=|defineProperty|Object\.assign/;
const may = new WeakMap<Source, boolean>();

/**
 * Why what is answered behind a function may differ from what its handler gives: a middleware that replaces `res.json`, one that
 * sets a body after `next()`, a decorator that replaces the method. Undefined: it passes bodies on as they are.
 */
export function rewritesOf(source: Source, node: FunctionNode): string | undefined {
  const isPossible = may.get(source) ?? MAY_REWRITE.test(source.text);
  may.set(source, isPossible);
  if (!isPossible || node.body === undefined) return undefined;
  return patched(source, node) ?? setAfterwards(source, node) ?? replacedMethod(source, node);
}

interface Assigned {
  readonly left: ts.PropertyAccessExpression | ts.ElementAccessExpression;
  readonly name: string;
  readonly right: ts.Expression;
}

/** Members of a parameter that a function assigns, also within the functions in it. */
function assignedTo(source: Source, node: FunctionNode, owner: ts.ParameterDeclaration | undefined): readonly Assigned[] {
  const found: Assigned[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = unwrap(at.left);
      const name = accessed(left);
      if (name !== undefined && isAccess(left) && isOf(source, left.expression, owner))
        found.push({ left, name, right: at.right });
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (owner !== undefined && node.body !== undefined) visit(node.body);
  return found;
}

const isAccess = (node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

function accessed(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return memberName(node.name);
  return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression.text
    : undefined;
}

/** The parameter, or its `response`. */
function isOf(source: Source, given: ts.Expression, owner: ts.ParameterDeclaration | undefined): boolean {
  const node = unwrap(given);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'response') return isOf(source, node.expression, owner);
  return ts.isIdentifier(node) && owner !== undefined && lookup(source, node)?.nodes[0] === owner;
}

/** `res.json = (body) => send({ data: body })`. */
function patched(source: Source, node: FunctionNode): string | undefined {
  const response = handlerForm(source, node)?.response;
  if (response === undefined) return undefined;
  const changed = assignedTo(source, node, response).find(
    ({ name, right }) => ENDS.test(name) && !isOriginal(source, right, response) && !passesOn(source, right, response),
  );
  const why = 'a middleware replaces the methods by which bodies are sent';
  return changed !== undefined || isDefinedAnew(source, node, response) ? why : undefined;
}

/** `Object.assign(res, { json })`, `Object.defineProperty(res, 'json', …)`. */
function isDefinedAnew(source: Source, node: FunctionNode, response: ts.ParameterDeclaration): boolean {
  let found = false;
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && /^Object\.(?:assign|defineProperty)$/.test(at.expression.getText(source.tree))) {
      const [first, second] = at.arguments;
      const names = second === undefined ? [] : ts.isStringLiteralLike(second) ? [second.text] : namesIn(second);
      if (first !== undefined && isOf(source, first, response) && names.some((name) => ENDS.test(name))) found = true;
    }
    if (at.kind >= ts.SyntaxKind.FirstNode && !found) ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}

const namesIn = (node: ts.Expression): readonly string[] =>
  ts.isObjectLiteralExpression(node) ? node.properties.flatMap(({ name }) => memberName(name) ?? []) : [];

/** The method as it was: `res.json`, `res.json.bind(res)`, a variable that holds it. */
function isOriginal(source: Source, given: ts.Expression, response: ts.ParameterDeclaration, hops = 0): boolean {
  const node = unwrap(given);
  if (hops > 5) return false;
  if (ts.isCallExpression(node) && isAccess(node.expression) && accessed(node.expression) === 'bind')
    return isOriginal(source, node.expression.expression, response, hops + 1);
  if (isAccess(node)) return isOf(source, node.expression, response) && ENDS.test(accessed(node) ?? '');
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (declaration === undefined) return false;
  if (ts.isBindingElement(declaration)) {
    const owner = declaration.parent.parent;
    return ts.isVariableDeclaration(owner) && owner.initializer !== undefined && isOf(source, owner.initializer, response);
  }
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
  return isOriginal(source, declaration.initializer, response, hops + 1);
}

/** A replacement that only looks: whatever it gives the original is what it was given itself. */
function passesOn(source: Source, given: ts.Expression, response: ts.ParameterDeclaration): boolean {
  const node = unwrap(given);
  const [first] = isFunctionNode(node) ? node.parameters.filter(({ name }) => name.getText(source.tree) !== 'this') : [];
  if (!isFunctionNode(node) || node.body === undefined) return false;
  const name = first !== undefined && ts.isIdentifier(first.name) ? first.name.text : undefined;
  if (name !== undefined && first !== undefined && mutationsOf(source, name, first).some(({ kind }) => kind !== 'lend'))
    return false;
  const isGiven = (one: ts.Expression | undefined): boolean => {
    const at = one && beforeRoundTrip(unwrap(ts.isSpreadElement(one) ? one.expression : one));
    return at !== undefined && ts.isIdentifier(at) && (at.text === 'arguments' || lookup(source, at)?.nodes[0] === first);
  };
  let calls = 0;
  let isSame = true;
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at)) {
      const sent = sentByOriginal(source, at, response);
      if (sent !== undefined) {
        calls++;
        isSame &&= isGiven(sent[0]);
      }
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  visit(node.body);
  return calls > 0 && isSame;
}

/** `JSON.parse(JSON.stringify(body))` goes over the wire as `body` does. */
function beforeRoundTrip(node: ts.Expression): ts.Expression {
  const inner = argumentOf(node, 'parse');
  const value = inner && argumentOf(unwrap(inner), 'stringify');
  return value === undefined ? node : unwrap(value);
}

/** The one argument of `JSON.parse` or `JSON.stringify`. */
function argumentOf(node: ts.Expression, method: string): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length !== 1 || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const { expression: owner, name } = node.expression;
  return ts.isIdentifier(owner) && owner.text === 'JSON' && name.text === method ? node.arguments[0] : undefined;
}

/** What a call gives the original method, or another that sends; undefined: it calls none. */
function sentByOriginal(
  source: Source,
  call: ts.CallExpression,
  response: ts.ParameterDeclaration,
): readonly ts.Expression[] | undefined {
  const callee = unwrap(call.expression);
  const name = isAccess(callee) ? accessed(callee) : undefined;
  if (isAccess(callee) && (name === 'call' || name === 'apply') && isOriginal(source, callee.expression, response))
    return call.arguments.slice(1);
  if (isOriginal(source, callee, response)) return call.arguments;
  if (!isAccess(callee) || !ENDS.test(name ?? '')) return undefined;
  let root: ts.Expression = callee.expression;
  while (ts.isCallExpression(root) || isAccess(root)) root = root.expression;
  return root.kind === ts.SyntaxKind.ThisKeyword || isOf(source, root, response) ? call.arguments : undefined;
}

/** `await next(); ctx.body = { data: ctx.body }` of Koa, `next().then(…)`, `c.res = …` of Hono; not for errors alone. */
function setAfterwards(source: Source, node: FunctionNode): string | undefined {
  const [context, next] = node.parameters;
  if (context === undefined || next === undefined || !ts.isIdentifier(next.name)) return undefined;
  const calls = goesOn(source, node, next);
  if (calls.length === 0) return undefined;
  const sets = assignedTo(source, node, context).some(
    ({ name, left, right }) =>
      (name === 'body' || name === 'res') &&
      !isItself(source, right, context) &&
      calls.some((call) => isAfter(call, left) && !isForErrors({ source, owner: node, since: call.pos }, left)),
  );
  return sets ? 'a middleware sets the body after the handler has' : undefined;
}

/** The calls of `next`, or of what is given it, but for those whose promise is what the middleware returns: nothing comes after them. */
function goesOn(source: Source, node: FunctionNode, next: ts.ParameterDeclaration): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const isNext = (at: ts.Expression): boolean => ts.isIdentifier(at) && lookup(source, at)?.nodes[0] === next;
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && [unwrap(at.expression), ...at.arguments].some(isNext)) {
      const outer = ts.isAwaitExpression(at.parent) ? at.parent.parent : at.parent;
      if (!ts.isReturnStatement(outer)) found.push(at);
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}

/** What comes after a call in the text, but for the other branch of a condition, and what a `return` behind the call keeps it from. */
function isAfter(call: ts.Node, place: ts.Node): boolean {
  if (place.pos < call.pos) return false;
  for (let at = call; at.parent !== undefined && !(at.parent.pos <= place.pos && place.end <= at.parent.end); at = at.parent) {
    if (ts.isStatement(at) && leaves(at)) return false;
  }
  let common = call.parent;
  while (common.parent !== undefined && !(common.pos <= place.pos && place.end <= common.end)) common = common.parent;
  return !ts.isIfStatement(common) || common.expression.end >= call.end;
}

/** `c.res = new Response(c.res.body, c.res)` */
function isItself(source: Source, given: ts.Expression, context: ts.ParameterDeclaration): boolean {
  const node = unwrap(given);
  const [body] =
    ts.isNewExpression(node) && node.expression.getText(source.tree) === 'Response' ? (node.arguments ?? []) : [node];
  const text = body?.getText(source.tree) ?? '';
  const name = context.name.getText(source.tree);
  return text === `${name}.res.body` || text === `${name}.body`;
}

/** A decorator: `descriptor.value = function () { … }`, unless it returns what the method gives. */
function replacedMethod(source: Source, node: FunctionNode): string | undefined {
  const descriptor = node.parameters[2];
  const changed = assignedTo(source, node, descriptor).find(({ name }) => name === 'value');
  if (changed === undefined) return undefined;
  const made = unwrap(changed.right);
  const isSame = isFunctionNode(made) && returnsOf(made).every((one) => isResult(source, one));
  return isSame ? undefined : 'a decorator replaces the method';
}

/** `original.apply(this, args)`, awaited or held by a variable. */
function isResult(source: Source, given: ts.Expression, hops = 0): boolean {
  const node = unwrap(ts.isAwaitExpression(given) ? given.expression : given);
  if (hops > 5) return false;
  if (ts.isCallExpression(node)) return isAccess(node.expression) && /^(?:apply|call)$/.test(accessed(node.expression) ?? '');
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
  return isResult(source, declaration.initializer, hops + 1);
}

/** Functions that a call puts before what is registered after it. */
export interface Before {
  readonly by: string;
  readonly router: Expression;
  readonly given: readonly ts.Expression[];
  /** Below which path; absent: everywhere below the router. */
  readonly path?: Expression;
}

/** `app.use(…)`: what the functions do to bodies, where they are seen to rewrite them or linking has to look. */
export function rewritingWraps(source: Source, call: ts.CallExpression, { by, router, given, path }: Before): readonly Wrap[] {
  const all = middlewareOf(source, given);
  const spares = all.length === 0 ? [] : registeredBefore(source, call);
  const at = atOf(source, ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call);
  return all.map(
    (middleware): Wrap => ({
      kind: 'wrap',
      by,
      router,
      through: { kind: 'unknown', why: 'a middleware may change the body' },
      middleware,
      below: true,
      past: true,
      ...(path && { path }),
      ...(spares.length > 0 && { spares }),
      at,
    }),
  );
}

/** In files with more calls than this nothing is taken to be registered before. */
const MOST_CALLS = 3000;

/** Where the same function registers something on the same receiver before a call, or hands it on. */
function registeredBefore(source: Source, call: ts.CallExpression): readonly At[] {
  const receiver = receiverText(source, call);
  const calls = callsOf(source.tree);
  if (receiver === undefined || calls.length > MOST_CALLS) return [];
  const home = functionAround(call);
  return calls.flatMap((one): readonly At[] => {
    if (one.end > call.expression.end || one === call || functionAround(one) !== home) return [];
    if ((one.arguments ?? []).some((given) => given.getText(source.tree) === receiver)) return [atOf(source, one)];
    const isOn = ts.isCallExpression(one) && receiverText(source, one) === receiver;
    return isOn && ts.isPropertyAccessExpression(one.expression) ? [atOf(source, one.expression.name)] : [];
  });
}

/** `app` of `app.get(…)` and `app.route('/a').get(…)`. */
function receiverText(source: Source, call: ts.CallExpression): string | undefined {
  let at: ts.Expression = call;
  while (ts.isCallExpression(at)) {
    const callee: ts.Expression = unwrap(at.expression);
    if (!isAccess(callee)) return undefined;
    at = unwrap(callee.expression);
  }
  return at.getText(source.tree);
}

function functionAround(node: ts.Node): ts.Node | undefined {
  let at: ts.Node | undefined = node.parent;
  while (at !== undefined && !isFunctionNode(at)) at = at.parent;
  return at;
}

/** Those of some functions before a handler that rewrite bodies, or that other files tell of. */
export function middlewareOf(source: Source, given: readonly ts.Expression[]): readonly Expression[] {
  return given.flatMap((one): readonly Expression[] => {
    const node = unwrap(ts.isSpreadElement(one) ? one.expression : one);
    if (ts.isArrayLiteralExpression(node)) return middlewareOf(source, node.elements);
    const own = functionOf(source, node);
    if (own !== undefined) return rewritesOf(source, own) === undefined ? [] : [readValue(source, node)];
    if (!ts.isIdentifier(node) && !ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node)) return [];
    const specifier = originOf(source, ts.isCallExpression(node) ? node.expression : node)?.specifier;
    const isForeign = specifier !== undefined && !/^(?:\.|[~#]|@\/|src\/|@?app\/)/.test(specifier);
    return isForeign ? [] : [readValue(source, node)];
  });
}
