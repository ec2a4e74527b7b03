import fc from 'fast-check';
import { nearest } from '../../src/model/nearest.js';

describe('the nearest word', () => {
  const words = ['scan', 'facts', 'merge', 'explain', '--base-path', '--fail-on'];

  test.each([
    ['scna', 'scan'],
    ['fact', 'facts'],
    ['explian', 'explain'],
    ['--basepath', '--base-path'],
    ['--failon', '--fail-on'],
    ['SCAN', 'scan'],
  ])('%s is meant as %s', (typed, meant) => {
    expect(nearest(typed, words)).toBe(meant);
  });

  test.each(['', 'deploy', 'x', '--output'])('nothing is near %j', (typed) => {
    expect(nearest(typed, words)).toBeUndefined();
  });

  test('a word is nearest to itself', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,12}$/), { minLength: 1 }), (candidates) => {
        for (const candidate of candidates) expect(nearest(candidate, candidates)).toBe(candidate);
      }),
    );
  });
});
