import { ts } from 'ts-morph';
import { leaves } from './guards.js';
import type { Mutation } from './mutations.js';

/** When a member is set: `others` are the statements of which one sets it where this one does not. */
interface Occurrence {
  readonly kind: 'always' | 'sometimes';
  readonly others: readonly Mutation[];
}

/** Members that are set more often than this are not followed. */
const MOST_SETS = 20;

/**
 * Whether a member that is set below `if`s is set always or sometimes. Undefined: within loops, `try` and `switch`, and where the
 * whole value is used before the `if` ends, that is not told.
 */
export function occurrenceOf(block: ts.Node | undefined, one: Mutation, all: readonly Mutation[]): Occurrence | undefined {
  const same = all.filter(({ kind, member }) => kind === 'set' && member === one.member);
  if (same.length > MOST_SETS || !ts.isExpressionStatement(one.statement)) return undefined;
  const others: Mutation[] = [];
  let always = true;
  let outer: ts.Node = one.statement;
  for (let at: ts.Node = one.statement; at !== block && at.parent !== block; at = at.parent) {
    const { parent } = at;
    if (parent === undefined || !(ts.isBlock(parent) || ts.isIfStatement(parent))) return undefined;
    if (!ts.isIfStatement(parent)) continue;
    outer = parent;
    const other = at === parent.thenStatement ? parent.elseStatement : parent.thenStatement;
    if (other !== undefined && leaves(other) === 'surely') continue;
    const counterpart = other && same.find(({ statement }) => statement === other || statement.parent === other);
    if (counterpart === undefined) always = false;
    else others.push(counterpart);
  }
  if (usesWhole(outer, one.target.text)) return undefined;
  return { kind: always ? 'always' : 'sometimes', others };
}

const wholeUses = new WeakMap<ts.Node, Map<string, boolean>>();

/** Whether a statement has the variable itself, and not only members of it. */
function usesWhole(statement: ts.Node, name: string): boolean {
  const known = wholeUses.get(statement) ?? new Map<string, boolean>();
  wholeUses.set(statement, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const visit = (node: ts.Node): boolean => {
    if (!ts.isIdentifier(node) || node.text !== name) return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
    return !(isMember && parent.expression === node) && !(ts.isPropertyAccessExpression(parent) && parent.name === node);
  };
  const answer = visit(statement);
  known.set(name, answer);
  return answer;
}
