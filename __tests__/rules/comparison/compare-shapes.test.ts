import type { Definitions, Shape } from '../../../src/model/shape.js';
import { NULL } from '../../../src/model/shape.js';
import { compareShapes } from '../../../src/rules/comparison/compare-shapes.js';
import {
  constants,
  either,
  fieldsOf,
  flag,
  integer,
  list,
  map,
  nullable,
  number,
  ref,
  required,
  scalar,
  sent,
  text,
  tuple,
  unseen,
} from '../given.js';

const NONE: Definitions = new Map();

/** `problem path weight` of every difference; unknown places as `? path`. */
function found(one: Shape, other: Shape, definitions: Definitions = NONE, types: Definitions = NONE): readonly string[] {
  const { differences, unknown } = compareShapes({ shape: one, definitions }, { shape: other, definitions: types });
  return [
    ...differences.map(({ problem, path, weight }) => `${problem} ${path || '(body)'}${weight === 'broken' ? '' : ` ${weight}`}`),
    ...[...unknown.keys()].map((path) => `? ${path || '(body)'}`),
  ].sort();
}

type Row = readonly [title: string, promised: Shape, actual: Shape, found: readonly string[]];

function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    test.each(rows)('%s', (_title, one, other, expected) => {
      expect(found(one, other)).toEqual([...expected].sort());
    });
  });
}

table('scalars', [
  ['the same type', text, text, []],
  ['another type', text, flag, ['type (body)']],
  ['a number where a string is promised', text, number, ['type (body)']],
  ['a number may be an integer: many languages have no other', integer, number, []],
  ['a type with fractions is no integer', integer, { kind: 'scalar', type: 'number', format: 'double' }, ['type (body)']],
  ['a type with fractions is a number', number, { kind: 'scalar', type: 'number', format: 'double' }, []],
  ['an integer is a number', number, integer, []],
  ['a constant of the type', text, constants('a'), []],
  ['a constant of another type', text, constants(1), ['type (body)']],
  ['a fraction where an integer is promised', integer, constants(1.5), ['type (body)']],
  ['a string where an object is promised', required({ id: integer }), text, ['type (body)']],
  ['an object where a string is promised', text, sent({ id: integer }), ['type (body)']],
]);

const perhaps = (possibly: Shape): Shape => ({ kind: 'unknown', why: 'a condition decides', possibly });
const person = required({ id: integer, name: text });

table('what may be sent, or else another option', [
  ['fits', person, perhaps(sent({ id: integer, name: text })), []],
  [
    'all of them fit',
    person,
    either(perhaps(sent({ id: integer, name: text })), perhaps(sent({ id: constants(1), name: text }))),
    [],
  ],
  [
    'beside what is surely sent it breaks nothing',
    person,
    either(sent({ id: integer, name: text }), perhaps(sent({ id: integer }))),
    ['? name'],
  ],
  [
    'only some of them break a field',
    person,
    either(perhaps(sent({ id: integer })), perhaps(sent({ id: integer, name: text }))),
    ['? name'],
  ],
  [
    'all of them break a field',
    person,
    either(perhaps(sent({ id: integer })), perhaps(sent({ id: text }))),
    ['missing name', '? id'],
  ],
  [
    'what is not known at all beside them leaves that open',
    person,
    either(perhaps(sent({ id: integer })), unseen('unread')),
    ['? (body)', '? name'],
  ],
]);

const loaded = (shape: Shape): Shape => ({
  kind: 'object',
  fields: [{ name: 'books', naming: 'declared', required: true, unsure: true, shape }],
  rest: false,
});
const books = list(required({ id: integer }));

table('what is sent or left out, which is not known', [
  ['fits where it is sent', required({ 'books?': books }), loaded(perhaps(list(sent({ id: integer })))), []],
  ['would not fit where it is sent', required({ 'books?': books }), loaded(perhaps(list(sent({ id: text })))), ['? books[].id']],
  ['must not be left out', required({ books }), loaded(perhaps(list(sent({ id: integer })))), ['? books']],
  ['what it is is not known', required({ 'books?': books }), loaded(unseen('unread')), ['? books']],
  ['nothing is promised of it', required({ 'id?': integer }), loaded(perhaps(text)), ['? (body)', 'missing id weak']],
]);

const doubt: Shape = { kind: 'unknown', why: 'it may be null', asNull: true };

