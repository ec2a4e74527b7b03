import { expect, test } from '@jest/globals';
import { lazyValue } from '../../src/mcp/lazy-value.js';

test('it is made once, for all who ask', async () => {
  let made = 0;
  const get = lazyValue(async () => ++made);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test('a failed attempt is repeated, because settings may be fixed', async () => {
  let isBroken = true;
  const get = lazyValue(async () => {
    if (isBroken) throw new Error('broken');
    return 'whole';
  });
  await expect(get()).rejects.toThrow('broken');
  isBroken = false;
  expect(await get()).toBe('whole');
});
