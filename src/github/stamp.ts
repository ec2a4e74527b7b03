import { createHash } from 'node:crypto';
import type { Turn } from './publisher.js';

/** Variables that a runner sets. */
interface RunEnvironment {
  readonly GITHUB_RUN_ID?: string | undefined;
  readonly GITHUB_RUN_ATTEMPT?: string | undefined;
}

/** The turn of this run; the earliest possible one if the runner gives none. */
export function turnOf({ GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT }: RunEnvironment): Turn {
  return { run: Number(GITHUB_RUN_ID) || 0, attempt: Number(GITHUB_RUN_ATTEMPT) || 1 };
}

/** Whether one run was started after the other. */
export function isLater(one: Turn, other: Turn): boolean {
  return one.run === other.run ? one.attempt > other.attempt : one.run > other.run;
}

/** The identity of a result among those on the same commit. */
export interface SubjectParts {
  readonly checkName: string;
  readonly directory: string;
  readonly service?: string | undefined;
  readonly contracts: readonly string[];
}

/** A key for what is checked: 12 hex digits. Equal for the same inputs, in any workflow. */
export function subjectOf({ checkName, directory, service, contracts }: SubjectParts): string {
  const parts = JSON.stringify([checkName, directory, service ?? null, contracts]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 12);
}

/** The content of our check runs' `external_id`. */
export interface CheckStamp extends Turn {
  readonly subject: string;
  /** Distinguishes two steps of one run with the same subject. */
  readonly nonce: string;
  /** A label overrides the result: 12 hex digits. */
  readonly override?: string | undefined;
  /** It belongs to a branch without a pull request, and yields to a result for a pull request or the default branch. */
  readonly ofBranch?: boolean | undefined;
}

/** Whether one check takes precedence over the other: the later one of two with equal rights. */
export function countsBefore(one: CheckStamp, other: CheckStamp): boolean {
  const yields = ({ ofBranch }: CheckStamp): boolean => ofBranch === true;
  return yields(one) === yields(other) ? isLater(one, other) : yields(other);
}

/** The `external_id` of one of our check runs. */
export function externalId({ subject, run, attempt, nonce, override, ofBranch }: CheckStamp): string {
  return `tallystick${ofBranch === true ? '-branch' : ''}/${subject}/${run}/${attempt}/${nonce}${override === undefined ? '' : `/${override}`}`;
}

/** Parses an `external_id`; undefined: not one of ours. */
export function readExternalId(text: string | null): CheckStamp | undefined {
  const [, branch, subject, run, attempt, nonce, override] =
    /^tallystick(-branch)?\/([0-9a-f]+)\/(\d+)\/(\d+)\/([0-9a-f]+)(?:\/([0-9a-f]+))?$/.exec(text ?? '') ?? [];
  if (subject === undefined || nonce === undefined) return undefined;
  return { subject, run: Number(run), attempt: Number(attempt), nonce, override, ofBranch: branch !== undefined };
}

/** The content of the first line of our comments, invisible to readers. */
export interface CommentStamp extends Turn {
  readonly subject: string;
  /** The commit of the comment. */
  readonly head: string;
}

/** The first line of a comment. */
export function marker({ subject, head, run, attempt }: CommentStamp): string {
  return `<!-- tallystick subject=${subject} head=${head} run=${run} attempt=${attempt} -->`;
}

/** The stamp at the start of a comment; undefined: none. Anyone who can write comments can write one. */
export function readMarker(body: string): CommentStamp | undefined {
  const [line = ''] = body.slice(0, 300).split(/\r?\n/, 1);
  const [, subject, head, run, attempt] =
    /^<!-- tallystick subject=([0-9a-f]+) head=([0-9a-f]+) run=(\d+) attempt=(\d+) -->$/.exec(line) ?? [];
  if (subject === undefined || head === undefined) return undefined;
  return { subject, head, run: Number(run), attempt: Number(attempt) };
}
