import fc from 'fast-check';
import { python } from '../../../../src/extract/languages/python/index.js';
import { mask } from '../../../../src/extract/languages/python/syntax/mask.js';
import { outline } from '../../../../src/extract/languages/python/syntax/statements.js';
import { sample } from '../../../long.js';
import { expectQuick } from '../../../processor-time.js';

beforeAll(() => python.prepare());

const SOURCE = `from fastapi import APIRouter, FastAPI
from pydantic import BaseModel, Field
from rest_framework import serializers, viewsets
from marshmallow import Schema, fields, post_dump
from flask import Flask, jsonify

app = FastAPI()  # an app
router = APIRouter(prefix=f"/v{1}/{'x'}")

class User(BaseModel):
    """A user's data."""
    id: int
    name: str | None = Field(None, alias='fullName')

class UserSerializer(serializers.ModelSerializer):
    books = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ['id', "name", 'books']

    def get_books(self, user):
        return [book.title for book in user.books.all()]

class UserSchema(Schema):
    id = fields.Int()

    @post_dump(pass_many=True)
    def wrap(self, data, many, **kwargs):
        if many:
            return {'users': data}
        return data

@router.get('/users/{id}', response_model=User)
async def user(id: int):
    data = {'id': id, **more}
    if data.get('id', None) is not None:
        data['name'] = lambda x: x
    elif not data:
        return None
    else:
        data.update(a=1)
    return data

app.include_router(router)
`;

/** Pieces of the language that change how what follows is read. */
const PIECES = [
  ...['"', "'", '"""', "'''", 'f"{', '#', '(', ')', '[', ']', '{', '}', '@', ':', ',', '=', '\\', '\n', '\n    ', '\t', ';'],
  ...[
    'lambda',
    'if ',
    'else:',
    'return ',
    'class ',
    'def ',
    'async ',
    'yield ',
    '**',
    '*',
    'print "x"\n',
    'exec code\n',
    '\u0000',
    '\ufeff',
  ],
];

