import fc from 'fast-check';
import { shardOf } from '../../src/extract/shard.js';

it('is a whole number from 1 to the total, the same for the same path', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (path, total) => {
      const shard = shardOf(path, total);
      expect(Number.isInteger(shard) && shard >= 1 && shard <= total).toBe(true);
      expect(shardOf(path, total)).toBe(shard);
    }),
  );
});

it.each([2, 3, 4, 8])('spreads similar paths evenly over %d shards', (total) => {
  const counts = new Array<number>(total).fill(0);
  for (let index = 0; index < 4000; index += 1) {
    const shard = shardOf(`src/modules/m${index % 100}/m${index}.controller.ts`, total) - 1;
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 4000 / total)).toBeLessThan((4000 / total) * 0.15);
});
