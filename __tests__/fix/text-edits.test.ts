import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { Edit } from '../../src/fix/edits.js';
import { edited } from '../../src/fix/text-edits.js';

const yaml = `# the shop
paths: {}
schemas:
  Book:
    type: object
    required: [id, price] # what is always there
    properties:
      id: { type: string }
      # in cents
      price:
        type: number
  Order:
    required:
      - id
      - lines
    properties:
      lines: { type: array }
`;
const json = '{\n  "a": {\n    "b": 1,\n    "c": [\n      "x",\n      "y"\n    ]\n  },\n  "e": {}\n}\n';

const set = (path: Edit['path'], value: unknown): Edit => ({ do: 'set', path, value });
const remove = (path: Edit['path']): Edit => ({ do: 'delete', path });
const book = ['schemas', 'Book'];

describe('edited', () => {
  test.each<[string, string, readonly Edit[], (before: string) => string]>([
    [
      'a value of a block',
      yaml,
      [set([...book, 'properties', 'price', 'type'], 'string')],
      (t) => t.replace('type: number', 'type: string'),
    ],
    [
      'a key between braces',
      yaml,
      [set([...book, 'properties', 'id', 'nullable'], true)],
      (t) => t.replace('{ type: string }', '{ type: string, nullable: true }'),
    ],
    [
      'a block',
      yaml,
      [set([...book, 'properties', 'name'], { type: 'string' })],
      (t) => t.replace('type: number\n', 'type: number\n      name:\n        type: string\n'),
    ],
    ['an empty mapping', yaml, [set(['paths', '/a'], { get: {} })], (t) => t.replace('paths: {}', 'paths: { /a: { get: {} } }')],
    ['a key that goes', yaml, [remove([...book, 'properties', 'id'])], (t) => t.replace('      id: { type: string }\n', '')],
    [
      'another name',
      yaml,
      [{ do: 'rename', path: [...book, 'properties', 'price'], to: 'cost' }],
      (t) => t.replace('      price:', '      cost:'),
    ],
    [
      'an item out of brackets',
      yaml,
      [{ do: 'remove', path: [...book, 'required'], value: 'id' }],
      (t) => t.replace('[id, price]', '[price]'),
    ],
    [
      'the last item out of brackets',
      yaml,
      [{ do: 'remove', path: [...book, 'required'], value: 'price' }],
      (t) => t.replace('[id, price]', '[id]'),
    ],
    [
      'an item out of lines',
      yaml,
      [{ do: 'remove', path: ['schemas', 'Order', 'required'], value: 'id' }],
      (t) => t.replace('      - id\n', ''),
    ],
    [
      'an item into lines',
      yaml,
      [{ do: 'add', path: ['schemas', 'Order', 'required'], value: 'note' }],
      (t) => t.replace('      - lines\n', '      - lines\n      - note\n'),
    ],
    [
      'a list that gets empty goes',
      yaml,
      [
        { do: 'remove', path: ['schemas', 'Order', 'required'], value: 'id' },
        { do: 'remove', path: ['schemas', 'Order', 'required'], value: 'lines' },
      ],
      (t) => t.replace('    required:\n      - id\n      - lines\n', ''),
    ],
    [
      'JSON keeps its lines',
      json,
      [set(['a', 'd'], { f: 1 })],
      (t) => t.replace('    ]\n', '    ],\n    "d": {\n      "f": 1\n    }\n'),
    ],
    ['a key of JSON', json, [remove(['a', 'b'])], (t) => t.replace('"b": 1,\n    ', '')],
    ['an item of JSON', json, [{ do: 'add', path: ['a', 'c'], value: 'z' }], (t) => t.replace('"y"', '"y",\n      "z"')],
    ['an empty object of JSON', json, [set(['e', 'f'], 1)], (t) => t.replace('"e": {}', '"e": {\n    "f": 1\n  }')],
    ['CRLF', 'a:\r\n  b: 1\r\n', [set(['a', 'c'], 2)], () => 'a:\r\n  b: 1\r\n  c: 2\r\n'],
    ['no line break at the end', 'a:\n  b: 1', [set(['a', 'c'], 2)], () => 'a:\n  b: 1\n  c: 2\n'],
  ])('%s', (_, text, edits, expected) => {
    expect(edited(text, edits)).toBe(expected(text));
  });

  test.each<[string, string, Edit]>([
    ['a place that is not there', yaml, remove([...book, 'properties', 'gone'])],
    ['a name that is taken', yaml, { do: 'rename', path: [...book, 'properties', 'id'], to: 'price' }],
    ['what an alias repeats', 'a: &x\n  b: 1\nc: *x\n', set(['c', 'b'], 2)],
    ['what a merge brings', 'a: &x\n  b: 1\nc:\n  <<: *x\n', remove(['c', 'b'])],
    ['a broken document', 'a: [1\n', set(['b'], 1)],
    ['the prototype', '{"a": {}}', set(['__proto__', 'b'], 1)],
  ])('refuses %s', (_, text, edit) => {
    expect(edited(text, [edit])).toBeUndefined();
  });

  test('what any edits leave says what they ask for, or they are refused', () => {
    const key = fc.constantFrom('a', 'b', 'c c', 'd:', '200', '/x');
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(1, 'x', '- y', null, true, '# z', ''),
        fc.array(fc.constantFrom('p', 'q')),
        fc.dictionary(key, tie('node')),
      ),
    })).node;
    const edit = fc.oneof(
      fc.record({ do: fc.constant('set' as const), path: fc.array(key, { minLength: 1, maxLength: 3 }), value }),
      fc.record({ do: fc.constant('delete' as const), path: fc.array(key, { minLength: 1, maxLength: 3 }) }),
      fc.record({
        do: fc.constant('add' as const),
        path: fc.array(key, { minLength: 1, maxLength: 3 }),
        value: fc.constantFrom('p', 'r'),
      }),
    );
    let made = 0;
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1 }), fc.boolean(), edit, (document, isJson, one) => {
        const text = isJson ? JSON.stringify(document, null, 2) : stringify(document);
        const result = edited(text, [one]);
        if (result === undefined) return;
        made += 1;
        const now = parse(result) as unknown;
        const at = one.path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], now);
        if (one.do === 'set') expect(at).toEqual(one.value);
        if (one.do === 'delete') expect(at).toBeUndefined();
        if (one.do === 'add') expect(at).toContain(one.value);
      }),
      { numRuns: 300 },
    );
    expect(made).toBeGreaterThan(60);
  });
});
