import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { declarationOf } from '../names/scope.js';
import { isInText, isJavaScript, type Source } from '../source.js';
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
  const declaration = declarationOf(source, node);
  return declaration !== undefined && (ts.isParameter(declaration) || ts.isBindingElement(declaration));
}

const EXPRESS = /["']express["']/;

/**
 * The type that a handler's first parameter gets from where it stands: `app.put<Params, Sent, Body>('/', (req, res) => …)`, `const
 * put: RequestHandler<Params, Sent, Body> = (req, res) => …`. Only Express infers it so.
 */
export function requestType(source: Source, { name, parent: handler }: ts.ParameterDeclaration): Expression | undefined {
  const [first, response] = handler.parameters;
  if (first?.name !== name || response === undefined || !ts.isIdentifier(name) || !REQUEST.test(name.text)) return undefined;
  if (isJavaScript(source) || !isInText(source, EXPRESS)) return undefined;
  const given = typeArgumentsAround(handler);
  const types = given?.map((one) => typeOf(source, one));
  return { kind: 'member', of: { kind: 'module', specifier: 'express' }, name: 'Request', ...(types && { arguments: types }) };
}

/** Also of a wrapper of the handler, whose own type arguments say something else. */
function typeArgumentsAround({ parent }: ts.SignatureDeclaration): readonly ts.TypeNode[] | undefined {
  if (ts.isCallExpression(parent)) return ts.isPropertyAccessExpression(parent.expression) ? parent.typeArguments : undefined;
  const type = ts.isVariableDeclaration(parent) ? parent.type : undefined;
  return type !== undefined && ts.isTypeReferenceNode(type) && type.typeName.getText() === 'RequestHandler'
    ? type.typeArguments
    : undefined;
}
