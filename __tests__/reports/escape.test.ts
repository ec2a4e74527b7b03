import fc from 'fast-check';
import { commandData, commandProperty, markdownCode, markdownText, plain, shorten } from '../../src/reports/escape.js';

/** Text as a hostile repository would name its files. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'`|*_<>@#:&\\[]()~$\u001b\n\r\u202e') }),
);

describe('plain text', () => {
  test.each([
    ['a\u001b[31mred', 'a\\u001b[31mred'],
    ['one\ntwo\r', 'one\\u000atwo\\u000d'],
    ['ab\u202efdp.exe', 'ab\\u202efdp.exe'],
    ['\u009b1m', '\\u009b1m'],
    ['\ufeffx\u200b', '\\ufeffx\\u200b'],
    ['\ud800', '\\ud800'],
    ['Bücher 书 📚', 'Bücher 书 📚'],
    ['::error::x', '\\u003a:error::x'],
    ['  ::set-output', '  \\u003a:set-output'],
    ['std::vector', 'std::vector'],
    ['a ##[error]b', 'a #\\u0023[error]b'],
  ])('%j is shown as %j', (given, shown) => {
    expect(plain(given)).toBe(shown);
  });

  test('is one printable line, whatever is given', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(shown).not.toMatch(/^\s*::/);
        expect(shown).not.toContain('##[');
      }),
    );
  });
});

describe('Markdown', () => {
  test.each([
    ['a | b', 'a \\| b'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['&lt;', '\\&lt;'],
    ['@everyone see #1', '@<!-- -->everyone see #<!-- -->1'],
    ['https://example.org www.example.org', 'https:<!-- -->//example.org www<!-- -->.example.org'],
    ['[x](y) ![z](w)', '\\[x\\](y) !\\[z\\](w)'],
    ['<!-- -->', '\\<!-- --\\>'],
    ['line\nbreak', 'line\\\\u000abreak'],
  ])('%j as text is %j', (given, written) => {
    expect(markdownText(given)).toBe(written);
  });

  test.each([
    ['', ''],
    ['GET /a|b', '`GET /a\\|b`'],
    ['`', '`` ` ``'],
    ['a``b', '``` a``b ```'],
    ['<b>', '`<b>`'],
  ])('%j as code is %j', (given, written) => {
    expect(markdownCode(given)).toBe(written);
  });

  test('a cell never ends early: every bar is escaped, and nothing breaks the line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const written of [markdownText(text), markdownCode(text)]) {
          expect(written).not.toMatch(/(?<!\\)\|/);
          expect(written).not.toMatch(/[\r\n]/);
        }
      }),
    );
  });

  test('a code span ends where it should: its fence is not in its text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = markdownCode(text);
        const fence = /^`+/.exec(written)?.[0] ?? '';
        const inner = written.slice(fence.length, written.length - fence.length);
        expect([...inner.matchAll(/`+/g)].some((run) => run[0].length === fence.length && fence !== '')).toBe(false);
      }),
    );
  });
});

describe('log commands', () => {
  test('keep their data and properties apart', () => {
    expect(commandData('50%\r\nof a:b,c')).toBe('50%25%0D%0Aof a:b,c');
    expect(commandProperty('C:\\a,b%')).toBe('C%3A\\a%2Cb%25');
  });
});

describe('shortening', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a📚b', 3, 'a…'],
  ])('%j in %d characters is %j', (text, longest, short) => {
    expect(shorten(text, longest)).toBe(short);
  });
});
