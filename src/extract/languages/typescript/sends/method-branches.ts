import { ts } from 'ts-morph';
import type { FunctionNode } from '../names/names.js';
import { unwrap } from '../values/mutations.js';

/** Stands for any method that a function does not name. */
export const OTHER = '(other)';

const isMethodName = (text: string): boolean => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(text);

/** The methods that a function tells apart by `req.method`, in the order of the text. */
export function methodsTold(node: FunctionNode): readonly string[] {
  const found = new Set<string>();
  const visit = (at: ts.Node): void => {
    for (const method of comparedIn(at)) found.add(method);
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return [...found];
}

function comparedIn(node: ts.Node): readonly string[] {
  if (ts.isBinaryExpression(node)) {
    const sides = [unwrap(node.left), unwrap(node.right)];
    const literal = sides.find((one) => ts.isStringLiteralLike(one));
    return literal !== undefined && ts.isStringLiteralLike(literal) && isMethodName(literal.text) && sides.some(isMethod)
      ? [literal.text]
      : [];
  }
  if (ts.isCaseClause(node)) {
    const given = unwrap(node.expression);
    const isTold = ts.isSwitchStatement(node.parent.parent) && isMethod(node.parent.parent.expression);
    return isTold && ts.isStringLiteralLike(given) && isMethodName(given.text) ? [given.text] : [];
  }
  return ts.isCallExpression(node) ? (listedIn(node) ?? []) : [];
}

/** `['GET', 'POST'].includes(req.method)`. */
function listedIn(node: ts.CallExpression): readonly string[] | undefined {
  const callee = unwrap(node.expression);
  const [first] = node.arguments;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'includes' || first === undefined || !isMethod(first))
    return undefined;
  const list = unwrap(callee.expression);
  if (!ts.isArrayLiteralExpression(list)) return undefined;
  return list.elements.flatMap((one) => (ts.isStringLiteralLike(one) && isMethodName(one.text) ? [one.text] : []));
}

/** `req.method`, `request.method?.toUpperCase()`, a variable `method`. */
function isMethod(node: ts.Expression): boolean {
  const at = unwrap(node);
  if (ts.isIdentifier(at)) return /^(?:http)?method$/i.test(at.text);
  if (ts.isPropertyAccessExpression(at)) return at.name.text === 'method';
  if (ts.isBinaryExpression(at)) return at.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && isMethod(at.left);
  if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return false;
  return at.expression.name.text === 'toUpperCase' && isMethod(at.expression.expression);
}

/** Whether a condition holds for a method; undefined: it depends on something else. */
function holds(condition: ts.Expression, method: string): boolean | undefined {
  const node = unwrap(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = holds(node.operand, method);
    return inner === undefined ? undefined : !inner;
  }
  if (ts.isCallExpression(node)) return listedIn(node)?.includes(method);
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.AmpersandAmpersandToken) {
    const sides = [holds(node.left, method), holds(node.right, method)];
    const decisive = operator === ts.SyntaxKind.BarBarToken;
    if (sides.includes(decisive)) return decisive;
    return sides.includes(undefined) ? undefined : !decisive;
  }
  const [compared] = comparedIn(node);
  if (compared === undefined) return undefined;
  const isEqual = operator === ts.SyntaxKind.EqualsEqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsToken;
  return isEqual ? compared === method : compared !== method;
}

/** Whether a request of this method may come to a node of the function. */
export function isReached(node: ts.Node, owner: FunctionNode, method: string): boolean {
  for (let at = node; at !== owner && at.parent !== undefined; at = at.parent) {
    const around = at.parent;
    if (ts.isIfStatement(around) && at !== around.expression) {
      const met = holds(around.expression, method);
      if (met !== undefined && met !== (at === around.thenStatement)) return false;
    }
    if (ts.isCaseOrDefaultClause(at) && !isCase(at, method)) return false;
    if ((ts.isBlock(around) || ts.isCaseOrDefaultClause(around)) && isCutOff(around.statements, at, method)) return false;
  }
  return true;
}

function isCase(clause: ts.CaseOrDefaultClause, method: string): boolean {
  const block = clause.parent;
  if (!isMethod(block.parent.expression)) return true;
  const named = block.clauses.flatMap((one) => comparedIn(one));
  if (ts.isDefaultClause(clause)) return !named.includes(method);
  // Clauses without statements fall through to the next.
  const own: string[] = [];
  for (let index = block.clauses.indexOf(clause); index >= 0; index--) {
    const one = block.clauses[index];
    if (one === undefined || (one !== clause && one.statements.length > 0)) break;
    own.push(...(ts.isDefaultClause(one) && !named.includes(method) ? [method] : comparedIn(one)));
  }
  return own.includes(method);
}

/** `if (req.method !== 'POST') return …;` keeps other methods from what follows. */
function isCutOff(statements: readonly ts.Statement[], at: ts.Node, method: string): boolean {
  return statements.some((one) => {
    if (one.pos >= at.pos) return false;
    if (ts.isIfStatement(one)) return holds(one.expression, method) === true && leaves(one.thenStatement);
    return ts.isSwitchStatement(one) && isMethod(one.expression) && isAnsweredIn(one, method);
  });
}

function leaves(node: ts.Statement): boolean {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}

function isAnsweredIn(node: ts.SwitchStatement, method: string): boolean {
  return node.caseBlock.clauses.some((clause) => {
    const last = clause.statements.at(-1);
    return last !== undefined && leaves(last) && isCase(clause, method);
  });
}
