import type { ts } from 'ts-morph';

const claimed = new WeakSet<ts.Node>();

/** Says that a call is a framework's own: others, to which it may look like one of theirs (`app.get('/a', …)`), leave it alone. */
export function claim(node: ts.Node): void {
  claimed.add(node);
}

/** Whether a framework that was asked before said that this call is its own. */
export function isClaimed(node: ts.Node): boolean {
  return claimed.has(node);
}
