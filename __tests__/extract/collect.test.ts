import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type CollectRequest, collect } from '../../src/extract/collect.js';
import { languages } from '../../src/extract/languages/index.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { toyLanguage } from './toy-language.js';

afterEach(removeFolders);

function run(repository: string, more: Partial<CollectRequest> = {}) {
  return collect({ repository, dir: repository, languages: [toyLanguage()], ...more });
}
async function pathsOf(files: Record<string, string>): Promise<readonly string[]> {
  return (await run(folderOf(files))).files.map((file) => file.path);
}

describe('which files are read', () => {
  it('are those that may register routes, and those that they refer to', async () => {
    const files = {
      'a.toy': 'import Cat b Cat\nroute Cat',
      'b.toy': 'import Tail c Tail\nconst Cat Tail\nexport Cat',
      'c.toy': 'const Tail own\nexport Tail',
      'lonely.toy': 'const x own\nexport x',
    };
    expect(await pathsOf(files)).toEqual(['a.toy', 'b.toy', 'c.toy']);
  });

  it('are not those that only unused names lead to', async () => {
    const files = {
      'a.toy': 'import Cat b Cat\nimport Dog c Dog\nroute Cat',
      'b.toy': 'import Tail d Tail\nconst Cat own\nconst Unused Tail\nexport Cat\nexport Unused',
      'c.toy': 'export Dog own',
      'd.toy': 'export Tail own',
    };
    expect(await pathsOf(files)).toEqual(['a.toy', 'b.toy']);
  });

  it('are found through renamed and chained exports and whole modules', async () => {
    const files = {
      'a.toy': 'import all b *\nroute all.Animal',
      'b.toy': 'import Cat c Cat\nexport Animal Cat\nimport Dog d Dog\nexport Dog',
      'c.toy': 'export Cat own',
      'd.toy': 'export Dog own',
    };
    expect(await pathsOf(files)).toEqual(['a.toy', 'b.toy', 'c.toy']);
  });

  it('are found through barrels, without those that the barrel lists beside', async () => {
    const files = {
      'a.toy': 'import Cat barrel Cat\nroute Cat',
      'barrel.toy': 'export * beside\nexport * inner\nexport * after',
      'beside.toy': 'export Dog own',
      'inner.toy': 'export * c\nexport * barrel',
      'c.toy': 'export Cat own',
      'after.toy': 'export Cat own',
    };
    const sheet = await run(folderOf(files));
    expect(sheet.files.map((file) => file.path)).toEqual(['a.toy', 'barrel.toy', 'c.toy', 'inner.toy']);
    expect(sheet.resolutions).toEqual({
      'a.toy': { barrel: 'barrel.toy' },
      'barrel.toy': { inner: 'inner.toy' },
      'inner.toy': { c: 'c.toy' },
    });
  });

  it('may stand anywhere in the repository, also among tests, when code refers to them', async () => {
    const repository = folderOf({
      'apps/api/a.toy': 'import Cat ../../libs/test/cat Cat\nroute Cat',
      'libs/test/cat.toy': 'export Cat own',
      'libs/b.toy': 'route own',
    });
    const language = { ...toyLanguage(), resolve: () => 'libs/test/cat.toy' };
    const sheet = await run(repository, { dir: join(repository, 'apps/api'), languages: [language] });
    expect(sheet.files.map((file) => file.path)).toEqual(['apps/api/a.toy', 'libs/test/cat.toy']);
    expect(sheet.stats).toEqual({ files: 1, cacheHits: 0 });
  });

  it('are named by their real path when a link leads to them', async () => {
    const repository = folderOf({ 'src/a.toy': 'import Cat shared/cat Cat\nroute Cat', 'lib/cat.toy': 'export Cat own' });
    symlinkSync('../lib', join(repository, 'src/shared'));
    expect((await run(repository)).resolutions).toEqual({ 'src/a.toy': { 'shared/cat': 'lib/cat.toy' } });
  });

  it('never are such that a language makes up', async () => {
    const repository = folderOf({ 'a.toy': 'import Cat ../../etc/passwd Cat\nroute Cat', 'notes.md': '' });
    for (const made of ['../../etc/passwd', '/etc/passwd', 'notes.md', 'nowhere.toy']) {
      const sheet = await run(repository, { languages: [{ ...toyLanguage(), resolve: () => made }] });
      expect(sheet.files.map((file) => file.path)).toEqual(['a.toy']);
      expect(sheet.resolutions).toEqual({});
    }
  });

  it('have the gaps of an app beside the scanned folder only where that app is scanned', async () => {
    const rewrites =
      "module.exports = { rewrites: async () => [{ source: '/:path*', destination: 'https://example.com/:path*' }] };";
    const app = "const app = require('express')();\napp.get('/books', (req, res) => res.json([]));";
    const repository = folderOf({ 'web/next.config.js': rewrites, 'api/app.js': app });
    const gapsIn = async (folder: string): Promise<readonly string[]> => {
      const { files } = await collect({ repository, dir: join(repository, folder), languages });
      return files.flatMap(({ path, gaps }) => gaps.map(() => path));
    };

    expect(await gapsIn('api')).toEqual([]);
    expect(await gapsIn('web')).toEqual(['web/next.config.js']);
    expect(await gapsIn('')).toEqual(['web/next.config.js']);
  });

  it('are configuration files always', async () => {
    expect(await pathsOf({ 'toy.config': 'package x', 'sub/toy.config': 'package y' })).toEqual(['sub/toy.config', 'toy.config']);
  });
});

