import { ts } from 'ts-morph';
import type { Expression, PropertyMember } from '../../../../facts/expression.js';
import { atOf } from '../at.js';
import { memberName } from '../names/names.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';

/**
 * The members of an enum with their values: given, incremented from the previous one, or computed from constants and members of
 * the same enum (https://www.typescriptlang.org/docs/handbook/enums.html). Other computed values stay expressions.
 */
export function enumMembers(source: Source, node: ts.EnumDeclaration): readonly PropertyMember[] {
  const known = new Map<string, string | number>();
  let next: number | undefined = 0;
  return node.members.map((member): PropertyMember => {
    const name = memberName(member.name) ?? '';
    const value: string | number | undefined = member.initializer === undefined ? next : constant(member.initializer, known);
    next = typeof value === 'number' ? value + 1 : undefined;
    if (value !== undefined) known.set(name, value);
    return { kind: 'property', name, value: expressionOf(source, member, value), at: atOf(source, member) };
  });
}

function expressionOf(source: Source, member: ts.EnumMember, value: string | number | undefined): Expression {
  if (value !== undefined) return { kind: 'literal', value };
  if (member.initializer !== undefined) return readValue(source, member.initializer);
  return { kind: 'unknown', why: 'counted on from a computed member' };
}

function constant(node: ts.Expression, known: ReadonlyMap<string, string | number>): string | number | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isParenthesizedExpression(node)) return constant(node.expression, known);
  if (ts.isIdentifier(node)) return known.get(node.text);
  if (ts.isPropertyAccessExpression(node)) return isOwn(node.expression, node) ? known.get(node.name.text) : undefined;
  if (ts.isPrefixUnaryExpression(node)) return unary(node.operator, constant(node.operand, known));
  if (ts.isBinaryExpression(node)) {
    return binary(node.operatorToken.kind, constant(node.left, known), constant(node.right, known));
  }
  return undefined;
}

/** `Role.Admin` within the enum Role. */
function isOwn(node: ts.Expression, from: ts.Node): boolean {
  let parent = from.parent;
  while (!ts.isEnumDeclaration(parent) && !ts.isSourceFile(parent)) parent = parent.parent;
  return ts.isEnumDeclaration(parent) && ts.isIdentifier(node) && node.text === parent.name.text;
}

function unary(operator: ts.PrefixUnaryOperator, value: string | number | undefined): number | undefined {
  if (typeof value !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return -value;
  if (operator === ts.SyntaxKind.PlusToken) return value;
  return operator === ts.SyntaxKind.TildeToken ? ~value : undefined;
}

function binary(
  operator: ts.BinaryOperator,
  left: string | number | undefined,
  right: string | number | undefined,
): string | number | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (operator === ts.SyntaxKind.PlusToken && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`;
  if (typeof left === 'string' || typeof right === 'string') return undefined;
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.BarToken:
      return left | right;
    case ts.SyntaxKind.AmpersandToken:
      return left & right;
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right;
    case ts.SyntaxKind.GreaterThanGreaterThanToken:
      return left >> right;
    default:
      return undefined;
  }
}
