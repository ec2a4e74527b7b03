import { createHash } from 'node:crypto';
import type { Turn } from './publisher.js';

/** Variables that a runner sets. */
interface RunEnvironment {
  readonly GITHUB_RUN_ID?: string | undefined;
  readonly GITHUB_RUN_ATTEMPT?: string | undefined;
}

/** The turn of this run; the first of all where the runner names none. */
export function turnOf({ GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT }: RunEnvironment): Turn {
  return { run: Number(GITHUB_RUN_ID) || 0, attempt: Number(GITHUB_RUN_ATTEMPT) || 1 };
}

/** Whether one run was started after the other. */
export function isLater(one: Turn, other: Turn): boolean {
  return one.run === other.run ? one.attempt > other.attempt : one.run > other.run;
}

/** What tells one result from another on the same commit. */
export interface SubjectParts {
  readonly checkName: string;
  readonly directory: string;
  readonly service?: string | undefined;
  readonly contracts: readonly string[];
}

/** A word for what is checked: 12 hex digits. Equal for the same inputs, in whichever workflow they stand. */
export function subjectOf({ checkName, directory, service, contracts }: SubjectParts): string {
  const parts = JSON.stringify([checkName, directory, service ?? null, contracts]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 12);
}

/** What our check runs carry as `external_id`. */
export interface CheckStamp extends Turn {
  readonly subject: string;
  /** Tells apart two steps of one run that check the same. */
  readonly nonce: string;
  /** Says that a label let it pass: 12 hex digits. */
  readonly override?: string | undefined;
  /** It is of a branch by itself, and yields to any that is of a proposal or of the default branch. */
  readonly ofBranch?: boolean | undefined;
}

/** Whether one check counts, and not the other: the later one of two with equal rights. */
export function countsBefore(one: CheckStamp, other: CheckStamp): boolean {
  const yields = ({ ofBranch }: CheckStamp): boolean => ofBranch === true;
  return yields(one) === yields(other) ? isLater(one, other) : yields(other);
}

/** The `external_id` of a check run of ours. */
export function externalId({ subject, run, attempt, nonce, override, ofBranch }: CheckStamp): string {
  return `tallystick${ofBranch === true ? '-branch' : ''}/${subject}/${run}/${attempt}/${nonce}${override === undefined ? '' : `/${override}`}`;
}

/** What an `external_id` tells; undefined: not one of ours. */
export function readExternalId(text: string | null): CheckStamp | undefined {
  const [, branch, subject, run, attempt, nonce, override] =
    /^tallystick(-branch)?\/([0-9a-f]+)\/(\d+)\/(\d+)\/([0-9a-f]+)(?:\/([0-9a-f]+))?$/.exec(text ?? '') ?? [];
  if (subject === undefined || nonce === undefined) return undefined;
  return { subject, run: Number(run), attempt: Number(attempt), nonce, override, ofBranch: branch !== undefined };
}

/** What the first line of our comments says, invisible to readers. */
export interface CommentStamp extends Turn {
  readonly subject: string;
  /** The commit that the comment speaks of. */
  readonly head: string;
}

/** The first line of a comment. */
export function marker({ subject, head, run, attempt }: CommentStamp): string {
  return `<!-- tallystick subject=${subject} head=${head} run=${run} attempt=${attempt} -->`;
}

/** The stamp that a comment begins with; undefined: none. Whoever can write comments can write one. */
export function readMarker(body: string): CommentStamp | undefined {
  const [line = ''] = body.slice(0, 300).split(/\r?\n/, 1);
  const [, subject, head, run, attempt] =
    /^<!-- tallystick subject=([0-9a-f]+) head=([0-9a-f]+) run=(\d+) attempt=(\d+) -->$/.exec(line) ?? [];
  if (subject === undefined || head === undefined) return undefined;
  return { subject, head, run: Number(run), attempt: Number(attempt) };
}
