import { ts } from 'ts-morph';
import { returnsOf } from '../names/in-file.js';
import type { FunctionNode } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { branchesOf } from './branches.js';

const NAMES = /^_?next$/i;
const TYPES = /^(?:NextFunction|Next)$/;

/**
 * Whether a handler may pass requests on to the next matching route: it uses its `next` for more than errors, which no further
 * route receives (https://expressjs.com/en/guide/error-handling.html). `next('route')` is not an error.
 */
export function passesOn(source: Source, node: FunctionNode): boolean {
  return usesNext(source, node, (at) => !isForErrors(at));
}

/** Whether a middleware may leave its route: `next('route')`, `next(isOpen ? undefined : 'route')`. */
export function skipsRoute(source: Source, node: FunctionNode): boolean {
  return usesNext(source, node, ({ parent }) => {
    const given = ts.isCallExpression(parent) ? parent.arguments[0] : undefined;
    const options = given === undefined ? [] : [given, ...(branchesOf(unwrap(given)) ?? [])].map(unwrap);
    return options.some((one) => ts.isStringLiteralLike(one) && /^router?$/.test(one.text));
  });
}

/** Whether a handler that sends nothing always ends in an error: `throw new NotFound()`, `next(new NotFound())`. */
export function alwaysFails(source: Source, node: FunctionNode): boolean {
  const { body } = node;
  if (body === undefined || passesOn(source, node) || !returnsOf(node).every(isFailure)) return false;
  const last = ts.isBlock(body) ? body.statements.at(-1) : undefined;
  if (last === undefined) return !ts.isBlock(body);
  if (ts.isReturnStatement(last)) return last.expression !== undefined;
  return ts.isThrowStatement(last) || (ts.isExpressionStatement(last) && isFailure(last.expression));
}

/** `next(error)` */
function isFailure(node: ts.Expression): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    NAMES.test(node.expression.text) &&
    isForErrors(node.expression)
  );
}

function usesNext(source: Source, node: FunctionNode, isSought: (name: ts.Identifier) => boolean): boolean {
  const next = node.parameters.find((one, index) => index > 0 && isNext(one));
  if (next === undefined || node.body === undefined) return false;
  let found = false;
  const visit = (at: ts.Node): void => {
    if (found) return;
    if (ts.isIdentifier(at) && declarationOf(source, at) === next) found = isSought(at);
    ts.forEachChild(at, visit);
  };
  visit(node.body);
  return found;
}

function isNext({ name, type }: ts.ParameterDeclaration): boolean {
  if (!ts.isIdentifier(name)) return false;
  if (NAMES.test(name.text)) return true;
  return type !== undefined && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && TYPES.test(type.typeName.text);
}

/** `next(error)`, `promise.catch(next)`. */
function isForErrors(name: ts.Identifier): boolean {
  const call = name.parent;
  if (!ts.isCallExpression(call)) return false;
  if (call.expression !== name)
    return ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'catch' && call.arguments[0] === name;
  const [first] = call.arguments;
  if (first === undefined) return false;
  const given = unwrap(first);
  return !(
    ts.isStringLiteralLike(given) ||
    (ts.isIdentifier(given) && given.text === 'undefined') ||
    given.kind === ts.SyntaxKind.NullKeyword
  );
}
