import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../src/extract/files.js';
import { MAX_SOURCE_BYTES, readSource } from '../../src/extract/read-source.js';
import { ALL_TRACKED, trackedOnly } from '../../src/model/tracked.js';
import { UserError } from '../../src/model/user-error.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterEach(removeFolders);

function list(repository: string, dir = '') {
  return listFiles({ repository, dir: join(repository, dir), extensions: ['.ts', '.js'], configFiles: ['package.json'] });
}
function sourcesOf(files: readonly string[], dir = ''): readonly string[] {
  return list(folderOf(Object.fromEntries(files.map((file) => [file, '']))), dir).sources;
}

describe('what is a source', () => {
  it('is every file of a known extension below the scanned folder, sorted by code unit', () => {
    expect(sourcesOf(['src/b.ts', 'src/a.ts', 'src/Z.ts', 'src/a/x.JS', 'notes.md', 'README'])).toEqual([
      'src/Z.ts',
      'src/a.ts',
      'src/a/x.JS',
      'src/b.ts',
    ]);
  });

  it('is no installed, built or hidden file', () => {
    const files = [
      'node_modules/x/i.js',
      'a/node_modules/y.js',
      'dist/i.js',
      'build/i.js',
      'coverage/i.js',
      '.next/i.js',
      'vendor/i.js',
    ];
    expect(sourcesOf([...files, 'server.js'])).toEqual(['server.js']);
  });

  it('may stand in a folder of source code that is called like a folder of a tool', () => {
    const files = [
      'src/vendor/vendor.controller.ts',
      'src/modules/coverage/routes.ts',
      'server/build/routes.js',
      'api/internal/build/routes.js',
    ];
    expect(sourcesOf(files)).toEqual([...files].sort());
  });

  it('is no test, mock or set-up of a tool', () => {
    const files = [
      '__tests__/a.ts',
      'test/app.ts',
      'src/a.spec.ts',
      'src/a.test.js',
      'src/a.e2e-spec.ts',
      'src/__mocks__/a.ts',
      'scripts/dummy_api.js',
      'tools/mock-server.ts',
      'cypress/a.ts',
      'src/fixtures/a.ts',
      'src/a.stories.ts',
      'jest.config.js',
      'vitest.setup.ts',
    ];
    expect(sourcesOf([...files, 'src/latest.ts', 'src/contest.ts', 'src/test.controller.ts'])).toEqual([
      'src/contest.ts',
      'src/latest.ts',
      'src/test.controller.ts',
    ]);
  });

  it('is no stand-in, and nothing that lies beside the service for its users or its developers, or is kept from before', () => {
    const aside = ['docker/mock-proxy/a.ts', 'payments-mock/a.ts', 'examples/a.ts', 'packages/core/examples/a.ts', 'dev/a.ts'];
    const retained = ['legacy/a.ts', '_archive/a.ts', 'src/Shop/_legacy/a.ts', 'Shop.Api/_Old/a.ts'];
    const own = [
      'src/mock-orders.ts',
      'src/dummy.ts',
      'src/examples/a.ts',
      'src/mockery/a.ts',
      'hammock/a.ts',
      'src/legacy/a.ts',
      'archive/a.ts',
      'src/_oldest/a.ts',
    ];
    expect(sourcesOf([...aside, ...retained, ...own])).toEqual([...own].sort());
    expect(sourcesOf(['examples/a.ts', 'examples/b.ts'])).toEqual(['examples/a.ts', 'examples/b.ts']);
  });

  it('is judged from the scanned folder on', () => {
    expect(sourcesOf(['tests/shop/src/a.ts', 'tests/shop/test/b.ts', 'other/c.ts'], 'tests/shop')).toEqual([
      'tests/shop/src/a.ts',
    ]);
    expect(sourcesOf(['dist/shop/a.ts', 'dist/shop/dist/b.ts'], 'dist/shop')).toEqual(['dist/shop/a.ts']);
  });

  it('is no declaration file and nothing generated or minified by name, which an import may still lead to', () => {
    const repository = folderOf({ 'src/api.d.ts': '', 'src/lib.min.js': '', 'src/types.generated.ts': '', 'src/test/a.ts': '' });
    expect(list(repository).sources).toEqual([]);
    expect([...list(repository).known].sort()).toEqual([
      'src/api.d.ts',
      'src/lib.min.js',
      'src/test/a.ts',
      'src/types.generated.ts',
    ]);
  });
});

