import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './source-files.js';

/** Runs `.ci/run` with an `npm` that prints `says` and exits with `code`. */
function run(
  says: string,
  code: number,
): { readonly last: string | undefined; readonly code: number | null; readonly asked: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-ci-'));
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "asked: $*"\nprintf '%s\\n' '${says}' >&2\nexit ${code}\n`);
  chmodSync(npm, 0o755);
  const { stdout, status } = spawnSync(join(root, '.ci', 'run'), {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  });
  rmSync(folder, { recursive: true, force: true });
  return { last: stdout.trimEnd().split('\n').at(-1), code: status, asked: stdout.includes('asked: cit\n') };
}

// It is a shell script for the machines that run it; nobody starts it on Windows.
const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix.each([
  ['all pass', 'Tests:       40 passed, 40 total', 0, '40 passed, 0 failed', 0],
  ['some fail', 'Tests:       1 failed, 2 skipped, 40 passed, 43 total', 1, '40 passed, 1 failed', 1],
  [
    'a suite does not load',
    'Test Suites: 1 failed, 3 passed, 4 total\nTests:       9 passed, 9 total',
    1,
    '9 passed, 1 failed',
    1,
  ],
  ['the install breaks', 'npm error code EUSAGE', 7, '0 passed, 1 failed', 7],
  ['there is no test', 'No tests found', 0, '0 passed, 1 failed', 1],
  [
    'a test prints a summary',
    'Tests:       99 passed, 99 total\nTests:       1 failed, 2 passed, 3 total',
    1,
    '2 passed, 1 failed',
    1,
  ],
])('when %s, the last line counts and the exit code stays', (_, says, code, last, expected) => {
  expect(run(says, code)).toEqual({ last, code: expected, asked: true });
});
