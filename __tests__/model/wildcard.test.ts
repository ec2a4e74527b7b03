import fc from 'fast-check';
import { fitsWildcard } from '../../src/model/wildcard.js';

describe('a form with wildcards', () => {
  test.each([
    ['GET /users/{id}', 'GET /users/{id}', true],
    ['GET /users/{id}', 'GET /users/{id}/orders', false],
    ['GET /users*', 'GET /users/{id}', true],
    ['* /users', 'DELETE /users', true],
    ['items[].*', 'items[].id', true],
    ['items[].*', 'items', false],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*b', 'ab', false],
    ['a*b*b', 'abb', true],
    ['*x*x*', 'x', false],
    ['', '', true],
    ['', 'x', false],
  ])('%s and %s: %s', (form, text, fits) => {
    expect(fitsWildcard(form, text)).toBe(fits);
  });

  test('fits what it was made of', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().map((part) => part.replaceAll('*', '')),
          { minLength: 1 },
        ),
        fc.string(),
        (parts, filling) => {
          expect(fitsWildcard(parts.join('*'), parts.join(filling))).toBe(true);
        },
      ),
    );
  });
});
