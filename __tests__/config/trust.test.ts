import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { optionRows } from '../../src/config/options.js';
import { resolve } from '../../src/config/resolve.js';
import { type BaseFile, loadTrusted, type Trust } from '../../src/config/trust.js';
import { UserError } from '../../src/model/user-error.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const text = (content: string): BaseFile => ({ kind: 'text', text: content });
const absent: BaseFile = { kind: 'absent' };
/** What counts of a checkout with this configuration, given what the base revision has. */
async function trusted(head: string | undefined, base: BaseFile, over: Partial<Trust> = {}, named?: string) {
  const folder = folderOf(head === undefined ? { 'a.ts': '' } : { [named ?? '.tallystick.yml']: head });
  const file = named === undefined ? undefined : join(folder, named);
  const answer = await loadTrusted(folder, file, { head: 'limited', base: async () => base, ...over });
  return { ...answer, config: resolve({ file: answer.file }).config, setBy: resolve({ file: answer.file }).setBy };
}

const LOOSENING = `
severity: { CONTRACT-001: off }
ignore: [{ rule: "*", reason: nobody looks }]
scan_scope_mode: changed
contract_scans: { endpoint_schema_scan: false, missing_endpoint_scan: false }
override: { label: please }
contract_engine: { enabled: true, mcp_command: ./evil, mcp_args: ["-c", "evil"], server_root: . }
`;

test('what would loosen the check or name a command is not taken from the change, and that is said', async () => {
  const { config, notes } = await trusted(LOOSENING, absent);
  expect(config).toEqual(resolve({}).config);
  expect(notes).toHaveLength(1);
  for (const option of ['severity.CONTRACT-001', 'ignore', 'contract_scans.endpoint_schema_scan', 'override.label'])
    expect(notes[0]).toContain(option);
  expect(notes[0]).toContain('contract_engine.mcp_command');
});

test('it is taken from the base revision, also when the change removes it', async () => {
  for (const head of [undefined, 'severity: {}', 'severity: { CONTRACT-001/extra: error }']) {
    const { config, setBy } = await trusted(head, text('severity: { CONTRACT-001/extra: note }'));
    expect(config.severity).toEqual({ 'CONTRACT-001/extra': 'note' });
    expect(setBy(['severity', 'CONTRACT-001/extra'])).toBe('.tallystick.yml:1');
  }
});

test('what describes the change itself is taken from it, and shown', async () => {
  const { config, notes, setBy } = await trusted('# more\nmax_violations: 7\n', text('max_violations: 5\n'));
  expect(config.max_violations).toBe(7);
  expect(notes).toEqual(['Taken from .tallystick.yml of this change, unlike the base revision: max_violations.']);
  expect(setBy(['max_violations'])).toBe('.tallystick.yml:2');
});

test('the base path is that of the base revision; what the change says instead is known', async () => {
  const base = text('base_path: /v1\nservices: { books: { base_path: /books }, desk: {} }');
  const { config, proposed } = await trusted('base_path: /v2\nservices: { books: { base_path: /books } }', base);
  expect([config.base_path, config.services.books?.base_path]).toEqual(['/v1', '/books']);
  expect([undefined, 'books', 'desk'].map((service) => proposed?.basePath(service))).toEqual(['/v2', undefined, '/v2']);
  const none = await trusted('max_violations: 7', base);
  expect([undefined, 'books'].map((service) => none.proposed?.basePath(service))).toEqual([null, null]);
});

