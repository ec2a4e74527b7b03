import { ts } from 'ts-morph';
import { visitReached } from '../never-run.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { type FunctionNode, isFunctionNode } from './names.js';
import { initializerOf, lookup } from './scope.js';

/** The function of the file that an expression refers to. */
export function functionOf(source: Source, callee: ts.Expression | ts.MethodDeclaration): FunctionNode | undefined {
  const node = ts.isMethodDeclaration(callee) ? callee : unwrap(callee);
  if (isFunctionNode(node)) return node;
  if (!ts.isIdentifier(node)) return undefined;
  const declaration = lookup(source, node)?.nodes.find((one) => !ts.isFunctionDeclaration(one) || one.body !== undefined);
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const initializer = ts.isVariableDeclaration(declaration) && declaration.initializer && unwrap(declaration.initializer);
  return initializer && isFunctionNode(initializer) ? initializer : undefined;
}

/** The expressions in a function's own `return` statements, without those of inner functions. */
export function returnsOf(node: FunctionNode): readonly ts.Expression[] {
  if (node.body === undefined) return [];
  if (!ts.isBlock(node.body)) return [node.body];
  const found: ts.Expression[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isReturnStatement(child) && child.expression !== undefined) found.push(child.expression);
    else if (!isFunctionNode(child) && !ts.isClassLike(child)) visitReached(child, visit);
  };
  visitReached(node.body, visit);
  return found;
}

/** Whether a function, including inner functions, never returns a value. */
export function returnsNothing(source: Source, { body }: FunctionNode): boolean {
  return body !== undefined && ts.isBlock(body) && !/\breturn\s+[^;\s]/.test(body.getText(source.tree));
}

/** The object literal of an expression, or of the variable of the file that it names. */
export function objectOf(source: Source, expression: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  const node = expression && madeOf(source, expression);
  return node !== undefined && ts.isObjectLiteralExpression(node) ? node : undefined;
}

/** An expression itself, or the initializer of the variable of the file that it names. */
export function madeOf(source: Source, expression: ts.Expression): ts.Expression {
  const node = unwrap(expression);
  const initializer = initializerOf(source, node);
  return initializer === undefined ? node : unwrap(initializer);
}
