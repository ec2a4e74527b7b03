import type { BuildReport, BuildStep, BuiltMilestone } from '../../../src/model/build-report.js';

/** A step of ten seconds that passed, unless it says otherwise. */
export function step(over: Partial<BuildStep> = {}): BuildStep {
  return {
    name: 'developer',
    attempt: 1,
    startedAt: '2026-01-01T10:00:00.000Z',
    seconds: 10,
    outcome: 'passed',
    reasons: [],
    ...over,
  };
}

/** A milestone that was built in one step, unless it says otherwise. */
export function milestone(over: Partial<BuiltMilestone> = {}): BuiltMilestone {
  return {
    ...{ id: 'milestone-1', title: 'Greetings', wave: 1, status: 'completed', requirements: { done: 1, total: 1 } },
    ...{ steps: [step()], warnings: [], doubts: [], unresolved: [], files: ['src/app.js'], ...over },
  };
}

/** A build of one milestone that completed, unless it says otherwise. */
export function buildOf(over: Partial<BuildReport> = {}): BuildReport {
  return {
    ...{ plan: { title: 'Greetings', file: 'MASTER_PLAN.md' }, outcome: 'completed', why: '', health: 'passed', mode: 'cli' },
    milestones: [milestone()],
    contracts: { total: 1, verified: 1, violated: 0, missing: 0, violations: [] },
    notices: [],
    registered: 0,
    spent: { cost: 1.5, turns: 12, seconds: 80 },
    startedAt: '2026-01-01T10:00:00.000Z',
    endedAt: '2026-01-01T10:05:00.000Z',
    ...over,
  };
}

/** A build in which every text that an agent or a plan can write is `text`. */
export function hostileBuild(text: string): BuildReport {
  return buildOf({
    plan: { title: text, file: text },
    ...{ outcome: 'failed', why: text, health: 'failed' },
    milestones: [
      milestone({
        ...{ id: text, title: text, status: 'failed', warnings: [text], doubts: [text], unresolved: [text], files: [text] },
        failure: { step: text, reasons: [text] },
        delivered: { summary: text, usage: text, start: text },
        steps: [
          step({ name: text, outcome: 'refused', reasons: [text, text], validation: `### ${text}\n- STATUS: ${text}` }),
          step({ name: text, attempt: 2 }),
        ],
      }),
    ],
    contracts: {
      ...{ total: 1, verified: 0, violated: 1, missing: 0 },
      violations: [{ check: text, file: text, line: 3, message: text }],
    },
  });
}
