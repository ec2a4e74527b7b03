import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { EnumValue } from '../../../../model/shape.js';
import { unwrap } from './mutations.js';

/** A condition on the way to a value that speaks of it, and how it went. */
export interface Test {
  readonly condition: ts.Expression;
  readonly holds: boolean;
  readonly loose?: boolean;
}
/** How the tests read what they speak of. */
export interface Reading {
  readonly path: string;
  readonly pathOf: (node: ts.Expression) => string | undefined;
  readonly speaksOf: (condition: ts.Expression) => boolean;
  readonly equality: ReadonlyMap<ts.SyntaxKind, boolean>;
}
const MAX_DEPTH = 20;

/** `if (!result.ok) return;`: members that tell the forms of a value apart, as lists of `[name, literal or absent, holds]`. Undefined: other tests do, too. */
export function tagsOf(tests: readonly Test[], reading: Reading): Expression | undefined {
  const items: Expression[] = [];
  for (const { condition, holds, loose } of tests) {
    const found = loose === true ? undefined : tagsIn(condition, holds, reading, 0);
    if (found === undefined) return undefined;
    items.push(...found);
  }
  return items.length === 0 ? undefined : { kind: 'tuple', items };
}

function tagsIn(given: ts.Expression, holds: boolean, reading: Reading, depth: number): readonly Expression[] | undefined {
  const node = unwrap(given);
  if (depth > MAX_DEPTH) return undefined;
  if (!reading.speaksOf(node)) return [];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return tagsIn(node.operand, !holds, reading, depth + 1);
  if (!ts.isBinaryExpression(node)) {
    if (holds && reading.pathOf(node) === reading.path) return [];
    return tag(node, { kind: 'absent' }, holds, reading);
  }
  const operator = node.operatorToken.kind;
  const both = holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken;
  if (operator === both) {
    const sides = [node.left, node.right].map((side) => tagsIn(side, holds, reading, depth + 1));
    return sides.every((side) => side !== undefined) ? sides.flat() : undefined;
  }
  const equal = reading.equality.get(operator);
  const value = literalOf(unwrap(node.right));
  if (equal === undefined || value === undefined) return undefined;
  return tag(unwrap(node.left), { kind: 'literal', value }, equal === holds, reading);
}

/** A member of the value itself. */
function tag(
  node: ts.Expression,
  equals: Expression,
  holds: boolean,
  { path, pathOf }: Reading,
): readonly Expression[] | undefined {
  if (!ts.isPropertyAccessExpression(node) || pathOf(node.expression) !== path) return undefined;
  return [{ kind: 'tuple', items: [{ kind: 'literal', value: node.name.text }, equals, { kind: 'literal', value: holds }] }];
}

/** A text, number or boolean that is written out. */
export function literalOf(node: ts.Expression): EnumValue | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}
