import { contract005 } from '../../src/rules/contract-005.js';
import { pair } from '../../src/rules/pairing/pair.js';
import { codebase, contract, route } from './given.js';

const at = (line: number) => ({ file: 'src/app.ts', line });

/** What the rule finds of code beside a contract of `GET /books`. */
function found(...routes: readonly Parameters<typeof codebase>[0][number][]): readonly string[] {
  const paired = pair([contract(['GET /books'])], codebase(['GET /books', ...routes]), {});
  const all = paired.undocumented.flatMap((one) => contract005.undocumented?.(one) ?? []);
  return all.map(({ severity, subject, line }) => `${severity} ${subject} ${line}`);
}

test('a route that no contract describes is told where it stands', () => {
  expect(found(route('POST /books', [], { at: at(7) }))).toEqual(['warning POST /books 7']);
});

test('a route that stands in two places is one finding', () => {
  expect(found(route('POST /books', [], { at: at(7) }), route('POST /books', [], { at: at(9) }))).toEqual([
    'warning POST /books 7',
  ]);
});

test.each(['ANY /{rest*}', 'HEAD /books', 'OPTIONS /books'])('%s is what no contract would list', (written) => {
  expect(found(route(written))).toEqual([]);
});

test('what is promised is no finding, whatever its parameters are called', () => {
  const paired = pair([contract(['GET /books/{id}'])], codebase(['GET /books/{book}']), {});
  expect(paired.undocumented).toEqual([]);
});

test('beside a contract of which nothing is served nothing is told', () => {
  const paired = pair([contract(['GET /books'])], codebase(['GET /health']), {});
  expect(paired.undocumented).toEqual([]);
});

test('a route whose version has two spellings counts once, promised or not; another version is another route', () => {
  const paths = ['/v1/books', '/v1.0/books', '/v2/books', '/v2.0/books'];
  const routes = paths.map((path) => route(`GET ${path}`, [], { at: at(7) }));
  const paired = pair([contract(['GET /v1/books'])], codebase(routes), {});
  expect(paired.undocumented.map(({ subject }) => subject)).toEqual(['GET /v2/books']);
});
