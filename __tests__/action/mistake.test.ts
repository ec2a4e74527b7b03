import { tmpdir } from 'node:os';
import { pullRequest } from './events.js';
import type { Proposal } from './repository.js';
import type { Step } from './runner.js';
import { checksOn, FULL, openScene, ownComments, READ_ONLY, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** Runs without a result: whoever looks at the pull request reads why, and nothing older stands for the commit. */

let scene: Scene;
let earlier: Proposal;
beforeAll(async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(2) });
  earlier = scene.at;
  await run(100);
});
afterAll(() => scene.close());

function run(number: number, others: Readonly<Record<string, string>> = {}, token = FULL): Promise<Step> {
  const inputs = { contracts: 'openapi.json', ...others };
  return scene.step({ event: pullRequest(scene.at), run: number, inputs, token });
}

/** What stands on the head after a run that ends with 2. */
function expectAnswer(step: Step, sentence: string): void {
  expect([step.code, step.stderr, scene.github.misuses]).toEqual([2, '', []]);
  const { headSha } = scene.at;
  expect(checksOn(scene, headSha).at(-1)).toMatchObject({
    status: 'completed',
    conclusion: 'failure',
    title: expect.stringMatching(/^No result\. /),
    summary: expect.stringContaining(sentence),
  });
  const [comment, ...others] = ownComments(scene);
  expect([comment?.body.includes(sentence), comment?.body.includes(headSha), others]).toEqual([true, true, []]);
  expect(step.summary).toContain(sentence);
  expect(step.commands.filter(({ name }) => name === 'error')).toHaveLength(1);
}

test('a contract that is gone', async () => {
  expect(ownComments(scene)[0]?.body).toContain(earlier.headSha);
  scene.push({ 'openapi.json': undefined });
  expectAnswer(await run(101), 'openapi.json');
  expect(ownComments(scene)[0]?.body).not.toContain(earlier.headSha);
});

test('a contract that is broken, at its line, which is annotated once', async () => {
  const at = scene.push({ 'openapi.json': '{\n "openapi": "3.0.3",\n oops' });
  const step = await run(102);
  expectAnswer(step, 'is not valid JSON');
  expect(checksOn(scene, at.headSha)[0]?.annotations).toMatchObject([{ path: 'openapi.json', annotation_level: 'failure' }]);
  expect(step.commands.find(({ name }) => name === 'error')?.properties.file).toBeUndefined();
});

test('an input that is wrong: the others say where the answer goes', async () => {
  expectAnswer(await run(103, { 'fail-on': 'erorr' }), 'Input fail-on');
});

test('a file that would be written through a link of the repository, before anything else', async () => {
  scene.push({ ...serviceWith(2), out: { link: tmpdir() } });
  expectAnswer(await run(104, { output: 'html=out/report.html' }), 'is behind a symbolic link');
});

test('without the right to publish, the log and the summary say it all', async () => {
  scene.push({ 'openapi.json': '{' });
  const before = scene.github.world.checkRuns.length;
  const step = await run(105, {}, READ_ONLY);
  expect([step.code, scene.github.world.checkRuns.length]).toEqual([2, before]);
  expect(step.stdout).toContain('checks: write');
  expect(step.commands.find(({ name }) => name === 'error')?.properties.file).toBe('openapi.json');
  expect(step.summary).toContain('openapi.json');
});

test('is forgotten as soon as there is a result', async () => {
  scene.push(serviceWith(0));
  const step = await run(106);
  expect([step.code, ownComments(scene).map(({ body }) => body.includes('No result'))]).toEqual([0, [false]]);
});
