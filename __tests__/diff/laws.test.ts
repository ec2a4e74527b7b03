import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { ContractDiff } from '../../src/diff/change.js';
import { diffRule } from '../../src/diff/rules.js';
import { removeFolders } from '../contracts/workspace.js';
import { diffOf } from './cases.js';

afterEach(removeFolders);

const RUNS = 150;
const ajv = new Ajv2020({ strict: false });

const leaf = fc.constantFrom<unknown>(
  {},
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
  { type: ['string', 'null'] },
  { type: ['integer', 'boolean'] },
  { enum: ['a', 'b'] },
  { enum: ['a', 'b', 'c', null] },
  { const: 1 },
  { type: 'string', maxLength: 1 },
  { type: 'string', minLength: 2 },
  { type: 'integer', minimum: 1 },
  { type: 'integer', exclusiveMinimum: 0, maximum: 2 },
  { type: 'number', exclusiveMaximum: 2 },
  { type: 'number', multipleOf: 2 },
);

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3, noNullPrototype: true }),
          required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), leaf),
        },
        { requiredKeys: ['type', 'properties'] },
      ),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) },
  ),
}));

const atom = fc.constantFrom<unknown>(null, true, 'a', 'b', 'c', 'long', '', -1, 0, 1, 2, 3, 1.5, 4);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: atom },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { noNullPrototype: true }) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
  ),
}));

/** A document in which a body of this schema is sent to the service. */
function documentOf(body: unknown): string {
  const requestBody = { content: { 'application/json': { schema: body } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { post: { requestBody } } } });
}

/** Whether anything that was found, or not understood, may take away valid values (or add some). */
function mayHave({ changes, undecided }: ContractDiff, effect: 'narrows' | 'widens'): boolean {
  return undecided.length > 0 || changes.some(({ rule }) => [effect, 'shifts'].includes(diffRule(rule).effect));
}

test('where nothing narrows, what was valid still is; where nothing widens, what is valid was', async () => {
  const property = fc.asyncProperty(
    schema,
    schema,
    fc.array(value, { minLength: 30, maxLength: 60 }),
    async (base, head, values) => {
      const diff = await diffOf(documentOf(base), documentOf(head));
      const [before, after] = [ajv.compile(base as object), ajv.compile(head as object)];
      const lost = values.filter((each) => before(each) && !after(each));
      const gained = values.filter((each) => !before(each) && after(each));
      if (!mayHave(diff, 'narrows')) expect(lost).toEqual([]);
      if (!mayHave(diff, 'widens')) expect(gained).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});

test('alternatives of which exactly one may fit keep the same law, whatever they demand', async () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } };
  const alternatives = [['a'], ['b'], ['a', 'b'], []].map((required) => ({ type: 'object', properties, required }));
  const [a, b, both, none] = alternatives;
  const bodies = [[a], [both], [a, b], [a, both], [b, none], [a, b, none]].flatMap((list) => [{ oneOf: list }, { anyOf: list }]);
  const values = [{}, { a: 'x' }, { b: 'x' }, { a: 'x', b: 'x' }];
  for (const [base, head] of bodies.flatMap((one) => bodies.map((other) => [one, other] as const))) {
    const diff = await diffOf(documentOf(base), documentOf(head));
    const [before, after] = [ajv.compile(base), ajv.compile(head)];
    const pair = JSON.stringify({ base, head });
    if (!mayHave(diff, 'narrows')) expect([pair, values.filter((each) => before(each) && !after(each))]).toEqual([pair, []]);
    if (!mayHave(diff, 'widens')) expect([pair, values.filter((each) => !before(each) && after(each))]).toEqual([pair, []]);
  }
});

test('a version beside itself has not changed', async () => {
  const property = fc.asyncProperty(schema, async (body) => {
    const { changes } = await diffOf(documentOf(body), documentOf(body));
    expect(changes).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('what narrows one way widens the other', async () => {
  const property = fc.asyncProperty(schema, schema, async (one, other) => {
    const [there, back] = [await diffOf(documentOf(one), documentOf(other)), await diffOf(documentOf(other), documentOf(one))];
    expect(mayHave(back, 'widens')).toBe(mayHave(there, 'narrows'));
    expect(mayHave(back, 'narrows')).toBe(mayHave(there, 'widens'));
  });
  await fc.assert(property, { numRuns: RUNS });
});