describe('what cannot be read', () => {
  it('is a gap when the extractor crashes, and the rest goes on', async () => {
    const sheet = await run(folderOf({ 'a.toy': 'crash\nroute own', 'b.toy': 'route own' }));
    expect(sheet.files.map((file) => [file.path, file.gaps[0]?.reason])).toEqual([
      ['a.toy', 'extractor-crash'],
      ['b.toy', undefined],
    ]);
    expect(sheet.files[0]?.gaps[0]?.detail).toContain('a bug');
  });

  it.each(['overflow', 'deep'])('is a gap when the source is nested too deeply (%s)', async (how) => {
    const sheet = await run(folderOf({ 'a.toy': `${how}\nroute own` }));
    expect(sheet.files[0]).toMatchObject({ facts: [], gaps: [{ reason: 'too-large', hides: 'service' }] });
  });

  it('is a gap when it is too large or binary', async () => {
    const sheet = await run(
      folderOf({ 'a.toy': `route\n${'x\n'.repeat(600_000)}`, 'b.toy': 'x\n'.repeat(600_000), 'c.toy': 'route\0' }),
    );
    expect(sheet.gaps.map((gap) => [gap.at.file, gap.reason])).toEqual([
      ['a.toy', 'too-large'],
      ['c.toy', 'unreadable-file'],
    ]);
  });

  it('is a folder without a single source', async () => {
    const sheet = await run(folderOf({ 'README.md': '' }));
    expect(sheet.gaps).toEqual([
      {
        reason: 'unsupported-framework',
        detail: 'No source file of a language that is read (Toy) was found here.',
        at: { file: '.', line: 1 },
        hides: 'service',
      },
    ]);
  });

  it('is a server in a language that is not read, by what its packages are', async () => {
    const files = {
      'a.toy': 'route own',
      'api/Cargo.toml': '[package]\nname = "api"\n\n[dependencies]\naxum = "0.8"\n',
      'admin/Gemfile': "source 'https://rubygems.org'\ngem 'rails', '~> 7.1'\n",
    };
    const hidden = (await run(folderOf(files))).gaps.map(({ detail, at, hides }) => [detail, `${at.file}:${at.line}`, hides]);
    expect(hidden).toEqual([
      ['routes of Ruby (rails) are not read', 'admin/Gemfile:2', 'service'],
      ['routes of Rust (axum) are not read', 'api/Cargo.toml:5', 'service'],
    ]);
  });

  it('is no program in another language that serves nothing, or only in its tests or examples', async () => {
    const files = {
      'a.toy': 'route own',
      'tool/Cargo.toml': '[dependencies]\nserde = "1"\n\n[dev-dependencies]\naxum = "0.8"\n\n[features]\nall = []\n',
      'docs/Gemfile': "gem 'jekyll'\n",
      'examples/api/Cargo.toml': '[dependencies]\naxum = "0.8"\n',
      'tests/api/mix.exs': 'defp deps, do: [{:phoenix, "~> 1.7"}]\n',
    };
    expect((await run(folderOf(files))).gaps).toEqual([]);
  });
});

it('tells its progress from nothing to all', async () => {
  const seen: [number, number][] = [];
  await run(folderOf({ 'a.toy': '', 'b.toy': '' }), { onProgress: (done, total) => seen.push([done, total]) });
  expect(seen).toEqual([
    [0, 2],
    [2, 2],
  ]);
});
