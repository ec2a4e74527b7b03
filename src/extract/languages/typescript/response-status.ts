import { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import { isFunctionNode } from './names.js';

/** A place where the status of a response is set. */
export interface StatusSetting {
  readonly status: Expression;
  readonly node: ts.Node;
  /** Nothing is sent in the same chain: it holds for what is sent later. */
  readonly alone: boolean;
}

/**
 * The status with which something is sent that sets none itself: that of the last setting before it in its own blocks, else 200.
 * Undefined when a branch before it may or may not have set one.
 */
export function statusAt(node: ts.Node, settings: readonly StatusSetting[]): Expression | undefined {
  const blocks = new Set(blocksAround(node));
  const before = settings.filter((one) => one.alone && one.node.pos < node.pos).reverse();
  for (const setting of before) {
    const [block] = blocksAround(setting.node);
    if (block !== undefined && blocks.has(block)) return setting.status;
    if (block !== undefined && !leaves(block)) return undefined;
  }
  return { kind: 'literal', value: 200 };
}

/** The blocks that a node stands in, innermost first. */
function blocksAround(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isBlock(at) || ts.isCaseOrDefaultClause(at) || ts.isSourceFile(at) || isFunctionNode(at)) found.push(at);
    else if (ts.isIfStatement(at.parent) && at.parent.expression !== at) found.push(at);
  }
  return found;
}

/** Whether a block surely ends the function: what it sets holds for nothing after it. */
function leaves(block: ts.Node): boolean {
  const last = ts.isBlock(block) || ts.isCaseOrDefaultClause(block) ? block.statements.at(-1) : block;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}
