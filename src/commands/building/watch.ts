import type { AgentActivity } from '../../builder/backends/backend.js';
import type { BuildEvent } from '../../builder/event.js';
import { interruptedMessage, phaseMessage } from '../../builder/phases/messages.js';
import { progressOf } from '../../builder/plan/calls.js';
import type { BuildState } from '../../builder/state.js';
import { duration } from '../../reports/builder/words.js';
import { plain } from '../../reports/escape.js';
import type { Io } from '../command.js';

/** Receives the events of a build. */
export interface Watcher {
  readonly onEvent: (event: BuildEvent, state: BuildState) => void;
  readonly onActivity: (activity: AgentActivity) => void;
  readonly onWarning: (warning: string) => void;
}

const MARKS = { passed: '✓', refused: '✗', blocked: '✗', malformed: '?', evidence: '?', failed: '✗' } as const;

interface Watched {
  readonly quiet: boolean;
  readonly language: string;
  /** The budget in US dollars; absent: none. */
  readonly cost: number | undefined;
}

/** Writes a line per event; on a terminal also the agents' current actions, in one line that is overwritten. */
export function watcher({ stderr }: Pick<Io, 'stderr'>, { quiet, language, cost }: Watched): Watcher {
  if (quiet) return { onEvent: () => undefined, onActivity: () => undefined, onWarning: () => undefined };
  let began: number | undefined;
  const clear = stderr.isTTY ? '\r\u001b[K' : '';
  const line = (text: string): void => stderr.write(`${clear}${text}\n`);
  return {
    onEvent: (event, state) => {
      began ??= Date.parse(event.at);
      const done = `${progressWords(state, cost)}, ${duration((Date.parse(event.at) - began) / 1_000)}`;
      for (const text of linesOf(event, language, done)) line(text);
    },
    onActivity: ({ task, doing }) => {
      if (stderr.isTTY) stderr.write(`${clear}${plain(`  ${task}: ${doing}`).slice(0, (stderr.columns ?? 80) - 1)}`);
    },
    onWarning: (warning) => line(`! ${plain(warning)}`),
  };
}

/** `step 4 of 22, $0.31 of $5.00`: the second number grows when something has to be done again. */
function progressWords(state: BuildState, budget: number | undefined): string {
  const { done, total } = progressOf(state);
  const step = total === 0 ? '' : `step ${Math.min(done + 1, total)} of ${total}, `;
  return `${step}$${state.spent.cost.toFixed(2)}${budget === undefined ? '' : ` of $${budget.toFixed(2)}`}`;
}

/** @param done how far the build is */
function linesOf(event: BuildEvent, language: string, done: string): readonly string[] {
  switch (event.event) {
    case 'milestone-started':
      return ['', `== ${plain(event.milestone)}`];
    case 'task-started':
      return [`   ${phaseMessage(event.step, language)}${event.attempt > 1 ? ` (${event.attempt})` : ''}  [${done}]`];
    case 'task-ended': {
      const { verdict, seconds, step, part } = event;
      const who = part === 'own' ? step : `${step} (${part})`;
      const head = ` ${MARKS[verdict.outcome]} ${who}: ${verdict.outcome}, ${Math.round(seconds)} s`;
      const doubts = (verdict.doubts ?? []).slice(0, 3).map((doubt) => `     ? ${plain(doubt.split('\n')[0] ?? '')}`);
      return [head, ...doubts, ...verdict.reasons.slice(0, 3).map((reason) => `     ${plain(reason.split('\n')[0] ?? '')}`)];
    }
    case 'breaker-opened':
      return [` ! ${event.conflict === true ? 'reviewers contradict each other' : 'three fixes did not help'}: ${event.choice}`];
    case 'milestone-ended':
      return [
        ` ${event.outcome === 'completed' ? '✓' : event.outcome === 'doubtful' ? '?' : '✗'} ${plain(event.milestone)} ${event.outcome}`,
      ];
    case 'interrupted':
      return ['', interruptedMessage(language)];
    default:
      return [];
  }
}
