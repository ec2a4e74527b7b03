import { ts } from 'ts-morph';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';

/**
 * Whether the first row of a write exists, `const [row] = await db.update(books).set(…).returning()`: an `insert` that fails
 * throws, an `update` may have matched no row. Undefined: not such a row.
 */
export function isWrittenRow(source: Source, node: ts.Expression): 'surely' | 'maybe' | undefined {
  const at = unwrap(node);
  const declaration = declarationOf(source, at);
  const list = declaration === undefined ? listOf(at) : rowList(declaration);
  const stored = declarationOf(source, list);
  const query = stored !== undefined && ts.isVariableDeclaration(stored) ? stored.initializer : list;
  const waits = query && unwrap(query);
  const names = waits !== undefined && ts.isAwaitExpression(waits) ? namesOf(waits) : [];
  if (!names.includes('returning')) return undefined;
  const inserts =
    names.includes('insert') && !names.some((name) => /^(?:onConflict(?!DoUpdate)|ignore$|select$|from$)/.test(name));
  return inserts ? 'surely' : names.some((name) => /^(?:insert|update|delete|del)$/.test(name)) ? 'maybe' : undefined;
}

function rowList(declaration: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer && listOf(unwrap(declaration.initializer));
  if (!ts.isBindingElement(declaration) || !ts.isArrayBindingPattern(declaration.parent)) return undefined;
  const owner = declaration.parent.parent;
  return declaration.parent.elements[0] === declaration && ts.isVariableDeclaration(owner) ? owner.initializer : undefined;
}

/** `rows` of `rows[0]`. */
function listOf(node: ts.Expression): ts.Expression | undefined {
  return ts.isElementAccessExpression(node) &&
    ts.isNumericLiteral(node.argumentExpression) &&
    node.argumentExpression.text === '0'
    ? unwrap(node.expression)
    : undefined;
}

/** The names of the methods in a chain of calls. */
function namesOf({ expression }: ts.AwaitExpression): readonly string[] {
  const names: string[] = [];
  let at = unwrap(expression);
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isPropertyAccessExpression(at)) names.push(at.name.text);
    at = unwrap(at.expression);
  }
  return names;
}
