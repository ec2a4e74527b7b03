import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';

/** The declared type of a value; for data from clients, the type is only assumed. */
export function declaredAs(source: Source, type: ts.TypeNode, value: ts.Expression | undefined): Expression {
  const of = typeOf(source, type);
  return value !== undefined && isRequestBody(source, value) ? { kind: 'operator', operator: 'received', of } : of;
}

/** `req.body`, `ctx.request.body`, `request.payload`, `await c.req.json()`. */
function isRequestBody(source: Source, node: ts.Expression): boolean {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isAwaitExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
  if (ts.isAsExpression(at)) return isRequestBody(source, at.expression);
  if (ts.isCallExpression(at))
    return (
      ts.isPropertyAccessExpression(at.expression) &&
      at.expression.name.text === 'json' &&
      isRequest(source, at.expression.expression)
    );
  return ts.isPropertyAccessExpression(at) && /^(?:body|payload)$/.test(at.name.text) && isRequest(source, at.expression);
}

/** A parameter named as a request, or the request member of a context parameter. */
function isRequest(source: Source, node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return REQUEST.test(node.name.text) && isParameter(source, node.expression);
  return ts.isIdentifier(node) && REQUEST.test(node.text) && isParameter(source, node);
}
const REQUEST = /^_?req(?:uest)?$/;

function isParameter(source: Source, node: ts.Expression): boolean {
  const declaration = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  return declaration !== undefined && (ts.isParameter(declaration) || ts.isBindingElement(declaration));
}
