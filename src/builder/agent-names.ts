/** The phases of a milestone, in order (seed 003, REQ-BAP-005). */
export const PHASES = ['analyst', 'architect', 'test-writer', 'developer', 'qa', 'reviewer', 'delivery'] as const;
export type Phase = (typeof PHASES)[number];

/** Agents by the name of their definition, `.claude/agents/<name>.md`: seven phases, discovery, and those of seed 002 that seed 003 has no phase for. */
export const AGENT_NAMES = [
  ...PHASES.map((phase) => `build-${phase}` as const),
  'build-discovery',
  'build-hunter',
  'build-live-reviewer',
  'build-investigator',
] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

/** Who ends its work with a router contract (seed 002): the value of `AGENT_ID`, without a number behind it. */
export const AGENT_IDS = [
  'builder',
  'security-reviewer',
  'performance-reviewer',
  'quality-reviewer',
  'live-reviewer',
  'hunter',
  'verifier',
  'investigator',
  'planner',
] as const;
export type AgentId = (typeof AGENT_IDS)[number];

/** Roles by which seed 000 gives instructions and standards (REQ-043). */
export const ROLES = ['architect', 'code-writer', 'code-reviewer', 'test-engineer', 'wiring-verifier'] as const;
export type Role = (typeof ROLES)[number];

/** The lenses under which the reviewer looks, side by side (seed 002: three reviewers). */
export const REVIEW_FOCUSES = [
  'security-reviewer',
  'performance-reviewer',
  'quality-reviewer',
] as const satisfies readonly AgentId[];
