import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { FunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from '../values/access-paths.js';
import { isAny } from '../values/unchecked.js';
import { readValue } from '../values/values.js';
import { handlerOf } from './handlers.js';

/** The type that a handler expects for an event, and the condition. */
export interface Received {
  readonly type: Expression;
  /** The constant that the selector (the topic, the routing key) must equal for this type. */
  readonly when?: Expression;
}

/** How to recognise the data in a handler. */
export interface Handling {
  /** Whether an expression is an event's data: `JSON.parse(message.value)`, `job.data`. */
  readonly isData: (node: ts.Expression) => boolean;
  /** Whether an expression names the event: `topic`. */
  readonly isSelector?: (node: ts.Expression) => boolean;
}

/** The limit of variables and functions that a type is followed through. */
const MAX_HOPS = 5;
/** A handler with more nodes is not searched. */
const MAX_NODES = 20_000;

/** The distinct types that the handler expects for the data of its events. */
export function receivedIn(source: Source, handler: FunctionNode | undefined, handling: Handling): readonly Received[] {
  if (handler === undefined) return [];
  const found = new Map<string, Received>();
  let nodes = 0;
  const visit = (node: ts.Node): void => {
    nodes += 1;
    if (nodes > MAX_NODES) return;
    if (ts.isExpression(node) && handling.isData(node)) {
      for (const one of takenAs(source, node, handler, handling, 0)) found.set(JSON.stringify(one), one);
    }
    ts.forEachChild(node, visit);
  };
  visit(handler);
  return [...found.values()];
}

function takenAs(source: Source, node: ts.Expression, handler: ts.Node, handling: Handling, hops: number): readonly Received[] {
  if (hops > MAX_HOPS) return [];
  const { parent } = node;
  const on = (next: ts.Expression): readonly Received[] => takenAs(source, next, handler, handling, hops + 1);
  if (ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent)) {
    return isAny(parent.type) ? on(parent) : [at(source, typeOf(source, parent.type), parent, handler, handling)];
  }
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAwaitExpression(parent)) return on(parent);
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return on(parent);
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) {
    if (parent.type !== undefined && !isAny(parent.type))
      return [at(source, typeOf(source, parent.type), parent, handler, handling)];
    if (!ts.isIdentifier(parent.name)) return [];
    return usesOf(source, parent, parent.name, handler).flatMap(on);
  }
  if (ts.isCallExpression(parent) && parent.arguments.includes(node))
    return givenTo(source, parent, parent.arguments.indexOf(node), handler, handling, hops);
  return [];
}

/** Where a variable of the handler is read. */
function usesOf(source: Source, declaration: ts.Node, name: ts.Identifier, handler: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name.text && node !== name && declarationOf(source, node) === declaration)
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(handler);
  return found;
}

/** A function that receives the data shows the expected type: a schema's `parse`, class-transformer, a function of the file. */
function givenTo(
  source: Source,
  call: ts.CallExpression,
  index: number,
  handler: ts.Node,
  handling: Handling,
  hops: number,
): readonly Received[] {
  const callee = unwrap(call.expression);
  const origin = originOf(source, callee);
  const [first] = call.arguments;
  if (origin?.specifier === 'class-transformer' && /^plainTo(?:Instance|Class)$/.test(origin.name) && index === 1 && first)
    return [at(source, { kind: 'instance', of: readValue(source, first) }, call, handler, handling)];
  const owner = handlerOf(source, callee);
  const parameter = owner?.parameters[index];
  if (owner !== undefined && parameter !== undefined) {
    if (parameter.type !== undefined && !isAny(parameter.type))
      return [at(source, typeOf(source, parameter.type), call, handler, handling)];
    if (!ts.isIdentifier(parameter.name) || hops >= MAX_HOPS) return [];
    const inside = usesOf(source, parameter, parameter.name, owner);
    return inside.flatMap((use) => takenAs(source, use, owner, handling, hops + 1));
  }
  if (ts.isPropertyAccessExpression(callee) && /^(?:parse|parseAsync|validateSync|decode|assert)$/.test(callee.name.text))
    return [
      at(source, { kind: 'operator', operator: 'described', of: readValue(source, callee.expression) }, call, handler, handling),
    ];
  return [];
}

function at(source: Source, type: Expression, node: ts.Node, handler: ts.Node, handling: Handling): Received {
  const when = conditionAround(source, node, handler, handling);
  return when === undefined ? { type } : { type, when };
}

/** `case 'orders':` of a `switch (topic)`, `if (topic === ORDERS)`: the value of the selector at a node. */
function conditionAround(source: Source, node: ts.Node, handler: ts.Node, { isSelector }: Handling): Expression | undefined {
  if (isSelector === undefined) return undefined;
  for (
    let child = node, parent = node.parent;
    parent !== undefined && child !== handler;
    child = parent, parent = parent.parent
  ) {
    if (ts.isCaseClause(parent) && isSelector(unwrap(parent.parent.parent.expression))) return casesOf(source, parent);
    if (!ts.isIfStatement(parent) || parent.thenStatement !== child || !ts.isBinaryExpression(parent.expression)) continue;
    const { left, right, operatorToken } = parent.expression;
    const isEqual =
      operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken || operatorToken.kind === ts.SyntaxKind.EqualsEqualsToken;
    if (isEqual && isSelector(unwrap(left))) return readValue(source, right);
    if (isEqual && isSelector(unwrap(right))) return readValue(source, left);
  }
  return undefined;
}

/** A case with the empty cases before it that fall through to it. */
function casesOf(source: Source, clause: ts.CaseClause): Expression {
  const { clauses } = clause.parent;
  const items = [readValue(source, clause.expression)];
  for (let index = clauses.indexOf(clause) - 1; index >= 0; index -= 1) {
    const before = clauses[index];
    if (before === undefined || !ts.isCaseClause(before) || before.statements.length > 0) break;
    items.push(readValue(source, before.expression));
  }
  return { kind: 'tuple', items };
}
