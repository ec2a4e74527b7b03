import { readFileSync } from 'node:fs';
import { TOOL } from '../../src/model/tool.js';

test('the tool says the name and version of its package', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(TOOL).toEqual({ name: manifest.name, version: manifest.version });
});
