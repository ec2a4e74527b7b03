import fc from 'fast-check';
import type { Expression } from '../../src/facts/expression.js';
import type { Fact } from '../../src/facts/fact.js';
import { link } from '../../src/facts/link.js';
import { describeShape } from '../../src/model/shape-text.js';
import {
  absent,
  alias,
  at,
  callable,
  constant,
  declaration,
  exports,
  get,
  imports,
  list,
  literal,
  member,
  name,
  number,
  object,
  operator,
  property,
  returns,
  sheet,
  spread,
  text,
  tuple,
  union,
  unknown,
  value,
} from './facts.js';

/** What `GET /` of `a.ts` sends, in words. */
function sent(
  body: Expression,
  facts: readonly Fact[] = [],
  others: Readonly<Record<string, readonly Fact[]>> = {},
  depth = 3,
): string {
  const codebase = link(sheet({ 'a.ts': [...facts, get(undefined, '/', body)], ...others }));
  const shape = codebase.routes[0]?.responses[0]?.shape;
  return shape === undefined ? 'nothing' : describeShape(shape, codebase.types, depth);
}

const user = declaration('User', object({ id: number, 'email?': text }));

describe('a sent value', () => {
  test.each<[string, Expression, readonly Fact[], string]>([
    ['is a named type, written once', name('User'), [user], '{ id: number, email?: string }'],
    ['is a list of a type', list(name('User')), [user], '{ id: number, email?: string }[]'],
    [
      'is an object literal',
      object({ user: name('User'), total: literal(3) }),
      [user],
      '{ user: { id: number, email?: string }, total: 3 }',
    ],
    [
      'takes over what is spread, later members winning',
      object({}, spread(name('User')), property('id', text)),
      [user],
      '{ email?: string, id: string }',
    ],
    [
      'keeps what comes after an unknown spread and doubts what came before',
      object({ a: text }, spread(unknown), property('b', text)),
      [],
      '{ a: unknown, b: string, ...unknown }',
    ],
    ['loses nothing to a spread of nothing', object({ a: text }, spread(absent)), [], '{ a: string }'],
    [
      'may lack members of a conditional spread',
      object({ a: text }, spread(union(object({ b: text }), object({})))),
      [],
      '{ a: string, b?: string }',
    ],
    ['leaves out what JSON leaves out', object({ a: absent, b: union(text, absent) }), [], '{ b?: string }'],
    ['is nullable by a union', union(text, literal(null)), [], 'string | null'],
    ['is a boolean where both values are', union(literal(true), literal(false)), [], 'boolean'],
    ['gathers literals', union(literal('a'), literal('b')), [], '"a" | "b"'],
    [
      'is a constant by its declared type',
      value('made'),
      [constant('made', object({ x: number }), name('User')), user],
      '{ id: number, email?: string }',
    ],
    [
      'is a constant by its value where the declared type is not known',
      value('made'),
      [constant('made', object({ x: number }), unknown)],
      '{ x: number }',
    ],
    [
      'is what a function declares',
      returns(value('load')),
      [callable('load', { returns: name('User') }), user],
      '{ id: number, email?: string }',
    ],
    [
      'is what a function returns where it declares nothing',
      returns(value('load')),
      [callable('load', { inferred: object({ a: text }) })],
      '{ a: string }',
    ],
    [
      'passes through a mapper without declared types',
      returns(value('wrap'), name('User')),
      [user, callable('wrap', { inferred: object({ data: { kind: 'parameter', callable: 'wrap', index: 0 } }) })],
      '{ data: { id: number, email?: string } }',
    ],
    [
      'is unwrapped by await',
      operator(name('Promise', list(name('User'))), 'awaited'),
      [user],
      '{ id: number, email?: string }[]',
    ],
    ['is unknown where a package declares it', name('Invoice'), [imports('Invoice', 'billing')], 'unknown'],
    ['keeps its list form when it is a literal list', tuple(text, number), [], '[string, number]'],
  ])('%s', (_title, body, facts, expected) => {
    expect(sent(body, facts)).toBe(expected);
  });
});

