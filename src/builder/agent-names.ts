/** The phases of a milestone, in order (REQ-BAP-005). */
export const PHASES = ['analyst', 'architect', 'test-writer', 'developer', 'qa', 'reviewer', 'delivery'] as const;
export type Phase = (typeof PHASES)[number];

/**
 * Agents by the name of their definition, `.claude/agents/<name>.md`: seven phases, discovery, and the agents of spec 002
 * without a phase.
 */
export const AGENT_NAMES = [
  ...PHASES.map((phase) => `build-${phase}` as const),
  'build-discovery',
  'build-hunter',
  'build-live-reviewer',
  'build-investigator',
] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

/** The agents that end with an agent report: values of `AGENT_ID`, without a number after them. */
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

/** Roles with instructions and standards (REQ-043). */
export const ROLES = ['architect', 'code-writer', 'code-reviewer', 'test-engineer', 'wiring-verifier'] as const;
export type Role = (typeof ROLES)[number];

/** The focuses of the three parallel reviewers. */
export const REVIEW_FOCUSES = [
  'security-reviewer',
  'performance-reviewer',
  'quality-reviewer',
] as const satisfies readonly AgentId[];