table('what may be null', [
  ['where null is allowed nothing is open', nullable(text), either(text, doubt), []],
  ['where it is not, that is open', text, either(text, doubt), ['? (body)']],
  ['what else is not known stays open', nullable(text), either(text, doubt, unseen()), ['? (body)']],
  ['what is there is compared all the same', nullable(integer), either(text, doubt), ['type (body)']],
]);

table('formats', [
  ['a plain string may hold a date-time', scalar('string', 'date-time'), text, []],
  ['the same format', scalar('string', 'date-time'), scalar('string', 'date-time'), []],
  ['a date-time where a uuid is promised', scalar('string', 'uuid'), scalar('string', 'date-time'), ['format (body) weak']],
  ['a date-time where a date is promised', scalar('string', 'date'), scalar('string', 'date-time'), ['format (body) weak']],
  ['uri and url are one', scalar('string', 'uri'), scalar('string', 'url'), []],
  ['numeric formats say nothing of the wire', scalar('integer', 'int32'), scalar('integer', 'int64'), []],
  ['a format of the team’s own', scalar('string', 'isbn'), scalar('string', 'uuid'), []],
]);

table('enums', [
  ['the same values in another order', constants('a', 'b'), constants('b', 'a'), []],
  ['fewer values', constants('a', 'b'), constants('a'), []],
  ['a value outside', constants('a', 'b'), constants('a', 'c'), ['enum (body)']],
  ['a value of another type', constants('a'), constants(1), ['type (body)']],
  ['an open string may stay inside', constants('a', 'b'), text, []],
  ['an open boolean where strings are listed', constants('a', 'b'), flag, ['type (body)']],
  ['values written as a union of constants', either(constants('a'), constants('b')), constants('a', 'b'), []],
  ['null among the values', constants('a', null), nullable(constants('a')), []],
  ['null not among the values', constants('a'), constants('a', null), ['nullability (body)']],
]);

table('null', [
  ['null promised and sent', nullable(text), nullable(text), []],
  ['null sent, not promised', text, nullable(text), ['nullability (body)']],
  ['null promised, never sent', nullable(text), text, []],
  ['always null, not promised', text, NULL, ['nullability (body)']],
  ['always null, promised', nullable(text), NULL, []],
  ['a value where only null is promised', NULL, text, ['type (body)']],
  ['null and another type at once', text, nullable(integer), ['nullability (body)', 'type (body)']],
]);

const entity: Shape = {
  kind: 'object',
  fields: [
    ...fieldsOf({ id: integer }),
    { name: 'blogPosts', naming: 'declared', shape: unseen(), required: true, unsure: true },
  ],
  rest: false,
};

table('fields that may be sent or not', [
  ['one that is promised', required({ id: integer, blogPosts: list(text) }), entity, ['? blogPosts']],
  ['one that is not', required({ id: integer }), entity, []],
  ['one that is not, where no other is allowed', required({ id: integer }, false), entity, []],
  ['one that is promised in another case', required({ id: integer, blog_posts: list(text) }), entity, ['missing blog_posts']],
]);

const omitting: Shape = {
  kind: 'object',
  fields: [{ name: 'tags', naming: 'declared', shape: list(text), required: true, leftOut: 'while it is empty' }],
  rest: false,
};

table('fields that are left out while they are empty', [
  ['one that is required may be missing', required({ tags: list(text) }), omitting, ['? tags']],
  ['its items are compared', required({ tags: list(integer) }), omitting, ['? tags', 'type tags[]']],
  ['one that is optional', required({ 'tags?': list(text) }), omitting, []],
]);