describe('.gitignore', () => {
  it('holds for its folder and all below, the nearest winning', () => {
    const repository = folderOf({
      '.gitignore': 'generated/\n*.gen.js\n/top.ts\n',
      'top.ts': '',
      'src/top.ts': '',
      'src/generated/a.ts': '',
      'src/a.gen.js': '',
      'src/kept/.gitignore': '!b.gen.js\nlocal.ts\n',
      'src/kept/b.gen.js': '',
      'src/kept/local.ts': '',
      'src/local.ts': '',
    });
    expect([...list(repository).known].sort()).toEqual(['src/kept/b.gen.js', 'src/local.ts', 'src/top.ts']);
  });

  it.each<[string, boolean]>([
    ['a.ts', true],
    ['*.ts', true],
    ['*ts', true],
    ['*.[jt]s', true],
    ['src/*', true],
    ['/src/a.*', true],
    ['src', true],
    ['src/', true],
    ['**/src/**', true],
    ['a', false],
    ['*.js', false],
    ['/a.ts', false],
    ['# a.ts', false],
    ['a.ts/', false],
    ['*.ts\n!a.ts', false],
    ['*.ts\r\n', true],
    ['.ts', false],
  ])('with %j ignores src/a.ts: %p', (rules, ignored) => {
    const repository = folderOf({ '.gitignore': rules, 'src/a.ts': '' });
    expect(list(repository).sources).toEqual(ignored ? [] : ['src/a.ts']);
  });

  it('does not keep a folder from being scanned that is asked for', () => {
    const repository = folderOf({ '.gitignore': 'work/\n', 'work/a.ts': '', 'work/.gitignore': 'b.ts', 'work/b.ts': '' });
    expect(list(repository, 'work').sources).toEqual(['work/a.ts']);
  });
});

describe('configuration files', () => {
  it('are those of the whole repository, without those of tests', () => {
    const repository = folderOf({
      'package.json': '',
      'apps/api/package.json': '',
      'libs/x/package.json': '',
      'test/x/package.json': '',
    });
    expect(list(repository, 'apps/api').configuration).toEqual(['apps/api/package.json', 'libs/x/package.json', 'package.json']);
  });
});

describe('symbolic links', () => {
  it('that lead out of the repository are gaps and are not followed', () => {
    const outside = folderOf({ 'secret.ts': '' });
    const repository = folderOf({ 'src/a.ts': '' });
    symlinkSync(outside, join(repository, 'src/out'));
    symlinkSync(join(outside, 'secret.ts'), join(repository, 'src/secret.ts'));
    const listing = list(repository);
    expect([...listing.known]).toEqual(['src/a.ts']);
    expect(listing.gaps.map((gap) => [gap.reason, gap.at.file, gap.hides])).toEqual(
      expect.arrayContaining([
        ['outside-repository', 'src/out', 'service'],
        ['outside-repository', 'src/secret.ts', 'service'],
      ]),
    );
  });

  it('that lead elsewhere inside are read once, where they really are', () => {
    const repository = folderOf({ 'libs/model/a.ts': '', 'src/main.ts': '' });
    symlinkSync('../libs/model', join(repository, 'src/model'));
    const listing = list(repository);
    expect([...listing.known].sort()).toEqual(['libs/model/a.ts', 'src/main.ts']);
    expect(listing.canonical('src/model/a.ts')).toBe('libs/model/a.ts');
    expect(listing.canonical('src/main.ts')).toBe('src/main.ts');
    expect(listing.gaps).toEqual([]);
  });

  it('may form a cycle or lead nowhere', () => {
    const repository = folderOf({ 'src/a.ts': '' });
    symlinkSync('.', join(repository, 'src/self'));
    symlinkSync('../src', join(repository, 'src/up'));
    symlinkSync('loop-b', join(repository, 'loop-a'));
    symlinkSync('loop-a', join(repository, 'loop-b'));
    symlinkSync('nowhere.ts', join(repository, 'dangling.ts'));
    const listing = list(repository);
    expect(listing.sources).toEqual(['src/a.ts']);
    expect(listing.canonical('src/self/up/self/a.ts')).toBe('src/a.ts');
    expect(listing.gaps).toEqual([]);
  });
});

describe('the scanned folder', () => {
  it('must be there', () => {
    expect(() => list(folderOf({}), 'nowhere')).toThrow(UserError);
  });

  it('must be a folder', () => {
    expect(() => list(folderOf({ 'a.ts': '' }), 'a.ts')).toThrow(/is not a folder/);
  });

  it('must not lead out of the repository', () => {
    const repository = folderOf({});
    symlinkSync(folderOf({ 'a.ts': '' }), join(repository, 'out'));
    expect(() => list(repository, 'out')).toThrow(/leads out of the repository/);
  });

  it('may have spaces, quotes and other marks in its path', () => {
    const repository = folderOf({ 'it\'s "here" \u00e9/a b.ts': '' });
    expect(list(repository).sources).toEqual([`it's "here" \u00e9/a b.ts`]);
  });

  it('may hold a folder that is called like a source', () => {
    const repository = folderOf({});
    mkdirSync(join(repository, 'folder.ts'));
    expect(list(repository).sources).toEqual([]);
  });
});

