import type { BuildReport, BuiltMilestone } from '../../model/build-report.js';
import { counted } from '../verdict.js';

/** The outcome of a build, as one sentence. */
export function sentenceOf({ outcome, why, milestones }: BuildReport): string {
  const done = milestones.filter(isDone).length;
  const all = counted(milestones.length, 'milestone');
  switch (outcome) {
    case 'completed':
      if (done === 1 && milestones.length === 1) return 'The milestone is built.';
      return done === milestones.length ? `All ${all} are built.` : `${done} of ${all} are built.`;
    case 'doubtful':
      return `The build ended with doubts: ${ended(why)}`;
    case 'failed':
      return `The build failed: ${ended(why)}`;
    case 'aborted':
      return `The build was aborted, and the changes of its last milestone were undone: ${ended(why)}`;
    case 'stopped':
      return `The build was stopped: ${ended(why)} ${done} of ${all} are built; go on with --resume.`;
    case 'interrupted':
      return `The build was interrupted. ${done} of ${all} are built; go on with --resume.`;
    case 'building':
      return `The build is at work: ${done} of ${all} are built.`;
  }
}

function isDone({ status }: BuiltMilestone): boolean {
  return status === 'completed' || status === 'done before';
}

/** `1 h 5 min`, `3 min 20 s`, `12 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** The time, turns and money that were spent. */
export function spentWords({ spent }: BuildReport): string {
  return `${duration(spent.seconds)} of agents at work, ${counted(spent.turns, 'turn')}, ${spent.cost.toFixed(2)} US dollars`;
}

/** The result for the contracts; undefined: the build was compared with none. */
export function contractWords({ contracts }: BuildReport): string | undefined {
  if (contracts === undefined) return undefined;
  const { total, verified, violated, missing } = contracts;
  return `${verified} of ${counted(total, 'contract')} verified, ${violated} violated, ${counted(missing, 'contract operation')} without code`;
}

/** What was delivered, and how to start it: an agent's text, line by line. */
export function deliveredWords(delivered: BuiltMilestone['delivered']): readonly string[] {
  if (delivered === undefined) return [];
  const { summary, usage, start } = delivered;
  const parts = { built: summary, start, use: usage };
  return Object.entries(parts).flatMap(([label, words = '']) => (words === '' ? [] : [`${label}: ${words}`]));
}

/** A reason that ends a sentence. */
function ended(why: string): string {
  return /[.!?]$/.test(why) ? why : `${why}.`;
}
