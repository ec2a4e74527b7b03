import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { protectTests, restoreTests } from '../../../src/builder/effects/protected-tests.js';
import type { Site } from '../../../src/builder/effects/site.js';
import { newMilestone } from '../../../src/builder/milestone-state.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

afterAll(removeFolders);

const LEAVES_OUT = 'module.exports = { testPathIgnorePatterns: ["a.test"] };';

/** What is said of changes that were made after the tests were seen to fail. */
async function changed(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  writer: 'developer' | 'fix',
) {
  const workspace = folderOf({ 'a.test.js': 'test', ...before });
  const site = { workspace, leaveOut: [join(workspace, '.tallystick')], failingTests: new Map() } as unknown as Site;
  await protectTests(site, 'm');
  writeFiles(workspace, after);
  return { workspace, site, stated: await restoreTests(site, { ...newMilestone('m', []), writer }) };
}

test('settings by which a runner leaves tests out are put back when the developer changes or deletes them', async () => {
  const settings = { 'jest.config.js': 'module.exports = {};', 'web/vitest.config.mts': 'export default {};' };
  const { workspace, site, stated } = await changed(settings, { 'jest.config.js': LEAVES_OUT }, 'developer');
  expect(stated).toEqual({ returned: [expect.stringMatching(/^jest\.config\.js is again/)], changed: [], lost: [] });
  expect(readFileSync(join(workspace, 'jest.config.js'), 'utf8')).toBe(settings['jest.config.js']);
  rmSync(join(workspace, 'web/vitest.config.mts'));
  await restoreTests(site, { ...newMilestone('m', []), writer: 'fix' });
  expect(readFileSync(join(workspace, 'web/vitest.config.mts'), 'utf8')).toBe('export default {};');
});

test('those that are new, or that a fix changed, stay and are reported; other settings are no matter', async () => {
  const made = await changed({}, { 'jest.config.js': LEAVES_OUT, 'vite.config.ts': '', 'src/app.js': '' }, 'developer');
  expect(made.stated).toEqual({ returned: [], changed: ['jest.config.js'], lost: [] });
  const fixed = await changed({ 'pytest.ini': '[pytest]' }, { 'pytest.ini': '[pytest]\naddopts = --co' }, 'fix');
  expect(fixed.stated).toEqual({ returned: [], changed: ['pytest.ini'], lost: [] });
});
