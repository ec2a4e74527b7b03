import type { DiffRule } from './rule.js';
import { callRules } from './rules-calls.js';
import { otherRules } from './rules-others.js';
import { shapeRules } from './rules-shapes.js';

/** All rules for comparing two versions of a contract. */
export const diffRules: readonly DiffRule[] = [...callRules, ...otherRules, ...shapeRules];

const byId = new Map(diffRules.map((rule) => [rule.id, rule]));

/** The rule with an id. Throws for an id that is not in the table: a bug. */
export function diffRule(id: string): DiffRule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`there is no rule ${id} in the table of diff`);
  return rule;
}
