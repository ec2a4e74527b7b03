import type { BuildResult } from '../reports/builder/result.js';
import type { Result } from '../reports/github/result.js';
import type { MistakeResult } from '../reports/mistake.js';
import type { Context } from './context.js';

/** The entry under `permissions:` that a job needs. */
export type Permission =
  | 'checks: write'
  | 'pull-requests: write'
  | 'security-events: write'
  | 'issues: write'
  | 'contents: read'
  | 'contents: write';

/** One result to publish on GitHub. */
export interface Publication {
  /** Of a comparison or of a build, or the error that replaces it. */
  readonly result: Result | BuildResult | MistakeResult;
  /** The target. Its pull request was found: `lookup` is settled. */
  readonly context: Context;
  readonly checkName: string;
  /** A key for what was checked: a later result replaces an earlier one only for the same subject. */
  readonly subject: string;
  /** Orders two results for one commit. */
  readonly turn: Turn;
}

/** A run of a workflow and its attempt; later runs have greater numbers. */
export interface Turn {
  readonly run: number;
  readonly attempt: number;
}

/**
 * The outcome of publishing:
 * - `published`: `url` leads to it.
 * - `skipped`: there was nothing to publish, or a newer result exists; `why` is a sentence.
 * - `refused`: the token lacks rights; `needs` is the missing permission, `why` the server's text.
 * - `failed`: it failed after all retries. No outcome changes the exit code.
 */
export type Outcome =
  | { readonly status: 'published'; readonly url?: string | undefined; readonly detail?: string | undefined }
  | { readonly status: 'skipped'; readonly why: string }
  | { readonly status: 'refused'; readonly needs: Permission; readonly why: string }
  | { readonly status: 'failed'; readonly why: string };

/** One way to publish a result. */
export interface Publisher {
  /** Its name in the log: `Check run`. */
  readonly name: string;
  /** The permission that a refusal names. */
  readonly needs: Permission;
  /** Throws the server's errors; `publishAll` turns them into an outcome. */
  readonly publish: (publication: Publication) => Promise<Outcome>;
  /** Checks again after everything else was published, because concurrent runs may have overwritten it. */
  readonly confirm?: (publication: Publication) => Promise<Outcome>;
}
