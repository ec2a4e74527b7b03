import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { json } from '../../src/reports/builder/json.js';
import { sample } from '../long.js';
import { buildOf, hostileBuild } from '../reports/builder/sample.js';
import { HOSTILE } from '../reports/hostile.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { pullRequest, schedule, type TestEvent, workflowDispatch } from './events.js';
import { git } from './repository.js';
import type { Step } from './runner.js';
import { checksOn, openScene, ownComments, READ_ONLY, type Scene } from './scene.js';

/** Mode apply: a patch from a job in which agents worked becomes a commit or a pull request, or is refused. */

let scene: Scene;
afterEach(() => scene.close());
afterAll(removeFolders);

async function opened(fork = false): Promise<void> {
  scene = await openScene({ base: { 'a.txt': 'one\n', 'gone.txt': 'x\n' }, head: { 'b.txt': 'two\n' }, fork });
  scene.github.world.collaborators.set('octocat', 'write');
}

/** A patch as git makes it of what `change` does to a checkout. */
function patchOf(change: (folder: string) => void): string {
  const folder = scene.repository.checkout(scene.at.headSha);
  change(folder);
  git(folder, ['add', '--all', '--force']);
  return `${git(folder, ['diff', '--cached', '--binary', '--full-index', '--no-renames'])}\n`;
}

const ordinary = (folder: string): void => {
  writeFileSync(join(folder, 'a.txt'), 'changed\n');
  writeFileSync(join(folder, 'data.bin'), Uint8Array.from([0, 255, 10, 0]));
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  git(folder, ['rm', '--quiet', 'gone.txt']);
};

interface Wishes {
  readonly event?: TestEvent;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly report?: string;
}

function applied(patch: string, { event, inputs = {}, report }: Wishes = {}): Promise<Step> {
  const folder = folderOf({ 'build.patch': patch, ...(report === undefined ? {} : { 'build.json': report }) });
  return scene.step({
    event: event ?? pullRequest(scene.at),
    workspace: scene.repository.checkout(scene.at.headSha),
    action: 'apply',
    inputs: {
      patch: join(folder, 'build.patch'),
      ...(report === undefined ? {} : { result: join(folder, 'build.json') }),
      ...inputs,
    },
  });
}

const statedBy = ({ annotations }: Step): string => annotations.map(({ message }) => message).join('\n');

test('on a pull request: one commit on its branch, with binary files, modes and removals; check and comment tell of it', async () => {
  await opened();
  const step = await applied(patchOf(ordinary), { report: json.render(buildOf()) });
  expect([step.code, step.stderr]).toEqual([0, '']);
  const tip = git(scene.repository.git, ['rev-parse', 'refs/heads/change']);
  expect(git(scene.repository.git, ['rev-parse', `${tip}^`])).toBe(scene.at.headSha);
  expect(step.outputs.applied).toMatch(new RegExp(`/octo-org/service/commit/${tip}$`));
  const listed = git(scene.repository.git, ['ls-tree', '-r', tip]).split('\n');
  expect(listed.map((line) => line.replace(/ blob \w+\t/, ' '))).toEqual([
    '100644 a.txt',
    '100644 b.txt',
    '100644 data.bin',
    `${process.platform === 'win32' ? '100644' : '100755'} run.sh`,
  ]);
  expect(git(scene.repository.git, ['show', `${tip}:a.txt`])).toBe('changed');
  expect(git(scene.repository.git, ['cat-file', '-s', `${tip}:data.bin`])).toBe('4');
  expect(checksOn(scene, tip).map(({ name, conclusion }) => [name, conclusion])).toEqual([['Tallystick build', 'success']]);
  expect(ownComments(scene)[0]?.body).toContain(`Applied as ${tip.slice(0, 12)}`);
  expect(step.summary).toContain(`Applied as ${tip.slice(0, 12)} on change.`);
  expect(scene.github.misuses).toEqual([]);
});

