import type { Scope } from '../scope.js';
import type { Source } from '../source.js';
import { type Node, partsOf } from '../syntax/syntax.js';

export type Call = Extract<Node, { kind: 'call' }>;

/** A call with the scope in which its names are resolved. */
export interface CallSite {
  readonly call: Call;
  readonly scope: Scope;
}

/** Limit of visited nodes of one file. */
const MOST_NODES = 200_000;

const known = new WeakMap<Source, readonly CallSite[]>();

/** All calls of a file, also inside expressions, in source order; calls in conditions are left out. */
export function callsOf(source: Source): readonly CallSite[] {
  const found = known.get(source) ?? readCalls(source);
  known.set(source, found);
  return found;
}

function readCalls(source: Source): readonly CallSite[] {
  const found = new Map<number, CallSite>();
  let nodes = 0;
  for (const scope of source.definitions.scopes) {
    const open: Node[] = scope.calls.map(({ node }) => node);
    for (const result of scope.results) if (result !== undefined) open.push(result);
    for (const binding of scope.bindings.values()) {
      if (binding.kind === 'variable') for (const value of binding.values) if (value !== undefined) open.push(value);
      if (binding.kind === 'loop') open.push(...binding.loops.flatMap(({ over }) => over ?? []));
    }
    for (let node = open.pop(); node !== undefined && nodes < MOST_NODES; node = open.pop()) {
      nodes += 1;
      if (node.kind === 'call' && !found.has(node.start)) found.set(node.start, { call: node, scope });
      open.push(...partsOf(node));
    }
  }
  return [...found.values()].sort((a, b) => a.call.end - b.call.end || a.call.start - b.call.start);
}
