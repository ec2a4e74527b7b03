import type { Repository } from '../../../../src/extract/extractor.js';
import { resolve } from '../../../../src/extract/languages/go/resolve.js';

const METHODS = ['List', 'Get', 'Add', 'Remove'];
const FROM = 'api/server.gen.go';

/** Where the first method of an interface with these is found, of files that declare some of them. */
function implementing(files: Readonly<Record<string, readonly string[]>>, methods = METHODS, join = '&'): string | undefined {
  const repository: Repository = {
    has: (path) => path in files,
    declaring: (name) =>
      Object.keys(files).filter((path) =>
        files[path]?.some((method) => name === (method.startsWith('=') ? method : `?#${method}`)),
      ),
    configuration: new Map(),
  };
  return resolve(`.#?#${methods.join(join)}`, FROM, repository);
}

describe('the type that implements an interface is known by its methods', () => {
  test('in the one folder that has all of them', () => {
    expect(implementing({ 'a/a.go': METHODS, 'b/b.go': ['List'] })).toBe('a/a.go');
    expect(implementing({ 'a/a.go': METHODS, 'b/b.go': METHODS })).toBeUndefined();
  });
  test('in the folder that has most of them, where half suffice', () => {
    const most = ['List', 'Get', 'Add'];
    expect(implementing({ 'a/a.go': most, 'b/b.go': ['List', 'Get'] }, METHODS, '|')).toBe('a/a.go');
    expect(implementing({ 'a/a.go': most, 'b/b.go': most }, METHODS, '|')).toBeUndefined();
    expect(implementing({ 'a/a.go': ['List'], 'b/b.go': ['Get'] }, METHODS, '|')).toBeUndefined();
  });
  test('in several folders, where each of many is declared once: a struct embeds them', () => {
    expect(implementing({ 'a/a.go': ['List', 'Get'], 'b/b.go': ['Add', 'Remove'], [FROM]: METHODS })).toBe('a/a.go');
    expect(implementing({ 'a/a.go': ['List', 'Get'], 'b/b.go': ['Add', 'Remove'], 'c/c.go': ['Add'] })).toBeUndefined();
    expect(implementing({ 'a/a.go': ['List', 'Get'], 'b/b.go': ['Add', 'Remove'], 'mocks/c.go': ['Add'] })).toBe('a/a.go');
  });
  test('in the one file whose method gives what handlers of a strict server give', () => {
    expect(implementing({ 'a/a.go': METHODS, 'b/b.go': [...METHODS, '=#List'] })).toBe('b/b.go');
    expect(implementing({ 'a/a.go': [...METHODS, '=#List'], 'b/b.go': [...METHODS, '=#List'] })).toBeUndefined();
  });
  test('not where few of them are told apart by their names alone', () => {
    expect(implementing({ 'a/a.go': ['List'], 'b/b.go': ['Get'] }, ['List', 'Get'])).toBeUndefined();
  });
});
