import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { sampleRepository } from '../git/sample-repository.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

/** A contract with one operation whose answer has these properties. */
const books = (properties: string, title = 'Books') => `openapi: 3.0.3
info: { title: ${title}, version: '1' }
paths:
  /books:
    get:
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: object, properties: { ${properties} } } } }
`;
const ONE = books('id: { type: integer }');
const COMPATIBLE = books('id: { type: integer }, title: { type: string }');
const DOUBTFUL = books('title: { type: string }');
const BREAKING = books('id: { type: string }');

async function diff(cwd: string, ...words: readonly string[]) {
  const io = recordedIo({ cwd });
  const code = await runCommandLine(['diff', ...words], commands, io);
  return { code, out: io.out(), err: io.err() };
}

/** The sentence of the mistake. */
async function mistake(cwd: string, ...words: readonly string[]): Promise<string> {
  return diff(cwd, ...words).then(
    ({ out }) => `no mistake: ${out}`,
    (error: Error) => error.message,
  );
}

const rulesIn = (json: string): readonly string[] => JSON.parse(json).changes.map(({ rule }: { readonly rule: string }) => rule);

describe('two files', () => {
  const folder = folderOf({ 'one.yaml': ONE, 'more.yaml': COMPATIBLE, 'less.yaml': DOUBTFUL, 'other.yaml': BREAKING });

  test('the text names the change, both places, the rule and the verdict', async () => {
    const { code, out } = await diff(folder, 'one.yaml', 'other.yaml');
    expect(out).toBe(`Books 1 (other.yaml)

✗ GET /books
    error    \`id\` is string and was integer.
             response 200 application/json · other.yaml:9 (was one.yaml:9) · response-type-changed

Breaking: 1 change that breaks consumers of the base.
`);
    expect(code).toBe(1);
  });

  test('compatible changes are counted, and listed when they are asked for', async () => {
    expect(await diff(folder, 'one.yaml', 'more.yaml')).toMatchObject({
      code: 0,
      out: `Books 1 (more.yaml)

Compatible: 1 change, all compatible.
  1 milder change not listed: --show note lists all, --format json too.
`,
    });
    expect((await diff(folder, 'one.yaml', 'more.yaml', '--show', 'note')).out).toContain('note     `title` is new.');
  });

  test.each([
    ['other.yaml', 'error', 1],
    ['other.yaml', 'never', 0],
    ['less.yaml', 'error', 0],
    ['less.yaml', 'warning', 1],
    ['more.yaml', 'warning', 0],
    ['one.yaml', 'warning', 0],
  ])('%s with --fail-on %s ends with %i', async (head, failOn, expected) => {
    expect((await diff(folder, 'one.yaml', head, '--fail-on', failOn)).code).toBe(expected);
  });

  test('a list that is cut says so, JSON never is', async () => {
    const { out } = await diff(folder, 'other.yaml', 'less.yaml', '--max-changes', '1', '--show', 'note');
    expect(out).toContain('1 change more: --max-changes lists more, --format json all.');
    const json = await diff(folder, 'other.yaml', 'less.yaml', '--max-changes', '1', '--format', 'json');
    expect(rulesIn(json.out)).toEqual(['response-optional-property-removed', 'response-optional-property-added']);
  });

  test('reports go to files as well, JSON of the published form', async () => {
    const files = ['json', 'markdown', 'sarif'].flatMap((format) => ['--output', `${format}=out/${format}`]);
    await diff(folder, 'one.yaml', 'other.yaml', ...files);
    const written = (name: string) => readFileSync(join(folder, 'out', name), 'utf8');
    const schema = JSON.parse(readFileSync('schema/diff.schema.json', 'utf8'));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect([validate(JSON.parse(written('json'))), validate.errors]).toEqual([true, null]);
    expect(written('markdown')).toContain('| ❌ | `GET /books`<br>response 200 application/json |');
    expect(JSON.parse(written('sarif')).runs[0].results[0]).toMatchObject({
      ruleId: 'response-type-changed',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'other.yaml' }, region: { startLine: 9 } } }],
    });
  });

  test('writers and readers of a JSON Schema can be declared', async () => {
    const schema = (values: string) => `$schema: https://json-schema.org/draft/2020-12/schema\ntitle: State\nenum: [${values}]\n`;
    const models = folderOf({ 'one.yaml': schema('lent'), 'two.yaml': schema('lent, lost') });
    const codes = ['backward', 'forward', 'full'].map(
      async (mode) => (await diff(models, 'one.yaml', 'two.yaml', '--compatibility', mode)).code,
    );
    expect(await Promise.all(codes)).toEqual([0, 1, 1]);
    expect((await diff(models, 'one.yaml', 'two.yaml')).code).toBe(1);
    expect(await mistake(models, 'one.yaml', 'two.yaml', '--compatibility', 'both')).toBe('--compatibility cannot be both.');
  });

  test('documents that promise nothing prove nothing', async () => {
    const empty = folderOf({ 'a.yaml': "openapi: 3.0.3\ninfo: { title: None, version: '1' }\npaths: {}\n" });
    const { code, out } = await diff(empty, 'a.yaml', 'a.yaml');
    expect(out).toContain('incomplete  Neither version of a.yaml has an operation, event or model.');
    expect(code).toBe(3);
  });

  test.each([
    [['one.yaml'], 'missing required argument'],
    [['one.yaml', 'more.yaml', 'less.yaml'], 'expected 2 arguments but got 3'],
    [['one.yaml', 'gone.yaml'], 'There is no file gone.yaml, and no git repository with such a revision.'],
    [['one.yaml', 'more.yaml', '--format', 'jsn'], 'diff has no format jsn.'],
    [['one.yaml', 'more.yaml', '--show', 'all'], '--show cannot be all.'],
    [['one.yaml', 'more.yaml', '--max-changes', '0'], '--max-changes must be a whole number from 1, not 0.'],
    [['one.yaml', 'more.yaml', '--output', 'json'], '--output json is not of the form FORMAT=FILE.'],
  ])('%j is a mistake', async (words, sentence) => {
    expect((await mistake(folder, ...words)).toLowerCase()).toContain(sentence.toLowerCase());
  });
});

