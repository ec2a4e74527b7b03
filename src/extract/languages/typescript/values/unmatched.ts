import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { UNMATCHED } from '../../../../facts/values/when.js';
import { isFunctionNode } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { EQUALITY, literalOf } from './tags.js';
import { readValue } from './values.js';

/** The limit of comparisons in one function. */
const MOST = 30;

interface Comparison {
  readonly value: ts.Expression;
  readonly equals: string | number;
}

/**
 * The null at the end of a function that selects its result by comparing a parameter (`if (row.state === 'a') return 1; … return
 * null`, or a `switch`). It occurs only for values without a case, and a declared type does not show whether there are any.
 * Undefined: another condition leads to it.
 */
export function unmatchedNull(source: Source, node: ts.ReturnStatement): Expression | undefined {
  const compared = ts.isDefaultClause(node.parent)
    ? comparisonsOf(source, node.parent.parent.parent)
    : comparisonsBefore(source, node);
  if (compared === undefined || new Set(compared.map(({ equals }) => equals)).size < 2 || compared.length > MOST)
    return undefined;
  const items = compared.map(
    ({ value, equals }): Expression => ({
      kind: 'tuple',
      items: [readValue(source, value), { kind: 'literal', value: equals }, { kind: 'literal', value: false }],
    }),
  );
  return { kind: 'operator', operator: 'when', of: UNMATCHED, keys: { kind: 'tuple', items } };
}

/** The comparisons by which all statements before the last one return; undefined: one of them returns for another reason. */
function comparisonsBefore(source: Source, { parent, pos }: ts.ReturnStatement): readonly Comparison[] | undefined {
  if (!ts.isBlock(parent) || !isFunctionNode(parent.parent)) return undefined;
  const all = parent.statements.filter((one) => one.pos < pos).map((one) => comparisonsOf(source, one));
  return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
}

/** The comparisons by which a statement selects a result; empty for a declaration. */
function comparisonsOf(source: Source, statement: ts.Statement): readonly Comparison[] | undefined {
  if (ts.isVariableStatement(statement)) return [];
  if (ts.isIfStatement(statement)) {
    const own = comparisonsIn(source, statement.expression);
    const others = statement.elseStatement === undefined ? [] : comparisonsOf(source, statement.elseStatement);
    return own && others && [...own, ...others];
  }
  if (!ts.isSwitchStatement(statement)) return undefined;
  const all = statement.caseBlock.clauses.map((one) =>
    ts.isDefaultClause(one) ? [] : comparison(source, statement.expression, one.expression),
  );
  return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
}

function comparisonsIn(source: Source, given: ts.Expression): readonly Comparison[] | undefined {
  const node = unwrap(given);
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.BarBarToken) {
    const left = comparisonsIn(source, node.left);
    const right = comparisonsIn(source, node.right);
    return left && right && [...left, ...right];
  }
  return EQUALITY.get(kind) === true ? comparison(source, node.left, node.right) : undefined;
}

/** A parameter, or a member of it, and the string or number that it is compared with. */
function comparison(source: Source, left: ts.Expression, right: ts.Expression): readonly Comparison[] | undefined {
  const value = unwrap(left);
  const equals = literalOf(unwrap(right));
  const isCase = typeof equals === 'string' || typeof equals === 'number';
  return isCase && isOfParameter(source, value) ? [{ value, equals }] : undefined;
}

function isOfParameter(source: Source, given: ts.Expression): boolean {
  let node = given;
  while (ts.isPropertyAccessExpression(node)) node = unwrap(node.expression);
  let declaration: ts.Node | undefined = declarationOf(source, node);
  while (declaration !== undefined && ts.isBindingElement(declaration)) declaration = declaration.parent.parent;
  return declaration !== undefined && ts.isParameter(declaration);
}
