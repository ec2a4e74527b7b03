import { ts } from 'ts-morph';
import { isFunctionNode } from '../names/names.js';

/** Array methods that pass each element to their function as the first argument. */
const EACH = new Set(['forEach', 'map', 'filter', 'find', 'findLast', 'findIndex', 'flatMap', 'some', 'every']);

/** Array methods that pass each element to their function: `list.map`. */
export function isEachMethod(name: string): boolean {
  return EACH.has(name);
}

/** The list whose elements a variable or parameter iterates over: `for (const x of list)`, `list.forEach((x) => …)`. */
export function iterated(declaration: ts.VariableDeclaration | ts.ParameterDeclaration): ts.Expression | undefined {
  if (ts.isVariableDeclaration(declaration)) {
    const loop = declaration.parent.parent;
    return ts.isForOfStatement(loop) && loop.initializer === declaration.parent ? loop.expression : undefined;
  }
  const callback = declaration.parent;
  if (!isFunctionNode(callback) || callback.parameters[0] !== declaration) return undefined;
  const call = callback.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== callback || !ts.isPropertyAccessExpression(call.expression))
    return undefined;
  return isEachMethod(call.expression.name.text) ? call.expression.expression : undefined;
}

/** The list that a variable counts through: `for (let index = 0; index < list.length; index++)`. */
export function countedList(declaration: ts.VariableDeclaration | ts.ParameterDeclaration): ts.Expression | undefined {
  const loop = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : undefined;
  if (loop === undefined || !ts.isForStatement(loop) || loop.initializer !== declaration.parent) return undefined;
  const { condition, incrementor } = loop;
  const isFromStart = declaration.initializer !== undefined && declaration.initializer.getText() === '0';
  const isByOne = incrementor !== undefined && /\+\+|\+= ?1$/.test(incrementor.getText());
  if (!isFromStart || !isByOne || condition === undefined || !ts.isBinaryExpression(condition)) return undefined;
  const { left, operatorToken, right } = condition;
  const isBelow = operatorToken.kind === ts.SyntaxKind.LessThanToken && left.getText() === declaration.name.getText();
  return isBelow && ts.isPropertyAccessExpression(right) && right.name.text === 'length' ? right.expression : undefined;
}

/** The promise whose result a `.then((x) => …)` callback takes. */
export function awaitedBy(parameter: ts.ParameterDeclaration): ts.Expression | undefined {
  const callback = parameter.parent;
  const call = callback.parent;
  if (iterated(parameter) !== undefined || !ts.isCallExpression(call) || callback.parameters[0] !== parameter) return undefined;
  if (call.arguments[0] !== callback || !ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'then')
    return undefined;
  return call.expression.expression;
}
