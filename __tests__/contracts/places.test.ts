import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import type { Contract } from '../../src/contracts/contract.js';
import { contractOf, removeFolders, withoutPlaces } from './workspace.js';

afterAll(removeFolders);

const name = fc.string({ minLength: 1, maxLength: 12 });
const properties = fc.dictionary(name, fc.constantFrom({ type: 'string' }, { type: 'integer' }, { properties: { inner: {} } }), {
  noNullPrototype: true,
});
const documentOf = (given: unknown) => ({
  openapi: '3.1.0',
  info: { title: 'Places' },
  paths: {},
  components: { schemas: { It: { properties: given } } },
});

const ways: readonly (readonly [file: string, write: (document: unknown) => string])[] = [
  ['a.json', (document) => JSON.stringify(document, null, 2)],
  ['minified.json', (document) => JSON.stringify(document)],
  ['a.yaml', (document) => dump(document)],
  ['flow.yaml', (document) => dump(document, { flowLevel: 3 })],
];

test.each(ways)('every field stands where its name is written: %s', async (file, write) => {
  const law = async (given: unknown) => {
    const text = write(documentOf(given));
    const { definitions } = await contractOf({ [file]: text });
    for (const { name, at } of fieldsOf(definitions)) {
      const written = text.split('\n')[(at?.line ?? 0) - 1]?.slice((at?.column ?? 0) - 1) ?? '';
      expect([name, JSON.stringify(name), `'${name.replaceAll("'", "''")}'`].some((form) => written.startsWith(form))).toBe(true);
    }
  };
  await fc.assert(fc.asyncProperty(properties, law), { numRuns: 60 });
});

test('YAML and JSON of one document promise the same', async () => {
  const law = async (given: unknown) => {
    const read = await Promise.all(ways.map(([file, write]) => contractOf({ [file]: write(documentOf(given)) })));
    const [first, ...others] = read.map(({ definitions }) => withoutPlaces(definitions));
    for (const other of others) expect(other).toEqual(first);
  };
  await fc.assert(fc.asyncProperty(properties, law), { numRuns: 30 });
});

function fieldsOf(definitions: Contract['definitions']) {
  const it = definitions.get('It');
  return it?.kind === 'object' ? it.fields : [];
}
