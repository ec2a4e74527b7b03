import type { Milestone, Plan } from './milestone.js';
import { orderOf } from './order.js';

/** Milestones that wait for none of each other. */
export interface Wave {
  /** From 1. */
  readonly index: number;
  /** In the plan's order; at least one. */
  readonly milestones: readonly Milestone[];
}

/** What is left to build, each milestone as early as it can be. Milestones that are complete are not built again, and nothing waits for them. */
export function wavesOf({ milestones }: Pick<Plan, 'milestones'>): readonly Wave[] {
  const { levels } = orderOf(milestones.filter(({ status }) => status !== 'COMPLETE'));
  return levels.map((level, index) => ({ index: index + 1, milestones: level }));
}
