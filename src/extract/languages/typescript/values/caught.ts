import { ts } from 'ts-morph';
import { declarationOf, isConst, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';

/** The limit of variables that are followed through their parts. */
const MOST_HOPS = 6;

/**
 * Whether a status is that of a caught error, or another error status: `error.status`, `error.code || 500`, `x ? error.status :
 * 404`.
 */
export function isStatusOfCaught(source: Source, status: ts.Expression): boolean {
  const options = optionsOf(status, 0);
  return options.some((one) => isOfCaught(source, one)) && options.every((one) => isOfCaught(source, one) || isError(one));
}

/** Whether an argument of a call is a caught error, or a function's result for it. */
export function isGivenCaught(source: Source, call: ts.CallExpression): boolean {
  return call.arguments.some((one) => {
    const at = unwrap(one);
    return isOfCaught(source, at) || (ts.isCallExpression(at) && at.arguments.some((inner) => isOfCaught(source, inner)));
  });
}

function optionsOf(status: ts.Expression, depth: number): readonly ts.Expression[] {
  const node = unwrap(status);
  const further = (one: ts.Expression): readonly ts.Expression[] => (depth > MOST_HOPS ? [one] : optionsOf(one, depth + 1));
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(further);
  const isEither =
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(node.operatorToken.kind);
  return isEither ? [node.left, node.right].flatMap(further) : [node];
}

/** 400 and above, or a constant whose name shows an error. */
function isError(node: ts.Expression): boolean {
  if (ts.isNumericLiteral(node)) return Number(node.text) >= 400;
  return (
    ts.isPropertyAccessExpression(node) && /error|bad|fail|not_?found|unauth|forbid|conflict|unprocess/i.test(node.name.text)
  );
}

/** Whether an expression is a part of a caught error: `error.status`, `const { status } = error`. */
function isOfCaught(source: Source, expression: ts.Expression, hops = 0): boolean {
  const node = unwrap(expression);
  if (hops > MOST_HOPS) return false;
  const isSo = (one: ts.Expression): boolean => isOfCaught(source, one, hops + 1);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return isSo(node.expression);
  if (!ts.isIdentifier(node)) return false;
  const declaration = declarationOf(source, node);
  const owner = declaration !== undefined && ts.isBindingElement(declaration) ? patternOwner(declaration) : declaration;
  if (owner === undefined || !ts.isVariableDeclaration(owner)) return false;
  if (ts.isCatchClause(owner.parent)) return true;
  return isConst(owner) && owner.initializer !== undefined && isSo(owner.initializer);
}
