import { UserError } from '../model/user-error.js';
import type { Api } from './api.js';
import type { Context } from './context.js';

/** Whether an account has write access to the repository. Throws the server's errors. */
export async function mayWrite(api: Api, login: string): Promise<boolean> {
  const { data } = await api.rest.repos.getCollaboratorPermissionLevel({ ...api.at, username: login });
  return data.permission === 'admin' || data.permission === 'write';
}

/** A request to run agents, or to apply their work. */
export interface Asking {
  /** Its name in messages: `Mode build`. */
  readonly what: string;
  /** Absent outside a workflow. */
  readonly context: Context | undefined;
  /** Rejects without a token. */
  readonly api: () => Promise<Api>;
  /** Accounts that started or restarted the run. */
  readonly actors: readonly string[];
}

const WHO = 'Agents run code of the checkout, so only people with write access to the repository may start them.';

/**
 * Agents execute the code that they work on, and cost money. So only users with write access may start them, on code that such
 * users wrote, in runs whose token has no more rights than the code's author.
 *
 * @throws UserError if they may not, or if it is unknown; one sentence says why
 */
export async function checkRights({ what, context, api, actors }: Asking): Promise<void> {
  const refuse = (why: string, hint: string = WHO): never => {
    throw new UserError(`${what} ${why}.`, { hint });
  };
  if (context === undefined) return refuse('is for workflows', 'On your own machine run `tallystick build`.');
  const { event, pullRequest, privileged, trusted } = context;
  if (pullRequest?.fork === true) return refuse('is not for pull requests of forks');
  if (privileged) return refuse('is not for this event, which has the rights of the repository for every author', EVENTS);
  if (event.name === 'merge_group') return refuse('is not for the merge queue, which may hold what forks wrote', EVENTS);
  if (!trusted && pullRequest === undefined) return refuse('cannot tell who wrote the code of this event', EVENTS);
  // A scheduled workflow is merged code, and no user started it.
  if (event.name === 'schedule') return;
  const asked = [...new Set(actors.filter((actor) => actor !== ''))];
  if (asked.length === 0) return refuse('cannot tell who started this run');
  for (const actor of asked) {
    let may: boolean;
    try {
      may = await mayWrite(await api(), actor);
    } catch (error) {
      const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      return refuse(`could not ask whether ${actor} may write to the repository: ${why.replace(/\.$/, '')}`, TOKEN);
    }
    if (!may) return refuse(`is not for ${actor}, who may not write to the repository`);
  }
}

const EVENTS = 'Use `pull_request`, `push`, `schedule` or `workflow_dispatch`; the README has the recipe.';
const TOKEN = 'It takes the input `token`; the one of the workflow is enough.';