describe('contracts', () => {
  test('are added to those of the base revision, never taken away', async () => {
    const { config, proposed } = await trusted('contracts: [b.yaml]', text('contracts: [a.yaml]'));
    expect([config.contracts, proposed?.contracts]).toEqual([['a.yaml'], ['b.yaml']]);
    expect(['a.yaml', 'b.yaml'].map((glob) => proposed?.names(glob))).toEqual([false, true]);
    expect((await trusted('contracts: []', text('contracts: [a.yaml]'))).config.contracts).toEqual(['a.yaml']);
  });

  test('where the base revision names none come besides those that are found', async () => {
    const { config, proposed } = await trusted('contracts: [b.yaml]', absent);
    expect([config.contracts, proposed?.contracts]).toEqual([[], ['b.yaml']]);
  });

  test('are not left out by a change, and that it wanted to is said', async () => {
    for (const head of [
      "contracts: [a.yaml, '!a.yaml']",
      "services: { books: { contracts: [b.yaml, '!b.yaml'] } }",
      "services: { books: { consumes: ['!b.yaml'] } }",
      "services: { new: { contracts: [c.yaml, '!a.yaml'] } }",
    ]) {
      const { config, proposed, notes } = await trusted(
        head,
        text('contracts: [a.yaml]\nservices: { books: { contracts: [b.yaml] } }'),
      );
      expect(JSON.stringify([config, [...(proposed?.services.values() ?? [])], proposed?.contracts])).not.toContain('!');
      expect(notes[0]).toMatch(
        /^Not taken from \.tallystick\.yml of this change.* (?:contracts|services\.\w+\.(?:contracts|consumes))\./,
      );
    }
  });

  test('are left out as the base revision says, where the change repeats it', async () => {
    const both = "contracts: ['a/*', '!a/old.yaml']";
    const { config, notes } = await trusted(both, text(`# same\n${both}`));
    expect([config.contracts, notes]).toEqual([['a/*', '!a/old.yaml'], []]);
  });
});

describe('services', () => {
  test('have the folders and contracts of the base revision; what a change says comes on top', async () => {
    const { config, proposed } = await trusted(
      'services: { books: { path: decoy, folders: [b], contracts: [x.yaml], consumes: [y.yaml] } }',
      text('services: { books: { path: a, folders: [b] } }'),
    );
    expect(config.services).toEqual({ books: { path: 'a', folders: ['b'] } });
    expect(proposed?.services.get('books')).toEqual({
      isNew: false,
      folders: ['decoy'],
      contracts: ['x.yaml'],
      consumes: ['y.yaml'],
    });
  });

  test('that only a change names are told apart from the others, also from those of which nothing is said', async () => {
    const { config, proposed } = await trusted(
      'services: { empty: { path: decoy }, new: { path: n } }',
      text('services: { empty: {} }'),
    );
    expect(config.services).toEqual({ empty: {}, new: { path: 'n' } });
    expect([...(proposed?.services ?? [])].map(([name, { isNew }]) => [name, isNew])).toEqual([
      ['empty', false],
      ['new', true],
    ]);
  });

  test('of the base revision stay, whatever the change says', async () => {
    for (const head of ['services: {}', 'services: { books: {} }', 'max_violations: 7'])
      expect((await trusted(head, text('services: { books: { path: a } }'))).config.services).toEqual({ books: { path: 'a' } });
  });
});

test('nothing is said where both agree', async () => {
  expect((await trusted(LOOSENING, text(`# the same\n${LOOSENING}`))).notes).toEqual([]);
  expect((await trusted(undefined, absent)).notes).toEqual([]);
});

test('where the event is privileged the file of the change is not even read', async () => {
  const { config, notes } = await trusted(': not yaml', text('max_violations: 5'), { head: 'ignored' });
  expect([config.max_violations, notes]).toEqual([5, []]);
});

test.each<[string, BaseFile]>([
  ['cannot be had', { kind: 'unknown', why: 'the clone is shallow' }],
  ['is broken', text('severity: [')],
])('when the file of the base revision %s, the defaults stand and that is said', async (_, base) => {
  const { config, notes } = await trusted('severity: { CONTRACT-001: off }', base);
  expect(config.severity).toEqual({});
  expect(notes[0]).toMatch(/^\.tallystick\.yml of the base revision could not be read: .*\. Its defaults apply/);
});

