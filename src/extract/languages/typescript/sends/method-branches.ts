import { ts } from 'ts-morph';
import type { Condition } from '../../../../facts/fact.js';
import { methodsLeft } from '../../../../facts/responses/method-condition.js';
import { METHODS, type Method } from '../../../../model/endpoint.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { mutationsOf } from '../values/changes/mutations.js';
import { EQUALITY } from '../values/tags.js';

const MAX_HOPS = 5;
/** The possible members of a handler table. */
const DISPATCHED: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const FALLS_BACK: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken]);

/** A table of handlers by method, with its member for each known method. */
interface MethodTable {
  readonly handlers: ts.Expression;
  readonly methods: readonly { readonly method: Method; readonly member: string }[];
  /** The handler of all other methods: `handlers[req.method] ?? fallback`. */
  readonly fallback?: ts.Expression;
}

/** The table of `handlers[req.method]`, also in a variable; undefined: another kind of handler. */
export function methodTable(source: Source, callee: ts.Expression, hops = 0): MethodTable | undefined {
  const node = unwrap(callee);
  const stored = ts.isIdentifier(node) && hops < MAX_HOPS ? storedBy(source, node) : undefined;
  if (stored !== undefined) return methodTable(source, stored, hops + 1);
  if (ts.isBinaryExpression(node) && FALLS_BACK.has(node.operatorToken.kind)) {
    const table = methodTable(source, node.left, hops + 1);
    return table === undefined || table.fallback !== undefined ? undefined : { ...table, fallback: node.right };
  }
  if (!ts.isElementAccessExpression(node) || !isMethod(source, node.argumentExpression)) return undefined;
  const isLower = isLowerCase(source, node.argumentExpression, 0);
  const methods = DISPATCHED.map((method) => ({ method, member: isLower ? method.toLowerCase() : method }));
  return { handlers: node.expression, methods };
}

/** `req.method.toLowerCase()`, or a variable with that value. */
function isLowerCase(source: Source, node: ts.Expression, hops: number): boolean {
  const at = unwrap(node);
  if (hops > MAX_HOPS) return false;
  if (ts.isBinaryExpression(at)) return isLowerCase(source, at.left, hops + 1);
  if (ts.isCallExpression(at)) return ts.isPropertyAccessExpression(at.expression) && at.expression.name.text === 'toLowerCase';
  const stored = ts.isIdentifier(at) ? storedBy(source, at) : undefined;
  return stored !== undefined && isLowerCase(source, stored, hops + 1);
}

/** The request methods for which a condition may have the given result. */
export function methodsWhere(source: Source, condition: ts.Expression, requested: boolean): readonly Condition[] {
  return without((method) => holds(source, condition, method) === !requested);
}

/** The methods that select a clause of a `switch`. */
export function methodsOfClause(source: Source, clause: ts.CaseOrDefaultClause): readonly Condition[] {
  return isMethod(source, clause.parent.parent.expression) ? without((method) => !isCase(clause, method)) : [];
}

/** The methods that reach the code after a statement: an `if` or `switch` that may answer some itself. */
export function methodsBehind(source: Source, statement: ts.Statement): readonly Condition[] {
  if (!ts.isIfStatement(statement) && !ts.isSwitchStatement(statement)) return [];
  return without((method) => isAnswered(source, statement, method, 0));
}

/** The depth to which nested statements are searched. */
const MAX_NESTED = 20;

/** Whether a statement always leaves the function for this method. */
function isAnswered(source: Source, node: ts.Statement, method: string, depth: number): boolean {
  const inner = (one: ts.Statement | undefined): boolean => one !== undefined && isAnswered(source, one, method, depth + 1);
  if (depth > MAX_NESTED) return false;
  if (ts.isBlock(node)) return inner(node.statements.at(-1));
  if (ts.isIfStatement(node)) {
    const met = holds(source, node.expression, method);
    return (met === false || inner(node.thenStatement)) && (met === true || inner(node.elseStatement));
  }
  if (!ts.isSwitchStatement(node)) return ts.isReturnStatement(node) || ts.isThrowStatement(node);
  const { clauses } = node.caseBlock;
  if (!isMethod(source, node.expression) || clauses.some(isOpen)) return false;
  return clauses.some((clause) => endOf(clause.statements) === 'answer' && isCase(clause, method));
}

const isOpen = (clause: ts.CaseOrDefaultClause): boolean =>
  ts.isCaseClause(clause) && !ts.isStringLiteralLike(unwrap(clause.expression));

function without(isOut: (method: string) => boolean): readonly Condition[] {
  // If no method remains, the result depends on another condition.
  return methodsLeft(isOut).filter(({ methods }) => methods.length > 0);
}