table('fields', [
  ['all there', required({ id: integer, name: text }), sent({ name: text, id: integer }), []],
  ['a required one missing', required({ id: integer, name: text }), sent({ id: integer }), ['missing name']],
  ['an optional one missing', required({ id: integer, 'name?': text }), sent({ id: integer }), ['missing name weak']],
  ['a required one that may be left out', required({ id: integer }), sent({ 'id?': integer }), ['optionality id']],
  ['an optional one always sent', required({ 'id?': integer }), sent({ id: integer }), []],
  [
    'others than those promised, none of which is required: no sign that the promise is kept',
    required({ 'id?': integer, 'name?': text }),
    sent({ author: text }),
    ['? (body)', 'extra author beside', 'missing id weak', 'missing name weak'],
  ],
  [
    'one of several optional ones, and others',
    required({ 'id?': integer, 'name?': text }),
    sent({ id: integer, author: text }),
    ['extra author beside', 'missing name weak'],
  ],
  ['nothing at all where nothing is required', required({ 'id?': integer }), sent({}), ['missing id weak']],
  ['one of another type', required({ id: integer }), sent({ id: text }), ['type id']],
  ['one more', required({ id: integer }), sent({ id: integer, age: integer }), ['extra age beside']],
  ['one more where none is allowed', required({ id: integer }, false), sent({ id: integer, age: integer }), ['extra age']],
  ['one more that fits the additional ones', required({ id: integer }, text), sent({ id: integer, note: text }), []],
  ['one more that does not fit the additional ones', required({}, text), sent({ age: integer }), ['type age']],
  ['any object where nothing but an object is promised', required({}), sent({ id: integer }), []],
  ['a write-only one is not expected', required({ id: integer, 'password!w': text }), sent({ id: integer }), []],
  ['a write-only one sent', required({ 'password!w': text }), sent({ password: text }), ['extra password beside']],
  ['a write-only one of the code is not sent', required({ id: integer }), sent({ 'id!w': integer }), ['missing id']],
  ['nested', required({ a: required({ b: text }) }), sent({ a: sent({ b: integer }) }), ['type a.b']],
  ['more may be sent than is known', required({ id: integer, name: text }), sent({ id: text }, unseen()), ['? name', 'type id']],
  ['any others may be sent', required({ name: text }), sent({}, true), ['? name']],
  ['others may be sent where none is allowed', required({ id: integer }, false), sent({ id: integer }, true), ['? {}']],
]);

table('names', [
  ['camelCase promised, snake_case sent', required({ createdAt: text }), sent({ created_at: text }), ['case createdAt']],
  ['snake_case promised, PascalCase sent', required({ created_at: text }), sent({ CreatedAt: text }), ['case created_at']],
  ['kebab-case', required({ 'created-at': text }), sent({ createdAt: text }), ['case created-at']],
  [
    'another type behind another case',
    required({ createdAt: text }),
    sent({ created_at: flag }),
    ['case createdAt', 'type createdAt'],
  ],
  [
    'both spellings sent',
    required({ createdAt: text }),
    sent({ createdAt: text, created_at: text }),
    ['extra created_at beside'],
  ],
  [
    'another name is another field',
    required({ createdAt: text }),
    sent({ created: text }),
    ['extra created beside', 'missing createdAt'],
  ],
]);

table('lists, tuples and maps', [
  ['items', required({ tags: list(text) }), sent({ tags: list(integer) }), ['type tags[]']],
  ['fields of items', list(required({ id: integer })), list(sent({ id: text })), ['type [].id']],
  [
    'deep',
    required({ a: list(required({ b: required({ c: text }) })) }),
    sent({ a: list(sent({ b: sent({}) })) }),
    ['missing a[].b.c'],
  ],
  ['an object where a list is promised', list(text), sent({ data: list(text) }), ['type (body)']],
  ['a list where an object is promised', required({ data: list(text) }), list(text), ['type (body)']],
  ['a tuple as a list', list(text), tuple(text, integer), ['type []']],
  ['the same tuple', tuple(text, integer), tuple(text, integer), []],
  ['a tuple of another length', tuple(text), tuple(text, text), ['type (body)']],
  ['a place of a tuple', tuple(text, integer), tuple(text, text), ['type [1]']],
  ['a list as a tuple', tuple(text, text), list(text), ['? (body)']],
  ['values of maps', map(text), map(integer), ['type {}']],
  [
    'an object as a map',
    required({ labels: map(text) }),
    sent({ labels: sent({ color: text, size: integer }) }),
    ['type labels.size'],
  ],
  ['a map as an object', required({ id: integer, 'name?': text }), map(text), ['? id', '? name']],
]);

