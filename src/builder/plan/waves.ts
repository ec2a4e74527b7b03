import type { Milestone, Plan } from './milestone.js';
import { orderOf } from './order.js';

/** Milestones that do not depend on each other. */
export interface Wave {
  /** From 1. */
  readonly index: number;
  /** In the plan's order; at least one. */
  readonly milestones: readonly Milestone[];
}

/** The remaining milestones, each as early as possible. Completed ones are left out. */
export function wavesOf({ milestones }: Pick<Plan, 'milestones'>): readonly Wave[] {
  const { levels } = orderOf(milestones.filter(({ status }) => status !== 'COMPLETE'));
  return levels.map((level, index) => ({ index: index + 1, milestones: level }));
}
