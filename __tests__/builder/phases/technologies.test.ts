import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { technologiesOf } from '../../../src/builder/phases/technologies.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

test.each([
  ['package.json', '{"dependencies":{"express":"^5.0.0"}}', ['JavaScript'], ['express ^5.0.0']],
  ['package.json', '{"devDependencies":{"typescript":"5"}}', ['TypeScript'], []],
  ['requirements.txt', '# the web\nfastapi==0.110\n-r more.txt\nuvicorn[standard]>=0.29\n', ['Python'], ['fastapi', 'uvicorn']],
  ['pyproject.toml', '[project]\nname = "x"\n', ['Python'], []],
  ['go.mod', 'module x\n', ['Go'], []],
  ['pom.xml', '<project/>', ['Java'], []],
  ['build.gradle.kts', '', ['Kotlin'], []],
  ['Books.csproj', '<Project/>', ['C#'], []],
])('%s %j tells what a workspace is written in and relies on', (file, text, languages, packages) => {
  expect(technologiesOf(folderOf({ [file]: text }))).toEqual({ languages, packages });
});

test('an empty folder tells nothing', () => {
  expect(technologiesOf(folderOf({}))).toEqual({ languages: [], packages: [] });
});

test.each(['{', '[]', 'null', '{"dependencies":"express"}', '{"dependencies":{"express":1}}', '{"dependencies":null}'])(
  'a package.json of %j relies on nothing that is known',
  (text) => {
    expect(technologiesOf(folderOf({ 'package.json': text }))).toEqual({ languages: ['JavaScript'], packages: [] });
  },
);

test('lists and names are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}${'x'.repeat(500)}`, '1']));
  const { packages } = technologiesOf(folderOf({ 'package.json': JSON.stringify({ dependencies: many }) }));
  expect(packages).toHaveLength(40);
  expect(Math.max(...packages.map(({ length }) => length))).toBe(100);
});

test('a manifest outside of the workspace is not read', () => {
  const outside = folderOf({ 'package.json': '{"dependencies":{"secret":"1"}}' });
  const workspace = folderOf({});
  symlinkSync(join(outside, 'package.json'), join(workspace, 'package.json'));
  expect(technologiesOf(workspace)).toEqual({ languages: [], packages: [] });
});
