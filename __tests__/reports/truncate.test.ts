import fc from 'fast-check';
import { asManyAsFit, bytes, fitted, fixed, truncatable } from '../../src/reports/truncate.js';

const list = (count: number) =>
  asManyAsFit(count, (shown) => `${'item '.repeat(shown)}${shown < count ? `and ${count - shown} more` : ''}`);

test('what fits is whole, in the order in which it was given', () => {
  expect(fitted({ a: fixed('one'), b: truncatable('two', 'none'), c: fixed('three') }, ['b'], 100)).toBe('one\n\ntwo\n\nthree\n');
});

test('what is named last is shed first, wherever it stands', () => {
  const sections = { gaps: truncatable('g'.repeat(50), 'no gaps'), errors: truncatable('e'.repeat(50), 'no errors') };
  expect(fitted(sections, ['errors', 'gaps'], 80)).toBe(`no gaps\n\n${'e'.repeat(50)}\n`);
  expect(fitted(sections, ['gaps', 'errors'], 80)).toBe(`${'g'.repeat(50)}\n\nno errors\n`);
});

test('a section shows the fullest of its forms that fits', () => {
  const rows = truncatable('x'.repeat(90), 'x'.repeat(40), 'none');
  expect([100, 60, 20].map((largest) => fitted({ rows }, ['rows'], largest).trim().length)).toEqual([90, 40, 4]);
});

test('a list keeps as many items as fit, not one fewer', () => {
  const section = list(1000);
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 6000 }), (room) => {
      const text = section.within(room);
      expect(bytes(text)).toBeLessThanOrEqual(room);
      const shown = text.split('item ').length - 1;
      if (shown < 1000) expect(bytes(`${'item '.repeat(shown + 1)}and ${999 - shown} more`)).toBeGreaterThan(room);
    }),
  );
});

test('no text is larger than its limit, unless what always stays is', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((some) => some !== '');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 400 }),
      (pairs, largest) => {
        const sections = Object.fromEntries(pairs.map(([whole, least], index) => [`s${index}`, truncatable(whole, least)]));
        const shown = fitted(sections, Object.keys(sections), largest);
        const least = pairs.reduce((sum, [, instead]) => sum + bytes(instead) + 2, 0);
        expect(bytes(shown)).toBeLessThanOrEqual(Math.max(largest, least));
      },
    ),
  );
});
