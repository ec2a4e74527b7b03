import { existsSync, readFileSync } from 'node:fs';
import { expectFresh } from './generated.js';
import { readmeSections, withSections } from './readme-sections.js';

const README = readFileSync('README.md', 'utf8');

describe('the README', () => {
  test('shows the output, the options and the tables as they are', async () => {
    expectFresh('README.md', withSections(README, await readmeSections()));
  });

  test('names the two commands for a fresh machine', () => {
    expect(README).toContain('node dist/cli.js scan examples/bookshop');
    expect(README).toMatch(/^npm cit$/m);
  });

  test('every file that it links to is there', () => {
    const links = [...README.matchAll(/\]\(([^)#:]+)\)|src(?:set)?="([^":]+)"/g)].map((link) => link[1] ?? link[2] ?? '');
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});
