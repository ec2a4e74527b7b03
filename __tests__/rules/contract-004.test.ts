import type { CodeModel } from '../../src/facts/codebase.js';
import { foldModel, MODEL_SUFFIXES, modelNamed } from '../../src/model/model-names.js';
import type { Shape } from '../../src/model/shape.js';
import { contract004 } from '../../src/rules/contract-004.js';
import { pairModels, withoutUnrelatedModels } from '../../src/rules/pairing/pair-models.js';
import type { ModelPairing } from '../../src/rules/rule.js';
import { codebase, constants, contract, fieldsOf, integer, NO_TYPES, nullable, required, sent, text } from './given.js';

const MODEL = required({ id: text, createdAt: text, 'note?': text });
const at = (line: number, file: string) => ({ file, line });

const type = (name: string, shape: Shape, file = 'services/a/order.ts', language = 'typescript'): CodeModel => ({
  name,
  shape,
  language,
  at: at(3, file),
});

function paired(types: readonly CodeModel[], shape: Shape = MODEL, sought: readonly string[] = ['Order']): ModelPairing {
  const contracts = [contract([], { kind: 'json-schema', models: [{ name: 'Order', shape, at: at(1, 'order.json') }] })];
  const [pairing] = pairModels(contracts, codebase([], { models: types, soughtModels: sought }), MODEL_SUFFIXES);
  if (pairing === undefined) throw new Error('nothing was paired');
  return pairing;
}

function found(types: readonly CodeModel[], shape: Shape = MODEL): readonly string[] {
  const { violations } = contract004.check(paired(types, shape), NO_TYPES);
  return violations.map(({ severity, problem, field }) => `${severity} ${problem} ${field}`);
}

describe('a type is named after a model', () => {
  const models = new Set(['Order', 'OrderLine', 'UserModel'].map(foldModel));
  test.each([
    ['Order', 'order', true],
    ['order_line', 'orderline', true],
    ['IOrder', 'order', true],
    ['OrderDto', 'order', false],
    ['OrderDTO', 'order', false],
    ['UserModel', 'usermodel', true],
  ])('%s', (name, model, isExact) => {
    expect(modelNamed(name, models, MODEL_SUFFIXES)).toEqual({ model, isExact });
  });

  test.each(['CreateOrder', 'Orders', 'OrderRequest', 'Dto', 'User'])('%s is not', (name) => {
    expect(modelNamed(name, models, MODEL_SUFFIXES)).toBeUndefined();
  });
});

describe('which types define a model', () => {
  const whole = sent({ id: text, createdAt: text });

  test('those with an ending, where the service has none of the very name', () => {
    const types = [type('Order', whole), type('OrderDto', whole), type('OrderDto', whole, 'services/b/order.ts')];
    expect(paired(types).actuals.map(({ name, at: place }) => `${name} ${place.file}`)).toEqual([
      'Order services/a/order.ts',
      'OrderDto services/b/order.ts',
    ]);
  });

  test('what is sent, where a database stores a type of the very name', () => {
    const table = { ...type('Order', sent({ id: text, createdAt: text, total: integer })), table: true };
    expect(paired([table, type('OrderDto', whole)]).actuals.map(({ name }) => name)).toEqual(['OrderDto']);
    expect(paired([table]).actuals.map(({ name }) => name)).toEqual(['Order']);
    expect(paired([table, type('OrderDto', whole, 'services/b/order.ts')]).actuals).toHaveLength(2);
  });

  test('not what has nothing in common with it, which is said', () => {
    const { actuals, note } = paired([
      type('Order', sent({ by: text, direction: text })),
      type('OrderResponse', sent({ order: whole }), 'b/x.ts'),
    ]);
    expect([actuals, note]).toEqual([
      [],
      'Order (services/a/order.ts:3), OrderResponse (b/x.ts:3) shares too few fields with it to be a definition of it',
    ]);
  });

  test('not what shares its name and an id alone, beside one with an ending that does', () => {
    const model = required({ id: text, email: text, createdAt: text });
    const ofAnother = sent({ id: integer, login: text });
    const { actuals, note } = paired([type('Order', ofAnother), type('OrderDto', sent({ id: text, email: text }))], model);
    expect(actuals.map(({ name }) => name)).toEqual(['OrderDto']);
    expect(note).toContain('Order (services/a/order.ts:3) shares too few fields');
  });

  test('none that was not looked for: that is no answer', () => {
    expect(contract004.check(paired([], MODEL, []), NO_TYPES).outcome).toBe('open');
  });

  test('a schema that nobody named and no type defines is no shared model, unless there is nothing else', () => {
    const lonely = [paired([])];
    expect(withoutUnrelatedModels(lonely, true)).toMatchObject({
      models: [],
      gaps: [{ detail: expect.stringContaining('Order') }],
    });
    expect(withoutUnrelatedModels(lonely, false)).toEqual({ models: lonely, gaps: [] });
  });
});

