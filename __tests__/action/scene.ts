import { samplePull } from '../github/loopback/sample-pull.js';
import { type GitHub, type Options, startGitHub } from '../github/loopback/server.js';
import { fullToken, readOnlyToken } from '../github/loopback/token.js';
import type { CheckRun, Comment, PullRequest } from '../github/loopback/world.js';
import { FORK, HOME } from './events.js';
import { createRepository, type Files, type Proposal, type Repository } from './repository.js';
import { type Job, type Runner, type Step, startRunner } from './runner.js';

/** A repository on GitHub with pull request 7, and a runner that has the action. */
export interface Scene {
  readonly repository: Repository;
  readonly github: GitHub;
  readonly runner: Runner;
  /** Pull request 7 as it is now. */
  readonly pull: PullRequest;
  readonly at: Proposal;
  /** Pushes to the branch of the pull request; the merge is made anew. */
  readonly push: (files: Files) => Proposal;
  /** Runs the action: with the full token, on a shallow checkout of the merge commit, unless the job says otherwise. */
  readonly step: (job: Partial<Job> & Pick<Job, 'event'>) => Promise<Step>;
  readonly close: () => Promise<void>;
}

export interface Wishes extends Omit<Options, 'git' | 'tokens'> {
  readonly base: Files;
  /** What the pull request changes. */
  readonly head: Files;
  readonly fork?: boolean;
}

export const FULL = fullToken();
export const READ_ONLY = readOnlyToken();

export async function openScene({ base, head, fork = false, ...options }: Wishes): Promise<Scene> {
  const repository = createRepository();
  const runner = startRunner();
  repository.commit('main', base);
  repository.commit('change', head, 'main');
  let at = repository.propose(7, 'main', 'change');
  const github = await startGitHub({ ...options, git: repository.git, tokens: [FULL, READ_ONLY] });
  const pull = samplePull({ headRepository: fork ? FORK.full_name : HOME.full_name, ...at });
  github.world.pulls.push(pull);
  return {
    repository,
    github,
    runner,
    pull,
    get at() {
      return at;
    },
    push: (files) => {
      repository.commit('change', files);
      at = repository.propose(7, 'main', 'change');
      Object.assign(pull, at);
      return at;
    },
    step: (job) =>
      runner.step({
        github,
        token: FULL,
        ...job,
        // Every error counts, also those of the base: what a change alone fails by has tests of its own.
        inputs: job.action === undefined || job.action === 'merge' ? { 'fail-on': 'error', ...job.inputs } : (job.inputs ?? {}),
        workspace: job.workspace ?? repository.checkout('refs/pull/7/merge'),
      }),
    close: async () => {
      await github.stop();
      runner.remove();
      repository.remove();
    },
  };
}

/** Comments of the bot on pull request 7. */
export function ownComments({ github }: Pick<Scene, 'github'>): readonly Comment[] {
  return github.world.comments.filter(({ issue, author }) => issue === 7 && author.type === 'Bot');
}

/** Check runs on a commit, oldest first. */
export function checksOn({ github }: Pick<Scene, 'github'>, sha: string): readonly CheckRun[] {
  return github.world.checkRuns.filter(({ headSha }) => headSha === sha);
}
