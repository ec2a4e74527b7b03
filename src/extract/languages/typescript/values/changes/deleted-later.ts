import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import { declarationOf } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { nameOfMember, unwrap } from '../access-paths.js';
import type { ValueReader } from '../literals.js';
import { mutationsOf } from './mutations.js';

/** `row._id` of `const id = row._id; delete row._id;`: what it held before. Undefined: no later statement deletes it. */
export function deletedLater(
  source: Source,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  read: ValueReader,
): Expression | undefined {
  const root = unwrap(node.expression);
  const name = ts.isIdentifier(root) ? nameOfMember(node) : undefined;
  const declaration = ts.isIdentifier(root) && name !== undefined ? declarationOf(source, root) : undefined;
  if (declaration === undefined || !ts.isIdentifier(root) || name === undefined) return undefined;
  const all = mutationsOf(source, root.text, declaration).filter(({ member }) => member === undefined || member === name);
  if (!all.some(({ kind, member, target }) => kind === 'delete' && member === name && target.pos > node.end)) return undefined;
  const loop = ts.findAncestor(node, (one) => ts.isIterationStatement(one, false));
  const isRepeated = loop !== undefined && declaration.pos < loop.pos;
  const isFirst = !isRepeated && all.every(({ target }) => target.pos > node.end);
  const made = ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name) ? declaration.initializer : undefined;
  if (made === undefined || !isFirst) return { kind: 'unknown', why: 'it is deleted later' };
  return { kind: 'member', of: read(source, made), name };
}
