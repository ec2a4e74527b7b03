import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as library from '../../src/index.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

const { check, UserError } = library;
afterEach(removeFolders);

const OPENAPI = `openapi: 3.0.3
info: { title: Bees, version: '1' }
paths:
  /bees:
    get:
      responses:
        '200':
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }
`;
const app = (id: string) => `import express from 'express';
const app = express();
app.get('/bees', (req, res) => { res.json({ id: ${id} }); });
app.listen(1);
`;

describe('check', () => {
  test('says what the command says, and its exit code', async () => {
    const broken = await check(folderOf({ 'openapi.yaml': OPENAPI, 'app.js': app("'one'") }));
    expect(broken.exitCode).toBe(1);
    expect(broken.analysis.violations).toMatchObject([{ problem: 'type', file_path: 'app.js', line: 3 }]);
    const retained = await check(folderOf({ 'openapi.yaml': OPENAPI, 'app.js': app('1') }));
    expect([retained.exitCode, retained.analysis.summary.verified]).toEqual([0, 1]);
  });

  test('reads configuration and options', async () => {
    const folder = folderOf({
      'openapi.yaml': OPENAPI,
      'app.js': app("'one'"),
      '.tallystick.yml': 'severity: { CONTRACT-001: warning }',
    });
    expect((await check(folder)).exitCode).toBe(0);
    expect((await check(folder, { failOn: 'warning' })).exitCode).toBe(1);
  });

  test('a mistake of the caller is a UserError', async () => {
    await expect(check('no/such/folder')).rejects.toThrow(UserError);
    await expect(check(folderOf({ 'openapi.yaml': OPENAPI }), { baseline: 'none.json' })).rejects.toThrow(UserError);
  });
});

const BLOCKS = ['README.md', 'docs/guides/library.md'].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
    ([, code = ''], index) => [`${page} ${index + 1}`, code] as const,
  ),
);

/** Runs an example of a page on the bookshop, with its imports taken from the sources; returns what it prints. */
async function printed(code: string): Promise<readonly unknown[][]> {
  const lines: unknown[][] = [];
  const folder = resolve('examples/bookshop');
  const body = code
    .replace(/^import \{(.*)\} from 'tallystick';$/m, 'const {$1} = library;')
    .replaceAll(/\/absolute\/path\/to\/service|path\/to\/service/g, folder);
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  await new AsyncFunction('library', 'console', body)(library, { log: (...stated: unknown[]) => lines.push(stated) });
  return lines;
}

test.each(BLOCKS)('the example %s runs', async (_, code) => {
  const lines = await printed(code);
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).toMatch(/birth_?year|0 changes|\$schema|Broken/i);
});
