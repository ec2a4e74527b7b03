import fc from 'fast-check';
import { readDto } from '../../../src/contracts/requirements/dto.js';

const textOf = (cell: string) => {
  const { shape } = readDto(cell);
  return shape === undefined ? undefined : shape.kind === 'unknown' ? `unknown: ${shape.why}` : JSON.stringify(bare(shape));
};
/** Without what is the same everywhere. */
function bare(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => (key === 'naming' || (key === 'rest' && inner === true) ? undefined : inner)),
  );
}
const scalar = (type: string) => ({ kind: 'scalar', type });

describe('a cell', () => {
  test.each<[string, unknown]>([
    ['string', scalar('string')],
    ['number', scalar('number')],
    ['int', scalar('integer')],
    ['bool', scalar('boolean')],
    ['string[]', { kind: 'array', items: scalar('string') }],
    ['Array<int[]>', { kind: 'array', items: { kind: 'array', items: scalar('integer') } }],
    ['list[str]', { kind: 'array', items: scalar('string') }],
    ['[string]', { kind: 'array', items: scalar('string') }],
    ['dict[str, int]', { kind: 'map', values: scalar('integer') }],
    ['object', { kind: 'object', fields: [] }],
    ['{}', { kind: 'object', fields: [] }],
    ['string | null', { kind: 'union', options: [scalar('string'), scalar('null')] }],
    ['Optional[int]', { kind: 'union', options: [scalar('integer'), scalar('null')] }],
    ["'a' | 'b' | 3", { kind: 'enum', values: ['a', 'b', 3] }],
    ['(string | int)[]', { kind: 'array', items: { kind: 'union', options: [scalar('string'), scalar('integer')] } }],
    [
      '{ a: string; b?: int, ... }',
      {
        kind: 'object',
        fields: [
          { name: 'a', shape: scalar('string'), required: true },
          { name: 'b', shape: scalar('integer'), required: false },
        ],
      },
    ],
    [
      '{ "a-b": { c: bool[] } }',
      {
        kind: 'object',
        fields: [
          {
            name: 'a-b',
            shape: {
              kind: 'object',
              fields: [{ name: 'c', shape: { kind: 'array', items: scalar('boolean') }, required: true }],
            },
            required: true,
          },
        ],
      },
    ],
  ])('%s', (cell, shape) => {
    expect(bare(readDto(cell).shape)).toEqual(shape);
  });

  test('may allow anything', () => {
    expect(readDto('array').shape).toMatchObject({ kind: 'array', items: { kind: 'unknown', any: true } });
    expect(readDto('any').shape).toMatchObject({ kind: 'unknown', any: true });
  });

  test.each(['', '-', '—', 'none', 'void', 'N/A', 'no content', '204'])('may say that there is no body: %j', (cell) => {
    expect(readDto(cell).shape).toBeUndefined();
  });

  test('may name its body and its status', () => {
    expect(readDto('201: BookDto { id: int }')).toMatchObject({ status: '201', name: 'BookDto', shape: { kind: 'object' } });
    expect(readDto('204')).toEqual({ status: '204' });
  });

  test.each([
    ['Book', 'the table does not say what Book is'],
    ['{ a: string', 'its entry in the table cannot be parsed: { a: string'],
    ['a list of books', 'its entry in the table cannot be parsed: a list of books'],
    [`${'{ a: '.repeat(100)}string${' }'.repeat(100)}`, `its entry in the table cannot be parsed: ${'{ a: '.repeat(12)}…`],
  ])('that does not say enough leaves it unknown: %s', (cell, why) => {
    expect(textOf(cell)).toBe(`unknown: ${why}`);
  });

  test('a field without a type, or with one that is not known, is unknown alone', () => {
    expect(bare(readDto('{ id, owner: Person, name: string }').shape)).toEqual({
      kind: 'object',
      fields: [
        { name: 'id', shape: { kind: 'unknown', why: 'the table gives it no type' }, required: true },
        { name: 'owner', shape: { kind: 'unknown', why: 'the table does not say what Person is' }, required: true },
        { name: 'name', shape: scalar('string'), required: true },
      ],
    });
  });

  test('whatever it holds, is read to its end', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]()<>|:;,?a-c'" ]{0,40}$/), (cell) => {
        expect(readDto(cell)).toBeDefined();
      }),
    );
  });
});
