import { secondaryLimit } from '../github/loopback/faults.js';
import { tokenWith } from '../github/loopback/token.js';
import { sample } from '../long.js';
import { pullRequest } from './events.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { placesOf, serviceWith } from './service.js';

/** GitHub in trouble: what passes is waited for, what does not is said, and the exit code is the findings' whatever happens. */

/** More than one request has annotations for. */
const FINDINGS = 600;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(FINDINGS) });
});
afterEach(() => scene.close());

/** All that one run publishes, once. */
function expectAllPublished(): void {
  expect(checksOn(scene, scene.at.headSha).map(({ conclusion, annotations }) => [conclusion, annotations.length])).toEqual([
    ['failure', placesOf(FINDINGS)],
  ]);
  expect(ownComments(scene)).toHaveLength(1);
}

describe('trouble that passes', () => {
  test.each([
    ['a bad gateway between batches', 'checks/update', { status: 503 }],
    ['a secondary rate limit', 'issues/create-comment', secondaryLimit(1)],
    ['a connection cut when the comment was made already', 'issues/create-comment', 'cut after'],
  ] as const)('%s (%s) is waited for, and nothing is published twice', async (_, operation, trouble) => {
    scene.github.fail({ operation, times: 1, trouble });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.stderr]).toEqual([1, '']);
    expectAllPublished();
    const seen = scene.github.requests.filter((request) => request.operation === operation);
    expect(seen.map(({ status }) => status).filter((status) => status === 0 || status >= 400)).toHaveLength(1);
  });
});

describe('trouble that stays', () => {
  const refusals: readonly (readonly [string, number])[] = [
    ['checks/create', 422],
    ['checks/create', 404],
    ['checks/create', 409],
    ['issues/create-comment', 403],
    ['issues/create-comment', 410],
    ['issues/list-comments', 404],
  ];
  test.each(sample(refusals, 3))(
    '%s answering %i is said, and neither the other ways nor the exit code change',
    async (operation, status) => {
      scene.github.fail({ operation, trouble: { status, message: 'Planned by the test' } });
      const step = await scene.step({ event: pullRequest(scene.at) });
      const stated = `${step.stdout}\n${step.summary}`;
      expect([step.code, step.stderr, step.outputs.errors]).toEqual([1, '', String(FINDINGS)]);
      expect(stated).toContain(String(status));
      expect(operation.startsWith('checks') ? ownComments(scene).length : checksOn(scene, scene.at.headSha).length).toBe(1);
      expect(step.summary).toContain('GET /r0');
    },
  );

  test('a green run stays green when nothing can be published', async () => {
    const fixed = scene.push(serviceWith(0));
    scene.github.fail({ trouble: { status: 403, message: 'Resource not accessible by integration' } });
    const step = await scene.step({ event: pullRequest(fixed) });
    expect([step.code, scene.github.world.checkRuns, scene.github.world.comments]).toEqual([0, [], []]);
    expect(step.stdout).toContain('checks: write');
  });

  test('each rung is tried for itself: one permission is enough for one of them', async () => {
    const some = tokenWith({ checks: 'write', contents: 'read' });
    scene.github.tokens.push(some);
    const step = await scene.step({ event: pullRequest(scene.at), token: some });
    expect([step.code, checksOn(scene, scene.at.headSha).length, ownComments(scene)]).toEqual([1, 1, []]);
    expect(step.stdout).toContain('pull-requests: write');
    expect(step.stdout).not.toContain('checks: write');
  });

  test('where no check can be made, the log shows the worst findings first, within the runner’s limits', async () => {
    scene.github.fail({
      operation: 'checks/create',
      trouble: { status: 403, message: 'Resource not accessible by integration' },
    });
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect(step.annotations.filter(({ name }) => name === 'error')).toHaveLength(10);
    expect(step.annotations.filter(({ name }) => name === 'notice').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^50 more places/),
    ]);
  });
});

test('a comment that is refused for its length is sent again, shorter', async () => {
  await scene.close();
  scene = await openScene({ base: serviceWith(0), head: serviceWith(500), limits: { commentCharacters: 20_000 } });
  const step = await scene.step({ event: pullRequest(scene.at) });
  expect([step.code, ownComments(scene).length]).toEqual([1, 1]);
  expect(ownComments(scene)[0]?.body).toContain('500 new findings');
});
