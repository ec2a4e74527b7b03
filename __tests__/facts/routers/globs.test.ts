import { createGlob } from '../../../src/facts/routers/globs.js';
import { expectQuick } from '../../processor-time.js';

const matches = (pattern: string, path: string): boolean | undefined => createGlob(pattern)?.(path);

describe('createGlob', () => {
  test.each([
    ['*.js', 'a.js', true],
    ['*.js', 'a/b.js', false],
    ['**/*.js', 'b.js', true],
    ['**/*.js', 'a/c/b.js', true],
    ['./**/*.http.js', 'a/b.http.js', true],
    ['**/*.http.js', 'a/b.js', false],
    ['routes/**', 'routes/a/b.js', true],
    ['routes/**/index.{js,ts}', 'routes/a/index.ts', true],
    ['routes/**/index.{js,ts}', 'routes/a/other.ts', false],
    ['a?.js', 'ab.js', true],
    ['a*b*c.js', 'a-b-b-c.js', true],
    ['a*b', 'ab', true],
    ['a*ab', 'ab', false],
    ['*', '.hidden.js', false],
    ['**/*.js', '.git/a.js', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test.each(['!(a).js', '[ab].js', '+(a|b).js', '{a,{b,c}}.js', '\\*.js'])('%s is not read', (pattern) => {
    expect(createGlob(pattern)).toBeUndefined();
  });

  test('takes no time that grows out of hand with what it compares', async () => {
    const isMeant = createGlob(`${'**/'.repeat(30)}b`);
    await expectQuick(2_000, () => {
      expect(isMeant?.(`${'a/'.repeat(5000)}a`)).toBe(false);
      expect(createGlob(`${'*a'.repeat(30)}b`)?.('a'.repeat(20_000))).toBe(false);
    });
  });
});
