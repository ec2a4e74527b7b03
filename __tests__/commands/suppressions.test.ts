import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const SAYS = '// tallystick-ignore CONTRACT-001 id: the old client reads it';
const EXTENSION = "      x-tallystick-ignore: 'CONTRACT-001 id: the old client reads it'\n";
const service = ({ comment = '', extension = '' }) => ({
  '.git/HEAD': '',
  'openapi.yaml': `openapi: 3.0.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
${extension}      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/B' } } } } }
components:
  schemas:
    B: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
`,
  'src/app.js': `const app = require('express')();
app.get('/books', (req, res) => {
  ${comment}
  res.json({ id: 'one', title: 'x' }); });
app.listen(3000);
`,
});

async function run(files: Readonly<Record<string, string>>, format: string) {
  const io = recordedIo({ cwd: folderOf(files) });
  const exit = await runCommandLine(['scan', '--no-cache', '--format', format], commands, io);
  return { exit, out: io.out() };
}

const WAYS = [
  ['a comment', { comment: SAYS }, 'src/app.js:3'],
  ['an extension of the operation', { extension: EXTENSION }, 'openapi.yaml:6'],
] as const;

test.each(WAYS)('%s takes a finding out, and every report says so', async (_, parts, at) => {
  const { exit, out } = await run(service(parts), 'json');
  const { violations, ignored, matrix } = JSON.parse(out);
  expect({ exit, violations, status: matrix[0].status }).toEqual({ exit: 0, violations: [], status: 'unverified' });
  expect(ignored).toEqual([
    expect.objectContaining({
      reason: 'the old client reads it',
      suppressed_at: at,
      violation: expect.objectContaining({ field: 'id' }),
    }),
  ]);
  for (const format of ['text', 'markdown', 'html', 'sarif', 'matrix']) {
    const stated = (await run(service(parts), format)).out;
    expect(`${format} ${stated}`).toMatch(/the old client reads it/);
  }
});

test.each([
  ['no comment', {}, undefined],
  [
    'one of another field',
    { comment: SAYS.replace(' id:', ' title:') },
    'in src/app.js:3 (the old client reads it) matches no finding',
  ],
  ['one of another rule', { extension: EXTENSION.replace('001', '002') }, 'matches no finding'],
  [
    'one without a reason',
    { comment: '// tallystick-ignore CONTRACT-001 id' },
    'in src/app.js:3 has no effect: it gives no reason',
  ],
])('with %s the finding stays', async (_, parts, notice) => {
  const { exit, out } = await run(service(parts), 'text');
  expect(exit).toBe(1);
  if (notice !== undefined) expect(out.replace(/\s+/g, ' ')).toContain(notice);
});

test.each(WAYS)('%s that only the change has takes nothing out', async (_, parts) => {
  const dir = folderOf(service(parts));
  const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
  const against = async (base: Readonly<Record<string, string>>) =>
    (await scan({ repository: dir, dir, scans, baseText: (file) => Promise.resolve(base[file]) })).violations.length;
  expect(await against(service({}))).toBe(1);
  expect(await against(service(parts))).toBe(0);
});
