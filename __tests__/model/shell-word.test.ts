import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { shellWord } from '../../src/model/shell-word.js';

describe('a word for a shell', () => {
  test.each([
    ['services/books', 'services/books'],
    ['a b', "'a b'"],
    ['$HOME', "'$HOME'"],
    ["it's", "$'it\\047s'"],
    ['`id`\n', "$'\\140id\\140\\012'"],
    ['', "''"],
  ])('%j is %s', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });

  test('is on one line, without a backtick', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shellWord(text)).not.toMatch(/[`\p{C}]/u);
      }),
    );
  });

  const POSIX = process.platform === 'win32' ? test.skip : test;
  POSIX('is read back by bash', () => {
    const texts = ["it's", '`id`', 'a\\b', 'a\u202eb', '~', '#x', 'é ü', '1\n2', '\u00071', '*', '!!', 'a\\\n'];
    const script = `printf '%s\\0' ${texts.map(shellWord).join(' ')}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(texts);
  });
});
