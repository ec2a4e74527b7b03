import { stringify } from 'yaml';
import type { AgentId } from '../agent-names.js';

/** The form of an agent's report. A reviewer's focus, and with it its `AGENT_ID`, comes with its message. */
export type ReportingAs = AgentId | 'reviewer';

interface Speech {
  /** The positive value, and its conditions. */
  readonly good: { readonly status: string; readonly needs: string };
  readonly others: readonly { readonly status: string; readonly when: string }[];
  /** Fields of this agent alone: an example, and the description. */
  readonly own: readonly { readonly field: string; readonly example: unknown; readonly means: string }[];
  /** If it differs from the agent's name. */
  readonly agentId?: string;
  /** Differences from the common example. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly writes: boolean;
  readonly artifacts?: string;
  readonly evidence: string;
}

const TESTS_AND_BUILD =
  'every command that shows your claims, in the order in which you ran them, as `command => exit N` with the number that you saw. Each is run again, in this folder, without a terminal and without secrets: name no command that needs either, none that runs for ever, none that writes outside of this folder.';

/** A CRITICAL finding blocks dependent work. */
const CRITICAL = {
  CRITICAL_ISSUES: 1,
  BLOCKING: true,
  REQUIRES_REMEDIATION: true,
  REMEDIATION_REASON: 'What is to be fixed, and where',
};

const REVIEWER: Speech = {
  good: {
    status: 'APPROVE',
    needs: 'CRITICAL_ISSUES is 0, SPEC_COMPLIANCE is PASS and CONFIDENCE is 80 or more',
  },
  others: [{ status: 'CHANGES_REQUESTED', when: 'anything must change before this is delivered' }],
  own: [],
  agentId: 'security-reviewer',
  example: {},
  writes: false,
  evidence: `${TESTS_AND_BUILD} At least the test run.`,
};

const SPEECHES: Readonly<Record<ReportingAs, Speech>> = {
  planner: {
    good: { status: 'PLAN_CREATED', needs: 'PLAN_FILE is the path that your task names and CONFIDENCE is 50 or more' },
    others: [
      {
        status: 'NEEDS_CLARIFICATION',
        when: 'what is asked for contradicts itself so that no default can be right; questions stay unanswered, so this is rare',
      },
    ],
    own: [
      {
        field: 'PLAN_FILE',
        example: null,
        means: 'the path below `docs/plans/` at which your task says that your answer is saved; you write no file yourself',
      },
      { field: 'PHASES', example: 0, means: 'how many steps of work your plan has' },
    ],
    example: { CRITICAL_ISSUES: 0, EVIDENCE_COMMANDS: [], SPEC_COMPLIANCE: 'N/A', CONFIDENCE: 40 },
    writes: false,
    artifacts: 'the same path as PLAN_FILE, and nothing else.',
    evidence: 'empty: you run no commands.',
  },
  builder: {
    good: { status: 'PASS', needs: 'TDD_RED_EXIT is 1 and TDD_GREEN_EXIT is 0, and both runs are among EVIDENCE_COMMANDS' },
    others: [{ status: 'FAIL', when: 'anything you were asked for does not work, or was not run' }],
    own: [
      {
        field: 'TDD_RED_EXIT',
        example: null,
        means:
          '1 when you ran the tests before your work and saw them fail, whatever number the runner gave; null when you did not',
      },
      {
        field: 'TDD_GREEN_EXIT',
        example: null,
        means: 'the exit code of the whole test run after your work; null when there was none',
      },
    ],
    example: { EVIDENCE_COMMANDS: ['npm test => exit 1'] },
    writes: true,
    artifacts: 'empty, unless your task asks for a document below `docs/plans/` or `docs/research/`.',
    evidence: `${TESTS_AND_BUILD} First the test run that failed, last the same command when it passed.`,
  },
  reviewer: REVIEWER,
  'security-reviewer': REVIEWER,
  'performance-reviewer': { ...REVIEWER, agentId: 'performance-reviewer' },
  'quality-reviewer': { ...REVIEWER, agentId: 'quality-reviewer' },
  'live-reviewer': {
    good: { status: 'APPROVE', needs: 'you raised nothing of the level STOP' },
    others: [{ status: 'CHANGES_REQUESTED', when: 'you raised a STOP' }],
    own: [],
    example: CRITICAL,
    writes: false,
    evidence: `${TESTS_AND_BUILD} At least the test that shows the repair.`,
  },
  hunter: {
    good: { status: 'CLEAN', needs: 'CRITICAL_ISSUES is 0' },
    others: [{ status: 'ISSUES_FOUND', when: 'you found a silent failure' }],
    own: [],
    example: { ...CRITICAL, EVIDENCE_COMMANDS: ['grep -rnF TODO src => exit 0'] },
    writes: false,
    evidence: `${TESTS_AND_BUILD} At least the searches that you went through the code with; a search that finds nothing exits with 1.`,
  },
  verifier: {
    good: {
      status: 'PASS',
      needs: 'BLOCKERS is 0, SPEC_COMPLIANCE is PASS, and SCENARIOS_PASSED equals SCENARIOS_TOTAL, which is 1 or more',
    },
    others: [{ status: 'FAIL', when: 'anything else' }],
    own: [
      { field: 'SCENARIOS_TOTAL', example: 2, means: 'acceptance criteria and contracted endpoints that you went through' },
      { field: 'SCENARIOS_PASSED', example: 1, means: 'those that you saw work' },
      { field: 'BLOCKERS', example: 1, means: 'what keeps it from being delivered' },
    ],
    example: { EVIDENCE_COMMANDS: ['npm test => exit 1'] },
    writes: false,
    evidence: `${TESTS_AND_BUILD} At least the build and the whole test run.`,
  },
  investigator: {
    good: {
      status: 'EVIDENCE_FOUND',
      needs: 'ROOT_CAUSE and EVIDENCE are filled in and a command among EVIDENCE_COMMANDS reproduces the failure',
    },
    others: [
      { status: 'INVESTIGATING', when: 'you have a suspicion and no proof' },
      { status: 'BLOCKED', when: 'something that you cannot change keeps you from finding out' },
    ],
    own: [
      { field: 'ROOT_CAUSE', example: null, means: 'the cause in one line, with file and line' },
      { field: 'EVIDENCE', example: null, means: 'the command that reproduces it and what it printed, in short' },
      { field: 'VARIANTS_COVERED', example: 0, means: 'other inputs or places that you tried for the same cause' },
    ],
    agentId: 'investigator-1',
    example: { SPEC_COMPLIANCE: 'N/A' },
    writes: false,
    evidence: `${TESTS_AND_BUILD} At least the one that reproduces the failure.`,
  },
};

/**
 * The end of an agent's instructions: its report block. The example describes unfinished work, so that an agent that copies it
 * unchanged claims nothing.
 */
export function contractSection(reporter: ReportingAs): string {
  const speech = SPEECHES[reporter];
  const statuses = [speech.good.status, ...speech.others.map(({ status }) => status)];
  return [
    '## How your answer ends: the router contract',
    'The last thing in your answer is the section below, with exactly this heading and one YAML block; nothing follows it. A program reads it and checks every claim: files are looked up and compared with their state before your work, commands are run again. A claim that does not hold costs more than an honest bad result.',
    `\`\`\`\`markdown\n### Router Contract (MACHINE-READABLE)\n\`\`\`yaml\n${exampleOf(reporter, speech)}\`\`\`\n\`\`\`\``,
    'The block above is of work that is not done. Fill in your own values; every field is required:',
    [
      `- \`STATUS\`: ${statuses.join(' | ')}. ${speech.good.status} only if ${speech.good.needs}. ${speech.others.map(({ status, when }) => `${status} when ${when}`).join('; ')}.`,
      ...speech.own.map(({ field, means }) => `- \`${field}\`: ${means}.`),
      '- `CONFIDENCE`: 0 to 100, how sure you are of what you say.',
      '- `CRITICAL_ISSUES`, `HIGH_ISSUES`: how many CRITICAL and MAJOR findings are open.',
      '- `BLOCKING`: true when something CRITICAL is open, so that nothing may be built on this. `REQUIRES_REMEDIATION`: true when a repair has to be made, and everything reviewed anew, before the build goes on; then `REMEDIATION_REASON` says what to fix and where, so that it can be done without asking you, else it is null. A bad STATUS by itself sends the work back once.',
      '- `SPEC_COMPLIANCE`: PASS when every requirement that you looked at is met, FAIL when one is not, N/A when that is not your task.',
      `- \`TIMESTAMP\`: now, in ISO 8601. \`AGENT_ID\`: ${reporter === 'reviewer' ? 'the name of the lens that your task gives you' : `\`${speech.agentId ?? reporter}\``}.`,
      speech.writes
        ? '- `FILES_MODIFIED`: every file that you created, changed or removed, relative to this folder, and none besides.'
        : '- `FILES_MODIFIED`: empty. You change no file; one that you did change is found.',
      `- \`CLAIMED_ARTIFACTS\`: ${speech.artifacts ?? 'empty.'}`,
      `- \`EVIDENCE_COMMANDS\`: ${speech.evidence}`,
      '- `DEVIATIONS_FROM_PLAN`: what you did otherwise than the plan or the specs say, and why; else null.',
      '- `MEMORY_NOTES`: what those who come after you should know, a sentence each; empty lists if there is nothing.',
    ].join('\n'),
  ].join('\n\n');
}

function exampleOf(reporter: ReportingAs, { others, own, example, good, agentId }: Speech): string {
  const fields: Record<string, unknown> = {
    CONTRACT_VERSION: '2.3',
    STATUS: others[0]?.status ?? good.status,
    CONFIDENCE: 60,
    CRITICAL_ISSUES: 0,
    HIGH_ISSUES: 1,
    BLOCKING: false,
    REQUIRES_REMEDIATION: false,
    REMEDIATION_REASON: null,
    SPEC_COMPLIANCE: 'FAIL',
    TIMESTAMP: '2026-01-31T12:00:00Z',
    AGENT_ID: agentId ?? reporter,
    FILES_MODIFIED: [],
    CLAIMED_ARTIFACTS: [],
    EVIDENCE_COMMANDS: ['npm test => exit 1'],
    DEVIATIONS_FROM_PLAN: null,
    ...example,
    ...Object.fromEntries(own.map(({ field, example: value }) => [field, value])),
    MEMORY_NOTES: { learnings: [], patterns: [], verification: [] },
  };
  return stringify(fields, { lineWidth: 0, defaultStringType: 'PLAIN' });
}