const mutated = fc
  .array(fc.tuple(fc.nat(SOURCE.length), fc.nat(12), fc.constantFrom(...PIECES)), { maxLength: 8 })
  .map((edits) => edits.reduce((text, [at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut), SOURCE));

describe('hostile and broken Python', () => {
  test('a mutated source is read without an exception, the same each time', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const first = python.extract('app.py', text);
        expect(first.gaps.filter(({ reason }) => reason === 'extractor-crash')).toEqual([]);
        expect(python.extract('app.py', text)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  test('masking keeps every offset, and lines outside of strings', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { code, bare } = mask(text);
        expect([code.length, bare.length]).toEqual([text.length, text.length]);
        expect(code.split('\n').length).toBe(text.split('\n').length);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a field of an f-string over several lines', 'name = f"{\n    user[\'a\'](\n        1\n    )\n}(x)"'],
    ['a string over several lines, with what follows it', "name = '''\n  a (\n'''.strip()"],
    ['a string that a backslash carries on', "name = 'a\\\n  (b'"],
  ])('%s is one statement', (_title, text) => {
    const masked = mask(text);
    const { statements, unbalanced } = outline(masked.bare);
    expect([masked.broken, unbalanced, statements.map(({ start, end }) => [start, end])]).toEqual([
      undefined,
      undefined,
      [[0, text.length]],
    ]);
  });

  test('a string of one line that never ends is none, though a brace stands in it', () => {
    expect(mask('a = f"{x\nb = 1\n').broken).toBe(5);
  });

  test('a string that never ends, and a bracket that nothing closes, hide the service', () => {
    for (const text of ["from fastapi import FastAPI\nx = '''", 'from fastapi import FastAPI\nx = (1,\ndef f(): pass\n']) {
      const [gap] = python.extract('app.py', text).gaps;
      expect(gap).toMatchObject({ reason: 'syntax-error', hides: 'service' });
    }
  });

  test('Python 2 is read as far as it goes', () => {
    const text =
      'from flask import Flask\napp = Flask(__name__)\n\n@app.route("/x")\ndef x():\n    print "x" % ur"\\d"\n    raise E, "x"\n';
    expect(python.extract('app.py', text).facts.filter(({ kind }) => kind === 'route')).toHaveLength(1);
  });

  // half of what a megabyte may take, with room for a machine that is busy
  const half = (piece: string): string => piece.repeat(Math.ceil(500_000 / piece.length));
  const fastapi = 'from fastapi import FastAPI\napp = FastAPI()\n';
  const deep = Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join('');
  const sources: readonly (readonly [string, string])[] = [
    ['brackets that never close', `${fastapi}app.get(${half('(')}`],
    ['lists in lists', `${fastapi}x: ${half('list[')}`],
    ['lambdas', `${fastapi}x = ${half('lambda: ')}`],
    ['a chain of calls', `${fastapi}x = a${half('.b(c)')}`],
    ['conditions', `${fastapi}x = ${half('a if b else ')}c`],
    ['sums', `${fastapi}x = ${half('"a" + ')}"b"`],
    ['quotes', `${fastapi}${half('"')}`],
    ['fields of f-strings', `${fastapi}x = ${half("f'{")}`],
    ['f-strings within each other', `${fastapi}x = f"${half('{f"')}`],
    ['braces in f-strings', `${fastapi}x = f"${half('{')}"`],
    ['backslashes', `${fastapi}x = '${half('\\')}`],
    ['decorators', `${fastapi}${half('@app.get("/x")\n')}def f(): pass`],
    ['decorators of Flask', `from flask import Flask\napp = Flask(__name__)\n${half('@app.route("/x")\n')}def f(): return {}`],
    ['many branches', `${fastapi}def f():\n${half('    if a: return {"b": 1}\n')}`],
    ['one chain of branches', `${fastapi}def f():\n    if a: return 1\n${half('    elif b: return 2\n')}`],
    ['deep blocks', `${fastapi}${deep}`],
    ['many routes', `${fastapi}${half('@app.get("/x")\ndef f() -> int: return 1\n')}`],
    ['many models', `from pydantic import BaseModel\n${fastapi}${half('class A(BaseModel):\n    b: int\n')}`],
    [
      'many serializers',
      `from rest_framework import serializers\n${half('class ASerializer(serializers.Serializer):\n    b = serializers.CharField()\n')}`,
    ],
    ['many changes', `${fastapi}def f():\n    a = {}\n${half("    a['b'] = a\n")}    return a`],
    ['changes that refer to each other', `${fastapi}def f(a, b):\n${half("    a['x'] = b\n    b['x'] = a\n")}    return a`],
    ['imports', half('from a import b\n')],
    ['stars', half('from a import *\n')],
    ['parameters', `${fastapi}def f(${half('a=1, ')}): pass`],
  ];
  test.each(sample(sources, 12))('half a megabyte of %s takes less than two seconds', async (_, text) => {
    await expectQuick(2000, () => {
      try {
        python.extract('app.py', text);
      } catch (error) {
        // nested deeper than the stack: whoever reads the file makes a gap of it
        expect(error).toBeInstanceOf(RangeError);
      }
    });
  });

  const many = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('');

  test('attributes that thousands of methods set take time in proportion', async () => {
    const methods = many(6000, (index) => `    def m${index}(self):\n        self.x${index} = make()\n`);
    await expectQuick(4000, () => python.extract('app.py', `${fastapi}class A:\n${methods}`));
  });

  test('bases that are named many times are visited once a level', async () => {
    const classes = many(10, (index) => `class A${index + 1}(${`A${index}, `.repeat(60)}): pass\n`);
    for (const start of [
      'from marshmallow import fields\nclass A0: pass\n',
      'from marshmallow import Schema\nclass A0(Schema): pass\n',
      'from rest_framework import serializers\nclass A0(serializers.ModelSerializer): pass\n',
    ])
      await expectQuick(2000, () => python.extract('app.py', `${start}${classes}`));
  });

  test.each([
    ['fields', "['a']"],
    ['exclude', "['a'] + NAMES"],
  ])('lists of %s that double with each serializer end unread', async (key, first) => {
    const doubled = (at: number): string => `S${at}.Meta.${key} + S${at}.Meta.${key}`;
    const serializer = (name: string, value: string): string =>
      `class ${name}(serializers.ModelSerializer):\n    class Meta:\n        model = A\n        ${key} = ${value}\n`;
    const chain = many(26, (at) => serializer(`S${at + 1}`, doubled(at)));
    const ends = many(300, (at) => serializer(`E${at}`, `S26.Meta.${key}`));
    const text = `from rest_framework import serializers\nfrom others import NAMES\n${serializer('S0', first)}${chain}${ends}`;
    await expectQuick(2000, () => {
      expect(python.extract('app.py', text).gaps).toEqual([]);
    });
  });

  test('variables that get a second value far away, or in the same line, take time in proportion', async () => {
    const far = many(20_000, (index) => `a${index}=1\n`) + many(20_000, (index) => `a${index}=2\n`);
    const near = many(20_000, (index) => `a${index}=1;a${index}=2;`);
    await expectQuick(4000, () => python.extract('app.py', `${fastapi}${far}${near}\n`));
  });

  test('handlers that are passed on in many calls are taken once', () => {
    const calls = (name: string): string => `    ${name}(h)\n`.repeat(40);
    const text = `from litestar import Litestar, get\n@get('/x')\ndef x() -> dict:\n    return {}\ndef a(h):\n    return Litestar(route_handlers=h)\ndef b(h):\n${calls('a')}def c(h):\n${calls('b')}def d(h):\n${calls('c')}d([x])\n`;
    expect(python.extract('app.py', text).facts.length).toBeLessThan(2000);
  });
});
