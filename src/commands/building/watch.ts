import type { AgentActivity } from '../../builder/backends/backend.js';
import type { BuildEvent } from '../../builder/event.js';
import { interruptedMessage, phaseMessage } from '../../builder/phases/messages.js';
import { plain } from '../../reports/escape.js';
import type { Io } from '../command.js';

/** Receives the events of a build. */
export interface Watcher {
  readonly onEvent: (event: BuildEvent) => void;
  readonly onActivity: (activity: AgentActivity) => void;
  readonly onWarning: (warning: string) => void;
}

const MARKS = { passed: '✓', refused: '✗', blocked: '✗', malformed: '?', evidence: '?', failed: '✗' } as const;

/** Writes a line per event; on a terminal also the agents' current actions, in one line that is overwritten. */
export function watcher(
  { stderr }: Pick<Io, 'stderr'>,
  { quiet, language }: { readonly quiet: boolean; readonly language: string },
): Watcher {
  if (quiet) return { onEvent: () => undefined, onActivity: () => undefined, onWarning: () => undefined };
  const clear = stderr.isTTY ? '\r\u001b[K' : '';
  const line = (text: string): void => stderr.write(`${clear}${text}\n`);
  return {
    onEvent: (event) => {
      for (const text of linesOf(event, language)) line(text);
    },
    onActivity: ({ task, doing }) => {
      if (stderr.isTTY) stderr.write(`${clear}${plain(`  ${task}: ${doing}`).slice(0, (stderr.columns ?? 80) - 1)}`);
    },
    onWarning: (warning) => line(`! ${plain(warning)}`),
  };
}

function linesOf(event: BuildEvent, language: string): readonly string[] {
  switch (event.event) {
    case 'milestone-started':
      return ['', `== ${plain(event.milestone)}`];
    case 'task-started':
      return [`   ${phaseMessage(event.step, language)}${event.attempt > 1 ? ` (${event.attempt})` : ''}`];
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
