import fc from 'fast-check';
import { colonPaths } from '../../src/model/colon-path.js';

describe('colonPaths', () => {
  test.each([
    // Express: route paths of the routing guide
    ['/', ['/']],
    ['/about', ['/about']],
    ['/random.text', ['/random.text']],
    ['/users/:userId/books/:bookId', ['/users/{userId}/books/{bookId}']],
    ['/flights/:from-:to', ['/flights/{from}-{to}']],
    ['/plantae/:genus.:species', ['/plantae/{genus}.{species}']],
    // Express 4
    ['/user/:userId(\\d+)', ['/user/{userId:}']],
    ['/user/:name((?:a|b)+)', ['/user/{name:}']],
    ['/user/:id?', ['/user', '/user/{id}']],
    ['/user/:id?/edit', ['/user/edit', '/user/{id}/edit']],
    ['/acd?', ['/ac', '/acd']],
    ['*', ['/{rest*}']],
    ['/files/*', ['/files/{rest*}']],
    ['/files/:path(*)', ['/files/{path*}']],
    ['/files/:path*', ['/files/{path*}']],
    ['/(.*)', ['/{rest*}']],
    ['/(users|people)/:id', ['/users/{id}', '/people/{id}']],
    // Express 5
    ['/*splat', ['/{splat*}']],
    ['/{*splat}', ['/', '/{splat*}']],
    ['/:file{.:ext}', ['/{file}', '/{file}.{ext}']],
    ['/users{/:id}/delete', ['/users/delete', '/users/{id}/delete']],
    ['/:"not-a-name"', ['/{not-a-name}']],
    // escapes and slashes
    ['/items\\:batch', ['/items:batch']],
    ['users/', ['/users']],
  ])('%s', (path, expected) => {
    expect(colonPaths(path)).toEqual(expected);
  });

  test.each(['/a(b', '/a{b', '/a)', '/[a-z]', '/ab+cd', '/(?=x)'])('%s cannot be said as a template', (path) => {
    expect(colonPaths(path)).toBeUndefined();
  });

  test('too many alternatives are not told apart', () => {
    expect(colonPaths('/a?b?c?d?e?f?')).toBeUndefined();
  });

  test('never throws, and gives rooted paths without doubled slashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'/:a{}()*?+\\.|"-') }), (text) => {
        for (const path of colonPaths(text) ?? []) expect(path).toMatch(/^\/(?!.*\/\/)/);
      }),
    );
  });
});
