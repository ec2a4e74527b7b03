import { comment } from '../../src/github/comment.js';
import { publishAll } from '../../src/github/publish-fallbacks.js';
import { secondaryLimit, type Trouble } from './loopback/faults.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken } from './loopback/token.js';
import type { PullRequest } from './loopback/world.js';
import { apiOf, HEAD, NEXT, openPull, publicationOf } from './publication.js';

/** Runs whose write takes long: between looking at the head and writing, a newer run may have come and gone. */

let github: GitHub;
let pull: PullRequest;
beforeEach(async () => {
  github = await startGitHub({ tokens: [fullToken()] });
  pull = openPull(github);
});
afterEach(() => github.stop());

const publish = async (run: number, head: string) =>
  publishAll([comment(await apiOf(github, fullToken()), 'always')], publicationOf(github, { run, head }));
const stamps = () => github.world.comments.map(({ body }) => /head=(.)\S* run=(\d+)/.exec(body)?.slice(1).join(''));

/** Holds the next request of an operation. `there` ends when it has come, and `finish` lets it go on, into trouble where that is given. */
function holdNext(operation: string, trouble?: Trouble): { there: Promise<void>; finish: () => void } {
  let [come, finish] = [() => {}, () => {}];
  const there = new Promise<void>((done) => {
    come = done;
  });
  const until = new Promise<void>((done) => {
    finish = done;
  });
  const stored = () => {
    come();
    return until;
  };
  github.fail({ operation, times: 1, until: stored, ...(trouble !== undefined && { trouble }) });
  return { there, finish: () => finish() };
}

test('a run that wrote over a newer one, which has looked for the last time, leaves a note instead of its old words', async () => {
  await publish(1, HEAD);
  github.forget();
  const { there, finish } = holdNext('issues/update-comment');
  const older = publish(2, HEAD);
  await there;
  pull.headSha = NEXT;
  finish();
  expect((await older)[0]?.outcome.status).toBe('skipped');
  expect(github.world.comments.map(({ body }) => body.split('\n').slice(1))).toEqual([
    [
      `This pull request has moved on from ${HEAD.slice(0, 7)} to ${NEXT.slice(0, 7)}. The check of ${NEXT.slice(0, 7)} says how it stands.`,
    ],
  ]);
  await publish(3, NEXT);
  expect(stamps()).toEqual(['d3']);
});

const troubles: readonly (readonly [string, Trouble])[] = [
  ['refused for a limit, and repeated', secondaryLimit(1)],
  ['lost, and repeated', { status: 502 }],
];

test.each(troubles)(
  'a write that is %s after a newer run has finished does not bring the old content back',
  async (_, trouble) => {
    await publish(1, HEAD);
    github.forget();
    const { there, finish } = holdNext('issues/update-comment', trouble);
    const older = publish(2, HEAD);
    await there;
    pull.headSha = NEXT;
    await publish(3, NEXT);
    finish();
    expect((await older)[0]?.outcome.status).toBe('skipped');
    expect(stamps()).toEqual(['d3']);
  },
);

test('a first comment that is repeated after a newer run has finished does not stay', async () => {
  const { there, finish } = holdNext('issues/create-comment', secondaryLimit(1));
  const older = publish(2, HEAD);
  await there;
  pull.headSha = NEXT;
  await publish(3, NEXT);
  finish();
  await older;
  expect(stamps()).toEqual(['d3']);
});
