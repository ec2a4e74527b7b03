import fc from 'fast-check';
import { changesBetween, type FileChange, isChanged, olderLine, parsePatch } from '../../src/git/changed-lines.js';
import { gitPlace } from '../../src/git/revisions.js';
import { removeFolders } from '../temporary-folder.js';
import { type Files, sampleRepository } from './sample-repository.js';

afterAll(removeFolders);

/** What git says of two commits of these files. */
async function changes(before: Files, after: Files): Promise<readonly FileChange[]> {
  const repository = sampleRepository(before);
  const older = repository.git('rev-parse', 'HEAD');
  const newer = repository.commit(after);
  const place = gitPlace(repository.folder);
  if (place === undefined) throw new Error('no repository');
  const answer = await changesBetween(place, older, newer);
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

test('changed, added and removed lines are reported file by file', async () => {
  const found = await changes(
    { 'a.ts': '1\n2\n3\n', 'gone.ts': 'gone\n', 'same.ts': '1\n' },
    { 'a.ts': '1\ntwo\n3\n4\n', 'gone.ts': null, 'new.ts': 'a\nb\n' },
  );
  expect(found).toEqual([
    {
      oldPath: 'a.ts',
      path: 'a.ts',
      hunks: [
        { oldStart: 2, oldCount: 1, newStart: 2, newCount: 1 },
        { oldStart: 3, oldCount: 0, newStart: 4, newCount: 1 },
      ],
    },
    { oldPath: 'gone.ts', hunks: [{ oldStart: 1, oldCount: 1, newStart: 0, newCount: 0 }] },
    { path: 'new.ts', hunks: [{ oldStart: 0, oldCount: 0, newStart: 1, newCount: 2 }] },
  ]);
});

test('a renamed file has changed where it differs', async () => {
  const text = numbered(20);
  const [renamed] = await changes({ 'old.ts': text }, { 'old.ts': null, 'new.ts': text.replace('line 7\n', 'seven\n') });
  expect(renamed).toMatchObject({ oldPath: 'old.ts', path: 'new.ts', hunks: [{ newStart: 7, newCount: 1 }] });
});

test('lines that look like headers of a patch are not taken for them', async () => {
  const found = await changes(
    { 'a.ts': '-- a/x.ts\n@@ -1 +1 @@\ndiff --git a/x b/x\n' },
    { 'a.ts': '++ b/evil.ts\n@@ -9,9 +9,9 @@\n', 'b.ts': 'diff --git a/y b/y\n+++ b/y\n' },
  );
  expect(found.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
});

test('attributes do not hide changed lines', async () => {
  const [, change] = await changes({ 'a.ts': '1\n', '.gitattributes': '' }, { 'a.ts': '2\n', '.gitattributes': '*.ts -diff\n' });
  expect(change).toMatchObject({ path: 'a.ts', hunks: [{ newStart: 1, newCount: 1 }] });
});

test.each(['with "quotes".ts', 'tab\there.ts', 'back\\slash.ts', 'ünï cödé.ts', 'line\nbreak.ts', ' blanks .ts'])(
  'a file may be called %j',
  async (path) => {
    expect((await changes({ [path]: '1\n' }, { [path]: '2\n' })).map((change) => change.path)).toEqual([path]);
  },
);

test('a last line without an end is one line', async () => {
  const [change, other] = await changes({ 'a.ts': '1\n2', 'b.ts': 'x' }, { 'a.ts': '1\n3', 'b.ts': 'y' });
  expect(change?.hunks).toEqual([{ oldStart: 2, oldCount: 1, newStart: 2, newCount: 1 }]);
  expect(other?.path).toBe('b.ts');
});

test('a text that is no patch holds no changes', () => {
  expect(parsePatch('@@ -1 +1 @@\n+++ b/a.ts\n')).toEqual([]);
});

describe('a line of the newer version', () => {
  const change: FileChange = {
    path: 'a.ts',
    oldPath: 'a.ts',
    hunks: [
      { oldStart: 2, oldCount: 1, newStart: 2, newCount: 3 },
      { oldStart: 6, oldCount: 2, newStart: 7, newCount: 0 },
    ],
  };
  test('is changed where the change wrote it', () => {
    expect([1, 2, 3, 4, 5, 7, 8].map((line) => isChanged(change, line))).toEqual([false, true, true, true, false, false, false]);
  });
  test('stands elsewhere in the older one', () => {
    expect([1, 2, 5, 7, 8].map((line) => olderLine(change, line))).toEqual([1, undefined, 3, 5, 8]);
  });

  test('is the same line there', async () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (before, after) => {
        const [own] = await changes({ 'a.ts': `${before.join('\n')}\n` }, { 'a.ts': `${after.join('\n')}\n` });
        for (const [index, text] of after.entries()) {
          const line = own === undefined ? index + 1 : olderLine(own, index + 1);
          if (line !== undefined) expect(before[line - 1]).toBe(text);
          else expect(own !== undefined && isChanged(own, index + 1)).toBe(true);
        }
      }),
      { numRuns: 8 },
    );
  });
});