table('unions', [
  ['the same', either(text, integer), either(integer, text), []],
  ['one option of the promised', either(text, integer), text, []],
  ['one option too many', text, either(text, integer), ['type (body)']],
  ['none of the promised', either(text, integer), flag, ['type (body)']],
  ['constants of several options', either(text, constants(1)), constants('a', 1), []],
  ['a constant outside of several options', either(flag, constants('a')), constants('a', 'b'), ['enum (body)']],
  [
    'told apart by a constant field: the one that is meant is blamed',
    either(required({ kind: constants('cat'), lives: integer }), required({ kind: constants('dog'), tricks: list(text) })),
    sent({ kind: constants('dog'), tricks: text }),
    ['type tricks'],
  ],
  [
    'told apart by a constant field, though another option would need less to be kept',
    either(required({ kind: constants('cat'), a: text, b: text }), required({ kind: constants('dog'), x: text })),
    sent({ kind: constants('cat'), x: text }),
    ['extra x beside', 'missing a', 'missing b'],
  ],
  [
    'what fits best is blamed',
    either(required({ a: text, b: text, c: text }), required({ x: text, y: text })),
    sent({ a: text, b: text }),
    ['missing c'],
  ],
  [
    'what fits none better than another is one finding',
    either(required({ a: text }), required({ b: text })),
    sent({ c: text }),
    ['type (body)'],
  ],
  [
    'every option that the code sends has to fit',
    required({ id: integer }),
    either(sent({ id: integer }), sent({ error: text })),
    ['extra error beside', 'missing id'],
  ],
  [
    'what is optional, and some options send',
    required({ id: integer, 'left?': text, 'right?': text }),
    either(sent({ id: integer, left: text }), sent({ id: integer })),
    ['missing right weak'],
  ],
]);

