import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { versionText } from '../../../src/commands/revisions/own-commit.js';
import { TOOL } from '../../../src/model/tool.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const COMMIT = '0123456789ab';
const plainVersion = `tallystick ${TOOL.version}`;
const versionAt = (folder: string) => versionText({ self: { command: 'node', args: [join(folder, 'dist', 'cli.js')] } });

test('a package names the commit that it was built from, a clone the one that is checked out', async () => {
  const folder = folderOf({ 'dist/cli.js': '', 'lib/commit.txt': `${COMMIT}\n` });
  expect(await versionAt(folder)).toBe(`${plainVersion} (commit ${COMMIT})`);
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
  git('init', '-q');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'first');
  expect(await versionAt(folder)).toBe(`${plainVersion} (commit ${git('rev-parse', 'HEAD').slice(0, 12)})`);
});

test('the commit of the repository that has it installed is not its own', async () => {
  const repository = folderOf({ 'node_modules/tallystick/dist/cli.js': '' });
  execFileSync('git', ['init', '-q', repository]);
  expect(await versionAt(join(repository, 'node_modules', 'tallystick'))).toBe(plainVersion);
});