test('by hand or on a schedule: a branch of its own, and a pull request into the branch that was built', async () => {
  await opened();
  for (const [index, event] of [workflowDispatch(scene.at.baseSha), schedule(scene.at.baseSha)].entries()) {
    const folder = folderOf({ 'build.patch': '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+changed\n' });
    const step = await scene.step({
      ...{ event, run: 50 + index, workspace: scene.repository.checkout(scene.at.baseSha) },
      ...{ action: 'apply', inputs: { patch: join(folder, 'build.patch') } },
    });
    expect([step.code, step.stderr]).toEqual([0, '']);
    const pull = scene.github.world.pulls.at(-1);
    expect(pull).toMatchObject({ headRef: `tallystick/build-${50 + index}-1`, baseRef: 'main', title: 'A build' });
    expect(git(scene.repository.git, ['show', `${pull?.headSha}:a.txt`])).toBe('changed');
  }
  expect(scene.github.misuses).toEqual([]);
});

test.each(
  sample<readonly [string, string, string]>(
    [
      ['a workflow', '.github/workflows/evil.yml', 'which controls workflows'],
      ['a workflow in another case', '.GitHub/Workflows/evil.yml', 'which controls workflows'],
      ['an action', '.github/actions/x/action.yml', 'which controls workflows'],
      ['submodules', '.gitmodules', 'which controls git'],
      ['git itself', '.git/hooks/post-checkout', 'does not fit'],
      ['what is not in the repository', '../evil', 'does not fit'],
    ],
    2,
  ),
)('a patch that changes %s is refused as a whole', async (_, path, why) => {
  await opened();
  const evil = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+evil\n`;
  const step = await applied(`${patchOf(ordinary)}${evil}`);
  expect(step.code).toBe(2);
  expect(statedBy(step)).toContain(why);
  expect(git(scene.repository.git, ['rev-parse', 'refs/heads/change'])).toBe(scene.at.headSha);
});

test('a patch that makes a link is refused', async () => {
  await opened();
  const step = await applied(
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
  );
  expect([step.code, statedBy(step)]).toEqual([2, expect.stringContaining('a link or a submodule')]);
});

test('somebody has pushed meanwhile: nothing is overwritten', async () => {
  await opened();
  const patch = patchOf(ordinary);
  const newer = scene.repository.commit('change', { 'c.txt': 'three\n' });
  const step = await applied(patch);
  expect([step.code, statedBy(step)]).toEqual([2, expect.stringContaining('The branch change changed since')]);
  expect(git(scene.repository.git, ['rev-parse', 'refs/heads/change'])).toBe(newer);
});

test('an empty patch applies nothing, and is no mistake', async () => {
  await opened();
  const step = await applied('');
  expect([step.code, step.outputs.applied, scene.github.requests.filter(({ method }) => method !== 'GET')]).toEqual([0, '', []]);
});

test('a token that may not write: nothing is applied, and what the job needs is said', async () => {
  await opened();
  const step = await applied(patchOf(ordinary), { inputs: { token: READ_ONLY.secret } });
  expect([step.code, statedBy(step)]).toEqual([2, expect.stringContaining('`contents: write`')]);
});

test('a fork’s pull request, and somebody who may not write, are refused', async () => {
  await opened(true);
  const step = await applied('', { event: pullRequest(scene.at, { fork: true }) });
  expect([step.code, statedBy(step)]).toEqual([2, expect.stringContaining('Mode apply is not for pull requests of forks.')]);
  scene.github.world.collaborators.set('octocat', 'read');
  expect((await applied('')).code).toBe(2);
});

test('a report that anybody may have made starts nothing where it is shown', async () => {
  await opened();
  const step = await applied(patchOf(ordinary), { report: json.render(hostileBuild(HOSTILE)) });
  expect(step.code).toBe(0);
  expect(step.commands.filter(({ name }) => !['add-mask', 'stop-commands'].includes(name))).toEqual([]);
  expect(ownComments(scene)[0]?.body).toContain('so trust it no more than the agents');
});

test('what is no report is refused', async () => {
  await opened();
  const step = await applied('', { report: '{"formatVersion":1}' });
  expect([step.code, statedBy(step)]).toEqual([2, expect.stringContaining('is not a report of a build')]);
});
