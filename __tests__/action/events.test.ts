import type { Token } from '../github/loopback/token.js';
import { sample } from '../long.js';
import {
  issueComment,
  mergeGroup,
  pullRequest,
  pullRequestTarget,
  push,
  schedule,
  type TestEvent,
  workflowDispatch,
  workflowRun,
} from './events.js';
import { installed, tellIfNotRun } from './nodes.js';
import type { Proposal } from './repository.js';
import type { Step } from './runner.js';
import { checksOn, FULL, openScene, ownComments, READ_ONLY, type Scene } from './scene.js';
import { placesOf, serviceWith } from './service.js';

/**
 * Every event with every token: what is published, where, and how the step ends. The base breaks one promise, the change breaks
 * three, and is one commit; where the default branch is checked out, the base is what is judged.
 */

interface Row {
  readonly event: string;
  readonly make: (at: Proposal) => TestEvent;
  /** What the job checks out. */
  readonly ref: string;
  readonly fork?: boolean;
  /** Findings of what is checked out. */
  readonly findings: number;
  /** What the check is published on. */
  readonly check: 'headSha' | 'baseSha';
  readonly comment: boolean;
}

const MERGE = 'refs/pull/7/merge';
const MAIN = 'refs/heads/main';
const HEAD = 'refs/pull/7/head';
const NOTHING = '0'.repeat(40);

const rows: readonly Row[] = [
  { event: 'pull_request', make: (at) => pullRequest(at), ref: MERGE, findings: 3, check: 'headSha', comment: true },
  { event: 'pull_request on its head', make: (at) => pullRequest(at), ref: HEAD, findings: 3, check: 'headSha', comment: true },
  {
    event: 'pull_request of a fork',
    make: (at) => pullRequest(at, { fork: true }),
    ref: MERGE,
    fork: true,
    findings: 3,
    check: 'headSha',
    comment: true,
  },
  {
    event: 'pull_request_target on the head',
    make: (at) => pullRequestTarget(at),
    ref: HEAD,
    findings: 3,
    check: 'headSha',
    comment: true,
  },
  { event: 'push', make: (at) => push(NOTHING, at.baseSha), ref: MAIN, findings: 1, check: 'baseSha', comment: false },
  { event: 'schedule', make: (at) => schedule(at.baseSha), ref: MAIN, findings: 1, check: 'baseSha', comment: false },
  {
    event: 'workflow_dispatch',
    make: (at) => workflowDispatch(at.baseSha),
    ref: MAIN,
    findings: 1,
    check: 'baseSha',
    comment: false,
  },
  {
    event: 'merge_group',
    make: (at) => mergeGroup(at.baseSha, at.headSha),
    ref: HEAD,
    findings: 3,
    check: 'headSha',
    comment: false,
  },
  { event: 'workflow_run on the head', make: (at) => workflowRun(at), ref: HEAD, findings: 3, check: 'headSha', comment: true },
  {
    event: 'workflow_run of a fork on the head',
    make: (at) => workflowRun(at, { fork: true }),
    ref: HEAD,
    fork: true,
    findings: 3,
    check: 'headSha',
    comment: true,
  },
  {
    event: 'issue_comment on the head',
    make: (at) => issueComment(at.baseSha),
    ref: HEAD,
    findings: 3,
    check: 'headSha',
    comment: true,
  },
];

const tokens: readonly { readonly token: string; readonly given: Token | undefined; readonly writes: boolean }[] = [
  { token: 'a full token', given: FULL, writes: true },
  { token: 'a read-only token', given: READ_ONLY, writes: false },
  { token: 'no token', given: undefined, writes: false },
];

const cases = rows.flatMap((row) => tokens.map((token) => ({ ...row, ...token })));

afterAll(() => tellIfNotRun('the Action on every event'));

test.each(sample(cases, 14))('$event with $token', async (one) => {
  // Both Nodes at once, each with a GitHub of its own, where all is published: what else there is has no more of Node in it.
  const nodes = one.writes ? installed.map(({ path }) => path) : [process.execPath];
  const all = await Promise.all(nodes.map((node) => published(one, node)));
  for (const outcome of all) expectOutcome(outcome, one);
});

interface Outcome {
  readonly scene: Scene;
  readonly step: Step;
}

async function published({ fork = false, make, given, ref }: (typeof cases)[number], node: string): Promise<Outcome> {
  const scene = await openScene({ base: serviceWith(1), head: serviceWith(3), fork });
  try {
    const workspace = scene.repository.checkout(ref);
    return {
      scene,
      step: await scene.step({ event: make(scene.at), token: given, workspace, node }),
    };
  } finally {
    await scene.close();
  }
}

function expectOutcome({ scene, step }: Outcome, { findings, writes, check, comment, given }: (typeof cases)[number]): void {
  const { github, at } = scene;
  expect({ code: step.code, stderr: step.stderr, errors: step.outputs.errors }).toEqual({
    code: 1,
    stderr: '',
    errors: String(findings),
  });
  const checks = github.world.checkRuns.map((run) => [run.headSha, run.status, run.conclusion, run.annotations.length]);
  expect(checks).toEqual(writes ? [[at[check], 'completed', 'failure', placesOf(findings)]] : []);
  expect(github.world.comments.map(({ issue }) => issue)).toEqual(writes && comment ? [7] : []);
  // Findings reach the reader whatever the token: as annotations of the check run, else of the log; and in the summary.
  expect(step.annotations.filter(({ name }) => name === 'error')).toHaveLength(writes ? 0 : placesOf(findings));
  expect(step.summary).toContain('GET /r0');
  const stated = `${step.summary}\n${step.stdout}`;
  const refused = writes || given === undefined ? [] : ['checks: write', ...(comment ? ['pull-requests: write'] : [])];
  expect(refused.filter((permission) => !stated.includes(permission))).toEqual([]);
  expect(github.misuses).toEqual([]);
}

describe('a result is never published for a commit that was not checked out', () => {
  let scene: Scene;
  afterEach(() => scene.close());

  test.each([
    ['pull_request_target', (at: Proposal) => pullRequestTarget(at)],
    ['workflow_run', (at: Proposal) => workflowRun(at)],
    ['issue_comment', (at: Proposal) => issueComment(at.baseSha)],
  ])('%s with the default branch checked out says nothing of the head', async (_, make) => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
    const step = await scene.step({ event: make(scene.at), workspace: scene.repository.checkout(MAIN) });
    const answers = [
      ...checksOn(scene, scene.at.headSha).map(({ title }) => title),
      ...ownComments(scene).map(({ body }) => body),
    ];
    expect(answers).toEqual([expect.stringMatching(/^No result\. /), expect.stringContaining('No result: nothing was checked')]);
    expect([step.code, step.annotations.map(({ name }) => name)]).toEqual([2, ['error']]);
    expect(step.annotations[0]?.message).toContain('checked out');
  });
});
