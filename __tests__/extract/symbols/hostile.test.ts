import fc from 'fast-check';
import { long, sample } from '../../long.js';
import { processorMillis } from '../../processor-time.js';
import { stated } from './stated.js';

const FILES = ['a.ts', 'a.tsx', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java', 'a.kt'] as const;
const PIECES = [
  ...[
    'class A',
    'def f(',
    'func (s *S) F(',
    'fun x',
    'public void y(',
    'export const z = ',
    'import a',
    'from . import b',
    'package p',
  ],
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '"',
    "'",
    '`',
    '"""',
    '/*',
    '*/',
    '//',
    '#',
    '\\',
    '${',
    '@',
    '=>',
    ':',
    ';',
    '.',
    '\n',
    '\t',
    ' ',
    '🙂',
  ],
];

describe('symbols of sources that nobody wrote by hand', () => {
  it.each(FILES)('%s: whatever stands in it, lines lie in the file and callers are symbols of it', async (path) => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const { symbols, calls } = await stated(path, source);
        const last = source.split('\n').length;
        for (const { line, endLine } of symbols) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(endLine).toBeGreaterThanOrEqual(line);
          expect(endLine).toBeLessThanOrEqual(last);
        }
        const names = new Set(symbols.map(({ name, owner }) => (owner === undefined ? name : `${owner}.${name}`)));
        for (const { line, caller } of calls) {
          expect(line).toBeLessThanOrEqual(last);
          expect(caller === '' || names.has(caller)).toBe(true);
        }
      }),
      { numRuns: long ? 150 : 40 },
    );
  });

  it.each(FILES)('%s: takes time in proportion to the length', async (path) => {
    const pieces = [
      '(',
      'a(',
      'a<',
      'class A {',
      '\n# c',
      '\n// c',
      'x.',
      '"',
      'a b ',
      'def f(a):\n ',
      'fun f() = ',
      'func F() {}\n',
    ];
    for (const piece of sample(pieces, 4)) {
      const source = piece.repeat(Math.floor(60_000 / piece.length));
      const read = () =>
        stated(path, source).catch((error: unknown) => {
          // Nested deeper than the stack: nothing is known of such a file.
          if (!(error instanceof RangeError)) throw error;
        });
      const slow = (await processorMillis(read, 5_000)) >= 5_000;
      expect({ piece, slow }).toEqual({ piece, slow: false });
    }
  });
});
