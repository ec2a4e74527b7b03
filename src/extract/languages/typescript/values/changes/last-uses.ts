import { ts } from 'ts-morph';
import { patternOwner } from '../../names/scope.js';
import { unwrap } from '../access-paths.js';
import type { Alias } from '../aliases.js';

/** Longer blocks are not searched for other uses of a variable. */
const LONGEST_BLOCK = 20_000;

/**
 * Whether all that reads a variable is this other name for a part of it, and conditions before: `const { rows } = …`, `const row =
 * result.rows[0]` after `if (result.rows.length === 0) throw …`. Changes by the other name are then its own alone.
 */
export function isLastUse({ name, of, certain }: Alias, declaration: ts.Node): boolean {
  const statement = declaration.parent?.parent;
  const block = statement?.parent;
  if (!certain || block === undefined || !ts.isVariableStatement(statement) || !ts.isBlock(block)) return false;
  if (block.end - block.pos > LONGEST_BLOCK || name.text === of.text) return false;
  let isDeclared = false;
  const isOther = (node: ts.Node): boolean => {
    if (ts.isIfStatement(node))
      return isOther(node.thenStatement) || (node.elseStatement !== undefined && isOther(node.elseStatement));
    if (ts.isIdentifier(node) && node.text === of.text && !isMemberName(node)) {
      const { parent } = node;
      if (!(ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) || parent.name !== node) return node !== of;
      const owner = ts.isBindingElement(parent) ? patternOwner(parent) : parent;
      // what another variable holds is changed too
      isDeclared = ts.isVariableDeclaration(owner) && owner.initializer !== undefined && isMade(unwrap(owner.initializer));
    }
    return ts.forEachChild(node, (child) => isOther(child) || undefined) === true;
  };
  return !isOther(block) && isDeclared;
}

const isMade = (node: ts.Expression): boolean =>
  ts.isAwaitExpression(node) ? isMade(unwrap(node.expression)) : ts.isCallExpression(node) || ts.isNewExpression(node);

const isMemberName = ({ parent, pos }: ts.Node): boolean => ts.isPropertyAccessExpression(parent) && parent.name.pos === pos;
