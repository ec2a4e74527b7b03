import { readdirSync, readFileSync } from 'node:fs';
import { PROJECT, TOOL } from '../../src/model/tool.js';

test('the tool says the name and version of its package', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(TOOL).toEqual({ name: manifest.name, version: manifest.version });
});

const PLACES = /(?:github\.com\/|ghcr\.io\/|uses: |--repo )([\w.-]+)\/tallystick\b/g;

test('the account that holds the project is the same everywhere', () => {
  const [owner] = PROJECT.split('/');
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) => /^[^.].*\.md$/.test(path));
  const files = ['package.json', 'README.md', 'Dockerfile', 'packaging/tallystick.rb', ...pages.map((path) => `docs/${path}`)];
  const others = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(PLACES)].flatMap(([text, name]) => (name === owner ? [] : [`${file}: ${text}`])),
  );
  expect(others).toEqual([]);
  expect(readFileSync('package.json', 'utf8')).toContain(`github.com/${PROJECT}.git`);
});
