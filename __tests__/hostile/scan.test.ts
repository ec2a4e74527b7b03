import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/model/user-error.js';
import type { Analysis } from '../../src/rules/judge.js';
import { scan } from '../../src/scan.js';
import { expectQuick } from '../processor-time.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterEach(removeFolders);

const contract = `openapi: 3.0.3
info: { title: Cats, version: '1' }
paths:
  /cats:
    get:
      responses:
        '200':
          description: All cats
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } }
  /dogs:
    get:
      responses: { '204': { description: No dogs } }
`;
const server = `import express from 'express';
const app = express();
app.get('/cats', (req, res) => { res.json([{ name: 'Tom' }]); });
app.listen(3000);
`;
const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };

function run(repository: string, dir = repository): Promise<Analysis> {
  return scan({ repository, dir, scans });
}
function repositoryWith(files: Record<string, string | Uint8Array>): string {
  return folderOf({ 'openapi.yaml': contract, 'src/server.ts': server, ...files });
}
const statuses = (analysis: Analysis) => Object.fromEntries(analysis.matrix.map((row) => [row.subject, row.status]));
const reasons = (analysis: Analysis) => analysis.gaps.map((gap) => `${gap.reason} ${gap.at.file}`);

it('reads a small service, for comparison', async () => {
  const analysis = await run(repositoryWith({}));
  expect(statuses(analysis)).toEqual({ 'GET /cats': 'verified', 'GET /dogs': 'missing' });
  expect(analysis.gaps).toEqual([]);
});

describe('a file that cannot be read is one gap, and the rest is compared', () => {
  it.each<[string, string, string | Uint8Array, boolean]>([
    ['binary', 'unreadable-file', Uint8Array.from({ length: 3000 }, (_, index) => index % 251), false],
    ['minified', 'minified', 'app.get("/x",function(a,b){b.json({c:1,d:[2,3]})});'.repeat(2000), true],
    ['of 5 MB', 'too-large', `const app = express();\n${"app.get('/x', handler);\n".repeat(220_000)}`, true],
    ['of ten thousand nested brackets', 'too-large', `app.get('/x', ${'(\n'.repeat(10_000)}1${')\n'.repeat(10_000)});`, true],
    [
      'of ten thousand nested arrays',
      'too-large',
      `app.get('/x', (q, r) => r.json(${'['.repeat(10_000)}${']'.repeat(10_000)}));`,
      true,
    ],
    [
      'of ten thousand nested objects',
      'too-large',
      `app.get('/x', (q, r) => r.json(${'{a:\n'.repeat(10_000)}1${'}\n'.repeat(10_000)}));`,
      true,
    ],
    ['of ten thousand nested blocks', 'too-large', `app.get('/x', () => ${'{\n'.repeat(10_000)}${'}\n'.repeat(10_000)});`, true],
  ])('%s', async (_what, reason, content, hides) => {
    const analysis = await run(repositoryWith({ 'src/hostile.ts': content }));
    expect(reasons(analysis)).toEqual([`${reason} src/hostile.ts`]);
    expect(statuses(analysis)).toEqual({ 'GET /cats': 'verified', 'GET /dogs': hides ? 'unverified' : 'missing' });
    expect(analysis.crashes).toEqual([]);
  });

  it('that does not parse', async () => {
    const analysis = await run(
      repositoryWith({ 'src/broken.ts': "import express from 'express';\nconst app = express(;\napp.get('/x', {{{\n" }),
    );
    expect(reasons(analysis)).toContain('syntax-error src/broken.ts');
    expect(statuses(analysis)).toEqual({ 'GET /cats': 'verified', 'GET /dogs': 'unverified' });
  });

  it('that does not parse, and registers no routes, hides none', async () => {
    const analysis = await run(repositoryWith({ 'src/broken.ts': 'export const limits = {{{\n' }));
    expect(statuses(analysis)).toEqual({ 'GET /cats': 'verified', 'GET /dogs': 'missing' });
  });

  it('that has nothing to do with routes is no gap', async () => {
    const analysis = await run(
      repositoryWith({
        'public/lib.js': `var a=function(b,c){return b[c]};${'a(1,2);'.repeat(5000)}`,
        'data/list.ts': `export const list = [\n${"  'an entry of a long list',\n".repeat(60_000)}];\n`,
        'data/deep.ts': `export const deep = ${'['.repeat(10_000)}${']'.repeat(10_000)};`,
      }),
    );
    expect(analysis.gaps).toEqual([]);
  });
});

