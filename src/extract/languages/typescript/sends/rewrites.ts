import { ts } from 'ts-morph';
import type { At, Expression } from '../../../../facts/expression.js';
import type { Response, ResponseTransform } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { functionOf, returnsOf } from '../names/in-file.js';
import { type FunctionNode, functionAround, isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import { isInText, type Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { functionReference } from '../values/references.js';
import { readValue } from '../values/values.js';
import { isForErrors } from './error-conditions.js';
import { handlerForm } from './handler-form.js';
import { passesOn, skipsRoute } from './passing-on.js';
import { type Assigned, accessed, isAccess, isReplaced, membersSet } from './replacements.js';
import { isAfter } from './response-settings.js';
import { sentIn } from './sent-in.js';
import { setByHandler } from './set-on-requests.js';

const MAY_REWRITE = /(?:json|send|end|write|body|res|value)['"\]]{0,2}\s{0,9}=|defineProperty|Object\.assign/;

/**
 * Why the response may differ from the handler's result: a middleware that replaces `res.json` or sets a body after `next()`, a
 * decorator that replaces the method. Undefined: the function passes bodies on unchanged.
 */
export function rewritesOf(source: Source, node: FunctionNode): string | undefined {
  if (!isInText(source, MAY_REWRITE) || node.body === undefined) return undefined;
  return patched(source, node) ?? setAfterwards(source, node) ?? replacedMethod(source, node);
}

/** The assignments of a function to members of a parameter. */
function assignedTo(source: Source, node: FunctionNode, owner: ts.ParameterDeclaration | undefined): readonly Assigned[] {
  return owner === undefined ? [] : membersSet(source, node.body).filter((one) => isOf(source, one.owner, owner));
}

/** The parameter, or its `response`. */
function isOf(source: Source, given: ts.Expression, owner: ts.ParameterDeclaration | undefined): boolean {
  const node = unwrap(given);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'response') return isOf(source, node.expression, owner);
  return ts.isIdentifier(node) && owner !== undefined && declarationOf(source, node) === owner;
}

/** `res.json = (body) => send({ data: body })`. */
function patched(source: Source, node: FunctionNode): string | undefined {
  const response = handlerForm(source, node)?.response;
  if (response === undefined) return undefined;
  const isResponse = (one: ts.Expression): boolean => isOf(source, one, response);
  const isChanged = membersSet(source, node.body).some((one) => isReplaced(source, one, isResponse));
  return isChanged ? 'a middleware replaces the methods by which bodies are sent' : undefined;
}

/**
 * `await next(); ctx.body = { data: ctx.body }` of Koa, `next().then(…)`, `c.res = …` of Hono; ignores code that only handles
 * errors.
 */
function setAfterwards(source: Source, node: FunctionNode): string | undefined {
  const [context, next] = node.parameters;
  // `(req, res, next)` cannot set the body of a response
  if (context === undefined || next === undefined || !ts.isIdentifier(next.name) || node.parameters.length > 2) return undefined;
  if (handlerForm(source, node) !== undefined) return undefined;
  const calls = goesOn(source, node, next);
  if (calls.length === 0) return undefined;
  const sets = assignedTo(source, node, context).some(
    ({ name, place, right }) =>
      (name === 'body' || name === 'res') &&
      !isItself(source, right, context) &&
      calls.some((call) => isAfter(call, place) && !isForErrors({ source, owner: node, since: call.pos }, place)),
  );
  return sets ? 'a middleware sets the body after the handler has' : undefined;
}

/**
 * The calls of `next`, or of functions that take it, except those whose promise the middleware returns: no code runs after these.
 */
function goesOn(source: Source, node: FunctionNode, next: ts.ParameterDeclaration): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const isNext = (at: ts.Expression): boolean => ts.isIdentifier(at) && declarationOf(source, at) === next;
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

/** `c.res = new Response(c.res.body, c.res)` */
function isItself(source: Source, given: ts.Expression | undefined, context: ts.ParameterDeclaration): boolean {
  if (given === undefined) return false;
  const node = unwrap(given);
  const [body] =
    ts.isNewExpression(node) && node.expression.getText(source.tree) === 'Response' ? (node.arguments ?? []) : [node];
  const text = body?.getText(source.tree) ?? '';
  const name = context.name.getText(source.tree);
  return text === `${name}.res.body` || text === `${name}.body`;
}

/** A decorator: `descriptor.value = function () { … }`, unless it returns the result of the original method. */
function replacedMethod(source: Source, node: FunctionNode): string | undefined {
  const descriptor = node.parameters[2];
  const changed = assignedTo(source, node, descriptor).find(({ name }) => name === 'value');
  if (changed === undefined) return undefined;
  const made = changed.right && unwrap(changed.right);
  const isSame = made !== undefined && isFunctionNode(made) && returnsOf(made).every((one) => isResult(source, one));
  return isSame ? undefined : 'a decorator replaces the method';
}

/** `original.apply(this, args)`, awaited or in a variable. */
function isResult(source: Source, given: ts.Expression, hops = 0): boolean {
  const node = unwrap(ts.isAwaitExpression(given) ? given.expression : given);
  if (hops > 5) return false;
  if (ts.isCallExpression(node)) return isAccess(node.expression) && /^(?:apply|call)$/.test(accessed(node.expression) ?? '');
  const stored = initializerOf(source, node);
  return stored !== undefined && isResult(source, stored, hops + 1);
}

/** Functions that a call registers before later registrations. */
export interface Before {
  readonly by: string;
  readonly router: Expression;
  readonly given: readonly ts.Expression[];
  /** The path below which they run; absent: everywhere below the router. */
  readonly path?: Expression;
}

/** `app.use(…)`: the transformations of its functions on bodies, where they rewrite them here or linking must decide. */
export function rewritingWraps(
  source: Source,
  call: ts.CallExpression,
  { by, router, given, path }: Before,
): readonly ResponseTransform[] {
  const all = middlewareOf(source, given);
  const spares = all.length === 0 ? [] : registeredBefore(source, call);
  const at = atOf(source, ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call);
  return all.map(
    (middleware): ResponseTransform => ({
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

/** In files with more calls, no earlier registrations are assumed. */
const MOST_CALLS = 3000;

/** The places where the same function registers on the same receiver before a call, or passes it on. */
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

/** Whether it sends a response other than an error. */
function mayAnswer(source: Source, node: FunctionNode): boolean {
  const sends = sentIn(source, node);
  const isError = ({ status, when = [] }: Response): boolean =>
    (status?.kind === 'literal' && Number(status.value) >= 300) || when.some((one) => 'aside' in one);
  return sends !== undefined && (sends.forwards.length > 0 || !sends.responses.every(isError));
}

/** The functions before a handler that rewrite bodies, answer or leave routes, or that are declared in other files. */
export function middlewareOf(source: Source, given: readonly (ts.Expression | ts.MethodDeclaration)[]): readonly Expression[] {
  return given.flatMap((one): readonly Expression[] => {
    const node = ts.isMethodDeclaration(one) ? one : unwrap(ts.isSpreadElement(one) ? one.expression : one);
    if (ts.isArrayLiteralExpression(node)) return middlewareOf(source, node.elements);
    const isMade = ts.isCallExpression(node) && node.arguments.some(isFunctionNode);
    const made = isMade ? source.bound.get(node) : undefined;
    if (made !== undefined) return [made];
    const own = functionOf(source, node);
    if (own !== undefined)
      return rewritesOf(source, own) === undefined &&
        !skipsRoute(source, own) &&
        !mayAnswer(source, own) &&
        (!passesOn(source, own) || setByHandler(source, own) === undefined)
        ? []
        : [functionReference(source, own)];
    if (!ts.isIdentifier(node) && !ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node)) return [];
    const specifier = originOf(source, ts.isCallExpression(node) ? node.expression : node)?.specifier;
    const isForeign = specifier !== undefined && !/^(?:\.|[~#]|@\/|src\/|@?app\/)/.test(specifier);
    return isForeign ? [] : [readValue(source, node)];
  });
}
