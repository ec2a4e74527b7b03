import { ts } from 'ts-morph';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { memberName } from './names.js';
import { lookup } from './scope.js';

/** The name that a CommonJS assignment exports: `=` for the module itself; undefined when the target is not an export. */
export function exportTarget(source: Source, left: ts.Expression): string | undefined {
  if (isModuleExports(source, left)) return '=';
  const isMember = ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left);
  if (!isMember || !(isModuleExports(source, left.expression) || isExports(source, left.expression))) return undefined;
  if (ts.isPropertyAccessExpression(left)) return memberName(left.name);
  return ts.isStringLiteralLike(left.argumentExpression) ? left.argumentExpression.text : undefined;
}

/** `module.exports` */
export function isModuleExports(source: Source, node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'exports' || !ts.isIdentifier(node.expression)) return false;
  return node.expression.text === 'module' && lookup(source, node.expression) === undefined;
}

/** `exports` */
export function isExports(source: Source, node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === 'exports' && lookup(source, node) === undefined;
}

const exported = new WeakMap<ts.SourceFile, Map<string, ts.Expression>>();

/** The value assigned to `exports.name` at the top level of the same file; undefined: not such a member. */
export function ownExport(source: Source, node: ts.PropertyAccessExpression): ts.Expression | undefined {
  if (!isExports(source, node.expression) && !isModuleExports(source, node.expression)) return undefined;
  const known = exported.get(source.tree) ?? collectExports(source);
  exported.set(source.tree, known);
  return known.get(node.name.text);
}

function collectExports(source: Source): Map<string, ts.Expression> {
  const found = new Map<string, ts.Expression>();
  for (const statement of source.tree.statements) {
    if (!ts.isExpressionStatement(statement)) continue;
    const assignment = unwrap(statement.expression);
    if (!ts.isBinaryExpression(assignment) || assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    const name = exportTarget(source, assignment.left);
    if (name !== undefined && name !== '=') found.set(name, assignment.right);
  }
  return found;
}
