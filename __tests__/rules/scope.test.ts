import { codeOfOthers, isInScope } from '../../src/rules/scope.js';
import { CONTRACT, finding } from '../reports/sample.js';

/** Changed files, and `file:line` of changed lines; files of the code end in `.ts`. */
const changed = (...places: readonly string[]) => ({
  source: () => places.some((place) => place.endsWith('.ts')),
  expectation: ({ subject }: { readonly subject: string }) => places.includes(subject),
  file: (path: string) => places.some((place) => place === path || place.startsWith(`${path}:`)),
  line: (path: string, line: number) => places.includes(`${path}:${line}`),
});
const missing = finding({ file_path: CONTRACT, line: 61 });

test.each([
  ['in a changed file of the code', finding(), ['services/books/src/dto.ts'], true],
  ['elsewhere', finding(), ['services/books/src/other.ts'], false],
  ['of a promise in a changed line of its contract', finding(), [`${CONTRACT}:61`], true],
  ['of a promise in another line of a changed contract', finding(), [`${CONTRACT}:62`], false],
  ['without code, in another line of a changed contract', missing, [`${CONTRACT}:62`], false],
  ['without code, in a changed line of its contract', missing, [`${CONTRACT}:61`], true],
  ['without code, where some source was changed', missing, ['services/books/src/other.ts'], true],
  ['of which the contract promises something else', finding(), [finding().subject], true],
  [
    'that speaks of a changed file beside its own',
    finding({ related: [{ file: 'services/shelves/dto.ts', line: 3, message: 'the same model' }] }),
    ['services/shelves/dto.ts'],
    true,
  ],
  // Shows TECH-041; WIRE-014A; INT-019
])('a finding %s', (_title, violation, places, expected) => {
  expect(isInScope(violation, changed(...places))).toBe(expected);
});

test('a file is code of others where their folder holds it and the own does not', () => {
  const row = (contract: string, file: string | null) => ({
    contract,
    kind: 'endpoint' as const,
    subject: 'GET /a',
    status: 'verified' as const,
    compared: 1,
    unknown: 0,
    promisedAt: { file: contract, line: 1 },
    codeAt: file === null ? null : { file, line: 1 },
  });
  const rows = [row('a', 'services/a/src/x.ts'), row('a', 'services/a/lib/y.ts'), row('b', 'services/b/x.ts'), row('gone', null)];
  const isOthers = codeOfOthers(rows);
  expect(isOthers('services/b/new.ts', 'a')).toBe(true);
  expect(isOthers('services/a/new.ts', 'a')).toBe(false);
  expect(isOthers('services/shared.ts', 'a')).toBe(false);
  expect(isOthers('services/b/new.ts', 'gone')).toBe(false);
  expect(codeOfOthers([...rows, row('a', 'services/b/z.ts')])('services/b/new.ts', 'a')).toBe(false);
});
