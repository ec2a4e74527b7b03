import { removeFolders } from '../contracts/workspace.js';
import { processorMillis } from '../processor-time.js';
import { diffOf } from './cases.js';

afterEach(removeFolders);

const MOST_MILLIS = 8_000;

/** A document whose one operation answers with the first of these schemas. */
function documentOf(schemas: Readonly<Record<string, unknown>>): string {
  const [first = ''] = Object.keys(schemas);
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${first}` } } };
  const paths = { '/a': { get: { responses: { 200: { description: 'ok', content } } } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } });
}

const link = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** So many schemas, each made by its number. */
function schemas(count: number, make: (index: number) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, make(index)]));
}

const all = (count: number, prefix = 'S') => Array.from({ length: count }, (_, index) => link(`${prefix}${index}`));
const renamed = (text: string) => text.replaceAll('S', 'Z');

/** How long comparing takes, and what came of it. */
async function timed(base: string, head: string) {
  let found: Awaited<ReturnType<typeof diffOf>> | undefined;
  const millis = await processorMillis(async () => {
    found = await diffOf(base, head);
  }, MOST_MILLIS);
  return { millis, changes: found?.changes.length, undecided: found?.undecided.map(({ detail }) => detail) ?? [] };
}

test('alternatives of alternatives, all of them renamed, end; what was not tried is said', async () => {
  const make = (index: number) => ({
    type: 'object',
    properties: { [`p${index % 7}`]: { type: 'string' }, next: { anyOf: all(60) } },
    required: [`p${index % 7}`],
  });
  const text = documentOf(schemas(60, make));
  const { millis, changes, undecided } = await timed(text, renamed(text));
  expect(millis).toBeLessThan(MOST_MILLIS);
  expect(changes === 0 || undecided.some((detail) => detail.includes('too many alternatives'))).toBe(true);
});

test('a long chain of alternatives does not exhaust the stack', async () => {
  const count = 3_000;
  const make = (index: number) => ({
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        required: ['next'],
        properties: { next: index + 1 < count ? link(`S${index + 1}`) : { type: 'integer' } },
      },
    ],
  });
  const text = documentOf(schemas(count, make));
  expect((await timed(text, renamed(text))).millis).toBeLessThan(MOST_MILLIS);
  expect(await timed(text, text)).toMatchObject({ changes: 0, undecided: [] });
});

test('many operations over many schemas take no more than their sum', async () => {
  const count = 1_500;
  const make = (index: number) => ({ type: 'object', properties: { next: link(`S${(index + 1) % count}`) } });
  const document = JSON.parse(documentOf(schemas(count, make)));
  const operation = document.paths['/a'];
  document.paths = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`/a${index}`, operation]));
  const text = JSON.stringify(document);
  const { millis, changes } = await timed(text, text);
  expect({ changes }).toEqual({ changes: 0 });
  expect(millis).toBeLessThan(MOST_MILLIS);
});

test('words that stand for millions are not written out', async () => {
  const make = (index: number) => ({ not: { allOf: Array.from({ length: 20 }, () => link(`S${(index + 1) % 40}`)) } });
  const text = documentOf(schemas(40, make));
  const { millis, undecided } = await timed(text, text);
  expect(millis).toBeLessThan(MOST_MILLIS);
  expect(undecided.length).toBeGreaterThan(0);
});
