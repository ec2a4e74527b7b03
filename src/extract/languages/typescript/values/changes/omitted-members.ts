import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import { isFunctionNode } from '../../names/names.js';
import { lookup } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { readValue } from '../values.js';
import { isBeside } from './changed-values.js';
import type { Mutation } from './mutations.js';

interface Omission {
  readonly value: Expression;
  /** The other changes. */
  readonly left: readonly Mutation[];
}

/**
 * A value without the members that a loop deletes by a list of names, before all else that changes it:
 * `for (const name of names) delete row[name]`, `names.forEach((name) => delete row[name])`.
 */
export function omitted(source: Source, value: Expression, declaration: ts.Node, all: readonly Mutation[]): Omission {
  const [first, ...left] = all;
  const loop = first?.kind === 'index' && first.deleted && first.key ? loopAt(first.key) : undefined;
  const isAssigned = all.some(({ kind }) => kind === 'assign');
  if (loop === undefined || isAssigned || !isBeside(declaration, loop.statement) || isRest(source, loop.names))
    return { value, left: all };
  const keys = readValue(source, loop.names);
  return { value: { kind: 'operator', operator: 'omit', of: value, keys }, left };
}

/** The loop whose only statement deletes by this name, and the list of names that it goes through. */
function loopAt(key: ts.Expression): { readonly statement: ts.Node; readonly names: ts.Expression } | undefined {
  const name = unwrap(key);
  const deletion = ts.findAncestor(key, ts.isDeleteExpression);
  if (deletion === undefined || !ts.isIdentifier(name)) return undefined;
  const body = onlyIn(deletion);
  const { parent: around } = body;
  if (ts.isForOfStatement(around) && around.statement === body && ts.isVariableDeclarationList(around.initializer)) {
    const [one] = around.initializer.declarations;
    return one !== undefined && isNamed(one.name, name.text) ? { statement: around, names: around.expression } : undefined;
  }
  if (!isFunctionNode(around) || !ts.isCallExpression(around.parent)) return undefined;
  const { expression: callee, parent: statement } = around.parent;
  const [parameter] = around.parameters;
  const isEach = ts.isPropertyAccessExpression(callee) && callee.name.text === 'forEach' && ts.isExpressionStatement(statement);
  return isEach && parameter !== undefined && isNamed(parameter.name, name.text)
    ? { statement, names: callee.expression }
    : undefined;
}

/** The expression, its statement or the block around it, where nothing else stands in them. */
function onlyIn(deletion: ts.DeleteExpression): ts.Node {
  const { parent: statement } = deletion;
  if (!ts.isExpressionStatement(statement)) return deletion;
  const block = statement.parent;
  return ts.isBlock(block) && block.statements.length === 1 ? block : statement;
}

/** `...names`, of which a call gives each name as an argument of its own. */
function isRest(source: Source, names: ts.Expression): boolean {
  const [parameter] = ts.isIdentifier(names) ? (lookup(source, names)?.nodes ?? []) : [];
  return parameter !== undefined && ts.isParameter(parameter) && parameter.dotDotDotToken !== undefined;
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;
