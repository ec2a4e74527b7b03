import type { Store } from '../../src/extract/cache.js';
import { openCache } from '../../src/extract/cache.js';
import { collect } from '../../src/extract/collect.js';
import { createMentioning } from '../../src/extract/declaring.js';
import { openStamps } from '../../src/extract/stamps.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { toyLanguage } from './toy-language.js';

afterAll(removeFolders);

const files = {
  'app/main.toy': 'import Cat who:Cat Cat\nroute Cat',
  'models/b.toy': 'export Cat\nexport Dog',
  'models/c.toy': 'export Cat',
  'models/cat.test.toy': 'export Cat',
  'tests/a.toy': 'export Cat',
};

test('an import by name leads to the first source that declares the name, tests left out', async () => {
  const repository = folderOf(files);
  const sheet = await collect({ repository, dir: repository, languages: [toyLanguage()] });
  expect(sheet.resolutions).toEqual({ 'app/main.toy': { 'who:Cat': 'models/b.toy' } });
});

test('a name that nothing declares leads nowhere', async () => {
  const repository = folderOf({ 'main.toy': 'import Cow who:Cow Cow\nroute Cow' });
  const sheet = await collect({ repository, dir: repository, languages: [toyLanguage()] });
  expect(sheet.resolutions).toEqual({});
});

test('what sources declare is known again without reading them, and anew when they change', async () => {
  const repository = folderOf(files);
  const directory = folderOf({});
  let retained = '';
  const store: Store = {
    read: () => retained,
    write: (text) => {
      retained = text;
    },
  };
  const asked: string[] = [];
  const toy = toyLanguage();
  const language = {
    ...toy,
    declares: (path: string, text: string) => {
      asked.push(path);
      return toy.declares?.(path, text) ?? [];
    },
  };
  const run = () =>
    collect({
      repository,
      dir: repository,
      languages: [language],
      cache: openCache(directory, repository, '1'),
      stamps: openStamps(store, Date.now() + 60_000),
    });
  const fresh = await run();
  expect(asked).toContain('models/b.toy');
  asked.length = 0;
  const cached = await run();
  expect(asked).toEqual([]);
  expect({ ...cached, stats: fresh.stats }).toEqual(fresh);
});

test('whoever asks again for what holds a name searches no source again', () => {
  const asked: string[] = [];
  const mentioning = createMentioning({ known: new Set(['a/1.toy', 'a/2.toy', 'b/3.toy']) }, toyLanguage(), (path, name) => {
    asked.push(`${path} ${name}`);
    return path !== 'a/2.toy';
  });
  const [first] = mentioning('Cat');
  expect([first, asked]).toEqual(['a/1.toy', ['a/1.toy Cat']]);
  expect([...mentioning('Cat')]).toEqual(['a/1.toy', 'b/3.toy']);
  expect([...mentioning('Cat')]).toEqual(['a/1.toy', 'b/3.toy']);
  expect(asked).toEqual(['a/1.toy Cat', 'a/2.toy Cat', 'b/3.toy Cat']);
  expect([[...mentioning('Cat', 'b')], [...mentioning('Dog', 'c')]]).toEqual([['b/3.toy'], []]);
});
