import { causesOf, cureOf } from '../../src/reports/causes.js';
import type { MatrixRow } from '../../src/rules/judge.js';
import { hiddenBy } from '../../src/rules/open-verdict.js';

const open = (subject: string, note: string, parts: Partial<MatrixRow> = {}): MatrixRow => ({
  contract: 'openapi.yaml',
  kind: 'endpoint',
  subject,
  status: 'unverified',
  compared: 0,
  unknown: 1,
  promisedAt: { file: 'openapi.yaml', line: 1 },
  codeAt: null,
  note,
  ...parts,
});

describe('causes', () => {
  test('are one for reasons that differ in names, paths and places alone, the most frequent first', () => {
    const rows = [
      open('GET /c', 'what ListAll sends could not be read; answered by GET …/c, and the start of its path is unknown'),
      open('GET /a', 'items[].id, name: the result of Repository.findOne of typeorm is not declared'),
      open('GET /b', 'user: the result of Repository.find of typeorm is not declared'),
    ];
    expect(causesOf(rows).map(({ cause, rows: own }) => [cause, own.length])).toEqual([
      ['the result of Repository.findOne of typeorm is not declared, and 1 like it', 2],
      [rows[0]?.note, 1],
    ]);
  });

  test('name no fields, not even those of dictionaries', () => {
    const why = 'what a dictionary holds is not written out';
    const rows = [
      open('GET /a', `{}.date_created, {}.title and 1 more: ${why}`),
      open('GET /b', `{}: ${why}`),
      open('GET /c', why),
    ];
    expect(causesOf(rows).map(({ cause, rows: own }) => [cause, own.length])).toEqual([[why, 3]]);
    // Other beginnings are part of the reason.
    expect(causesOf([open('GET /d', 'POST /x: it is not read')])[0]?.cause).toBe('POST /x: it is not read');
  });

  test('are the reason alone, whatever else a row says', () => {
    const why = 'a value of any type';
    const rows = [open('GET /a', `${why}; answered by GET …/a`, { why }), open('GET /b', `id: ${why}; sends 200`, { why })];
    expect(causesOf(rows).map(({ cause, rows: own }) => [cause, own.length])).toEqual([[why, 2]]);
  });

  test('stay apart where their words differ', () => {
    const rows = [open('GET /a', 'a filter may change it'), open('GET /b', 'a plugin may change it')];
    expect(causesOf(rows)).toHaveLength(2);
  });
});

test('a next step fits the kind of the largest cause, whatever its words are', () => {
  const note = 'the type of a router of a package that is not installed';
  expect(cureOf([open('GET /a', note, { reason: 'package-type', package: '@shop/items' })])).toContain('type of @shop/items:');
  const written = { reason: 'package-type', package: '@shop/items', codeAt: { file: 'src/items.ts', line: 1 } } as const;
  expect(cureOf([open('GET /a', note, written)])).toContain('scan with `--packages installed`');
  expect(cureOf([open('GET /a', note, { reason: 'undescribed-body' })])).toContain('Describe these bodies in the contract');
  expect(cureOf([open('GET /a', note, { reason: 'dynamic-mount' })])).toContain('literal paths');
  expect(cureOf([open('GET /a', note, { reason: 'other-contract' })])).toContain('--contract FILE');
  expect(cureOf([open('GET /a', note)])).toContain('tallystick explain unverified');
});

test('places that hide the same are counted, not repeated', () => {
  const at = (line: number) => ({ file: 'HttpBridge.java', line });
  const gap = (detail: string, line: number) => ({ reason: 'unsupported-framework' as const, detail, at: at(line) });
  const { unknown } = hiddenBy([gap('Routes of Vert.x are not read.', 223), gap('Routes of Vert.x are not read.', 230)]);
  expect(unknown.map(({ why, reason }) => [why, reason])).toEqual([
    ['Routes of Vert.x are not read (HttpBridge.java:223 and 1 more)', 'unsupported-framework'],
  ]);
  expect(hiddenBy([gap('A loop mounts it.', 7)]).unknown[0]?.why).toBe('A loop mounts it (HttpBridge.java:7)');
});

test('of what may hide a subject the nearest comes first, then what stands at most places', () => {
  const hiding = [
    { reason: 'minified', detail: 'This file is minified and was not read.', at: { file: 'page.js', line: 1 }, hides: 'service' },
    { reason: 'dynamic-mount', detail: 'A path is a regular expression.', at: { file: 'Gate.java', line: 3 }, hides: 'service' },
    {
      reason: 'undeclared-router',
      detail: 'shop.Items is not declared',
      at: { file: 'A.java', line: 1 },
      hides: { prefix: '/' },
    },
    {
      reason: 'undeclared-router',
      detail: 'shop.Users is not declared',
      at: { file: 'B.java', line: 1 },
      hides: { prefix: '/' },
    },
  ] as const;
  const [open] = hiddenBy(hiding).unknown;
  expect(open?.reason).toBe('undeclared-router');
  expect(open?.first).toBe('shop.Items is not declared (A.java:1), and 1 like it');
  expect(open?.why).toBe(
    `${open?.first}; A path is a regular expression (Gate.java:3); This file is minified and was not read (page.js:1)`,
  );
  const near = {
    reason: 'dynamic-path',
    detail: 'a part is not read',
    at: { file: 'z.ts', line: 9 },
    hides: { prefix: '/items' },
  };
  expect(hiddenBy([...hiding, { ...near, reason: 'dynamic-path' }]).unknown[0]?.reason).toBe('dynamic-path');
});
