import { stringify } from 'yaml';
import type { AgentId } from '../../../src/builder/agent-names.js';
import type { RouterContract } from '../../../src/builder/agent-report/contract.js';
import { type ParsedContract, parseRouterContract } from '../../../src/builder/agent-report/parse.js';

/** What everybody says. */
const ALL = {
  CONTRACT_VERSION: '2.3',
  CONFIDENCE: 90,
  CRITICAL_ISSUES: 0,
  HIGH_ISSUES: 0,
  BLOCKING: false,
  REQUIRES_REMEDIATION: false,
  REMEDIATION_REASON: null,
  SPEC_COMPLIANCE: 'PASS',
  TIMESTAMP: '2026-11-21T10:00:00Z',
  FILES_MODIFIED: [],
  CLAIMED_ARTIFACTS: [],
  EVIDENCE_COMMANDS: ['node --test => exit 0'],
  DEVIATIONS_FROM_PLAN: null,
  MEMORY_NOTES: { learnings: [], patterns: [], verification: [] },
};

const review = { STATUS: 'APPROVE' };
/** What each says besides, when all is well. */
const OWN: Record<AgentId, Record<string, unknown>> = {
  builder: {
    STATUS: 'PASS',
    TDD_RED_EXIT: 1,
    TDD_GREEN_EXIT: 0,
    EVIDENCE_COMMANDS: ['node --test => exit 1', 'node --test => exit 0'],
  },
  'security-reviewer': review,
  'performance-reviewer': review,
  'quality-reviewer': review,
  'live-reviewer': { ...review, EVIDENCE_COMMANDS: [] },
  hunter: { STATUS: 'CLEAN', SPEC_COMPLIANCE: 'N/A' },
  verifier: { STATUS: 'PASS', SCENARIOS_TOTAL: 3, SCENARIOS_PASSED: 3, BLOCKERS: 0 },
  investigator: {
    STATUS: 'EVIDENCE_FOUND',
    SPEC_COMPLIANCE: 'N/A',
    ROOT_CAUSE: 'the port is read before it is set',
    EVIDENCE: 'node repro.js: listens on 0',
    VARIANTS_COVERED: 2,
    EVIDENCE_COMMANDS: ['node repro.js => exit 1'],
  },
  planner: {
    STATUS: 'PLAN_CREATED',
    SPEC_COMPLIANCE: 'N/A',
    PLAN_FILE: 'docs/plans/2026-11-21-orders-plan.md',
    PHASES: 3,
    CLAIMED_ARTIFACTS: ['docs/plans/2026-11-21-orders-plan.md'],
    EVIDENCE_COMMANDS: [],
  },
};

/** The fields of somebody who has done its work well, with changes; `undefined` leaves a field out. */
export function fieldsOf(reporter: AgentId, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const fields = { ...ALL, AGENT_ID: reporter, ...OWN[reporter], ...changes };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Last words of an agent: what it tells, then its block. */
export function saying(reporter: AgentId, changes: Readonly<Record<string, unknown>> = {}, known = 'All is done.'): string {
  return withBlock(stringify(fieldsOf(reporter, changes)), known);
}

export function withBlock(yaml: string, known = 'All is done.'): string {
  return `${known}\n\n### Router Contract (MACHINE-READABLE)\n\`\`\`yaml\n${yaml.trimEnd()}\n\`\`\`\n`;
}

/** A contract as it is read. */
export function contractOf(reporter: AgentId, changes: Readonly<Record<string, unknown>> = {}): RouterContract {
  return found(parseRouterContract(saying(reporter, changes)));
}

export function found(parsed: ParsedContract): RouterContract {
  if (parsed.kind !== 'found') throw new Error(JSON.stringify(parsed));
  return parsed.contract;
}
