import { pullRequest } from './events.js';
import type { Proposal } from './repository.js';
import type { Step } from './runner.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** Runs that race on one pull request. The loopback holds their requests until all are there: the worst case, every time. */

const RUNS = 20;

let scene: Scene;
afterEach(() => scene.close());

test('twenty runs of twenty pushes leave one comment, with the content of the newest head', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(1) });
  const { github, repository } = scene;
  const pushes: { readonly at: Proposal; readonly workspace: string; readonly findings: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const at = scene.push({ ...serviceWith(run + 1), 'push.txt': `${run}` });
    pushes.push({ at, workspace: repository.checkout('refs/pull/7/merge'), findings: run + 1 });
  }
  const steps = await Promise.all(
    pushes.map(({ at, workspace }, run) => scene.step({ event: pullRequest(at), workspace, run: 100 + run })),
  );
  expect(steps.map(({ code, stderr }) => [code, stderr])).toEqual(pushes.map(() => [1, '']));
  const comments = ownComments(scene);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain(`${RUNS} new findings`);
  expect(comments[0]?.body).toContain(pushes.at(-1)?.at.headSha ?? 'no push');
  for (const { at, findings } of pushes) {
    expect(checksOn(scene, at.headSha).map(({ conclusion, annotations }) => [conclusion, annotations.length])).toEqual([
      ['failure', findings],
    ]);
  }
  expect(github.misuses).toEqual([]);
});

/** What all runs of one head leave behind, whatever their order. */
function expectOneResult(steps: readonly Step[], at: Proposal): void {
  expect(steps.map(({ code, stderr }) => [code, stderr])).toEqual(steps.map(() => [1, '']));
  expect(ownComments(scene)).toHaveLength(1);
  const checks = checksOn(scene, at.headSha);
  expect(checks.filter(({ status, conclusion }) => status !== 'completed' || conclusion !== 'failure')).toEqual([]);
  expect(scene.github.misuses).toEqual([]);
}

test.each(['issues/list-comments', 'issues/create-comment', 'checks/create'])(
  'twenty runs of one head that all stand before %s at once leave one comment, and no check that contradicts another',
  async (operation) => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(2) });
    const { at, github, repository } = scene;
    const workspace = repository.checkout('refs/pull/7/merge');
    const waiting = new Set<Promise<Step>>();
    github.gates.close(operation, RUNS);
    for (let run = 0; run < RUNS; run++) {
      const step = scene.step({ event: pullRequest(at), workspace, run: 100 + run });
      waiting.add(step);
      // A run that ends without having come to the gate must not keep the others waiting.
      void step.then(() => github.gates.open());
    }
    expectOneResult(await Promise.all(waiting), at);
    expect(ownComments(scene)[0]?.body).toContain('2 new findings');
  },
);

test('a run that comes late never overwrites what a later one published', async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
  const { repository } = scene;
  const old = scene.at;
  const before = repository.checkout('refs/pull/7/merge');
  const now = scene.push(serviceWith(1));
  await scene.step({ event: pullRequest(now), run: 101 });
  const [published] = ownComments(scene).map(({ body }) => body);
  const late = await scene.step({ event: pullRequest(old), workspace: before, run: 100 });
  expect(ownComments(scene).map(({ body }) => body)).toEqual([published]);
  expect(checksOn(scene, now.headSha).map(({ annotations }) => annotations.length)).toEqual([1]);
  expect([late.code, late.outputs.errors]).toEqual([1, '3']);
});

test('a re-run of the same head takes the place of the first, and what is mended is said to be', async () => {
  scene = await openScene({ base: serviceWith(2), head: serviceWith(2) });
  const first = await scene.step({ event: pullRequest(scene.at), run: 100 });
  const second = await scene.step({ event: pullRequest(scene.at), run: 100, attempt: 2 });
  expect([first.code, second.code]).toEqual([1, 1]);
  const [kept, ...others] = ownComments(scene);
  expect(others).toEqual([]);
  const mended = scene.push({ ...serviceWith(2), 'src/part-0.ts': sends(2) });
  const third = await scene.step({ event: pullRequest(mended), run: 101 });
  expect(third.code).toBe(0);
  expect(ownComments(scene).map(({ id }) => id)).toEqual([kept?.id]);
  expect(ownComments(scene)[0]?.body).toContain('Resolved');
  expect(checksOn(scene, mended.headSha).map(({ conclusion }) => conclusion)).toEqual(['success']);
});

/** The first file of `serviceWith(count)` as it should be. */
function sends(count: number): string {
  const fields = ['kept', ...Array.from({ length: count }, (_, field) => `f0x${field}`)];
  const body = fields.map((name) => `    ${name}: 'x',\n`).join('');
  return `import { Router } from 'express';\nexport const router = Router();\nrouter.get('/r0', (req, res) => {\n  res.json({\n${body}  });\n});\n`;
}