describe('reading', () => {
  const read = (content: string | Uint8Array, requested: (text: string) => boolean = () => true) =>
    readSource(folderOf({ 'a.ts': content }), 'a.ts', requested);

  it('gives the text and the SHA-256 of the bytes', () => {
    expect(read('abc')).toEqual({
      kind: 'text',
      text: 'abc',
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it('gives nothing when the text is not wanted', () => {
    expect(read('abc', (text) => text.includes('z'))).toBeUndefined();
  });

  it('drops a byte order mark and reads bytes that are no UTF-8 as U+FFFD', () => {
    expect(read('\ufeffabc')).toMatchObject({ text: 'abc' });
    expect(read(Uint8Array.of(0x61, 0xff, 0x62))).toMatchObject({ text: 'a\ufffdb' });
    expect(read(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toMatchObject({ text: 'a' });
    expect(read(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toMatchObject({ text: 'a' });
  });

  it('keeps line breaks as they are', () => {
    expect(read('a\r\nb')).toMatchObject({ text: 'a\r\nb' });
  });

  it('skips what is binary; what would be wanted without its NULs may be a source all the same', () => {
    const requested = (text: string): boolean => text.includes('route');
    const binary = { kind: 'skipped', reason: 'unreadable-file' };
    expect(read(Uint8Array.of(0x47, 0, 0x11), requested)).toMatchObject({ ...binary, hides: false });
    expect(read(Buffer.from('route()', 'utf16le'), requested)).toMatchObject({ ...binary, hides: true });
  });

  it('skips what is too large, unless it is not wanted anyway', () => {
    const large = `${'const a = 1;\n'.repeat(MAX_SOURCE_BYTES / 12)}`;
    expect(read(large)).toMatchObject({ kind: 'skipped', reason: 'too-large', hides: true });
    expect(read(large, () => false)).toBeUndefined();
    const hides = (name: string) => {
      const bundle = readSource(folderOf({ [name]: large }), name, () => true);
      return bundle?.kind === 'skipped' && bundle.reason === 'too-large' && bundle.hides;
    };
    expect(hides('src/main/resources/static/ui-bundle.js')).toBe(false);
    // the page of a document that lies beside it
    expect(hides('docs/swagger-ui-es-bundle-core.js')).toBe(false);
    expect(hides('docs/redoc.standalone.js')).toBe(false);
    expect(hides('docs/swagger-server.js')).toBe(true);
  });

  it.each([
    '// Package api serves.\n//\n// Code generated by a tool. DO NOT EDIT.\n',
    '/* @generated */\n',
    '// <auto-generated />\n',
  ])('reads what is too large to be written by hand where its header says that it is generated: %j', (header) => {
    const body = 'const a = 1;\n'.repeat(MAX_SOURCE_BYTES / 12);
    expect(read(`${header}${body}`)).toMatchObject({ kind: 'text' });
    expect(read(`${body}${header}`)).toMatchObject({ kind: 'skipped', reason: 'too-large' });
    const larger = 'const a = 1;\n'.repeat((4 * MAX_SOURCE_BYTES) / 12);
    expect(read(`${header}${larger}`)).toMatchObject({
      kind: 'skipped',
      reason: 'too-large',
      detail: expect.stringContaining('larger than 4 MB') as unknown,
    });
  });

  it('skips what is minified, but not a long literal', () => {
    expect(read('function a(b,c){return b(c,1)};'.repeat(1000))).toMatchObject({ reason: 'minified', hides: true });
    expect(read(`export const image = '${'A'.repeat(100_000)}';\n`)).toMatchObject({ kind: 'text' });
    const go = folderOf({ 'docs.go': `const template = \`${'{"a":{"b":[1]}},'.repeat(2000)}\`` });
    expect(readSource(go, 'docs.go', () => true)).toMatchObject({ kind: 'text' });
  });

  it('tells a file that cannot be read', () => {
    expect(readSource(folderOf({}), 'gone.ts', () => true)).toMatchObject({
      kind: 'skipped',
      reason: 'unreadable-file',
      hides: true,
    });
  });
});

describe('what a .gitignore names', () => {
  const repository = () =>
    folderOf({
      '.gitignore': 'made/\nown.ts\n',
      'made/a.ts': '',
      'made/b/c.ts': '',
      'made/b/d.ts': '',
      'own.ts': '',
      'e.ts': '',
    });
  const sources = (tracked?: ReturnType<typeof trackedOnly>) => {
    const root = repository();
    return listFiles({ repository: root, dir: root, extensions: ['.ts'], configFiles: [], tracked }).sources;
  };

  it('is left out', () => expect(sources()).toEqual(['e.ts']));
  it('is read where git tracks it all the same, and nothing beside it', () =>
    expect(sources(trackedOnly(['made/b/c.ts', 'own.ts']))).toEqual(['e.ts', 'made/b/c.ts', 'own.ts']));
  it('is read in a folder of which all was tracked', () =>
    expect(sources(ALL_TRACKED)).toEqual(['e.ts', 'made/a.ts', 'made/b/c.ts', 'made/b/d.ts', 'own.ts']));
});
