import { showCheckRun } from '../answers.js';
import { type Answer, type Call, type Handler, invalid, notFound } from '../call.js';
import { hasCommit } from '../git-source.js';
import { type Annotation, type CheckRun, timestamp } from '../world.js';

/** Check runs: made by an app, annotated in batches, concluded. https://docs.github.com/rest/checks/runs */

interface Output {
  readonly title?: string;
  readonly summary?: string;
  readonly text?: string;
  readonly annotations?: readonly Annotation[];
}

interface Wish {
  readonly name?: string;
  readonly head_sha?: string;
  readonly status?: CheckRun['status'];
  readonly conclusion?: string;
  readonly details_url?: string;
  readonly external_id?: string;
  readonly started_at?: string;
  readonly completed_at?: string;
  readonly output?: Output;
}

/** Limits that GitHub states in prose only. */
function annotationMistake({ output }: Wish, { limits }: Call): Answer | undefined {
  for (const annotation of output?.annotations ?? []) {
    const { message, raw_details, title, start_line, end_line, start_column, end_column } = annotation;
    const wrong = (field: string, what: string) => invalid('CheckAnnotation', field, what);
    if ((title ?? '').length > limits.annotationTitle) return wrong('title', 'is too long (maximum is 255 characters)');
    if (Buffer.byteLength(message) > limits.annotationBytes) return wrong('message', 'is larger than 64 KB');
    if (message === '') return wrong('message', 'cannot be blank');
    if (Buffer.byteLength(raw_details ?? '') > limits.annotationBytes) return wrong('raw_details', 'is larger than 64 KB');
    if (start_line < 1 || end_line < start_line) return wrong('end_line', 'must not be before start_line');
    if (start_line !== end_line && (start_column ?? end_column) !== undefined)
      return wrong('start_column', 'is for annotations on one line only');
    if (start_column !== undefined && end_column !== undefined && end_column < start_column)
      return wrong('end_column', 'must not be before start_column');
  }
  return undefined;
}

function conclude(run: CheckRun, wish: Wish): void {
  if (wish.name !== undefined) run.name = wish.name;
  if (wish.details_url !== undefined) run.detailsUrl = wish.details_url;
  if (wish.external_id !== undefined) run.externalId = wish.external_id;
  if (wish.started_at !== undefined) run.startedAt = wish.started_at;
  if (wish.status !== undefined) run.status = wish.status;
  if (wish.conclusion !== undefined) {
    run.status = 'completed';
    run.conclusion = wish.conclusion;
    run.completedAt = wish.completed_at ?? timestamp();
  }
  // A run that is taken up again has no conclusion any more.
  if (run.status !== 'completed') {
    run.conclusion = null;
    run.completedAt = null;
  }
  const { output } = wish;
  if (output === undefined) return;
  run.title = output.title ?? run.title;
  run.summary = output.summary ?? run.summary;
  run.text = output.text ?? run.text;
  run.annotations.push(...(output.annotations ?? []));
}

const create: Handler = (call) => {
  const { world, token } = call;
  const wish = call.body as Wish;
  const headSha = wish.head_sha ?? '';
  if (!hasCommit(world, headSha)) return invalid('CheckRun', 'head_sha', `No commit found for SHA: ${headSha}`);
  const mistake = annotationMistake(wish, call);
  if (mistake !== undefined) return mistake;
  const run: CheckRun = {
    id: world.nextId(),
    app: token?.app ?? '',
    headSha,
    name: wish.name ?? '',
    status: 'queued',
    conclusion: null,
    detailsUrl: null,
    externalId: null,
    startedAt: timestamp(),
    completedAt: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
  };
  conclude(run, wish);
  world.checkRuns.push(run);
  return { status: 201, body: showCheckRun(run, call) };
};

const found = ({ world, path }: Call): CheckRun | undefined => world.checkRuns.find(({ id }) => id === path.check_run_id);

const update: Handler = (call) => {
  const run = found(call);
  if (run === undefined) return notFound;
  if (run.app !== call.token?.app) {
    const message = 'Invalid app_id - check run can only be modified by the GitHub App that created it.';
    return { status: 403, body: { message, status: '403' } };
  }
  const mistake = annotationMistake(call.body as Wish, call);
  if (mistake !== undefined) return mistake;
  conclude(run, call.body as Wish);
  return { status: 200, body: showCheckRun(run, call) };
};

const get: Handler = (call) => {
  const run = found(call);
  return run === undefined ? notFound : { status: 200, body: showCheckRun(run, call) };
};

const annotations: Handler = (call) => {
  const run = found(call);
  if (run === undefined) return notFound;
  return {
    list: run.annotations.map((annotation) => ({
      title: null,
      raw_details: null,
      start_column: null,
      end_column: null,
      ...annotation,
      blob_href: `${call.html}/blob/${run.headSha}/${annotation.path}`,
    })),
  };
};

/** Newest first. Of runs with one name, `filter=latest` (the default) shows the newest only. */
const ofCommit: Handler = (call) => {
  const { world, query, path } = call;
  const pull = world.pulls.find(({ headRef }) => headRef === path.ref);
  const sha = pull?.headSha ?? path.ref;
  if (!hasCommit(world, String(sha))) return { status: 422, body: { message: `No commit found for SHA: ${sha}`, status: '422' } };
  const runs = world.checkRuns
    .filter((run) => run.headSha === sha)
    .filter((run) => query.check_name === undefined || run.name === query.check_name)
    .filter((run) => query.status === undefined || run.status === query.status)
    .filter(() => query.app_id === undefined || query.app_id === 15368)
    .toReversed();
  const newest = (run: CheckRun) => runs.find(({ name, app }) => name === run.name && app === run.app) === run;
  const listed = query.filter === 'all' ? runs : runs.filter(newest);
  return { list: listed.map((run) => showCheckRun(run, call)), under: 'check_runs' };
};

export const checks: Readonly<Record<string, Handler>> = {
  'checks/create': create,
  'checks/get': get,
  'checks/update': update,
  'checks/list-annotations': annotations,
  'checks/list-for-ref': ofCommit,
};
