import { ts } from 'ts-morph';
import { nameOfMember, unwrap } from '../access-paths.js';

/** Which values of a member a statement replaces: null or undefined, or undefined alone. */
export type Fills = 'nothing' | 'undefined';

/** `x ??= y`: the right-hand value counts where there was none. */
export function isFilling({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.QuestionQuestionEqualsToken || kind === ts.SyntaxKind.BarBarEqualsToken;
}

/** What tells that a member is set only where it has no value: `x.member ??= 1`, `if (!x.member) x.member = 1;`. */
export function filling(
  node: ts.Node,
  statement: ts.Node,
  name: string,
  member: string,
): { readonly fills?: Fills; readonly statement?: ts.Node } {
  if (ts.isBinaryExpression(node) && isFilling(node)) return { fills: 'nothing' };
  const block = statement.parent;
  const around = ts.isBlock(block) ? block.parent : block;
  if (!ts.isExpressionStatement(statement) || !ts.isIfStatement(around) || around.elseStatement !== undefined) return {};
  const missing = around.thenStatement === block || block === around ? missingMember(around.expression, name, member) : undefined;
  return missing === undefined ? {} : { fills: missing, statement: around };
}

/** Whether a condition is all that tells that a member is missing, and for which values: `!x.member`, `!('member' in x)`. */
function missingMember(given: ts.Expression, name: string, member: string): Fills | undefined {
  const isVariable = (one: ts.Expression): boolean => ts.isIdentifier(one) && one.text === name;
  const isMember = (one: ts.Expression): boolean => {
    const at = unwrap(one);
    const isOne = ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at);
    return isOne && nameOfMember(at) === member && isVariable(at.expression);
  };
  const node = unwrap(given);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    if (isMember(node.operand)) return 'nothing';
    const at = unwrap(node.operand);
    const isIn = ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.InKeyword && isVariable(at.right);
    return isIn && ts.isStringLiteralLike(at.left) && at.left.text === member ? 'undefined' : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, right, operatorToken } = node;
  const isNothing = right.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(right) && right.text === 'undefined');
  if (operatorToken.kind === ts.SyntaxKind.EqualsEqualsToken) return isNothing && isMember(left) ? 'nothing' : undefined;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken) return undefined;
  if (ts.isTypeOfExpression(left))
    return isMember(left.expression) && right.getText() === "'undefined'" ? 'undefined' : undefined;
  return isMember(left) && ts.isIdentifier(right) && right.text === 'undefined' ? 'undefined' : undefined;
}