describe('utility types', () => {
  const facts = [declaration('T', object({ a: text, b: number, 'c?': text })), alias('K', union(literal('a'), literal('c')))];
  test.each<[string, Expression, string]>([
    ['Partial', operator(name('T'), 'partial'), '{ a?: string, b?: number, c?: string }'],
    ['Required', operator(name('T'), 'required'), '{ a: string, b: number, c: string }'],
    ['Pick', operator(name('T'), 'pick', 'a', 'c'), '{ a: string, c?: string }'],
    [
      'Pick by a named union',
      { kind: 'operator', operator: 'pick', of: name('T'), keys: name('K') },
      '{ a: string, c?: string }',
    ],
    ['Omit', operator(name('T'), 'omit', 'a'), '{ b: number, c?: string }'],
    [
      'Omit by keyof',
      { kind: 'operator', operator: 'omit', of: name('T'), keys: operator(operator(name('T'), 'pick', 'b'), 'keyof') },
      '{ a: string, c?: string }',
    ],
    ['Record by names', { kind: 'operator', operator: 'record', of: number, keys: name('K') }, '{ a: number, c: number }'],
    ['Record by text', { kind: 'operator', operator: 'record', of: number, keys: text }, '{ [key]: number }'],
    ['keyof', operator(name('T'), 'keyof'), '"a" | "b" | "c"'],
    ['an indexed access', member(name('T'), 'b'), 'number'],
    [
      'an intersection',
      { kind: 'intersection', parts: [name('T'), object({ d: text })] },
      '{ a: string, b: number, c?: string, d: string }',
    ],
    ['a branded scalar', { kind: 'intersection', parts: [text, object({ brand: literal('Id') })] }, 'string'],
  ])('%s', (_title, body, expected) => {
    expect(sent(body, facts)).toBe(expected);
  });

  test('what is picked by names that cannot be read is unknown', () => {
    expect(sent({ kind: 'operator', operator: 'pick', of: name('T'), keys: unknown }, facts)).toBe('unknown');
  });
});

describe('generic types', () => {
  const page = declaration('Page', object({ items: list(name('T')), total: number }), {
    parameters: [{ name: 'T', default: text }],
  });

  test('stand for their arguments', () => {
    expect(sent(name('Page', name('User')), [page, user])).toBe('{ items: { id: number, email?: string }[], total: number }');
  });
  test('fall back to their defaults', () => {
    expect(sent(name('Page'), [page])).toBe('{ items: string[], total: number }');
  });
  test('are told apart by their arguments', () => {
    expect(sent(tuple(name('Page', text), name('Page', number)), [page])).toBe(
      '[{ items: string[], total: number }, { items: number[], total: number }]',
    );
  });
  test('that grow for ever end as unknown', () => {
    const grow = declaration('Grow', object({ next: name('Grow', list(name('T'))) }), { parameters: [{ name: 'T' }] });
    expect(sent(name('Grow', text), [grow], {}, 1)).toContain('next');
  });
});

describe('recursion', () => {
  test('through an interface is a reference', () => {
    const tree = declaration('Tree', object({ label: text, children: list(name('Tree')) }));
    expect(sent(name('Tree'), [tree], {}, 1)).toBe('{ label: string, children: Tree[] }');
  });
  test('through an alias is a reference', () => {
    const json = alias('Json', union(text, number, list(name('Json'))));
    expect(sent(name('Json'), [json], {}, 1)).toBe('string | number | Json[]');
  });
  test('of a constant upon itself ends', () => {
    expect(sent(value('a'), [constant('a', value('b')), constant('b', value('a'))])).toBe('unknown');
  });
  test('of imports upon each other ends', () => {
    expect(
      sent(name('X'), [imports('X', './b')], {
        'b.ts': [imports('X', './c'), exports('X', name('X'))],
        'c.ts': [imports('X', './b'), exports('X', name('X'))],
      }),
    ).toBe('unknown');
  });
});

describe('names of other files', () => {
  const declared = { 'b.ts': [user, exports('User', name('User'))] };
  test('are imported', () => {
    expect(sent(name('Account'), [imports('Account', './b', 'User')], declared)).toBe('{ id: number, email?: string }');
  });
  test('come through a barrel', () => {
    const barrel = { ...declared, 'index.ts': [exports('*', { kind: 'module', specifier: './b' })] };
    expect(sent(name('User'), [imports('User', './index')], barrel)).toBe('{ id: number, email?: string }');
  });
  test('come as members of a namespace import', () => {
    expect(sent(member(name('all'), 'User'), [imports('all', './b', '*')], declared)).toBe('{ id: number, email?: string }');
  });
  test('come as the default of a CommonJS module', () => {
    const common = { 'b.ts': [exports('=', object({ load: value('load') })), callable('load', { returns: text })] };
    expect(sent(returns(member(value('b'), 'load')), [imports('b', './b', 'default')], common)).toBe('string');
    expect(sent(returns(value('load')), [imports('load', './b')], common)).toBe('string');
  });
  test('of a class lead to its methods', () => {
    const service = {
      'b.ts': [
        declaration('Service', object({}, { kind: 'method', name: 'find', callable: 'Service#find', at }), { form: 'class' }),
        callable('Service#find', { returns: name('Promise', text) }),
        exports('Service', name('Service')),
      ],
    };
    const controller = declaration('Controller', object({ service: name('Service') }), { form: 'class' });
    const call = operator(returns(member(member(name('Controller'), 'service'), 'find')), 'awaited');
    expect(sent(call, [controller, imports('Service', './b')], service)).toBe('string');
  });
});

