import { expect, test } from '@jest/globals';
import type { BuildEvent } from '../../../src/builder/event.js';
import { applied, type BuildState } from '../../../src/builder/state.js';
import { watcher } from '../../../src/commands/building/watch.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const own = { milestone: 'one', part: 'own', attempt: 1 } as const;
const ended = (step: 'analyst' | 'architect', second: number, outcome: 'passed' | 'refused'): BuildEvent => ({
  ...{ at: at(second), event: 'task-ended', ...own, step, verdict: { outcome, reasons: [] } },
  ...{ seconds: 1, files_created: [], files_modified: [] },
});

/** What is printed of these events. */
function printed(events: readonly BuildEvent[], cost: number | undefined): string {
  const lines: string[] = [];
  const { onEvent } = watcher(
    { stderr: { write: (text) => lines.push(text), isTTY: false } },
    { quiet: false, language: 'en', cost },
  );
  let state: BuildState | undefined;
  for (const event of events) {
    state = applied(state, event);
    onEvent(event, state);
  }
  return lines.join('');
}

const plan = { file: 'PLAN.md', hash: 'h' };
const events: readonly BuildEvent[] = [
  { at: at(0), event: 'build-started', format: 1, plan, checks: ['scan'], order: ['one', 'two'] },
  { at: at(0), event: 'milestone-started', milestone: 'one' },
  { at: at(1), event: 'task-started', ...own, step: 'analyst', agent: 'build-analyst' },
  ended('analyst', 70, 'passed'),
  { at: at(70), event: 'spent', cost: 0.25, turns: 3, seconds: 69 },
  { at: at(71), event: 'task-started', ...own, step: 'architect', agent: 'build-architect' },
  ended('architect', 80, 'refused'),
  { at: at(81), event: 'task-started', ...own, step: 'architect', agent: 'build-architect' },
];

test('each step says which it is of how many, and what was spent of the budget; what is done again is one more', () => {
  const text = printed(events, 5);
  expect(text).toContain('[step 1 of 22, $0.00 of $5.00, 1 s]');
  expect(text).toContain('[step 2 of 22, $0.25 of $5.00, 1 min 11 s]');
  expect(text).toContain('[step 3 of 23, $0.25 of $5.00, 1 min 21 s]');
});

test('without a budget, and of a log that does not tell what there is to build, it says what it knows', () => {
  const [begun, ...rest] = events;
  const { order: _order, ...older } = begun as Extract<BuildEvent, { event: 'build-started' }>;
  expect(printed(events, undefined)).toContain('[step 2 of 22, $0.25, 1 min 11 s]');
  expect(printed([older, ...rest], 5)).toContain('[$0.25 of $5.00, 1 min 11 s]');
});
