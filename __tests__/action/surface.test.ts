import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pullRequest, push, workflowDispatch } from './events.js';
import { FOLDERS, type Folder } from './folders.js';
import { installed, tellIfNotRun } from './nodes.js';
import type { Step } from './runner.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** The actions as they are packaged, each in its folder, and what worked before there were any. */

let scene: Scene;
let workspace: string;
beforeAll(async () => {
  const plan =
    '## Milestone 1: One\n\n- ID: milestone-1\n- Status: PENDING\n- Dependencies: none\n- Description: One.\n\n- [ ] REQ-001: x\n';
  scene = await openScene({ base: serviceWith(1), head: { ...serviceWith(3), 'MASTER_PLAN.md': plan } });
  workspace = scene.repository.checkout('refs/heads/change');
});
afterAll(() => scene.close());
afterAll(() => tellIfNotRun('each action'));

const warnings = ({ commands }: Step) => commands.filter(({ name, message }) => name === 'warning' && /deprecated/.test(message));
const errors = ({ commands }: Step) => commands.filter(({ name }) => name === 'error').map(({ message }) => message);

/** Inputs that each action is started with, and what shows that it is the one. */
const starts: Readonly<Record<Folder, readonly [Readonly<Record<string, string>>, (step: Step) => unknown, unknown]>> = {
  shard: [{ shard: '1/1' }, ({ code, outputs }) => [code, outputs.sheet?.endsWith('1-of-1.json')], [0, true]],
  merge: [{ sheets: 'nowhere.json' }, (step) => [step.code, /nowhere\.json/.test(errors(step)[0] ?? '')], [2, true]],
  report: [{ result: 'r.json' }, (step) => [step.code, /^Mode report is for workflows/.test(errors(step)[0] ?? '')], [2, true]],
  regression: [{ history: 'h.json', 'fail-on': 'worse' }, ({ code, outputs }) => [code, outputs.regressions], [0, '0']],
  build: [{ 'dry-run': 'true' }, ({ code, stdout }) => [code, stdout.includes('1 milestone in 1 wave')], [0, true]],
  apply: [
    { patch: 'p.patch' },
    (step) => [step.code, /^Mode apply could not ask whether octocat may write/.test(errors(step)[0] ?? '')],
    [2, true],
  ],
};

describe.each(installed)('Node $major', ({ path }) => {
  test.each(FOLDERS)('starts the action %s, which knows its mode', async (action) => {
    const [inputs, shown, expected] = starts[action];
    const event = push(scene.at.baseSha, scene.at.headSha);
    const step = await scene.step({ event, action, inputs, workspace, node: path, token: undefined });
    expect([shown(step), step.stderr, warnings(step)]).toEqual([expected, '', []]);
  });
});

test('a mode that has an action of its own still works, and is told its folder', async () => {
  const event = workflowDispatch(scene.at.headSha);
  const run = (mode: string, undeclared: Readonly<Record<string, string>>) =>
    scene.step({ event, workspace, inputs: { mode, publish: 'summary' }, undeclared });
  const shard = await run('shard', { shard: '1/1' });
  expect([shard.code, warnings(shard).map(({ message }) => message)]).toEqual([
    0,
    [expect.stringContaining('use the action OWNER/tallystick/shard')],
  ]);
  const merged = await run('merge', { sheets: shard.outputs.sheet ?? '' });
  expect([merged.code, merged.outputs.errors, warnings(merged).length]).toEqual([1, '3', 1]);
});

test('switches of earlier versions, which no action.yml declares, do what they did; the warning names the new list', async () => {
  const event = pullRequest(scene.at);
  const undeclared = { check: 'false', suggestions: 'false', annotations: 'false', summary: 'false', 'max-violations': '1' };
  const step = await scene.step({ event, undeclared });
  expect([step.code, step.summary, checksOn(scene, scene.at.headSha), ownComments(scene).length]).toEqual([1, '', [], 1]);
  expect(step.commands.map(({ name }) => name).filter((name) => ['error', 'warning', 'notice'].includes(name))).toEqual([
    'warning',
  ]);
  const [{ message } = { message: '' }] = warnings(step);
  expect(message.split('\n')).toEqual([
    'Inputs check, suggestions, annotations, summary are deprecated and stop working in the next minor version: write `publish: comment`.',
    expect.stringContaining('write `max_violations: 1` in .tallystick.yml'),
  ]);
});

test('the base is not scanned where an earlier input or the configuration says so, and then nobody asks what is new', async () => {
  const event = pullRequest(scene.at);
  const inputs = { publish: 'summary', 'fail-on': 'error' };
  const old = await scene.step({ event, inputs, undeclared: { 'compare-base': 'false' } });
  const asked = await scene.step({ event, inputs: { ...inputs, 'fail-on': 'new' }, undeclared: { 'compare-base': 'false' } });
  expect([old.code, old.outputs.new, asked.code]).toEqual([1, '', 2]);
  expect(errors(asked)).toEqual([
    expect.stringContaining('Input fail-on names new, which a run with `compare_base: false` cannot'),
  ]);
  const file = join(scene.runner.folder, 'settings.yml');
  writeFileSync(file, 'compare_base: false\n');
  const now = await scene.step({ event, inputs: { ...inputs, config: file } });
  expect([now.code, now.outputs.new, warnings(now)]).toEqual([1, '', []]);
});

test('old and new beside each other, and words that are none, are answered on the pull request in one sentence', async () => {
  const event = pullRequest(scene.at);
  const answers: readonly (readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>, string])[] = [
    [{ publish: 'check, comment' }, { comment: 'always' }, 'Input publish replaces comment: give one or the other.'],
    [{ mode: 'scam' }, {}, 'Input mode is "scam": it must be scan, shard, merge'],
    [{ publish: 'chek' }, {}, 'Input publish is "chek": it must be check, comment'],
  ];
  for (const [index, [inputs, undeclared, sentence]] of answers.entries()) {
    const step = await scene.step({ event, inputs, undeclared, run: 60 + index });
    expect([step.code, step.stderr, errors(step)]).toEqual([2, '', [expect.stringContaining(sentence)]]);
    const [check] = checksOn(scene, scene.at.headSha).slice(-1);
    expect([check?.conclusion, check?.summary?.includes(sentence.slice(0, 20))]).toEqual(['failure', true]);
    expect(ownComments(scene)[0]?.body).toContain(sentence.slice(0, 20));
  }
});