describe('drift', () => {
  test.each([
    ['a field that is not there', sent({ id: text, 'note?': text }), ['error missing createdAt']],
    ['an optional one that is not there', sent({ id: text, createdAt: text }), ['warning missing note']],
    ['another type', sent({ id: integer, createdAt: text, 'note?': text }), ['error type id']],
    ['another case', sent({ id: text, created_at: text, 'note?': text }), ['error case createdAt']],
    ['what may be left out', sent({ 'id?': text, createdAt: text, 'note?': text }), ['error optionality id']],
    ['what is taken for granted', sent({ id: text, createdAt: text, note: text }), ['warning optionality note']],
    ['a null', sent({ id: nullable(text), createdAt: text, 'note?': text }), ['error nullability id']],
    ['a field beside', sent({ id: text, createdAt: text, 'note?': text, more: text }), ['note extra more']],
  ])('%s', (_, shape, expected) => {
    expect(found([type('Order', shape)])).toEqual(expected);
  });

  // Shows REQ-068 by rules/contract-004.ts
  test('an enum is compared in both directions', () => {
    const model = required({ status: constants('new', 'paid') });
    expect(found([type('Order', sent({ status: constants('new') }))], model)).toEqual(['warning enum status']);
    expect(found([type('Order', sent({ status: constants('new', 'paid', 'sent') }))], model)).toEqual(['error enum status']);
  });

  test('null that a language reads as a default is no drift', () => {
    const model = required({ note: nullable(text) });
    expect(found([type('Order', sent({ note: text }), 'a/order.go', 'go')], model)).toEqual([]);
    expect(found([type('Order', sent({ note: text }))], model)).toEqual(['warning nullability note']);
  });

  test('a member that a serializer renames is told from one that is missing', () => {
    const [id] = fieldsOf({ id: text });
    const renamed: Shape = {
      kind: 'object',
      fields: [
        ...(id === undefined ? [] : [id]),
        { name: 'created', member: 'createdAt', naming: 'explicit', shape: text, required: true },
      ],
      rest: false,
    };
    const { violations } = contract004.check(paired([type('Order', renamed)]), NO_TYPES);
    expect(violations.map(({ message }) => message)).toContain(
      'createdAt is in the shared model, but this definition sends it as created.',
    );
  });

  // Shows REQ-068; TEST-053 by rules/contract-004.ts
  test('of two services is one finding that names both', () => {
    const drifting = [
      type('Order', sent({ id: text, 'note?': text })),
      type('Order', sent({ id: text, 'note?': text }), 'services/b/order.ts'),
    ];
    const { violations } = contract004.check(
      paired([...drifting, type('Order', sent({ id: text, createdAt: text, 'note?': text }), 'services/c/order.ts')]),
      NO_TYPES,
    );
    expect(
      violations.map(({ file_path, related }) => [file_path, related.map(({ file, message }) => `${file}: ${message}`)]),
    ).toEqual([
      ['services/a/order.ts', ['services/b/order.ts: here too: not sent', 'services/c/order.ts: Order matches the model']],
    ]);
  });
});
