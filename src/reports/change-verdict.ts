import { type Change, newErrors } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { subjectsOf } from './root-cause.js';
import { counted, incompleteness, type Mood, shortfall, verdict } from './verdict.js';

/** A result together with the change that led to it. */
export interface Changed {
  readonly analysis: Analysis;
  /** Since the base; absent: there is no base, or its result is unknown. */
  readonly change?: Change | undefined;
  /** Why the change is unknown although it was requested. Untrusted text. */
  readonly unanswered?: string | undefined;
  /** Only what the change did decides the verdict; findings of the base do not. */
  readonly byChange?: boolean | undefined;
}

/** An effect of a change that the reader must see. `unproven`: a subject that the change adds and that could not be checked. */
export interface Concern {
  readonly question: 'new' | 'moved' | 'breaking' | 'lost' | 'dropped' | 'unproven' | 'unanswered';
  /** One sentence with untrusted text. */
  readonly sentence: string;
}

/**
 * The effects of a change, the most severe first; empty if all that was decided at the base still is, and nothing new is
 * violated.
 */
export function concernsOf({ analysis, change, unanswered }: Changed): readonly Concern[] {
  if (change === undefined)
    return unanswered === undefined
      ? []
      : [concern('unanswered', `Tallystick could not determine what the change did: ${unanswered}.`)];
  const broken = newErrors(analysis.violations, change);
  const isLive = ({ check }: Violation): boolean => check === 'VALIDATE-003';
  const unknownAge = new Set(change.surfaced.map(({ fingerprint }) => fingerprint));
  const ofCode = broken.filter((violation) => !isLive(violation));
  const isNew = ({ fingerprint }: Violation): boolean => !unknownAge.has(fingerprint);
  return [
    ...about(ofCode.filter(isNew), 'new', (named) => `The change breaks ${named}.`),
    ...about(
      ofCode.filter((violation) => !isNew(violation)),
      'new',
      (named) => `Broken, by this change or before it: ${named}. The base could not be compared there.`,
    ),
    ...about(broken.filter(isLive), 'new', (named) => {
      return `The running service breaks its contract at ${named}; no service of the base was called to compare with.`;
    }),
    ...change.moved.map(({ contract, from, to, operations }) =>
      concern('moved', `The ${counted(operations, 'operation')} of ${contract} moved from ${from} to ${to}.`),
    ),
    ...about(change.breaking, 'breaking', (named, count) => {
      return `The contract changed so that it breaks its consumers in ${counted(count, 'place')}: ${named}.`;
    }),
    ...about(
      change.lost,
      'lost',
      (named, count) => `${counted(count, 'contract operation')} can no longer be checked: ${named}.`,
    ),
    ...about(change.dropped, 'dropped', (named, count) => `The contracts no longer have ${named} (${count}).`),
    ...about(
      change.unproven,
      'unproven',
      (named) => `The change adds ${named} to the contracts, and the scan could not verify it.`,
    ),
    ...about(change.uncompared, 'unanswered', (named, count) => {
      return `Tallystick could not determine in ${counted(count, 'place')} whether the contract breaks its consumers: ${named}.`;
    }),
  ];
}

const concern = (question: Concern['question'], sentence: string): Concern => ({ question, sentence });

function about(
  found: readonly { readonly subject: string }[],
  question: Concern['question'],
  sentence: (named: string, count: number) => string,
): readonly Concern[] {
  const subjects = [...new Set(found.map(({ subject }) => subject))];
  return subjects.length === 0 ? [] : [concern(question, sentence(subjectsOf({ subjects }), found.length))];
}

/**
 * The outcome in one sentence: what the change did, else the state of the whole analysis. It mentions findings of the base only
 * if there is nothing else to report.
 */
export function changeVerdict(result: Changed & { readonly failed?: boolean | undefined }): {
  readonly mood: Mood;
  readonly sentence: string;
} {
  const { analysis, change, byChange = false } = result;
  const whole = verdict(analysis);
  if (incompleteness(analysis).length > 0 || shortfall(analysis) !== undefined) return whole;
  const [gravest] = concernsOf(result);
  const isOld = change !== undefined && byChange && analysis.summary.errors > 0;
  if (gravest === undefined) {
    // Something else fails the run: the verdict of the whole analysis says what.
    if (!isOld || result.failed === true) return whole;
    return {
      mood: 'good',
      sentence: `The change breaks nothing; ${counted(analysis.summary.errors, 'error')} remain from before.`,
    };
  }
  // Findings of the base make the verdict worse only if they decide.
  if (whole.mood === 'bad' && !isOld && gravest.question !== 'new') return whole;
  return { mood: result.failed === true || gravest.question === 'new' ? 'bad' : 'open', sentence: gravest.sentence };
}