describe('code that is made to be slow ends', () => {
  it.each([
    [
      'a sum of ten thousand texts',
      `import { app } from './server';\napp.get('/a'${" +\n'b'".repeat(10_000)}, (q, r) => r.json({}));`,
    ],
    [
      'a chain of ten thousand calls',
      `import express from 'express';\nconst r = express.Router();\nr${".use('/a', r)".repeat(10_000)};`,
    ],
    [
      'a type of ten thousand nested types',
      `import express from 'express';\ntype A = ${'Array<'.repeat(10_000)}string${'>'.repeat(10_000)};\nexpress().get('/x', (q, r) => r.json(0 as A));`,
    ],
    [
      'a union of fifty thousand options',
      `import express from 'express';\ntype A = ${Array.from({ length: 50_000 }, (_, index) => `'${index}'`).join('|\n')};\nexpress().get('/x', (q, r) => { const a: A = '1'; r.json(a); });`,
    ],
    [
      'types made of each other',
      `import express from 'express';\ntype A = B['x'] | B['y'];\ntype B = { x: A; y: A; z: Pick<A & B, 'x' | 'y'> };\nexpress().get('/x', (q, r) => { const b: B = null; r.json(b); });`,
    ],
    [
      'variables that are given to each other',
      `import express from 'express';\nconst f: any = make(), g: any = make();\n${'f(g);\ng(f);\n'.repeat(20)}express().get('/x', (q, r) => { r.json(g); });`,
    ],
    [
      'helpers that all call each other',
      `import express from 'express';\n${Array.from({ length: 60 }, (_, own) => `function h${own}(x) { ${Array.from({ length: 60 }, (_, other) => `h${other}(x);`).join(' ')} }`).join('\n')}\nexpress().get('/x', (q, r) => { const b = make(); h0(b); r.json(b); });`,
    ],
    [
      'a text that no end quote ends',
      `import express from 'express';\nconst app = express();\napp.get('/x${'a'.repeat(500_000)}`,
    ],
  ])('%s', async (_what, content) => {
    const repository = repositoryWith({ 'src/slow.ts': content });
    let analysis: Awaited<ReturnType<typeof run>> | undefined;
    await expectQuick(10_000, async () => {
      analysis = await run(repository);
    });
    expect(analysis && statuses(analysis)['GET /cats']).toBe('verified');
    expect(analysis?.crashes).toEqual([]);
  });
});

describe('names and places', () => {
  it('a byte order mark, other line breaks and bytes that are no UTF-8 leave lines and columns right', async () => {
    const text = `\ufeff${server.replaceAll('\n', '\r\n')}`;
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from('// caf\xe9\r\n', 'latin1')]);
    const analysis = await run(folderOf({ 'openapi.yaml': contract, 'src/server.ts': bytes }));
    expect(analysis.routes.map((route) => route.at)).toEqual([{ file: 'src/server.ts', line: 3, column: 5 }]);
  });

  it('spaces, quotes and other scripts in a path are kept', async () => {
    const analysis = await run(folderOf({ 'openapi.yaml': contract, 'my "src"/caf\u00e9 \u732b.ts': server }));
    expect(analysis.routes.map((route) => route.at.file)).toEqual(['my "src"/caf\u00e9 \u732b.ts']);
  });

  it('names that objects inherit are names like others', async () => {
    const files = {
      'src/__proto__.ts': "export const constructor = '/proto';\n",
      'src/constructor.ts':
        "import express from 'express';\nimport { constructor as toString } from './__proto__';\nconst app = express();\napp.get(toString, (q, r) => r.json({ __proto__: 1, hasOwnProperty: 2 }));\napp.listen(1);\n",
    };
    const analysis = await run(folderOf({ 'openapi.yaml': contract, ...files }));
    expect(analysis.routes.map((route) => route.path)).toEqual(['/proto']);
  });
});

describe('links', () => {
  it('out of the repository are gaps, and nothing behind them is read', async () => {
    const outside = folderOf({ 'other.ts': server.replace('/cats', '/secret') });
    const repository = repositoryWith({});
    symlinkSync(outside, join(repository, 'src/out'));
    symlinkSync(join(outside, 'other.ts'), join(repository, 'src/other.ts'));
    const analysis = await run(repository);
    expect(reasons(analysis).sort()).toEqual(['outside-repository src/other.ts', 'outside-repository src/out']);
    expect(analysis.routes.map((route) => route.path)).toEqual(['/cats']);
    expect(statuses(analysis)['GET /dogs']).toBe('unverified');
  });

  it('in a circle end', async () => {
    const repository = repositoryWith({});
    symlinkSync('..', join(repository, 'src/up'));
    symlinkSync('b', join(repository, 'a'));
    symlinkSync('a', join(repository, 'b'));
    const analysis = await run(repository);
    expect(analysis.routes).toHaveLength(1);
    expect(analysis.gaps).toEqual([]);
  });
});

describe('folders', () => {
  it('without code leave every promise unverified, and say why', async () => {
    const analysis = await run(folderOf({ 'openapi.yaml': contract }));
    expect(statuses(analysis)).toEqual({ 'GET /cats': 'unverified', 'GET /dogs': 'unverified' });
    expect(analysis.gaps.map((gap) => gap.detail)).toEqual([
      'No source file of a language that is read (TypeScript and JavaScript, Python, C#, Go, Java and Kotlin) was found here.',
    ]);
  });

  it('that are not there are the mistake of whoever named them', async () => {
    const repository = repositoryWith({});
    await expect(run(repository, join(repository, 'nowhere'))).rejects.toThrow(UserError);
  });

  it('nested hundreds of levels deep are read', async () => {
    const repository = folderOf({ 'openapi.yaml': contract });
    const deep = join(repository, ...new Array<string>(400).fill('d'));
    mkdirSync(deep, { recursive: true });
    symlinkSync(repository, join(deep, 'again'));
    expect(statuses(await run(repository))['GET /cats']).toBe('unverified');
  });
});
