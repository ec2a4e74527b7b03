import { spawnSync } from 'node:child_process';
import vm from 'node:vm';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jestFile } from '../../../../src/mcp/engines/contract-engine/conformance/jest.js';
import { pytestFile } from '../../../../src/mcp/engines/contract-engine/conformance/pytest.js';
import { sampleOf } from '../../../../src/mcp/engines/contract-engine/conformance/samples.js';
import type { JsonSchema } from '../../../../src/mcp/engines/contract-engine/responses/schema-writer.js';
import { validators } from '../../../../src/mcp/engines/contract-engine/responses/validator.js';

// The tests that are generated bring a validator of their own, in two languages: both have to agree with the one that is used here.

const PLAN = { title: '', contract: '', cases: [], answers: {}, defs: {}, untested: [] };
const names = fc.constantFrom('a', 'b', 'c');

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
    fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.integer({ min: 2, max: 5 }) }),
    fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^a', 'b$', '^[a-c]+$') }),
    fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'date-time', 'uuid', 'email') }),
    fc.record({
      type: fc.constant('integer'),
      minimum: fc.integer({ min: -3, max: 0 }),
      exclusiveMaximum: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ type: fc.constant('number'), multipleOf: fc.constantFrom(1, 2, 0.5) }),
    fc.record({ enum: fc.array(fc.constantFrom('a', 1, null, true), { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: fc.constantFrom('a', 1, false) }),
    fc.record({ type: fc.constantFrom(['string', 'null'], ['integer', 'boolean']) }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2), uniqueItems: fc.boolean() }),
    fc.record({
      type: fc.constant('array'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      items: tie('schema'),
    }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema')),
      required: fc.uniqueArray(names),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
    }),
    fc.record({ type: fc.constant('object'), patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]'), tie('schema')) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ if: tie('schema'), else: tie('schema') }),
  ) as fc.Arbitrary<JsonSchema>,
}));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'a', 'ab', 'abc', 'x', '2024-02-30', '2024-02-29', '2024-05-17T09:30:00Z', '2024-05-17 09:30', 'a@b.c'),
    fc.constantFrom(0, 1, -1, 2, 1.5, 0.25, 3),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

function javaScriptErrors(): (schema: JsonSchema, value: unknown) => readonly string[] {
  const context = vm.createContext({ process: { env: {} }, test: Object.assign(() => {}, { skip: () => {} }), URLSearchParams });
  vm.runInContext(`${jestFile(PLAN)}\nglobalThis.errorsOf = errorsOf;`, context);
  const run = vm.runInContext(
    '(schema, value) => JSON.stringify(errorsOf(JSON.parse(schema), JSON.parse(value), "body"))',
    context,
  );
  return (schema, each) => JSON.parse(run(JSON.stringify(schema), JSON.stringify(each)));
}

/** In what Python says that each value differs, by one process. */
function pythonErrors(pairs: readonly (readonly [JsonSchema, unknown])[]): readonly (readonly string[])[] {
  const file = pytestFile(PLAN)
    .replace('import pytest\n', '')
    .replace(/@pytest.*\n/, '');
  const main = '\nimport sys\nprint(json.dumps([errors_of(schema, value, "body") for schema, value in json.load(sys.stdin)]))\n';
  const { stdout, stderr, status } = spawnSync('python3', ['-c', file + main], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

test('the JavaScript that is generated finds the same values right as the validator', async () => {
  const compile = await validators();
  const errorsOf = javaScriptErrors();
  fc.assert(
    fc.property(schema, value, (each, given) => {
      const validate = compile({ schema: each, defs: {}, unsupported: [] });
      expect(errorsOf(each, given).length === 0).toBe(validate(given).length === 0);
    }),
    { numRuns: 400 },
  );
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

(hasPython ? test : test.skip)('the Python that is generated finds the same values right', async () => {
  const compile = await validators();
  const pairs = fc.sample(fc.tuple(schema, value), 400);
  const found = pythonErrors(pairs);
  for (const [index, [each, given]] of pairs.entries()) {
    const isRight = compile({ schema: each, defs: {}, unsupported: [] })(given).length === 0;
    expect([each, given, found[index]?.length === 0]).toEqual([each, given, isRight]);
  }
});

test('a sample is allowed by its schema, where it uses no rare words', async () => {
  const compile = await validators();
  const plain = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', ['null', 'string']) }),
      fc.record({
        type: fc.constant('string'),
        format: fc.constantFrom('date', 'date-time', 'uuid', 'email', 'uri', 'ipv4', 'time'),
      }),
      fc.record({ type: fc.constant('string'), minLength: fc.nat(9) }),
      fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ type: fc.constant('integer'), maximum: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 1, true), { minLength: 1 }) }),
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
      fc.dictionary(names, tie('schema')).map((properties) => ({
        type: 'object',
        properties,
        required: Object.keys(properties).slice(0, 2),
        additionalProperties: false,
      })),
      fc.record({ if: fc.constant({ type: 'null' }), else: tie('schema') }),
    ) as fc.Arbitrary<JsonSchema>,
  })).schema;
  fc.assert(
    fc.property(plain, (each) => {
      expect(compile({ schema: each, defs: {}, unsupported: [] })(sampleOf(each, {}))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
