import { AGENT_IDS, type AgentId } from '../../../src/builder/agent-names.js';
import { judgeReply } from '../../../src/builder/agent-report/judge.js';
import { parseRouterContract } from '../../../src/builder/agent-report/parse.js';
import { isPositive, reporterRules } from '../../../src/builder/agent-report/rules.js';
import { contractSection } from '../../../src/builder/agents/contract-section.js';
import { renderAgent } from '../../../src/builder/agents/definition.js';
import { agents } from '../../../src/builder/agents/index.js';
import { NO_ENGINES } from './no-engines.js';

/** What an agent would answer that copied the example. */
function exampleIn(section: string): string {
  const [, example = ''] = /^````markdown\n([\s\S]*?)^````$/m.exec(section) ?? [];
  return example;
}

function reply(reporter: AgentId, output: string) {
  return judgeReply({ reporter, output, previousRetries: 0, openRemFixes: 0 });
}

describe.each(AGENT_IDS)('the router contract that a %s is asked for', (reporter) => {
  const section = contractSection(reporter);
  const example = exampleIn(section);

  // Shows 002-FORMAT by builder/agents/contract-section.ts builder/agent-report/parse.ts
  test('is one that we read, of this speaker', () => {
    const parsed = parseRouterContract(example);
    expect(parsed).toMatchObject({
      kind: 'found',
      contract: { CONTRACT_VERSION: '2.3', AGENT_ID: expect.stringContaining(reporter) },
    });
    expect(reply(reporter, example).next).not.toBe('ask-again');
    expect(reply(reporter, example).next).not.toBe('rem-evidence');
  });

  test('claims nothing when an agent copies the example', () => {
    const parsed = parseRouterContract(example);
    if (parsed.kind !== 'found') throw new Error('no contract');
    expect(isPositive(parsed.contract, reporter)).toBe(false);
    expect(reply(reporter, example)).toMatchObject({ positive: false });
  });

  test('names every value of STATUS', () => {
    for (const status of reporterRules[reporter].statuses) expect(section).toContain(status);
  });

  test('is told which files it may claim', () => {
    const [, claimed = ''] = /`CLAIMED_ARTIFACTS`: (.*)/.exec(section) ?? [];
    if (reporter === 'planner') expect(claimed).toBe('the same path as PLAN_FILE, and nothing else.');
    else expect(claimed).toMatch(reporterRules[reporter].readsOnly ? /^empty\.$/ : /^empty, unless your task asks/);
  });

  test('explains every field', () => {
    const parsed = parseRouterContract(example);
    if (parsed.kind !== 'found') throw new Error('no contract');
    const explained = section.slice(section.indexOf(example) + example.length);
    const fields = Object.keys(parsed.contract).filter((field) => field !== 'CONTRACT_VERSION');
    for (const field of fields) expect(explained).toContain(`\`${field}\``);
  });
});

/** The example, with the values that its explanation asks for good work. */
const GOOD: Readonly<Record<AgentId, readonly (readonly [RegExp, string])[]>> = {
  planner: [
    [/STATUS: .*/, 'STATUS: PLAN_CREATED'],
    [/CONFIDENCE: .*/, 'CONFIDENCE: 50'],
    [/PLAN_FILE: .*/, 'PLAN_FILE: docs/plans/milestone-1-plan.md'],
  ],
  builder: [
    [/STATUS: .*/, 'STATUS: PASS'],
    [/TDD_RED_EXIT: .*/, 'TDD_RED_EXIT: 1'],
    [/TDD_GREEN_EXIT: .*/, 'TDD_GREEN_EXIT: 0'],
  ],
  'security-reviewer': [],
  'performance-reviewer': [],
  'quality-reviewer': [],
  'live-reviewer': [[/STATUS: .*/, 'STATUS: APPROVE']],
  hunter: [[/STATUS: .*/, 'STATUS: CLEAN']],
  verifier: [
    [/STATUS: .*/, 'STATUS: PASS'],
    [/SPEC_COMPLIANCE: .*/, 'SPEC_COMPLIANCE: PASS'],
    [/BLOCKERS: .*/, 'BLOCKERS: 0'],
    [/SCENARIOS_PASSED: .*/, 'SCENARIOS_PASSED: 2'],
  ],
  investigator: [
    [/STATUS: .*/, 'STATUS: EVIDENCE_FOUND'],
    [/ROOT_CAUSE: .*/, 'ROOT_CAUSE: src/app.ts:3 compares texts as numbers'],
    [/\bEVIDENCE: .*/, 'EVIDENCE: npm test printed 10 < 9'],
  ],
};
const REVIEWED = [
  [/STATUS: .*/, 'STATUS: APPROVE'],
  [/CONFIDENCE: .*/, 'CONFIDENCE: 80'],
  [/SPEC_COMPLIANCE: .*/, 'SPEC_COMPLIANCE: PASS'],
] as const;
const SETTLED = [
  [/CRITICAL_ISSUES: .*/, 'CRITICAL_ISSUES: 0'],
  [/BLOCKING: .*/, 'BLOCKING: false'],
  [/REQUIRES_REMEDIATION: .*/, 'REQUIRES_REMEDIATION: false'],
  [/REMEDIATION_REASON: .*/, 'REMEDIATION_REASON: null'],
] as const;

test.each(AGENT_IDS)('a %s that fills the example in as it is told goes on', (reporter) => {
  const changes = [...SETTLED, ...(reporter.endsWith('-reviewer') && GOOD[reporter].length === 0 ? REVIEWED : GOOD[reporter])];
  const output = changes.reduce((text, [from, to]) => text.replace(from, to), exampleIn(contractSection(reporter)));
  expect(reply(reporter, output)).toMatchObject({ next: 'proceed', positive: true });
});

test('agents that speak end with it, the others know nothing of it', () => {
  for (const agent of agents) {
    const text = renderAgent(agent, { bypass: true, engines: NO_ENGINES });
    if (agent.reporter === undefined) expect(text).not.toContain('Router Contract');
    else expect(text.trimEnd().endsWith(contractSection(agent.reporter))).toBe(true);
  }
  expect(agents.filter(({ reporter }) => reporter === undefined).map(({ name }) => name)).toEqual([
    'build-architect',
    'build-test-writer',
    'build-delivery',
    'build-discovery',
  ]);
});
