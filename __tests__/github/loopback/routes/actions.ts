import { showRun } from '../answers.js';
import { type Call, full, type Handler, notFound } from '../call.js';
import type { Artifact } from '../world.js';

/** Workflow runs and their artifacts. https://docs.github.com/rest/actions */

function shownArtifact({ id, name, archive, expired, run }: Artifact, { api, world }: Call) {
  const url = `${api}/repos/${full(world)}/actions/artifacts/${id}`;
  const head = world.runs.find((known) => known.id === run);
  return {
    id,
    name,
    size_in_bytes: archive.length,
    url,
    archive_download_url: `${url}/zip`,
    expired,
    workflow_run: { id: run, head_sha: head?.headSha ?? '', head_branch: head?.headBranch ?? '' },
  };
}

/** Newest first. */
const list =
  (chosen: (artifact: Artifact, call: Call) => boolean): Handler =>
  (call) => ({
    list: call.world.artifacts
      .filter((artifact) => chosen(artifact, call))
      .filter(({ name }) => call.query.name === undefined || name === call.query.name)
      .toReversed()
      .map((artifact) => shownArtifact(artifact, call)),
    under: 'artifacts',
  });

const found = ({ world, path }: Call): Artifact | undefined => world.artifacts.find(({ id }) => id === path.artifact_id);

const get: Handler = (call) => {
  const artifact = found(call);
  return artifact === undefined ? notFound : { status: 200, body: shownArtifact(artifact, call) };
};

/** The archive lies with another host, which refuses the token of GitHub. */
const download: Handler = (call) => {
  const artifact = found(call);
  if (artifact === undefined) return notFound;
  if (artifact.expired) return { status: 410, body: { message: 'Artifact has expired', status: '410' } };
  const elsewhere = new URL(`/_archives/${artifact.id}`, call.api.replace('127.0.0.1', 'localhost'));
  return { status: 302, headers: { location: elsewhere.href } };
};

const run: Handler = (call) => {
  const known = call.world.runs.find(({ id }) => id === call.path.run_id);
  return known === undefined ? notFound : { status: 200, body: showRun(known, call) };
};

export const actions: Readonly<Record<string, Handler>> = {
  'actions/download-artifact': download,
  'actions/get-artifact': get,
  'actions/get-workflow-run': run,
  'actions/list-artifacts-for-repo': list(() => true),
  'actions/list-workflow-run-artifacts': list((artifact, { path }) => artifact.run === path.run_id),
};
