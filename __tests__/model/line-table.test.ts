import fc from 'fast-check';
import { placesIn } from '../../src/model/line-table.js';

test('places are what counting finds', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'ä', '\n', '\r\n')), fc.nat(), (parts, most) => {
      const text = parts.join('');
      const offset = Math.min(most, text.length);
      const before = text.slice(0, offset);
      expect(placesIn(text)(offset)).toEqual({ line: before.split('\n').length, column: offset - before.lastIndexOf('\n') });
    }),
  );
});
