import { pullRequest } from './events.js';
import type { Proposal } from './repository.js';
import type { Step } from './runner.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { placesOf, serviceWith } from './service.js';

/** What all runs of one head leave behind, whatever their order. */
function expectOneResult(scene: Scene, steps: readonly Step[], at: Proposal): void {
  expect(steps.map(({ code, stderr }) => [code, stderr])).toEqual(steps.map(() => [1, '']));
  expect(ownComments(scene)).toHaveLength(1);
  const checks = checksOn(scene, at.headSha);
  expect(checks.filter(({ status, conclusion }) => status !== 'completed' || conclusion !== 'failure')).toEqual([]);
  expect(scene.github.misuses).toEqual([]);
}

/** Declares the tests of so many runs that race on one pull request. The loopback holds their requests until all are there: the worst case. */
export function racesOf(runs: number): void {
  let scene: Scene;
  afterEach(() => scene.close());

  test('as many runs as pushes leave one comment, with the content of the newest head', async () => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(1) });
    const { github, repository } = scene;
    const pushes: { readonly at: Proposal; readonly workspace: string; readonly findings: number }[] = [];
    for (let run = 0; run < runs; run++) {
      const at = scene.push({ ...serviceWith(run + 1), 'push.txt': `${run}` });
      pushes.push({ at, workspace: repository.checkout('refs/pull/7/merge'), findings: run + 1 });
    }
    const steps = await Promise.all(
      pushes.map(({ at, workspace }, run) => scene.step({ event: pullRequest(at), workspace, run: 100 + run })),
    );
    expect(steps.map(({ code, stderr }) => [code, stderr])).toEqual(pushes.map(() => [1, '']));
    const comments = ownComments(scene);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain(`${runs} new findings`);
    expect(comments[0]?.body).toContain(pushes.at(-1)?.at.headSha ?? 'no push');
    for (const { at, findings } of pushes) {
      expect(checksOn(scene, at.headSha).map(({ conclusion, annotations }) => [conclusion, annotations.length])).toEqual([
        ['failure', placesOf(findings)],
      ]);
    }
    expect(github.misuses).toEqual([]);
  });

  test.each(['issues/list-comments', 'issues/create-comment', 'checks/create'])(
    'runs of one head that all stand before %s at once leave one comment, and no check that contradicts another',
    async (operation) => {
      scene = await openScene({ base: serviceWith(0), head: serviceWith(2) });
      const { at, github, repository } = scene;
      const workspace = repository.checkout('refs/pull/7/merge');
      const waiting = new Set<Promise<Step>>();
      github.gates.close(operation, runs);
      for (let run = 0; run < runs; run++) {
        const step = scene.step({ event: pullRequest(at), workspace, run: 100 + run });
        waiting.add(step);
        // A run that ends without having come to the gate must not keep the others waiting.
        void step.then(() => github.gates.open());
      }
      expectOneResult(scene, await Promise.all(waiting), at);
      expect(ownComments(scene)[0]?.body).toContain('2 new findings');
    },
  );
}