test('a file that the workflow names is asked for in the base revision under its name', async () => {
  const asked: string[] = [];
  const base = async (path: string) => {
    asked.push(path);
    return text('severity: { CONTRACT-002: warning }');
  };
  const { config } = await trusted('severity: { CONTRACT-002: off }', absent, { base }, 'ci/tallystick.yml');
  expect([asked, config.severity]).toEqual([['ci/tallystick.yml'], { 'CONTRACT-002': 'warning' }]);
});

test('a file outside the repository, which no change can write, counts as it stands', async () => {
  const elsewhere = folderOf({ 'tallystick.yml': 'severity: { CONTRACT-002: off }' });
  const { file } = await loadTrusted(folderOf({ 'a.ts': '' }), join(elsewhere, 'tallystick.yml'), {
    head: 'limited',
    base: async () => absent,
  });
  expect(file?.values).toEqual({ severity: { 'CONTRACT-002': 'off' } });
});

test('a broken file of the change is its mistake', async () => {
  await expect(trusted('severity: [', absent)).rejects.toThrow(UserError);
});

test('a link to a file outside is not followed', async () => {
  const folder = folderOf({ 'a.ts': '' });
  symlinkSync(join(folderOf({ 'x.yml': 'max_violations: 5' }), 'x.yml'), join(folder, '.tallystick.yml'));
  await expect(loadTrusted(folder, undefined, { head: 'limited', base: async () => absent })).rejects.toThrow('outside');
});

test('names of services cannot reach what objects inherit', async () => {
  const { file } = await trusted('services: { __proto__: { path: a, contracts: [x] }, constructor: { path: b } }', absent);
  expect(({} as { path?: string }).path).toBeUndefined();
  expect(Object.keys(file?.values.services ?? {})).toEqual(['__proto__', 'constructor']);
});

test("every option is the base revision's but for those that describe the change", async () => {
  const rows = optionRows().map(({ path }) => path.replace('<name>', 'books'));
  const values: Readonly<Record<string, string>> = { 'true, false': 'true', list: '[x]', text: 'x' };
  const free: string[] = [];
  for (const row of optionRows()) {
    const path = row.path.replace('<name>', 'books').split('.');
    const value =
      row.path === 'severity'
        ? '{ CONTRACT-001: off }'
        : (values[row.values] ?? (row.values.startsWith('number') ? '1' : row.values.split(', ').at(-1)));
    const yaml = path.map((key, depth) => `${' '.repeat(depth)}${key}:`).join('\n');
    const entry = 'ignore: [{ rule: x, reason: y }]';
    const { file } = await trusted(row.path.startsWith('ignore[]') ? entry : `${yaml} ${value}`, absent);
    if (Object.keys(file?.values ?? {}).length > 0) free.push(path.join('.'));
  }
  expect(rows.length).toBeGreaterThan(40);
  expect(free).toEqual([
    'services.books.path',
    'services.books.folders',
    'services.books.contracts',
    'services.books.consumes',
    'services.books.base_path',
    'max_violations',
  ]);
});

describe('a configuration that is named through a link', () => {
  test('to the repository is the change’s, not its own judge', async () => {
    const folder = folderOf({ 'ci/scan.yml': LOOSENING });
    const link = join(folderOf({}), 'workspace');
    symlinkSync(folder, link);
    const answer = await loadTrusted(realpathSync(folder), join(link, 'ci/scan.yml'), {
      head: 'limited',
      base: async () => absent,
    });
    expect(resolve({ file: answer.file }).config).toEqual(resolve({}).config);
    expect(answer.notes[0]).toContain('Not taken from ci/scan.yml of this change');
  });

  test('which the change leads out of the repository is not read', async () => {
    const folder = folderOf({ 'a.ts': '' });
    symlinkSync(join(folderOf({ 'scan.yml': LOOSENING }), 'scan.yml'), join(folder, 'scan.yml'));
    const trust: Trust = { head: 'limited', base: async () => absent };
    await expect(loadTrusted(realpathSync(folder), join(folder, 'scan.yml'), trust)).rejects.toThrow(
      'scan.yml is a link to a file outside the repository.',
    );
  });
});
