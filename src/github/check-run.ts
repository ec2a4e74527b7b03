import { randomUUID } from 'node:crypto';
import type { CheckAnnotation, CheckOutput } from '../reports/check.js';
import type { Conclusion } from '../reports/result.js';
import { counted } from '../reports/verdict.js';
import { sendOnce } from './answer.js';
import type { Api } from './api.js';
import type { Outcome, Publication, Publisher } from './publisher.js';
import { shownOf } from './shown.js';
import { type CheckStamp, countsBefore, externalId, readExternalId } from './stamp.js';

/** GitHub takes so many annotations a request. https://docs.github.com/rest/checks/runs#update-a-check-run */
const BATCH = 50;

/** A check run of ours, as far as it is needed. */
interface CheckRun {
  readonly id: number;
  readonly stamp: CheckStamp;
  readonly app: number | undefined;
  readonly url: string | undefined;
  readonly conclusion: string | null;
}

/**
 * The check run on the head commit, with every annotation. While it is annotated it is in progress, so that nothing is decided by
 * half of it. Of several for one subject and commit the one of the latest run counts: earlier ones end with its conclusion.
 */
export function checkRun(api: Api): Publisher {
  const nonce = randomUUID().slice(0, 8);
  const stampOf = ({ subject, turn, result, context }: Publication): CheckStamp => ({
    ...turn,
    subject,
    nonce,
    override: shownOf(result).override,
    ofBranch: context.ofBranch,
  });
  return {
    name: 'Check run',
    needs: 'checks: write',
    publish: (publication) => publish(api, publication, stampOf(publication)),
    confirm: (publication) => settle(api, publication, stampOf(publication)),
  };
}

async function publish(api: Api, publication: Publication, stamp: CheckStamp): Promise<Outcome> {
  const { result, context, checkName } = publication;
  const counting = (await ours(api, publication)).find((run) => countsBefore(run.stamp, stamp));
  if (counting !== undefined) {
    const isOfProposal = stamp.ofBranch === true && counting.stamp.ofBranch !== true;
    return { status: 'skipped', why: isOfProposal ? OF_PROPOSAL : 'A later run has published its check.' };
  }
  const { annotations, output, conclusion } = shownOf(result);
  const [first = [], ...rest] = batchesOf(annotations);
  const state = rest.length > 0 ? ({ status: 'in_progress' } as const) : { conclusion };
  const created = await sendOnce(
    api,
    async () => {
      const answer = await api.rest.checks.create({
        ...api.at,
        ...state,
        name: checkName,
        head_sha: context.headSha,
        external_id: externalId(stamp),
        details_url: result.runUrl,
        output: { ...(rest.length > 0 ? UNFINISHED : output), annotations: [...first] },
        request: { retries: 0 },
      });
      return { id: answer.data.id, url: answer.data.html_url ?? undefined };
    },
    async () => (await ours(api, publication)).find((run) => run.stamp.nonce === stamp.nonce),
  );
  await annotate(api, created.id, { first: first.length, rest, output, conclusion });
  return { status: 'published', url: created.url, detail: counted(annotations.length, 'annotation') };
}

const OF_PROPOSAL = 'The check of a pull request or of the default branch counts on this commit.';

/** What is shown until the last annotation is there. */
const UNFINISHED = {
  title: 'Findings are being annotated.',
  summary: 'The result is shown when all findings are annotated.',
} as const;

interface Rest {
  /** How many annotations are there already. */
  readonly first: number;
  readonly rest: readonly (readonly CheckAnnotation[])[];
  readonly output: CheckOutput;
  readonly conclusion: Conclusion;
}

/** Adds the batches after the first, each once; the last one concludes. */
async function annotate(api: Api, id: number, { first, rest, output, conclusion }: Rest): Promise<void> {
  let expected = first;
  for (const [index, batch] of rest.entries()) {
    const last = index === rest.length - 1;
    expected += batch.length;
    const there = expected;
    await sendOnce(
      api,
      async () => {
        await api.rest.checks.update({
          ...api.at,
          check_run_id: id,
          ...(last ? { conclusion } : {}),
          output: { ...(last ? output : UNFINISHED), annotations: [...batch] },
          request: { retries: 0 },
        });
        return true;
      },
      async () => {
        const { data } = await api.rest.checks.get({ ...api.at, check_run_id: id });
        return data.output.annotations_count >= there ? true : undefined;
      },
    );
  }
}

/**
 * Looks again: the latest run concludes earlier ones that are still in progress or contradict it; an earlier one that finds a
 * later concludes itself as that. Two steps of one run are both right.
 */
async function settle(api: Api, publication: Publication, stamp: CheckStamp): Promise<Outcome> {
  const all = await ours(api, publication);
  const own = all.find((run) => run.stamp.nonce === stamp.nonce);
  if (own === undefined) return { status: 'skipped', why: 'The check run is gone.' };
  const latest = all.reduce((one, other) => (countsBefore(other.stamp, one.stamp) ? other : one), own);
  const { conclusion } = latest;
  if (conclusion === null) return { status: 'skipped', why: 'A later run is publishing its check.' };
  const earlier = (latest === own ? all : [own]).filter((run) => countsBefore(latest.stamp, run.stamp) && run.app === latest.app);
  for (const { id } of earlier.filter((run) => run.conclusion !== conclusion)) {
    const summary = `A later run has checked this commit: ${latest.url ?? publication.result.runUrl}`;
    await api.rest.checks.update({
      ...api.at,
      check_run_id: id,
      conclusion: conclusion as Conclusion,
      output: { title: 'Superseded by a later run.', summary },
    });
  }
  return { status: 'published', url: latest.url };
}

/** All check runs of this subject on the head. */
async function ours(api: Api, { context, checkName, subject }: Publication): Promise<readonly CheckRun[]> {
  const runs = await api.paginate(api.rest.checks.listForRef, {
    ...api.at,
    ref: context.headSha,
    check_name: checkName,
    filter: 'all',
    per_page: 100,
  });
  return runs.flatMap(({ id, external_id, html_url, conclusion, app }) => {
    const stamp = readExternalId(external_id);
    if (stamp?.subject !== subject) return [];
    return [{ id, stamp, app: app?.id, url: html_url ?? undefined, conclusion }];
  });
}

function batchesOf(annotations: readonly CheckAnnotation[]): readonly (readonly CheckAnnotation[])[] {
  const count = Math.ceil(annotations.length / BATCH);
  return Array.from({ length: count }, (_, index) => annotations.slice(index * BATCH, (index + 1) * BATCH));
}
