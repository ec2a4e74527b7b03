import { ts } from 'ts-morph';
import { isFunctionNode } from '../names/names.js';

/** A place that sets a property of a response: its status, its media type. */
export interface Setting<Value> {
  readonly value: Value;
  readonly node: ts.Node;
  /** The same chain sends nothing, so the setting applies to later sends. */
  readonly alone: boolean;
}

/**
 * The setting that applies to a response: the last one before it in its own blocks, otherwise the initial value. Undefined when a
 * branch before it may have set another. `from`: the settings before this offset count, also those inside the node.
 */
export function settingAt<Value>(
  node: ts.Node,
  settings: readonly Setting<Value>[],
  initial: Value,
  from = node.pos,
): Value | undefined {
  const blocks = new Set(blocksAround(node));
  const before = settings.filter((one) => one.alone && one.node.pos < from).reverse();
  for (const setting of before) {
    const [block] = blocksAround(setting.node);
    if (block !== undefined && blocks.has(block)) return setting.value;
    if (block !== undefined && !leaves(block)) return undefined;
  }
  return initial;
}

/** The blocks that contain a node, innermost first. */
export function blocksAround(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isBlock(at) || ts.isCaseOrDefaultClause(at) || ts.isSourceFile(at) || isFunctionNode(at)) found.push(at);
    else if (ts.isIfStatement(at.parent) && at.parent.expression !== at) found.push(at);
  }
  return found;
}

/** Whether a block always ends the function: its settings apply to nothing after it. */
export function leaves(block: ts.Node): boolean {
  const last = ts.isBlock(block) || ts.isCaseOrDefaultClause(block) ? block.statements.at(-1) : block;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}

/**
 * Whether a place follows a call in execution. The other branch of a condition does not, nor does code that a `return` after the
 * call excludes.
 */
export function isAfter(call: ts.Node, place: ts.Node): boolean {
  if (place.pos < call.pos) return false;
  for (let at = call; at.parent !== undefined && !(at.parent.pos <= place.pos && place.end <= at.parent.end); at = at.parent) {
    if (ts.isStatement(at) && leaves(at)) return false;
  }
  let common = call.parent;
  while (common.parent !== undefined && !(common.pos <= place.pos && place.end <= common.end)) common = common.parent;
  return !ts.isIfStatement(common) || common.expression.end >= call.end;
}
