import { randomUUID } from 'node:crypto';
import type { CheckAnnotation } from '../reports/github/check.js';
import type { Conclusion } from '../reports/github/result.js';
import { counted } from '../reports/verdict.js';
import { sendOnce, statusOf } from './answer.js';
import type { Api } from './api.js';
import type { Outcome, Publication, Publisher } from './publisher.js';
import { shownOf } from './shown.js';
import { type CheckStamp, countsBefore, externalId, readExternalId } from './stamp.js';

/** GitHub accepts this number of annotations per request. https://docs.github.com/rest/checks/runs#update-a-check-run */
const BATCH = 50;

/** One of our check runs, with the needed properties. */
interface CheckRun {
  readonly id: number;
  readonly stamp: CheckStamp;
  readonly app: number | undefined;
  readonly url: string | undefined;
  readonly conclusion: string | null;
}

/** A check run that this run has created, and the annotations that it still lacks. */
interface Made {
  readonly id: number;
  readonly missing: readonly CheckAnnotation[];
}

/**
 * The check run on the head commit. It is created with its conclusion and the first annotations, so that a later error cannot
 * leave it unfinished; the other annotations follow after everything else is published. Of several check runs for one subject and
 * commit, that of the latest run counts: earlier ones take over its conclusion.
 */
export function checkRun(api: Api): Publisher {
  const nonce = randomUUID().slice(0, 8);
  let made: Made | undefined;
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
    publish: (publication) =>
      publish(api, publication, stampOf(publication), (run) => {
        made = run;
      }),
    confirm: async (publication) => {
      const added = made === undefined || made.missing.length === 0 ? {} : await annotate(api, publication, made);
      return { ...added, ...(await settle(api, publication, stampOf(publication))) };
    },
  };
}

async function publish(api: Api, publication: Publication, stamp: CheckStamp, keep: (run: Made) => void): Promise<Outcome> {
  const { result, context, checkName } = publication;
  const counting = (await ours(api, publication)).find((run) => countsBefore(run.stamp, stamp));
  if (counting !== undefined) {
    const isOfProposal = stamp.ofBranch === true && counting.stamp.ofBranch !== true;
    return { status: 'skipped', why: isOfProposal ? OF_PROPOSAL : 'A later run has published its check.' };
  }
  const { annotations, output, conclusion } = shownOf(result);
  const create = (first: readonly CheckAnnotation[]) =>
    sendOnce(
      api,
      async () => {
        const answer = await api.rest.checks.create({
          ...api.at,
          conclusion,
          name: checkName,
          head_sha: context.headSha,
          external_id: externalId(stamp),
          details_url: result.runUrl,
          output: { ...output, annotations: [...first] },
          request: { retries: 0 },
        });
        return { id: answer.data.id, url: answer.data.html_url ?? undefined };
      },
      async () => (await ours(api, publication)).find((run) => run.stamp.nonce === stamp.nonce),
    );
  try {
    const { id, url } = await create(annotations.slice(0, BATCH));
    keep({ id, missing: annotations.slice(BATCH) });
    return { status: 'published', url, detail: counted(Math.min(annotations.length, BATCH), 'annotation') };
  } catch (error) {
    if (statusOf(error) !== 422 || annotations.length === 0) throw error;
    // One annotation that the server rejects must not cost the conclusion.
    const { url } = await create([]);
    return { status: 'published', url, detail: `no annotations, since GitHub refused them (${messageOf(error)})` };
  }
}

const OF_PROPOSAL = 'The check of a pull request or of the default branch counts on this commit.';

/** Adds the annotations after the first ones, each once. If the server rejects a batch, the check stays as it is. */
async function annotate(api: Api, { result }: Publication, { id, missing }: Made): Promise<{ readonly detail?: string }> {
  const { annotations, output, conclusion } = shownOf(result);
  let there = annotations.length - missing.length;
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH);
    const expected = there + batch.length;
    try {
      await sendOnce(
        api,
        async () => {
          // With the conclusion: if a later run has concluded this one in the meantime, `settle` finds it next and concludes this
          // one again.
          const content = { conclusion, output: { ...output, annotations: batch } };
          await api.rest.checks.update({ ...api.at, check_run_id: id, ...content, request: { retries: 0 } });
          return true;
        },
        async () => {
          const { data } = await api.rest.checks.get({ ...api.at, check_run_id: id });
          return data.output.annotations_count >= expected ? true : undefined;
        },
      );
    } catch (error) {
      const all = counted(annotations.length, 'annotation');
      return { detail: `${there} of ${all}, since GitHub refused more (${messageOf(error)})` };
    }
    there = expected;
  }
  return { detail: counted(annotations.length, 'annotation') };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Checks again: the latest run concludes earlier ones that are in progress or contradict it; an earlier run that finds a later
 * one takes over its conclusion. Two steps of one run are both right.
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