describe('classes', () => {
  test('send what they inherit, not their methods', () => {
    const base = declaration(
      'Base',
      object({ id: number, hidden: text }, { kind: 'method', name: 'save', callable: 'Base#save', at }),
      { form: 'class' },
    );
    const derived = declaration('Derived', object({ hidden: number }), { form: 'class', extends: [name('Base')] });
    expect(sent(name('Derived'), [base, derived])).toBe('{ id: number, hidden: number }');
  });
  test('of an unknown base may have more fields', () => {
    expect(
      sent(name('Derived'), [declaration('Derived', object({ a: text }), { form: 'class', extends: [name('Entity')] })]),
    ).toBe('{ a: string, ...unknown }');
  });
  test('with toJSON send what it returns', () => {
    const money = declaration(
      'Money',
      object({ cents: number }, { kind: 'method', name: 'toJSON', callable: 'Money#toJSON', at }),
      { form: 'class' },
    );
    expect(sent(name('Money'), [money, callable('Money#toJSON', { returns: text })])).toBe('string');
  });
  test('follow the annotations of a serializer only where it runs', () => {
    const members = [
      property('password', text, { serialized: { hidden: true } }),
      property('userName', text, { serialized: { name: 'user_name' } }),
    ];
    const account = declaration('Account', object({ id: number }, ...members), { form: 'class' });
    expect(sent(name('Account'), [account])).toBe('{ id: number, password: string, userName: string }');
    expect(sent(operator(name('Account'), 'serialized'), [account])).toBe('{ id: number, user_name: string }');
  });
  test('enums send their values', () => {
    const role = declaration('Role', union(literal('admin'), literal('reader')), {
      form: 'enum',
      statics: [property('Admin', literal('admin'))],
    });
    expect(sent(object({ role: name('Role'), first: member(value('Role'), 'Admin') }), [role])).toBe(
      '{ role: "admin" | "reader", first: "admin" }',
    );
  });
});

describe('laws', () => {
  const leaf = fc.constantFrom<Expression>(
    text,
    number,
    unknown,
    absent,
    literal('x'),
    literal(null),
    name('User'),
    name('Tree'),
    name('Lost'),
    value('self'),
  );
  const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie('expression').map(list),
      fc.array(tie('expression'), { maxLength: 3 }).map((some) => union(...some)),
      fc.array(tie('expression'), { maxLength: 3 }).map((parts): Expression => ({ kind: 'intersection', parts })),
      fc.dictionary(fc.constantFrom('a', 'b?', 'c'), tie('expression'), { maxKeys: 3 }).map((members) => object(members)),
      tie('expression').map((of) => object({ a: text }, spread(of))),
      tie('expression').map((of) => member(of, 'a')),
      tie('expression').map((of): Expression => ({ kind: 'element', of })),
      tie('expression').map((of) => returns(of)),
      tie('expression').map((of) => operator(of, 'partial')),
      tie('expression').map((of) => operator(of, 'omit', 'a')),
    ),
  }));
  const known = [user, alias('Tree', object({ kids: list(name('Tree')) })), constant('self', object({ self: value('self') }))];

  test('any expression has a shape, and linking it never fails', () => {
    fc.assert(
      fc.property(expression, (body) => sent(body, known).length > 0),
      { numRuns: 300 },
    );
  });
  test('the order of files is irrelevant', () => {
    const files = {
      'b.ts': [user, exports('User', name('User'))],
      'c.ts': [get(undefined, '/c', name('User')), imports('User', './b')],
      'd.ts': [get(undefined, '/d', text)],
    };
    const turned = Object.fromEntries(Object.entries(files).reverse());
    expect(link(sheet(turned))).toEqual(link(sheet(files)));
  });
});

test('a type of a package is named with its package; a file that is not there, and what a call of a package gives, are not', () => {
  const packagesOf = (body: Expression, from: string) => {
    const facts = [imports('Parcel', from), get(undefined, '/', body)];
    return [...(link(sheet({ 'a.ts': facts })).packages ?? [])];
  };
  expect(packagesOf(name('Parcel'), '@shop/parcels')).toEqual([
    ['Parcel of @shop/parcels is not declared in the repository', '@shop/parcels'],
  ]);
  expect(packagesOf(name('Parcel'), './generated/parcels')).toEqual([]);
  expect(packagesOf(returns(name('Parcel')), '@shop/parcels')).toEqual([]);
});
