import { ts } from 'ts-morph';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { classOfThis } from '../values/references.js';
import { classMemberName, memberName, place, qualifiedName } from './names.js';
import { lookup } from './scope.js';

/** The name of a router: that of its variable or class member; otherwise by its position. */
export function storedName(source: Source, made: ts.Expression): string {
  let at: ts.Expression = made;
  for (let parent = at.parent; ; parent = at.parent) {
    if (isWrapper(parent)) at = parent;
    else if (ts.isBinaryExpression(parent) && parent.right === at && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const name = targetName(source, parent.left);
      if (name !== undefined) return name;
      at = parent;
    } else if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name))
      return qualifiedName(source.tree, parent, parent.name.text);
    else if (ts.isPropertyDeclaration(parent)) return propertyName(source, parent) ?? positional(source, made);
    else return positional(source, made);
  }
}

function isWrapper(
  node: ts.Node,
): node is ts.ParenthesizedExpression | ts.AsExpression | ts.NonNullExpression | ts.AwaitExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

function targetName(source: Source, left: ts.Expression): string | undefined {
  const target = unwrap(left);
  if (ts.isIdentifier(target)) return lookup(source, target)?.name;
  if (!ts.isPropertyAccessExpression(target) || target.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  const owner = classOfThis(target);
  return owner && classMemberName(source.tree, owner, target.name.text);
}

function propertyName(source: Source, node: ts.PropertyDeclaration): string | undefined {
  const name = memberName(node.name);
  if (name === undefined) return undefined;
  const isStatic = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0;
  return classMemberName(source.tree, node.parent, name, isStatic);
}

/** Name of a router without a variable. */
export function positional(source: Source, node: ts.Node): string {
  return `router@${place(source.tree, node)}`;
}
