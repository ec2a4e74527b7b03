import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LineReader } from '../../../src/mcp/sessions/line-reader.js';

test('lines are the same however the bytes come', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n\ud800-\udfff]/g, 'é')));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(20)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const reader = new LineReader(1_000_000);
      const read: string[] = [];
      let from = 0;
      for (const size of [...cuts, bytes.length]) {
        read.push(...(reader.push(bytes.subarray(from, from + size)) ?? ['too long']));
        from += size;
      }
      expect(read).toEqual(lines);
    }),
  );
});

test('a line may end as on Windows', () => {
  expect(new LineReader(100).push(Buffer.from('{}\r\n'))).toEqual(['{}']);
});

test('a line that is too long is refused, ended or not', () => {
  expect(new LineReader(3).push(Buffer.from('abc\nabc\n'))).toEqual(['abc', 'abc']);
  expect(new LineReader(3).push(Buffer.from('abcd\n'))).toBe(undefined);
  const reader = new LineReader(3);
  expect(reader.push(Buffer.from('ab'))).toEqual([]);
  expect(reader.push(Buffer.from('cd'))).toBe(undefined);
});

test('ten megabytes in small pieces take no longer than they should', () => {
  const reader = new LineReader(20_000_000);
  const piece = Buffer.alloc(1000, 'x');
  const began = process.cpuUsage();
  for (let index = 0; index < 10_000; index += 1) reader.push(piece);

  expect(reader.push(Buffer.from('\n'))?.[0]).toHaveLength(10_000_000);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
