import { resolve } from 'node:path';
import { buildExitCode } from '../commands/building/exit-code.js';
import { readPatch } from '../commands/building/patched.js';
import { readForeignBuild } from '../commands/untrusted/foreign-build.js';
import { findRepository } from '../config/repository.js';
import type { Api } from '../github/api.js';
import { advanceBranch, headSeen, makeCommit, propose } from '../github/apply.js';
import type { Context } from '../github/context.js';
import { printUntrusted, setApplied, summariseText } from '../github/publish.js';
import { report as reportSteps } from '../github/publish-fallbacks.js';
import { buildPublicationOf, publishOutcome } from '../github/publish-result.js';
import { checkRights } from '../github/rights.js';
import { workspaceOf } from '../github/workspace.js';
import { reasonOf, UserError } from '../model/user-error.js';
import { buildSummary } from '../reports/builder/result.js';
import { plain, shorten } from '../reports/escape.js';
import type { Job } from './job.js';

type Applied = { readonly url: string; readonly stated: string; readonly context: Context };

const FOREIGN = 'Agents produced this result, so trust it no more than the agents.';

/**
 * Mode apply: the patch of a build, from another job of the workflow -> checks -> a commit on the branch of the pull request, or
 * a new pull request -> publishing. It executes nothing of the patch, and changes no file of the checkout.
 *
 * @throws UserError if the run has no right to do it, or the patch contains more than plain files, or no longer applies
 */
export async function apply(job: Job, log: (text: string) => void): Promise<number> {
  const { inputs, api, notes } = job;
  const actors = [job.context?.actor ?? '', process.env.GITHUB_TRIGGERING_ACTOR ?? ''];
  await checkRights({ what: 'Mode apply', context: job.context, api, actors });
  const context = job.context as Context;
  const workspace = workspaceOf(process.env);
  const build = inputs.result === undefined ? undefined : readForeignBuild(resolve(workspace, inputs.result), inputs.result);
  const files = await readPatch(findRepository(workspace), context.headSha, resolve(workspace, inputs.patch ?? ''));
  const title = shorten(plain(build === undefined ? 'A build' : `Build of ${build.plan.title}`), 100);
  const applied = files.length === 0 ? undefined : await orRefused(() => commit(job, context, { title, files }));
  setApplied(applied?.url ?? '');

  const stated = applied?.stated ?? 'The patch changes nothing: nothing was applied.';
  if (build === undefined) {
    printUntrusted(`${stated}\n`, log);
    if (inputs.publish.includes('summary')) await summariseText(`${plain(stated)}\n`);
    return 0;
  }
  const found = { build, failed: buildExitCode(build) !== 0, notes: [FOREIGN, stated, ...notes] };
  const publication = buildPublicationOf(found, applied?.context ?? context, inputs, process.env);
  const published = reportSteps(await publishOutcome(inputs, publication));
  printUntrusted([stated, ...notes, ...published].map((line) => `note: ${plain(line)}`).join('\n'), log);
  if (inputs.publish.includes('summary')) await summariseText(buildSummary(found, published));
  return 0;
}

/** GitHub's refusal of this job is a user error, no internal one. */
async function orRefused(write: () => Promise<Applied>): Promise<Applied> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof UserError || !isAnswer(error)) throw error;
    throw new UserError(`Nothing was applied because GitHub refused it or was unreachable: ${plain(reasonOf(error))}.`, {
      hint: 'The job needs `contents: write`; for a new pull request also `pull-requests: write`, and the repository a setting that lets workflows open them.',
    });
  }
}

function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

interface Change {
  readonly title: string;
  readonly files: Parameters<typeof makeCommit>[1]['files'];
}

async function commit({ inputs, api }: Job, context: Context, { title, files }: Change): Promise<Applied> {
  const open = await api();
  const { pullRequest, headSha: parent, runUrl = '' } = context;
  const how = inputs.apply ?? (pullRequest === undefined ? 'pull-request' : 'commits');
  const branch = await branchOf(open, context);
  if (how === 'commits' && pullRequest === undefined)
    throw new UserError('There is no pull request whose branch could take commits.', { hint: 'Use `apply: pull-request`.' });
  const sha = await makeCommit(open, { parent, message: `${title}\n\nMade by agents, checked by ${runUrl}`, files });
  if (how === 'commits') {
    if ((await advanceBranch(open, branch, { parent, sha })) === 'moved') {
      throw new UserError(`The branch ${branch} changed since the build began, so nothing was applied.`, {
        hint: 'Build again, or apply the patch by hand.',
      });
    }
    if (pullRequest !== undefined) await headSeen(open, pullRequest.number, sha);
    const { serverUrl, repository } = context;
    const url = `${serverUrl}/${repository.owner}/${repository.name}/commit/${sha}`;
    const settled = { ...context, headSha: sha, pullRequest: pullRequest && { ...pullRequest, headSha: sha } };
    return { url, stated: `Applied as ${sha.slice(0, 12)} on ${branch}.`, context: settled };
  }
  const url = await propose(open, {
    ...{ sha, base: branch, title },
    branch: `tallystick/build-${process.env.GITHUB_RUN_ID ?? '0'}-${process.env.GITHUB_RUN_ATTEMPT ?? '1'}`,
    body: `Made by agents. What became of the build: ${runUrl}`,
  });
  return { url, stated: `Applied as a pull request: ${url}.`, context };
}

/** The branch of the build. UserError: there was none. */
async function branchOf(api: Api, { pullRequest, ref }: Context): Promise<string> {
  if (pullRequest !== undefined) {
    const { data } = await api.rest.pulls.get({ ...api.at, pull_number: pullRequest.number });
    return data.head.ref;
  }
  const [, branch] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
  if (branch !== undefined) return branch;
  throw new UserError(`This run is of ${ref}, which is no branch.`, { hint: 'Start it for a branch.' });
}
