import type { BuildResult } from '../reports/builder/result.js';
import type { MistakeResult } from '../reports/mistake.js';
import type { Result } from '../reports/result.js';
import type { Context } from './context.js';

/** What a job writes below `permissions:` so that its token may do something. */
export type Permission =
  | 'checks: write'
  | 'pull-requests: write'
  | 'security-events: write'
  | 'issues: write'
  | 'contents: read'
  | 'contents: write';

/** One result on its way to GitHub. */
export interface Publication {
  /** Of a comparison or of a build; or why there is none. */
  readonly result: Result | BuildResult | MistakeResult;
  /** Where it goes. Its pull request was found: `lookup` is settled. */
  readonly context: Context;
  readonly checkName: string;
  /** What was checked, in a word: a later result of the same subject takes the place of an earlier one, of another it never does. */
  readonly subject: string;
  /** Which of two results for one commit is the newer one. */
  readonly turn: Turn;
}

/** A run of a workflow and its attempt; later runs have greater numbers. */
export interface Turn {
  readonly run: number;
  readonly attempt: number;
}

/**
 * What became of publishing:
 * - `published`: it is there; `url` leads to it.
 * - `skipped`: there was nothing to publish, or a newer result is there already; `why` is a sentence.
 * - `refused`: the token may not; `needs` is what the job lacks, `why` what the server said.
 * - `failed`: it went wrong after all retries. Neither changes the exit code.
 */
export type Outcome =
  | { readonly status: 'published'; readonly url?: string | undefined; readonly detail?: string | undefined }
  | { readonly status: 'skipped'; readonly why: string }
  | { readonly status: 'refused'; readonly needs: Permission; readonly why: string }
  | { readonly status: 'failed'; readonly why: string };

/** One way to publish a result. */
export interface Publisher {
  /** As the log names it: `Check run`. */
  readonly name: string;
  /** Named where the server refuses. */
  readonly needs: Permission;
  /** Throws what the server answers; the ladder turns that into an outcome. */
  readonly publish: (publication: Publication) => Promise<Outcome>;
  /** Looks again after everything else was published, where runs that race may have undone it. */
  readonly confirm?: (publication: Publication) => Promise<Outcome>;
}
