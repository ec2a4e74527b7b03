import fc from 'fast-check';
import {
  type ComplianceEntry,
  generateComplianceMatrix,
  matrix,
  parseComplianceMatrix,
  updateComplianceEntry,
} from '../../src/reports/compliance-matrix.js';
import { HOSTILE, hostileAnalysis } from './hostile.js';
import { analysisOf, CONTRACT, row } from './sample.js';

const ANALYSIS = analysisOf({
  matrix: [
    row(),
    row({ subject: 'GET /books/{bookId}/{rest*}', status: 'missing', codeAt: null }),
    row({ kind: 'event', contract: 'events.yaml', subject: 'publish book_lent', status: 'violated', note: 'a | b' }),
    row({ kind: 'model', contract: 'models.json', subject: 'Book', status: 'unverified', codeAt: null, note: 'not found' }),
  ],
});
const DOCUMENT = `# Contract compliance matrix

<!-- tallystick:summary -->
**4 subjects: 2 implemented, 1 verified, 1 violated.**
<!-- /tallystick:summary -->

## OpenAPI contracts

<!-- tallystick:openapi -->
| Contract | Endpoint | Implemented | Status | Code | Note |
| --- | --- | --- | --- | --- | --- |
| ${CONTRACT} | GET /books | yes | ✅ verified | services/books/src/books.ts:8 |  |
| ${CONTRACT} | GET /books/{bookId}/{rest&#42;} | no | ❌ missing |  |  |
<!-- /tallystick:openapi -->

## AsyncAPI contracts

<!-- tallystick:asyncapi -->
| Contract | Event | Implemented | Status | Code | Note |
| --- | --- | --- | --- | --- | --- |
| events.yaml | publish book_lent | yes | ❌ violated | services/books/src/books.ts:8 | a &#124; b |
<!-- /tallystick:asyncapi -->

## Shared models

<!-- tallystick:models -->
| Contract | Model | Implemented | Status | Code | Note |
| --- | --- | --- | --- | --- | --- |
| models.json | Book | no | ❔ unverified |  | not found |
<!-- /tallystick:models -->
`;

const render = (previous?: string, analysis = ANALYSIS) =>
  matrix.render(analysis, { maxViolations: 1, ...(previous === undefined ? {} : { previous }) });

describe('the compliance matrix', () => {
  // Shows REQ-075 by reports/compliance-matrix.ts; TEST-058 by reports/compliance-matrix.ts
  test('is a document with a table for each kind of contract', () => {
    expect(render()).toBe(DOCUMENT);
  });

  // Shows REQ-076 by reports/compliance-matrix.ts; TEST-059 by reports/compliance-matrix.ts
  test('counts promises, those with code, those kept and those broken', () => {
    expect(parseComplianceMatrix(DOCUMENT)).toMatchObject({ total: 4, implemented: 2, verified: 1, violated: 1 });
    expect(parseComplianceMatrix('# Something else')).toEqual({
      entries: [],
      total: 0,
      implemented: 0,
      verified: 0,
      verifiedByRoute: 0,
      violated: 0,
    });
  });

  test('passes over rows that somebody broke', () => {
    expect(parseComplianceMatrix(DOCUMENT.replace('❌ missing', 'done?')).total).toBe(3);
  });
});

describe('what a person wrote', () => {
  const written = DOCUMENT.replace('# Contract compliance matrix', '# Ours\n\nSee the wiki.')
    .replace('## Shared models\n', '## Shared models\n\nOwned by all of us.\n')
    .concat('\n## Notes\n\n| our | table |\n| --- | --- |\n| a | b |\n');

  test('stays when the tables are made anew', () => {
    const again = render(written, analysisOf({ matrix: [row({ status: 'violated' })] }));
    for (const line of ['# Ours\n\nSee the wiki.', 'Owned by all of us.', '| our | table |\n| --- | --- |\n| a | b |\n'])
      expect(again).toContain(line);
    expect(parseComplianceMatrix(again)).toMatchObject({ total: 1, violated: 1 });
    expect(render(written)).toBe(written);
  });

  test('stays before the tables where there are none yet', () => {
    expect(render('# Ours')).toBe(`# Ours\n\n${DOCUMENT.slice(DOCUMENT.indexOf('<!--'))}`);
  });
});

describe('one entry', () => {
  const meant = { contract: CONTRACT, subject: 'GET /books/{bookId}/{rest*}' };

  // Shows REQ-077 by reports/compliance-matrix.ts; TEST-065 by reports/compliance-matrix.ts
  test('is updated alone, and the counts with it', () => {
    const updated = updateComplianceEntry(DOCUMENT, meant, 'verified') ?? '';
    const changed = updated.split('\n').filter((line, index) => line !== DOCUMENT.split('\n')[index]);
    expect(changed).toEqual([
      '**4 subjects: 3 implemented, 2 verified, 1 violated.**',
      `| ${CONTRACT} | GET /books/{bookId}/{rest&#42;} | yes | ✅ verified |  |  |`,
    ]);
    expect(updateComplianceEntry(updated, meant, 'missing')).toBe(DOCUMENT);
  });

  test('that there is not cannot be updated', () => {
    expect(updateComplianceEntry(DOCUMENT, { ...meant, subject: 'GET /' }, 'verified')).toBeUndefined();
  });
});

describe('whatever the entries hold', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(HOSTILE, ' a ', '\u3000', '\u00a0a\u2003', '&#65;', '_a_b_', '', '|', '<!-- /tallystick:openapi -->'),
  );
  const entry: fc.Arbitrary<ComplianceEntry> = fc.record({
    kind: fc.constantFrom('endpoint', 'event', 'model'),
    contract: anything,
    subject: anything,
    implemented: fc.boolean(),
    status: fc.constantFrom('verified', 'violated', 'missing', 'unverified'),
    code: anything,
    note: anything,
  });
  const sorted = (entries: readonly ComplianceEntry[]) =>
    (['endpoint', 'event', 'model'] as const).flatMap((kind) => entries.filter((each) => each.kind === kind));

  test('they are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const text = generateComplianceMatrix(entries);
        expect(parseComplianceMatrix(text).entries).toEqual(sorted(entries));
        expect(generateComplianceMatrix(parseComplianceMatrix(text).entries, text)).toBe(text);
      }),
    );
  });

  test('nothing of it is markup', () => {
    const text = render(undefined, hostileAnalysis());
    expect(text).not.toMatch(/<script|\]\(|@all/);
    expect(text).not.toContain('\u001b');
  });
});
