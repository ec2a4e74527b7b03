import { parseProjectBrief } from '../../../src/builder/phases/brief.js';
import { expectQuick } from '../../processor-time.js';

const BRIEF = `PROJECT_NAME: order-service
LANGUAGE: TypeScript
DATABASE: SQLite
FRONTEND: React
SCOPE: Keeps orders for a shop
COMPONENTS:
- http-api
- order-store
`;

// Shows REQ-BAP-010 by builder/phases/brief.ts builder/phases/verification.ts builder/phases/build-summary.ts
test('the brief is found in what the analyst wrote', () => {
  expect(parseProjectBrief(`Here it is.\n\n${BRIEF}\n## Assumptions\n- none`)).toEqual({
    name: 'order-service',
    language: 'TypeScript',
    database: 'SQLite',
    frontend: 'React',
    scope: 'Keeps orders for a shop',
    components: ['http-api', 'order-store'],
  });
});

test('white space around fields, CRLF and a fence do not matter', () => {
  const spaced = BRIEF.split('\n')
    .map((line) => `  ${line.replace(': ', ':   ')}  `)
    .join('\r\n');
  expect(parseProjectBrief(`\`\`\`text\r\n${spaced}\r\n\`\`\``)).toEqual(parseProjectBrief(BRIEF));
});

test.each([
  '**PROJECT_NAME:** books',
  '**PROJECT_NAME**: books',
  '## PROJECT_NAME: books',
  '> PROJECT_NAME: `books`',
  'PROJECT_NAME: "books"',
])('what Markdown puts around a field does not matter: %s', (line) => {
  expect(parseProjectBrief(line)?.name).toBe('books');
});

// Shows TEST-BAP-010h by builder/phases/brief.ts
test('fields that are missing are empty', () => {
  expect(parseProjectBrief('PROJECT_NAME: books')).toEqual({ name: 'books', language: '', scope: '', components: [] });
});

// Shows TEST-BAP-010e by builder/phases/brief.ts
test('without a name there is no brief', () => {
  expect(parseProjectBrief('')).toBeUndefined();
  expect(parseProjectBrief('LANGUAGE: Go\nSCOPE: something')).toBeUndefined();
  expect(parseProjectBrief('PROJECT_NAME:   \n')).toBeUndefined();
  expect(parseProjectBrief('PROJECT_NAME: ---')).toBeUndefined();
  expect(parseProjectBrief('The PROJECT_NAME: books is a good name')).toBeUndefined();
});

// Shows TEST-BAP-010i by builder/phases/brief.ts
test.each(['../../etc/passwd', '/etc', 'a/b', 'a\\b', '..', 'C:\\books', 'a..b'])(
  'a name that holds a path is refused: %s',
  (name) => {
    expect(parseProjectBrief(`PROJECT_NAME: ${name}`)).toBeUndefined();
  },
);

test.each([
  ['Order Service', 'order-service'],
  ['café & crème!', 'cafe-creme'],
  ['$(rm -rf) `x`', 'rm-rf-x'],
  ['books<script>', 'books-script'],
  ['x'.repeat(200), 'x'.repeat(60)],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
  // Shows TEST-BAP-010j by builder/phases/brief.ts
])('a name is made one for folders: %s', (stated, name) => {
  expect(parseProjectBrief(`PROJECT_NAME: ${stated}`)?.name).toBe(name);
});

// Shows TEST-BAP-010g by builder/phases/brief.ts
test('other letters in the scope stay', () => {
  expect(parseProjectBrief('PROJECT_NAME: b\nSCOPE: Verwaltet Bücher, 図書館 и заказы 📚')?.scope).toBe(
    'Verwaltet Bücher, 図書館 и заказы 📚',
  );
});

test.each(['none', 'None', 'no', 'N/A', '-', ''])('no database: %s', (stated) => {
  expect(parseProjectBrief(`PROJECT_NAME: b\nDATABASE: ${stated}`)).not.toHaveProperty('database');
});

test.each(['COMPONENTS: api, store', 'COMPONENTS:\n- api\n- store', 'COMPONENTS:\n\n* api\n* store\n\n## Next\n- other'])(
  'components in a line or below it: %j',
  (text) => {
    expect(parseProjectBrief(`PROJECT_NAME: b\n${text}`)?.components).toEqual(['api', 'store']);
  },
);

test('the first of several fields of a name counts: what follows is prose', () => {
  expect(parseProjectBrief(`${BRIEF}\nPROJECT_NAME: other`)?.name).toBe('order-service');
});

// Shows TEST-BAP-010f by builder/phases/brief.ts
test('very long answers are read at once, and stay bounded', async () => {
  const text = `${BRIEF}${'- item\n'.repeat(500_000)}SCOPE: ${'x'.repeat(1_000_000)}`;
  await expectQuick(5_000, () => expect(parseProjectBrief(text)?.components).toHaveLength(100));
  expect(parseProjectBrief(`PROJECT_NAME: b\nSCOPE: ${'x'.repeat(1_000_000)}`)?.scope).toHaveLength(1_000);
});
