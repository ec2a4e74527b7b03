/**
 * `npm run test:e2e`: programs of others against the embedded servers, through npx (they need a newer Node than this package does):
 * the official inspector calls all tools over stdio, the official conformance suite runs its scenarios. And our client against a
 * server of others. And a writer of the Contract Engine is killed, again and again.
 * And milestones are built with the real `claude`, which also asks the tools of `serve`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, root } from './build.js';
import { playAll } from './e2e-build/play.js';
import { conformance } from './e2e-conformance.js';
import { everything } from './e2e-everything.js';
import { inspector } from './e2e-inspector.js';
import { kills } from './e2e-kills.js';
import { serveClaude } from './e2e-serve.js';

// Below the packages that the compiled program needs.
const program = join(root, 'node_modules', '.cache', 'tallystick-e2e');
mkdirSync(program, { recursive: true });
cpSync(join(root, 'package.json'), join(program, 'package.json'));
const lib = build(join(program, 'lib'));
const repository = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-e2e-')));
cpSync(join(root, 'examples', 'platform'), repository, { recursive: true });
const git = (/** @type {string[]} */ ...words) =>
  spawnSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...words]);
git('init', '-q');
git('add', '.');
git('commit', '-qm', 'first');
try {
  const failures = [
    ...inspector(join(lib, 'cli.js'), repository),
    ...(await conformance(lib)),
    ...(await everything(lib)),
    ...kills(),
    ...(await serveClaude(join(lib, 'cli.js'))),
    ...(await playAll(join(lib, 'cli.js'))),
  ];
  for (const failure of failures) console.error(`failed: ${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(repository, { recursive: true, force: true });
  rmSync(program, { recursive: true, force: true });
}