describe('revisions', () => {
  const repository = sampleRepository({ 'api/openapi.yaml': ONE, 'README.md': 'Books\n' });
  repository.git('tag', 'v1');
  repository.commit({ 'api/openapi.yaml': BREAKING });
  repository.git('tag', 'v2');
  const { folder } = repository;

  test('of all contracts that are found in both', async () => {
    const { code, out } = await diff(folder, 'v1', 'v2');
    expect(out).toContain('api/openapi.yaml:9');
    expect(code).toBe(1);
    expect((await diff(folder, 'v2', 'v2')).code).toBe(0);
  });

  test('of one file, named once or with each of them', async () => {
    expect((await diff(folder, 'v1', 'v2', '--contract', 'api/openapi.yaml')).code).toBe(1);
    expect((await diff(join(folder, 'api'), 'v1', 'v2', '--contract', 'openapi.yaml')).code).toBe(1);
    expect((await diff(folder, 'v1:api/openapi.yaml', 'v2:api/openapi.yaml')).code).toBe(1);
    expect((await diff(join(folder, 'api'), 'v1:./openapi.yaml', 'v2')).code).toBe(1);
  });

  test('beside a file or folder as it lies there', async () => {
    writeFileSync(join(folder, 'api/openapi.yaml'), COMPATIBLE);
    expect((await diff(folder, 'v1', 'api/openapi.yaml')).code).toBe(0);
    expect((await diff(folder, 'v2', 'api/openapi.yaml')).code).toBe(1);
    expect((await diff(folder, 'v2', '.')).code).toBe(1);
  });

  test('contracts that come and go are changes themselves', async () => {
    const several = sampleRepository({ 'a/openapi.yaml': ONE, 'b/openapi.yaml': books('id: {}', 'Shelves') });
    several.git('tag', 'both');
    several.commit({ 'b/openapi.yaml': null, 'c/openapi.yaml': books('id: {}', 'Loans') });
    const { out, code } = await diff(several.folder, 'both', 'HEAD', '--format', 'json');
    expect(rulesIn(out)).toEqual(['contract-removed', 'contract-added']);
    expect(code).toBe(1);
    several.commit({ 'c/openapi.yaml': null, 'd/openapi.yaml': books('id: {}', 'Loans') });
    expect(rulesIn((await diff(several.folder, 'HEAD~1', 'HEAD', '--format', 'json')).out)).toEqual([]);
  });

  test.each([
    [['v1', 'v9'], 'There is neither a file nor a revision v9.'],
    [['v1', 'v2', '--contract', 'api/gone.yaml'], 'The revision v1 has no api/gone.yaml.'],
    [['v1:gone.yaml', 'v2'], 'The revision v1 has no gone.yaml.'],
    [['--', '--output=x', 'v2'], 'There is neither a file nor a revision --output=x.'],
  ])('%j is a mistake', async (words, sentence) => {
    expect(await mistake(folder, ...words)).toBe(sentence);
  });
});