describe('discriminators', () => {
  const definitions: Definitions = new Map([
    ['Cat', required({ kind: text, lives: integer })],
    ['Dog', required({ kind: text, lives: integer, tricks: list(text) })],
  ]);
  const pet: Shape = {
    kind: 'union',
    options: [ref('Cat'), ref('Dog')],
    discriminator: { field: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
  };

  test('the option that the constant names is the one compared, though another would fit', () => {
    expect(found(pet, sent({ kind: constants('dog'), lives: integer }), definitions)).toEqual(['missing tricks']);
  });

  test('constants of several options are held against each of them', () => {
    expect(found(pet, sent({ kind: constants('cat', 'dog'), lives: text }), definitions)).toEqual([
      'missing tricks',
      'type lives',
    ]);
    expect(found(pet, sent({ kind: constants('cat', 'dog'), lives: integer, tricks: list(text) }), definitions)).toEqual([
      'extra tricks beside',
    ]);
    expect(found(pet, sent({ kind: constants('cat', 'cow'), lives: integer }), definitions)).toEqual(['enum kind']);
  });

  test('what only some of the constants allow may stand beside these alone', () => {
    const some = sent({ kind: constants('cat', 'dog'), lives: integer, 'tricks?': list(text) });
    expect(found(pet, some, definitions)).toEqual(['? tricks', 'extra tricks beside']);
  });

  test('of several forms each may have only the tag that it fits with', () => {
    const kind = constants('cat', 'dog');
    const [cat, dog] = [sent({ kind, lives: integer }), sent({ kind, lives: integer, tricks: list(text) })];
    expect(found(pet, either(cat, dog), definitions)).toEqual(['? tricks', 'extra tricks beside']);
    // twins: no form has the tricks; the one that has them is no dog
    expect(found(pet, either(cat, sent({ kind, lives: integer, other: text })), definitions)).toContain('missing tricks');
    const named = sent({ kind: constants('cat'), lives: integer, tricks: list(text) });
    expect(found(pet, either(cat, named), definitions)).toContain('missing tricks');
  });

  test('constants tell options apart without a discriminator as well', () => {
    const [cat, dog] = [
      required({ kind: constants('cat'), lives: integer }),
      required({ kind: constants('dog'), lives: integer }),
    ];
    expect(found(either(cat, dog), sent({ kind: constants('cat', 'dog'), lives: integer }))).toEqual([]);
    expect(found(either(cat, dog), sent({ kind: constants('cat', 'dog'), lives: text }))).toEqual(['type lives']);
  });

  test('forms of an inner field may each belong to one of the constants; what no form has is missing', () => {
    const toys = (inner: Shape): Shape => required({ kind: text, toys: list(inner) });
    const both: Definitions = new Map([
      ['Cat', toys(required({ ball: integer }))],
      ['Dog', toys(required({ bone: integer, bowl: integer }))],
    ]);
    const some = (...inner: Shape[]): Shape => sent({ kind: constants('cat', 'dog'), toys: list(either(...inner)) });
    expect(found(pet, some(sent({ ball: integer }), sent({ bone: integer, bowl: integer })), both)).toEqual([
      '? toys[].ball',
      '? toys[].bone',
      '? toys[].bowl',
      'extra toys[].ball beside',
      'extra toys[].bone beside',
      'extra toys[].bowl beside',
    ]);
    expect(found(pet, some(sent({ ball: integer }), sent({ bone: integer })), both)).toContain('missing toys[].bowl');
  });

  test('a constant that names none is a value not in the contract', () => {
    expect(found(pet, sent({ kind: constants('cow'), lives: integer }), definitions)).toEqual(['enum kind']);
  });

  test('an open string names nothing: what fits best counts', () => {
    expect(found(pet, sent({ kind: text, lives: integer }), definitions)).toEqual([]);
  });
});

describe('a promise of any value', () => {
  test.each<Row>([
    ['is kept by whatever is sent', required({ data: { kind: 'unknown', why: 'any', any: true } }), sent({ data: text }), []],
    ['is kept by what is not seen', required({ data: { kind: 'unknown', why: 'any', any: true } }), sent({ data: unseen() }), []],
  ])('%s', (_title, one, other, expected) => {
    expect(found(one, other)).toEqual(expected);
  });
});

describe('parts that exclude each other', () => {
  const conflict: Shape = { kind: 'unknown', why: 'no value', conflict: [{ shape: list(text) }, { shape: required({}) }] };
  test.each<Row>([
    ['are broken by either', required({ a: conflict }), sent({ a: list(text) }), ['type a']],
    ['by the other', required({ a: conflict }), sent({ a: sent({}) }), ['type a']],
    ['by null', required({ a: conflict }), sent({ a: NULL }), ['type a']],
    ['not by what is not seen', required({ a: conflict }), sent({ a: unseen() }), ['? a']],
    ['not by leaving it out', required({ 'a?': conflict }), sent({}), ['missing a weak']],
    ['not as one option of several', required({ a: either(conflict, text) }), sent({ a: text }), ['? a']],
  ])('%s', (_title, one, other, expected) => {
    expect(found(one, other)).toEqual([...expected].sort());
  });
});

describe('unknown', () => {
  test.each<Row>([
    ['as the body', required({ id: integer }), unseen(), ['? (body)']],
    ['in the promise', unseen(), sent({ id: integer }), ['? (body)']],
    ['in one field: the others are compared', required({ a: text, b: text }), sent({ a: unseen(), b: flag }), ['? a', 'type b']],
    ['as items', required({ tags: list(text) }), sent({ tags: list(unseen()) }), ['? tags[]']],
    ['as one option: the others are compared', text, either(unseen(), flag), ['? (body)', 'type (body)']],
  ])('%s', (_title, one, other, expected) => {
    expect(found(one, other)).toEqual(expected);
  });

  test('a name that leads nowhere is unknown, with the name as the reason', () => {
    const { unknown } = compareShapes({ shape: text, definitions: NONE }, { shape: ref('User'), definitions: NONE });
    expect([...unknown]).toEqual([['', 'User is not defined']]);
  });
});

describe('recursion', () => {
  const tree = (value: Shape): Definitions => new Map([['Node', required({ value, children: list(ref('Node')) }, false)]]);

  test('the same recursive shape on both sides is kept', () => {
    expect(found(ref('Node'), ref('Node'), tree(text), tree(text))).toEqual([]);
  });

  test('a difference in a recursive shape is found once, where it is met first', () => {
    expect(found(ref('Node'), ref('Node'), tree(text), tree(flag))).toEqual(['type value']);
  });

  test('names that only lead to each other end', () => {
    const loop: Definitions = new Map([
      ['A', ref('B')],
      ['B', ref('A')],
    ]);
    expect(found(ref('A'), text, loop)).toEqual(['? (body)']);
  });

  test('the same names in two places are compared in both', () => {
    const definitions: Definitions = new Map([['User', required({ id: integer })]]);
    const types: Definitions = new Map([['User', sent({ id: text })]]);
    const one = required({ author: ref('User'), editor: ref('User') });
    const other = sent({ author: ref('User'), editor: ref('User') });
    expect(found(one, other, definitions, types)).toEqual(['type author.id', 'type editor.id']);
  });

  test('shapes that multiply with every level end, and what was not reached is unknown', () => {
    const names = Array.from({ length: 40 }, (_, index) => `L${index}`);
    const levels = (leaf: Shape): Definitions =>
      new Map(
        names.map((name, index) => [
          name,
          index === 39 ? leaf : required({ a: ref(`L${index + 1}`), b: ref(`L${index + 1}`) }, false),
        ]),
      );
    const result = found(ref('L0'), ref('L0'), levels(text), levels(text));
    expect(result.length).toBeGreaterThan(0);
    expect(result.every((line) => line.startsWith('? '))).toBe(true);
  });
});

describe('what is counted', () => {
  const count = (one: Shape, other: Shape): readonly string[] => {
    const sides = [one, other].map((shape) => ({ shape, definitions: NONE }));
    const [first, second] = sides;
    if (first === undefined || second === undefined) return [];
    return [...compareShapes(first, second).compared].sort();
  };

  test('promised fields, once each, whatever came of them', () => {
    const one = required({ id: integer, name: text, tags: list(required({ label: text })) });
    const other = sent({ id: text, tags: list(sent({ label: text })), more: text });
    expect(count(one, other)).toEqual(['id', 'name', 'tags', 'tags[].label']);
  });

  test('not those that are unknown', () => {
    expect(count(required({ id: integer, name: text }), sent({ id: integer, name: unseen() }))).toEqual(['id']);
  });

  test('a body that is no object counts as one', () => {
    expect(count(list(text), list(text))).toEqual(['']);
  });
});

describe('what a difference says', () => {
  test('both sides in words, with both lines', () => {
    const definitions: Definitions = new Map([
      ['User', { kind: 'object', fields: fieldsOf({ id: integer }, 'openapi.yaml'), rest: true }],
    ]);
    const types: Definitions = new Map([['UserDto', { kind: 'object', fields: fieldsOf({ id: text }, 'user.ts'), rest: false }]]);
    const { differences } = compareShapes({ shape: ref('User'), definitions }, { shape: ref('UserDto'), definitions: types });
    expect(differences).toEqual([
      expect.objectContaining({
        expected: 'integer',
        actual: 'string',
        promisedAt: { file: 'openapi.yaml', line: 1 },
        codeAt: { file: 'user.ts', line: 1 },
      }),
    ]);
  });

  test('a missing field is placed at the first line of the object that lacks it', () => {
    const other: Shape = { kind: 'object', fields: fieldsOf({ id: integer, age: integer }, 'user.ts'), rest: false };
    const { differences } = compareShapes(
      { shape: required({ name: text }), definitions: NONE },
      { shape: other, definitions: NONE },
      { codeAt: { file: 'handler.ts', line: 9 } },
    );
    expect(differences.find(({ problem }) => problem === 'missing')?.codeAt).toEqual({ file: 'user.ts', line: 1 });
  });

  test('a bare object where a wrapped one is promised: one missing field that says so, the rest are notes', () => {
    const one = required({ user: required({ id: integer, email: text }) });
    const { differences } = compareShapes(
      { shape: one, definitions: NONE },
      { shape: sent({ id: integer, email: text }), definitions: NONE },
    );
    expect(differences.map(({ problem, path, weight }) => [problem, path, weight])).toEqual([
      ['missing', 'user', 'broken'],
      ['extra', 'email', 'beside'],
      ['extra', 'id', 'beside'],
    ]);
    expect(differences[0]?.suggestion).toContain('Wrap them in user');
  });

  test('another case suggests the name that is promised', () => {
    const { differences } = compareShapes(
      { shape: required({ createdAt: text }), definitions: NONE },
      { shape: sent({ created_at: text }), definitions: NONE },
    );
    expect(differences[0]).toMatchObject({ expected: 'createdAt', actual: 'created_at', suggestion: 'Send it as createdAt.' });
  });

  test.each([
    ['favoritesCount', 'favoriteCount'],
    ['createdAt', 'created'],
  ])('what is missing as %s may be sent as %s', (name, other) => {
    const { differences } = compareShapes(
      { shape: required({ [name]: text }), definitions: NONE },
      { shape: sent({ [other]: text, xyz: text }), definitions: NONE },
    );
    const suggestion = differences.find(({ problem }) => problem === 'missing')?.suggestion;
    expect(suggestion).toContain(`${other} is sent`);
  });

  test('two letters are the beginning of too many names to suggest one', () => {
    const { differences } = compareShapes(
      { shape: required({ id: text }), definitions: NONE },
      { shape: sent({ identifier: text }), definitions: NONE },
    );
    expect(differences.map(({ suggestion }) => suggestion)).toEqual([undefined, undefined]);
  });
});
