import { expect, test } from '@jest/globals';
import { type Compared, complianceVerdict } from '../../src/builder/compliance.js';
import type { Analysis } from '../../src/rules/judge.js';

type Row = Analysis['matrix'][number];

function row(subject: string, over: Partial<Row> = {}): Row {
  return {
    ...{ contract: 'api.yaml', kind: 'endpoint', subject, status: 'verified', compared: 2, unknown: 0 },
    ...{ promisedAt: { file: 'api.yaml', line: 1 }, codeAt: null },
    ...over,
  } as Row;
}

/** @param ids operationIds of subjects */
function doubts(text: string, rows: readonly Row[], ids: Readonly<Record<string, string>> = {}): readonly string[] | undefined {
  const operations = Object.entries(ids).map(([subject, name]) => ({ subject, name }));
  const analysis = { matrix: rows, violations: [], crashes: [], contracts: [{ id: 'api.yaml', bodies: 1 }] };
  const by = { changed: new Set<string>(), isLast: false, text, known: new Set<string>(), suppressible: new Set<string>() };
  return complianceVerdict({ analysis, contracts: [{ operations }] } as unknown as Compared, by).doubts;
}

const OPEN = { status: 'unverified', compared: 0 } as const;

test('an operation that the milestone names and nobody could compare is a doubt, however its parameter is written', () => {
  const rows = [row('GET /books/{id}', OPEN), row('GET /health')];
  const texts = ['serves GET /books/{bookId}', 'GET /books/:id answers', 'answers at /books/<id>.'];
  const others = ['get  /books/{id}', 'GET /books/{id}/', 'GET /api/v1/books/{bookId}.'];
  for (const text of [...texts, ...others])
    expect(doubts(text, rows)).toEqual([expect.stringContaining('GET /books/{id} of api.yaml could not be compared')]);
});

test('an operation of another milestone is none, nor one with a longer path or another method', () => {
  const rows = [row('GET /books/{id}', OPEN), row('POST /books', OPEN), row('GET /health')];
  expect(
    doubts('serves GET /health, GET /books/{id}/pages, POST /api/books/{id}, GET /books-of/{id} and GET /books', rows),
  ).toEqual([]);
});

test('an operation that the milestone names by its operationId is a doubt like one that it names by its path', () => {
  const rows = [row('GET /books/{id}', OPEN), row('GET /health')];
  const one = [expect.stringContaining('GET /books/{id} of api.yaml could not be compared')];
  const camel = { 'GET /books/{id}': 'getBook' };
  for (const text of ['implements getBook.', 'getBook, listBooks', '(`getBook`)']) expect(doubts(text, rows, camel)).toEqual(one);
  for (const text of ['implements getBooks', 'forgetBook', 'see lib/getBook.ts', 'getBook.js', 'GETBOOK'])
    expect(doubts(text, rows, camel)).toEqual([]);
  // One that is a word as well counts only where it is marked as code.
  const word = { 'GET /books/{id}': 'search' };
  expect(doubts('lets people search for books', rows, word)).toEqual([]);
  expect(doubts('serves `search`', rows, word)).toEqual(one);
});

test('a service of which nothing was compared is a doubt, even when no operation is named', () => {
  expect(doubts('says hello', [row('GET /hello', OPEN)])).toEqual(['Nothing in api.yaml could be compared with code.']);
  expect(doubts('says hello', [row('GET /hello')])).toEqual([]);
});

test('a comment that suppresses a finding counts for nothing, unless it was there before the build', () => {
  const violation = {
    ...{ severity: 'error', check: 'CONTRACT-001', problem: 'missing', file_path: 'app.js', line: 4, message: 'It is not sent.' },
    ...{ contract: 'api.yaml', subject: 'GET /hello', fingerprint: 'f' },
  };
  const refused = (ignored: object, suppressible: readonly string[] = []) => {
    const analysis = {
      ...{ matrix: [row('GET /hello'), row('GET /health')], violations: [], ignored: [{ violation, reason: 'x', ...ignored }] },
      ...{ crashes: [], contracts: [{ id: 'api.yaml', bodies: 2 }] },
    };
    const by = {
      changed: new Set<string>(),
      isLast: true,
      text: '',
      known: new Set<string>(),
      suppressible: new Set(suppressible),
    };
    return complianceVerdict({ analysis, contracts: [] } as unknown as Compared, by).reasons;
  };
  expect(refused({ suppressedAt: 'app.js:3' })).toEqual([
    expect.stringMatching(/app\.js:4 It is not sent\. The suppression in app\.js:3/),
  ]);
  expect(refused({ suppressedAt: 'app.js:3' }, ['f'])).toEqual([]);
  // The configuration is not an agent's: what it writes there is undone.
  expect(refused({})).toEqual([]);
});
