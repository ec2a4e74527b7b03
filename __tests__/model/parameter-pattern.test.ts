import { patternedPath, patternMark } from '../../src/model/parameter-pattern.js';

describe('what a pattern leaves of a parameter', () => {
  it.each([
    ['', '', ''],
    ['[^/]+', '', ''],
    ['.*', '', '*'],
    ['(.+)', '', '*'],
    ['[0-9]+', ':', ':'],
    ['me|you', ':', ':'],
    ['\\.*', ':', ':'],
    ['.+\\.json', ':', ':*'],
  ])('%s', (pattern, inSegment, inPath) => {
    expect([patternMark(pattern, 'segment'), patternMark(pattern, 'path')]).toEqual([inSegment, inPath]);
  });
});

describe('a path with patterns in braces', () => {
  it.each([
    ['/users/{id}/files/{rest*}', '/users/{id}/files/{rest*}'],
    ['/users/{id:[0-9]{1,4}}/{name: \\w+ }', '/users/{id:}/{name:}'],
    ['/v{major:[0-9]}.{minor:[0-9]}', '/v{major:}.{minor:}'],
    ['/a/{path:.*}', '/a/{path*}'],
    ['/{id:}/{rest:*}', '/{id:}/{rest:*}'],
    ['/{id:[{]', '/{id:[{]'],
  ])('%s', (written, template) => {
    expect(patternedPath(written, 'path')).toBe(template);
  });
});
