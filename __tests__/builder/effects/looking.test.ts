import { afterAll, expect, test } from '@jest/globals';
import { emptyTests } from '../../../src/builder/effects/looking.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const FILES = {
  'tests/full.test.ts': "test('a', () => expect(get()).toBe(1));",
  'tests/empty.test.ts': "test('a', () => { void app; });",
  'tests/bare.test.ts': "test('a', () => { fake.mockRejectedValue(new Error('down')); });",
  'tests/helper.ts': 'export function start() {}',
};

test('each test file without an assertion is a doubt of its own, beside those that have one; a helper is none', () => {
  const workspace = folderOf(FILES);
  expect(emptyTests(workspace, { files: Object.keys(FILES) })).toEqual([
    'tests/empty.test.ts has no assertion that could fail',
    'tests/bare.test.ts has no assertion that could fail',
  ]);
  expect(emptyTests(workspace, { files: ['tests/full.test.ts', 'tests/helper.ts', 'src/app.ts', 'tests/gone.test.ts'] })).toEqual(
    [],
  );
});
