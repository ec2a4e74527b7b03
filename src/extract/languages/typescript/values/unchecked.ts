import { ts } from 'ts-morph';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { isFilledElsewhere } from './changes/filled-elsewhere.js';
import { isCopy } from './copied-members.js';

/** Longer chains of variables are cycles. */
const MOST_HOPS = 5;

/**
 * Whether the compiler checks an expression against no type: a cast to `any` or `unknown`, a variable of such a type, or a copy
 * whose members are only known at run time. The declared type of its target is then no evidence.
 */
export function isUnchecked(source: Source, node: ts.Expression, hops = 0): boolean {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isAwaitExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
  if (ts.isAsExpression(at) || ts.isTypeAssertionExpression(at))
    return isAny(at.type) || (!ts.isConstTypeReference(at.type) && isUnchecked(source, at.expression, hops));
  if (ts.isCallExpression(at)) return isCopy(source, at);
  if (!ts.isIdentifier(at) || hops > MOST_HOPS) return false;
  const stored = declarationOf(source, at);
  if (stored === undefined || !ts.isVariableDeclaration(stored)) return false;
  if (stored.initializer !== undefined && isCopy(source, stored.initializer)) return true;
  if (stored.type !== undefined) return isAny(stored.type);
  return (
    isFilledElsewhere(source, stored) || (stored.initializer !== undefined && isUnchecked(source, stored.initializer, hops + 1))
  );
}

/** `any` or `unknown` as a type keyword. */
export function isAny(type: ts.TypeNode): boolean {
  return type.kind === ts.SyntaxKind.AnyKeyword || type.kind === ts.SyntaxKind.UnknownKeyword;
}
