import { ts } from 'ts-morph';
import type { UnknownExpression } from '../../../../facts/expression.js';
import { objectOf } from '../names/in-file.js';
import { isFunctionNode, memberName } from '../names/names.js';
import { constantOf, declarationOf, initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { classOfThis } from './references.js';

export const UNAWAITED: UnknownExpression = {
  kind: 'unknown',
  why: 'nothing waits for this promise, which is sent as an empty object',
  written: true,
};

/** Longest chain of variables and calls that is followed. */
const MAX_HOPS = 10;

/** Whether a value is surely a promise that nothing waits for: JSON has `{}` for it. */
export function isUnawaited(source: Source, given: ts.Expression, hops = 0): boolean {
  const node = unwrap(given);
  if (hops > MAX_HOPS) return false;
  if (ts.isIdentifier(node)) {
    const stored = constantOf(source, node);
    return stored !== undefined && isUnawaited(source, stored, hops + 1);
  }
  if (!ts.isCallExpression(node)) return false;
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return ts.isIdentifier(callee) && isAsync(source, functionIn(source, callee));
  const { expression: owner, name } = callee;
  if (ts.isIdentifier(owner) && owner.text === 'Promise') return lookup(source, owner) === undefined;
  if (/^(?:then|catch|finally)$/.test(name.text)) return isUnawaited(source, owner, hops + 1);
  return isAsync(source, methodOf(source, owner, name.text));
}

function functionIn(source: Source, node: ts.Identifier): ts.Node | undefined {
  if (initializerOf(source, node) === undefined) return declarationOf(source, node);
  const stored = constantOf(source, node);
  return stored && unwrap(stored);
}

/** The method of a class or an object of the file. */
function methodOf(source: Source, owner: ts.Expression, name: string): ts.Node | undefined {
  const made = ts.isIdentifier(owner) ? initializerOf(source, owner) : owner;
  const node = made && unwrap(made);
  const type = node && ts.isNewExpression(node) && ts.isIdentifier(node.expression) ? node.expression : undefined;
  const found = owner.kind === ts.SyntaxKind.ThisKeyword ? classOfThis(owner) : type && declarationOf(source, type);
  const members = found !== undefined && ts.isClassLike(found) ? found.members : objectOf(source, owner)?.properties;
  return members?.find((one) => memberName(one.name) === name);
}

/** Whether calls of a function give a promise: it is `async`, or declares one. */
function isAsync(source: Source, node: ts.Node | undefined): boolean {
  const value =
    node !== undefined && (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) && node.initializer
      ? unwrap(node.initializer)
      : node;
  if (value === undefined || !isFunctionNode(value) || value.asteriskToken !== undefined) return false;
  const isMarked = ts.canHaveModifiers(value) && ts.getModifiers(value)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  return isMarked === true || (value.type !== undefined && /^Promise</.test(value.type.getText(source.tree)));
}