/** Whether a condition holds for a method; undefined: it depends on other values. */
function holds(source: Source, condition: ts.Expression, method: string): boolean | undefined {
  const node = unwrap(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = holds(source, node.operand, method);
    return inner === undefined ? undefined : !inner;
  }
  if (ts.isCallExpression(node)) return listedIn(source, node)?.includes(method);
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.AmpersandAmpersandToken) {
    const sides = [holds(source, node.left, method), holds(source, node.right, method)];
    const decisive = operator === ts.SyntaxKind.BarBarToken;
    if (sides.includes(decisive)) return decisive;
    return sides.includes(undefined) ? undefined : !decisive;
  }
  const equal = EQUALITY.get(operator);
  const compared = equal === undefined ? undefined : comparedIn(source, node);
  return compared === undefined ? undefined : (compared === method) === equal;
}

function comparedIn(source: Source, { left, right }: ts.BinaryExpression): string | undefined {
  const sides = [unwrap(left), unwrap(right)];
  const [named] = sides.flatMap((one) => methodNamed(one) ?? []);
  return named !== undefined && sides.some((one) => isMethod(source, one)) ? named : undefined;
}

function methodNamed(node: ts.Expression): string | undefined {
  const text = ts.isStringLiteralLike(node) ? node.text.toUpperCase() : '';
  return METHODS.find((one) => one === text);
}

/** `['GET', 'POST'].includes(req.method)`, `ALLOWED.has(req.method)`. */
function listedIn(source: Source, node: ts.CallExpression): readonly string[] | undefined {
  const callee = unwrap(node.expression);
  const [first] = node.arguments;
  if (!ts.isPropertyAccessExpression(callee) || first === undefined || !isMethod(source, first)) return undefined;
  const items = /^(?:includes|has)$/.test(callee.name.text) ? itemsOf(source, callee.expression) : undefined;
  const methods = items?.flatMap((one) => methodNamed(unwrap(one)) ?? []);
  return methods?.length === items?.length ? methods : undefined;
}

function itemsOf(source: Source, given: ts.Expression, hops = 0): readonly ts.Expression[] | undefined {
  const node = unwrap(given);
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  const stored = ts.isNewExpression(node) ? node.arguments?.[0] : ts.isIdentifier(node) ? storedBy(source, node) : undefined;
  return stored === undefined || hops > MAX_HOPS ? undefined : itemsOf(source, stored, hops + 1);
}

/** The initializer of a variable that is never assigned again. */
function storedBy(source: Source, node: ts.Identifier): ts.Expression | undefined {
  const declaration = declarationOf(source, node);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  return mutationsOf(source, node.text, declaration).length === 0 ? declaration.initializer : undefined;
}

/** `req.method`, and `event.httpMethod` of AWS Lambda. */
const METHOD = /^(?:method|httpMethod)$/;

/** `req.method`, `request.method?.toUpperCase()`, or a variable with that value. */
function isMethod(source: Source, node: ts.Expression, hops = 0): boolean {
  const at = unwrap(node);
  if (hops > MAX_HOPS) return false;
  const inner = (one: ts.Expression): boolean => isMethod(source, one, hops + 1);
  if (ts.isPropertyAccessExpression(at)) return METHOD.test(at.name.text);
  if (ts.isIdentifier(at)) {
    const declaration = declarationOf(source, at);
    if (declaration !== undefined && ts.isBindingElement(declaration)) {
      const named = declaration.propertyName ?? declaration.name;
      return ts.isIdentifier(named) && METHOD.test(named.text);
    }
    const stored = storedBy(source, at);
    return stored !== undefined && inner(stored);
  }
  if (ts.isBinaryExpression(at)) return at.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && inner(at.left);
  if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return false;
  return /^to(?:Upper|Lower)Case$/.test(at.expression.name.text) && inner(at.expression.expression);
}

function isCase(clause: ts.CaseOrDefaultClause, method: string): boolean {
  const { clauses } = clause.parent;
  const named = (one: ts.CaseOrDefaultClause): string | undefined =>
    ts.isCaseClause(one) ? methodNamed(unwrap(one.expression)) : undefined;
  const isDefault = clauses.every((one) => named(one) !== method);
  for (let index = clauses.indexOf(clause); index >= 0; index--) {
    const one = clauses[index];
    // a clause without an end falls through to the next
    if (one === undefined || (one !== clause && endOf(one.statements) !== undefined)) return false;
    if (isOpen(one) || (ts.isDefaultClause(one) ? isDefault : named(one) === method)) return true;
  }
  return false;
}

function endOf(statements: readonly ts.Statement[]): 'answer' | 'break' | undefined {
  const last = statements.at(-1);
  if (last === undefined) return undefined;
  if (ts.isBlock(last)) return endOf(last.statements);
  if (ts.isReturnStatement(last) || ts.isThrowStatement(last)) return 'answer';
  return ts.isBreakStatement(last) ? 'break' : undefined;
}
