import { ts } from 'ts-morph';
import type { Source } from '../source.js';

const known = new WeakMap<Source, ReadonlySet<string>>();

/** Whether other files may use a variable of this file. */
export function mayBeExported(source: Source, node: ts.VariableDeclaration): boolean {
  if ((ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0) return true;
  const names = known.get(source) ?? exportedNames(source);
  known.set(source, names);
  return ts.isIdentifier(node.name) && names.has(node.name.text);
}

/** Names in `export { … }`, `export default …`, `module.exports = …` and `exports.x = …`, in any position. */
function exportedNames(source: Source): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const statement of source.tree.statements) {
    const isExport =
      ts.isExportDeclaration(statement) ||
      ts.isExportAssignment(statement) ||
      (ts.isExpressionStatement(statement) &&
        ts.isBinaryExpression(statement.expression) &&
        /^(?:module|exports)\b/.test(statement.expression.left.getText(source.tree)));
    if (isExport) visit(statement);
  }
  return names;
}
