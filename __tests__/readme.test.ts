import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectFresh } from './generated.js';
import { PAGES, readmeSections, withSections } from './readme-sections.js';

const README = readFileSync('README.md', 'utf8');
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .map((path) => join('docs', path))
  .filter((path) => path.endsWith('.md') && !path.includes('.vitepress') && !path.includes('['));

test('the README and the pages of docs show the output, the options and the tables as they are', async () => {
  const sections = await readmeSections();
  expect(Object.values(PAGES).flat().sort()).toEqual([...sections.keys()].sort());
  for (const [page, names] of Object.entries(PAGES)) {
    const own = new Map([...sections].filter(([name]) => names.includes(name)));
    expectFresh(page, withSections(readFileSync(page, 'utf8'), own));
  }
});

describe('the README', () => {
  test('is short', () => {
    expect(Buffer.byteLength(README)).toBeLessThanOrEqual(8192);
  });

  test('names the two commands for a fresh machine', () => {
    expect(README).toContain('node dist/cli.js scan examples/bookshop');
    expect(README).toMatch(/^npm cit$/m);
  });

  test('lists what no static reader can see', () => {
    for (const word of ['middleware', 'proxy', 'environment', 'database']) expect(README).toContain(word);
  });
});

test.each(['README.md', ...pages])('every file that %s links to is there', (page) => {
  const text = readFileSync(page, 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '');
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)|src(?:set)?="([^":]+)"/g)].map(
    (link) => link[1] ?? link[2] ?? '',
  );
  expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
});
