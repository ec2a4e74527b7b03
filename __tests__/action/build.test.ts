import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { CANARY } from '../builder/stub-claude/stub-home.js';
import { sample } from '../long.js';
import { removeFolders, writeFiles } from '../temporary-folder.js';
import { type Built, buildIn, openBuildScene, type Wishes } from './build-scene.js';
import {
  issueComment,
  mergeGroup,
  pullRequest,
  pullRequestTarget,
  push,
  type TestEvent,
  workflowDispatch,
  workflowRun,
} from './events.js';
import { git } from './repository.js';
import { checksOn, ownComments, type Scene } from './scene.js';

/** Mode build: who may, what is written, what is told. The agents are a stub of `claude`. */

let scene: Scene;
afterEach(() => scene.close());
afterAll(removeFolders);

const opened = async (fork = false): Promise<void> => {
  scene = await openBuildScene(fork);
};
const built = (wishes?: Wishes): Promise<Built> => buildIn(scene, wishes);

test('a pull request is built: check, comment, summary, outputs, and a patch of what the agents wrote, and of nothing else', async () => {
  await opened();
  const { step, workspace } = await built({
    prepared: (folder) => writeFiles(folder, { 'before.txt': 'there before, uncommitted\n' }),
  });
  expect([step.code, step.stderr]).toEqual([0, '']);
  expect(step.outputs).toMatchObject({ outcome: 'completed', health: 'passed' });
  expect(JSON.parse(readFileSync(step.outputs.report ?? '', 'utf8'))).toMatchObject({ formatVersion: 1, outcome: 'completed' });
  expect(step.summary).toContain('## Build of Greetings');
  expect(checksOn(scene, scene.at.headSha).map(({ name, conclusion }) => [name, conclusion])).toEqual([
    ['Tallystick build', 'success'],
  ]);
  expect(ownComments(scene)[0]?.body).toContain('The milestone is built.');

  const patch = readFileSync(step.outputs.patch ?? '', 'utf8');
  const names = [...patch.matchAll(/^diff --git a\/(\S+) /gm)].map(([, name]) => name);
  expect(names).toEqual([
    'MASTER_PLAN.md',
    'docs/plans/milestone-1.md',
    'docs/usage.md',
    'specs/architecture.md',
    'specs/requirements.md',
    'src/app.js',
    'test/greetings.test.js',
  ]);
  // the key for models is nowhere but where agents are
  const shown = step.stdout.replaceAll(`::add-mask::${CANARY}`, '');
  const known = JSON.stringify([step.outputs, step.summary, step.stderr, shown, scene.github.world.comments]);
  expect(step.stdout).toContain(`::add-mask::${CANARY}`);
  expect(`${known}${patch}`).not.toContain(CANARY);
  const elsewhere = scene.repository.checkout(scene.at.headSha);
  git(elsewhere, ['apply', '--index', step.outputs.patch ?? '']);
  expect(readFileSync(join(elsewhere, 'src/app.js'))).toEqual(readFileSync(join(workspace, 'src/app.js')));
  expect(scene.github.misuses).toEqual([]);
});

test('a build that fails is red, and says why; agents start no command of the runner', async () => {
  await opened();
  const evil = '::error::owned\n::set-output name=patch::evil';
  const scenario = { otherwise: [{ say: evil }, { stderr: evil }, { exit: 1 }] };
  const { step } = await built({ scenario });
  expect(step.code).toBe(1);
  expect(step.outputs).toMatchObject({ outcome: 'failed', patch: '' });
  expect(checksOn(scene, scene.at.headSha).map(({ conclusion }) => conclusion)).toEqual(['failure']);
  expect(step.commands.filter(({ name }) => name !== 'add-mask' && name !== 'stop-commands')).toEqual([]);
});

test('a dry run tells waves and calls, asks nobody, and changes nothing', async () => {
  await opened();
  const { step, stub, workspace } = await built({ inputs: { 'dry-run': 'true' } });
  expect([step.code, stub.calls(), git(workspace, ['status', '--porcelain'])]).toEqual([0, [], '']);
  expect(step.summary).toContain('flowchart');
  expect(scene.github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

describe('refused, in one sentence, with 2, before any agent', () => {
  const cases: readonly (readonly [string, boolean, (at: Scene['at']) => TestEvent, string])[] = [
    ['a fork', true, (at) => pullRequest(at, { fork: true }), 'Mode build is not for pull requests of forks.'],
    ['pull_request_target', false, (at) => pullRequestTarget(at), 'Mode build is not for this event'],
    ['workflow_run', false, (at) => workflowRun(at), 'Mode build is not for this event'],
    ['a comment', false, (at) => issueComment(at.baseSha), 'Mode build is not for this event'],
    ['the merge queue', false, (at) => mergeGroup(at.baseSha, at.headSha), 'Mode build is not for the merge queue'],
  ];
  test.each(sample(cases, 2))('%s', async (_, fork, event, sentence) => {
    await opened(fork);
    const { step, stub } = await built({ event: event(scene.at) });
    expect([step.code, stub.calls()]).toEqual([2, []]);
    expect(step.annotations.map(({ message }) => message).join()).toContain(sentence);
  });

  const people: readonly (readonly [string, (at: Scene['at']) => TestEvent, Readonly<Record<string, string>>])[] = [
    ['who pushed', (at) => pullRequest(at), {}],
    ['who started it by hand', (at) => workflowDispatch(at.headSha), {}],
    ['who started it again', (at) => push(at.baseSha, at.headSha), { GITHUB_TRIGGERING_ACTOR: 'mallory' }],
  ];
  test.each(sample(people, 1))('%s may not write', async (_, event, env) => {
    await opened();
    scene.github.world.collaborators.set('octocat', 'GITHUB_TRIGGERING_ACTOR' in env ? 'write' : 'read');
    const { step, stub } = await built({ event: event(scene.at), env });
    expect([step.code, stub.calls()]).toEqual([2, []]);
    expect(step.annotations.map(({ message }) => message).join()).toContain('who may not write to the repository.');
  });

  test('nobody can be asked who may', async () => {
    await opened();
    const { step } = await built({ inputs: { token: 'ghs_wrong' } });
    expect(step.code).toBe(2);
    expect(step.annotations.map(({ message }) => message).join()).toContain('could not ask whether octocat may write');
  });

  test('another commit than the event’s is checked out', async () => {
    await opened();
    const { step, stub } = await built({ event: workflowDispatch(scene.at.baseSha) });
    expect([step.code, stub.calls()]).toEqual([2, []]);
  });

  test('the checkout keeps a token', async () => {
    await opened();
    const { step, stub } = await built({
      prepared: (folder) => git(folder, ['config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic x']),
    });
    expect([step.code, stub.calls()]).toEqual([2, []]);
    expect(step.annotations.map(({ message }) => message).join()).toContain('persist-credentials: false');
  });
});
