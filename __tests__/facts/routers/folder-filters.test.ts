import fc from 'fast-check';
import { readFilter } from '../../../src/facts/routers/folder-filters.js';

const matches = (pattern: string, path: string): boolean | undefined => readFilter(pattern)?.test(path);

describe('patterns by which files are chosen', () => {
  test.each([
    ['.*\\.test\\.ts', 'users/list.test.ts', true],
    ['.*\\.test\\.ts$', 'users/list.test.tsx', false],
    ['^_.*', '_internal', true],
    ['^_.*', 'users/_internal', false],
    ['schemas', 'users/schemas/user.js', true],
    ['\\.route\\.(js|ts)$', '/orders/list.route.ts', true],
    ['\\.route\\.(js|ts)$', '/orders/list.routes.ts', false],
    ['(?:test|spec)\\.[jt]s$', 'a.test.js', undefined],
    ['(?i)private', '/Private/x.js', true],
    ['colou?r', '/color.js', true],
    ['^(?!.*x).*$', 'y', undefined],
    ['\\w+', 'y', undefined],
    ['(a+)+$', 'aaa', undefined],
    ['a|b(c', 'a', undefined],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test('mean what they mean as regular expressions, wherever they can be read', () => {
    const piece = fc.constantFrom('a', 'b', '/', '\\.', '.', '.*', '.+', '^', '$', '(a|b)', '(?:b/|.*)', 'a?', '|');
    const pattern = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const path = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(pattern, path, (source, text) => {
        const read = matches(source, text);
        expect(read === undefined || read === new RegExp(source).test(text)).toBe(true);
      }),
    );
  });

  test('take no time to speak of, whatever a repository writes', () => {
    const pattern = `${'.*a'.repeat(90)}$`;
    expect(matches(pattern, `${'a'.repeat(4000)}b`)).toBe(false);
  });
});
