import type { Api } from '../github/api.js';
import { type Context, readContext, settled, unsettled } from '../github/context.js';
import type { Inputs } from '../github/inputs.js';
import { reasonOf } from '../model/user-error.js';

/** The run's inputs and context, and access to GitHub. */
export interface Job {
  readonly inputs: Inputs;
  /** Absent outside a workflow. */
  readonly context?: Context | undefined;
  /** GitHub's API; rejects without a token. */
  readonly api: () => Promise<Api>;
  /** What a reader must know about how the result was obtained. */
  readonly notes: string[];
  /** Whether the result was shown: a later error does not replace it. */
  readonly progress: { isShown: boolean };
}

/** The context of the run; looks up its pull request if the event only names it. */
export async function openJob(inputs: Inputs): Promise<Job> {
  const context = readContext(process.env);
  let opened: Promise<Api> | undefined;
  const api = (): Promise<Api> => {
    opened ??= openFor(context, inputs.token);
    return opened;
  };
  const job = { inputs, context, api, notes: [] as string[], progress: { isShown: false } };
  if (context?.lookup === undefined || inputs.mode === 'shard') return job;
  try {
    const { findPullRequest } = await import('../github/lookup.js');
    const found = await findPullRequest(await api(), context.lookup);
    return { ...job, context: found === undefined ? unsettled(context) : settled(context, found) };
  } catch (error) {
    job.notes.push(`The pull request could not be looked up: ${reasonOf(error)}.`);
    return { ...job, context: unsettled(context) };
  }
}

async function openFor(context: Context | undefined, token: string): Promise<Api> {
  if (context === undefined || token === '') throw new Error('There is no token to ask GitHub with.');
  const { openApi } = await import('../github/api.js');
  const { apiUrl, repository } = context;
  return openApi({ token, apiUrl, owner: repository.owner, repo: repository.name });
}
