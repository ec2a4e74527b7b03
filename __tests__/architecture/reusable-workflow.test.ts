import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './source-files.js';

interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly permissions?: object;
  readonly steps: readonly Step[];
}
const { jobs } = parse(readFileSync(join(root, '.github/workflows/contracts.yml'), 'utf8')) as {
  readonly jobs: Readonly<Record<'plan' | 'read' | 'judge', Job>>;
};

/** Runs the script that plans the shards. */
function planned(shards: string, id = 'contracts') {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-plan-'));
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', jobs.plan.steps[0]?.run ?? ''], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, SHARDS: shards, ID: id, GITHUB_OUTPUT: output },
  });
  const written = readFileSync(output, 'utf8');
  rmSync(folder, { recursive: true, force: true });
  return { status, written, stated: stdout.trim() };
}

// The runners that it is for have bash; a machine with Windows need not.
const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix.each([
  ['1', '[1]'],
  ['3', '[1,2,3]'],
  ['256', `[${Array.from({ length: 256 }, (_, index) => index + 1).join(',')}]`],
])('%s shards make a matrix of as many jobs', (shards, list) => {
  expect(planned(shards)).toEqual({ status: 0, written: `shards=${list}\n`, stated: '' });
});

onUnix.each(['0', '257', '-1', '2.5', '', '1; touch x', '$(id)'])('%j shards are refused', (shards) => {
  expect(planned(shards)).toMatchObject({ status: 1, written: '', stated: expect.stringMatching(/^::error::shards must be/) });
});

onUnix.each(['', 'a b', 'a/b', 'a*', 'x'.repeat(51)])(
  'the id %j, which could mean the artifacts of another call, is refused',
  (id) => {
    expect(planned('2', id)).toMatchObject({ status: 1, written: '', stated: expect.stringMatching(/^::error::id must be/) });
  },
);

test('facts are restored everywhere, and saved by the default branch alone', () => {
  const uses = jobs.read.steps.map((step) => step.uses?.replace(/@.*/, '') ?? '');
  expect(uses).toEqual(['actions/checkout', 'actions/cache/restore', '$/shard', 'actions/cache/save', 'actions/upload-artifact']);
  const [, restore, , save] = jobs.read.steps;
  expect(restore?.if).toBeUndefined();
  expect(save?.if).toBe(
    "github.event_name == 'schedule' || (github.event_name == 'push' && github.ref_name == github.event.repository.default_branch)",
  );
  expect(save?.with?.path).toBe(restore?.with?.path);
  expect(restore?.with?.path).toMatch(/^\$\{\{ runner\.temp \}\}\//);
});

test('only the last job publishes; it runs when a shard is missing, and then says so', () => {
  expect(jobs.judge.needs).toEqual(['plan', 'read']);
  expect(jobs.judge.if).toContain('!cancelled()');
  expect(jobs.judge.permissions).toBeUndefined();
  expect(jobs.read.permissions).toEqual({ contents: 'read' });
  expect(jobs.plan.permissions).toEqual({});
});
