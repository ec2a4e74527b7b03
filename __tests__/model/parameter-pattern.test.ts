import { catchAllOf, excludedIn, patternedPath, patternMark } from '../../src/model/parameter-pattern.js';

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

describe('a path that is a regular expression as a whole', () => {
  it.each([
    ['^.*$', '{rest*}', []],
    ['^(?!(api|feed)/).*', '{rest!api~,feed~:*}', ['api/', 'feed/']],
    ['^(?!\\/(?:api|feed)(?:\\/|$)).*$', '{rest!api~,feed~:*}', ['api/', 'feed/']],
    ['^\\/(?!api).*$', '{rest!api:*}', ['api']],
    ['((?!api).)*', '{rest!api:*}', ['api']],
    // what else a lookahead may exclude is not known
    ['^(?!.*api)', undefined, []],
    ['^(?!api/)[a-z]+$', undefined, []],
    ['^/users$', undefined, []],
  ])('%s', (pattern, template, excluded) => {
    expect(catchAllOf(pattern)).toBe(template);
    expect(excludedIn(template ?? '')).toEqual(excluded);
  });
});
