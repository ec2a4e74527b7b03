import { ts } from 'ts-morph';
import { functionOf } from '../names/in-file.js';
import { type FunctionNode, isFunctionNode, memberName } from '../names/names.js';
import { initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { classOfThis } from '../values/references.js';

/** The function that handles events: inline, of the file, or a method of the enclosing class. */
export function handlerOf(source: Source, given: ts.Expression | undefined): FunctionNode | undefined {
  if (given === undefined) return undefined;
  const node = unwrap(given);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'bind')
    return handlerOf(source, node.expression.expression);
  return functionOf(source, node) ?? methodOf(node);
}

/** `this.handle` of the enclosing class. */
function methodOf(node: ts.Expression): FunctionNode | undefined {
  if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  for (const member of classOfThis(node)?.members ?? []) {
    if (ts.isMethodDeclaration(member) && memberName(member.name) === node.name.text) return member;
    const stored = ts.isPropertyDeclaration(member) && memberName(member.name) === node.name.text && member.initializer;
    if (stored && isFunctionNode(stored)) return stored;
  }
  return undefined;
}

/** The initializer of a variable of the file, or of a member of the enclosing class. */
export function madeWith(source: Source, given: ts.Expression): ts.Expression | undefined {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) {
    const value = initializerOf(source, node);
    const made = value && unwrap(value);
    return made !== undefined && ts.isAwaitExpression(made) ? unwrap(made.expression) : made;
  }
  if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  for (const member of classOfThis(node)?.members ?? []) {
    if (ts.isPropertyDeclaration(member) && memberName(member.name) === node.name.text && member.initializer)
      return unwrap(member.initializer);
  }
  return undefined;
}

/** A stable key for a receiver: one consumer has one name in all calls of a class or a file. */
export function receiverKey(source: Source, given: ts.Expression): string {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return lookup(source, node)?.name ?? node.text;
  if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword)
    return `${classOfThis(node)?.pos ?? ''}#${node.name.text}`;
  return node.getText(source.tree);
}
