import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printable } from '../../src/model/printable.js';

test('what cannot be printed is written as its code', () => {
  expect(printable('a\u001b[31m\n\u202eb\u200b\ud800')).toBe('a\\u001b[31m\\u000a\\u202eb\\u200b\\ud800');
});

test('any text becomes one line without controls, and a printable one stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = printable(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(printable(shown)).toBe(shown);
    }),
  );
});
