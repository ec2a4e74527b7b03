import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { colonPaths } from '../../../../model/colon-path.js';
import { unwrap } from '../mutations.js';
import { isFunctionNode } from '../names.js';
import { lookup } from '../scope.js';
import type { Source } from '../source.js';
import { readValue } from '../values.js';

/** A path or a list of paths as an Express app is given it, in the dialect of PathTemplate as far as it is written out here. */
export function pathExpression(source: Source, node: ts.Expression): Expression {
  const at = unwrap(node);
  if (ts.isRegularExpressionLiteral(at)) return { kind: 'unknown', why: 'a regular expression' };
  if (ts.isArrayLiteralExpression(at)) {
    return {
      kind: 'tuple',
      items: at.elements.map((one) =>
        ts.isSpreadElement(one)
          ? { kind: 'spread' as const, value: pathExpression(source, one.expression) }
          : pathExpression(source, one),
      ),
    };
  }
  if (!ts.isStringLiteralLike(at)) return { kind: 'operator', operator: 'colon-path', of: pathText(source, at) };
  const paths = colonPaths(at.text);
  if (paths === undefined) return { kind: 'unknown', why: `the path ${at.text} cannot be written as a template` };
  const literals = paths.map((path): Expression => ({ kind: 'literal', value: path }));
  return literals.length === 1 && literals[0] !== undefined ? literals[0] : { kind: 'tuple', items: literals };
}

/** In a path, `a + b` joins texts. */
function pathText(source: Source, node: ts.Expression): Expression {
  const at = unwrap(node);
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return { kind: 'text', parts: [pathText(source, at.left), pathText(source, at.right)] };
  }
  return readValue(source, at);
}

/** Whether the first argument of a route can be a path: anything but a function, an object or a number. */
export function mayBePath(node: ts.Expression): boolean {
  const at = unwrap(node);
  return !isFunctionNode(at) && !ts.isObjectLiteralExpression(at) && !ts.isNumericLiteral(at) && !ts.isSpreadElement(at);
}

const PATH_NAMES = /(?:path|prefix|base|url|uri|endpoint|mount|version|^api|^v\d|^[A-Z][A-Z0-9_]*$|^route$|Route$)/;

/** Whether the first argument of `use` is a path rather than a middleware or router. */
export function isMountPath(source: Source, node: ts.Expression): boolean {
  const at = unwrap(node);
  if (ts.isStringLiteralLike(at) || ts.isTemplateExpression(at) || ts.isRegularExpressionLiteral(at)) return true;
  if (ts.isArrayLiteralExpression(at)) return at.elements.length > 0 && at.elements.every((one) => isMountPath(source, one));
  if (ts.isBinaryExpression(at)) return at.operatorToken.kind === ts.SyntaxKind.PlusToken || isMountPath(source, at.right);
  if (ts.isConditionalExpression(at)) return isMountPath(source, at.whenTrue);
  if (ts.isPropertyAccessExpression(at)) return PATH_NAMES.test(at.name.text);
  if (ts.isElementAccessExpression(at))
    return ts.isStringLiteralLike(at.argumentExpression) && PATH_NAMES.test(at.argumentExpression.text);
  if (ts.isCallExpression(at)) return ts.isIdentifier(at.expression) && /(?:path|prefix|url)$/i.test(at.expression.text);
  return ts.isIdentifier(at) && isPathVariable(source, at);
}

function isPathVariable(source: Source, node: ts.Identifier): boolean {
  const declaration = lookup(source, node)?.nodes[0];
  if (declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
    const value = unwrap(declaration.initializer);
    if (ts.isCallExpression(value) || isFunctionNode(value)) return false;
    if (!ts.isIdentifier(value) && !ts.isPropertyAccessExpression(value)) return isMountPath(source, value);
  }
  return PATH_NAMES.test(node.text);
}
