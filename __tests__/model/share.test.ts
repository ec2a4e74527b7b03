import { parseShare } from '../../src/model/share.js';

test.each([
  ['0', 0],
  ['0.5', 0.5],
  ['1', 1],
  ['50%', 0.5],
  ['12.5 %', 0.125],
  ['100%', 1],
  ['101%', undefined],
  ['2', undefined],
  ['-1', undefined],
  ['.5', undefined],
  ['half', undefined],
  ['', undefined],
])('%s', (text, share) => {
  expect(parseShare(text)).toBe(share);
});
