import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { statusNamed } from '../../../model/http-status.js';
import { withoutArguments } from './changes.js';
import { dumped, isGivenClass } from './model-dumps.js';
import { queriedRows } from './schemas/queries.js';
import { originOf, type Scope, type SlashChange } from './scope.js';
import { FLOAT, literal, type Source, scalar, unknown } from './source.js';
import { argument, keyword, lastName, type Node, plainText } from './syntax/syntax.js';

type Call = Extract<Node, { kind: 'call' }>;

/** Methods of texts and dates that always return a text. */
const GIVES_TEXT = new Set([
  ...['isoformat', 'strftime', 'strip', 'lower', 'upper', 'title', 'capitalize', 'replace', 'decode', 'hexdigest', 'join'],
  ...['lstrip', 'rstrip', 'removeprefix', 'removesuffix', 'zfill', 'ljust', 'rjust', 'casefold', 'swapcase', 'ctime'],
]);
const GIVES_TEXTS = new Set(['split', 'rsplit', 'splitlines']);
const GIVES_TRUTH = new Set(['startswith', 'endswith', 'isdigit', 'isalpha', 'isalnum', 'isnumeric', 'islower', 'isupper']);

/** Methods that strip slashes from a text, and where. */
const SLASHES: Readonly<Record<string, 'start' | 'end' | 'both'>> = {
  ...{ strip: 'both', lstrip: 'start', rstrip: 'end' },
  ...{ removeprefix: 'start', removesuffix: 'end' },
};

/** A text after slashes are stripped or added; it is sent as a text in any case. */
export function slashed(of: Expression, how: SlashChange): Expression {
  return { kind: 'text', parts: [{ kind: 'operator', operator: 'slashed', of, keys: literal(how) }] };
}

const MOMENT = scalar('string', 'date-time');

const SCALARS: Readonly<Record<string, Expression>> = {
  str: scalar('string'),
  repr: scalar('string'),
  int: scalar('integer'),
  len: scalar('integer'),
  float: FLOAT,
  bool: scalar('boolean'),
  ord: scalar('integer'),
  hash: scalar('integer'),
  chr: scalar('string'),
  hex: scalar('string'),
  callable: scalar('boolean'),
  hasattr: scalar('boolean'),
  'json.dumps': scalar('string'),
  'math.ceil': scalar('integer'),
  'math.floor': scalar('integer'),
  'math.trunc': scalar('integer'),
  'math.sqrt': FLOAT,
  'time.time': FLOAT,
  'time.monotonic': FLOAT,
  'time.perf_counter': FLOAT,
  'time.time_ns': scalar('integer'),
  'secrets.token_hex': scalar('string'),
  'secrets.token_urlsafe': scalar('string'),
  'jwt.encode': scalar('string'),
  'jose.jwt.encode': scalar('string'),
  'flask_jwt_extended.create_access_token': scalar('string'),
  'flask_jwt_extended.create_refresh_token': scalar('string'),
  'werkzeug.security.generate_password_hash': scalar('string'),
  'datetime.datetime.now': MOMENT,
  'datetime.datetime.utcnow': MOMENT,
  'datetime.datetime.today': MOMENT,
  'datetime.datetime.fromtimestamp': MOMENT,
  'datetime.datetime.utcfromtimestamp': MOMENT,
  'datetime.datetime.fromisoformat': MOMENT,
  'datetime.datetime.strptime': MOMENT,
  'datetime.datetime.combine': MOMENT,
  'datetime.date.today': scalar('string', 'date'),
  isinstance: scalar('boolean'),
  any: scalar('boolean'),
  all: scalar('boolean'),
};

/**
 * The result of a builtin call, or of a library call that only passes its argument on; undefined: the function is resolved
 * normally.
 */
export function knownCall(
  source: Source,
  scope: Scope,
  call: Call,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const special = source.special(source, scope, call, inner);
  if (special !== undefined) return special;
  const origin = originOf(scope, call.of);
  if (origin !== undefined) {
    const plain = SCALARS[origin];
    if (plain !== undefined) return plain;
    if (REQUESTED.test(origin)) return parameterOf(scope, call, inner);
    const made = byOrigin(source, origin, call, inner);
    if (made !== undefined) return made;
  }
  return call.of.kind === 'attribute' ? byMethod(scope, call, call.of, inner) : undefined;
}

function byOrigin(
  source: Source,
  origin: string,
  call: Call,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const first = argument(call, 0);
  switch (origin) {
    case 'dict':
      return dictionary(source, call, inner);
    case 'list':
    case 'iter':
    case 'sorted':
    case 'tuple':
    case 'set':
    case 'reversed':
      if (first === undefined) return { kind: 'tuple', items: [] };
      return first.kind === 'comprehension' ? inner(first) : { kind: 'array', items: { kind: 'element', of: inner(first) } };
    case 'copy.copy':
    case 'copy.deepcopy':
    case 'dataclasses.replace':
    case 'dataclasses.asdict':
    case 'vars':
      return inner(first);
    case 'os.getenv':
    case 'os.environ.get':
    case 'getattr':
      return settingOf(origin, call, inner);
    case 'collections.OrderedDict':
      return call.arguments.length === 1 && first !== undefined
        ? (pairsOf(source, first, inner) ?? unknown('a dictionary made of another value'))
        : unknown('a dictionary made of another value');
    case 'fastapi.encoders.jsonable_encoder':
      return call.arguments.length === 1 ? inner(first) : unknown('an encoder leaves some of it out');
    case 'typing.cast':
      return inner(argument(call, 1));
    case 'round':
      return argument(call, 1, 'ndigits') === undefined ? scalar('integer') : inner(first);
    case 'asyncio.gather':
      return gathered(call, inner);
    case 'map':
    case 'filter':
      return eachOf(origin, call, inner) ?? unknown(`what ${origin} gives is not worked out`);
    case 'enumerate':
    case 'zip':
      return unknown(`what ${origin} gives is not worked out`);
    default:
      return ofItems(origin, call, inner);
  }
}

const REQUESTED = /^flask\.request\.(?:args|values|form)\.get$/;

/** `request.args.get('page', 1, type=int)`: https://werkzeug.palletsprojects.com/en/stable/datastructures/ */
function parameterOf(scope: Scope, call: Call, inner: (of: Node | undefined) => Expression): Expression {
  const type = argument(call, 2, 'type');
  const fallback = argument(call, 1, 'default');
  const made = type === undefined ? scalar('string') : SCALARS[originOf(scope, type) ?? ''];
  const given = made ?? unknown('what makes a value of a parameter is not known');
  return { kind: 'union', options: [given, fallback === undefined ? literal(null) : inner(fallback)] };
}

/** A value of the environment, or a member by name. */
function settingOf(origin: string, call: Call, inner: (of: Node | undefined) => Expression): Expression {
  const first = argument(call, 0);
  const fallback = argument(call, origin === 'getattr' ? 2 : 1, 'default');
  const unread = unknown('a value of the environment');
  const member = origin === 'getattr' && call.arguments.length === 2 ? plainText(argument(call, 1)) : undefined;
  if (member !== undefined) return { kind: 'member', of: inner(first), name: member };
  // only settings objects certainly have the member
  if (origin === 'getattr' && !/settings|config|conf|env/i.test(lastName(first) ?? '')) return unread;
  return fallback === undefined ? unread : { kind: 'union', options: [unread, inner(fallback)] };
}

/** `map(f, xs)`, `filter(None, xs)`; for other filters it is unknown which of several forms remain. */
function eachOf(origin: 'map' | 'filter', call: Call, inner: (of: Node | undefined) => Expression): Expression | undefined {
  const [by, list, ...more] = call.arguments;
  if (by === undefined || list === undefined || more.length > 0 || list.star !== undefined) return undefined;
  const item: Expression = { kind: 'element', of: inner(list.value) };
  if (origin === 'filter') {
    const isPlain = by.value.kind === 'constant' || (by.value.kind === 'name' && by.value.name === 'bool');
    return { kind: 'array', items: { kind: 'operator', operator: isPlain ? 'non-null' : 'tested', of: item } };
  }
  if (by.value.kind === 'name' && SCALARS[by.value.name] !== undefined)
    return { kind: 'array', items: SCALARS[by.value.name] ?? item };
  // `map(lambda row: row.id, rows)`
  if (by.value.kind === 'lambda' && by.value.takes !== undefined) {
    const { body: element, takes, ...place } = by.value;
    const target: Node = { kind: 'name', name: takes, start: place.start, end: place.start };
    return inner({ ...place, kind: 'comprehension', form: 'list', element, target, over: list.value });
  }
  if (by.value.kind !== 'name' && by.value.kind !== 'attribute') return undefined;
  return { kind: 'array', items: { kind: 'returns', of: inner(by.value), values: [item] } };
}

/** `await asyncio.gather(one(), *[other(x) for x in xs])`. */
function gathered(call: Call, inner: (of: Node | undefined) => Expression): Expression {
  const given = call.arguments.filter(({ name }) => name === undefined);
  if (given.length < call.arguments.length) return unknown('what is gathered may have failed');
  const [only] = given;
  if (given.length === 1 && only?.star !== undefined) return inner(only.value);
  return {
    kind: 'tuple',
    items: given.map(({ star, value }) => (star === undefined ? inner(value) : { kind: 'spread', value: inner(value) })),
  };
}

/** The result of a builtin function on the items of a list. */
function ofItems(origin: string, call: Call, inner: (of: Node | undefined) => Expression): Expression | undefined {
  const first = argument(call, 0);
  switch (origin) {
    case 'range':
      return { kind: 'array', items: scalar('integer') };
    case 'next':
      return first === undefined ? undefined : elementOr(first, argument(call, 1), inner);
    case 'min':
    case 'max': {
      const values = call.arguments.filter(({ name, star }) => name === undefined && star === undefined);
      if (first === undefined || values.length !== call.arguments.filter(({ name }) => name === undefined).length)
        return undefined;
      if (values.length > 1) return { kind: 'union', options: values.map(({ value }) => inner(value)) };
      return elementOr(first, keyword(call, 'default'), inner);
    }
    case 'sum':
      // the sum of an empty list is 0; all numbers of a list have one type
      return first === undefined || call.arguments.length > 1
        ? undefined
        : { kind: 'union', options: [total(inner(first)), literal(0)] };
    default:
      return undefined;
  }
}

/** What the elements of a list add up to. */
function total(list: Expression): Expression {
  const element: Expression = { kind: 'element', of: list };
  return { kind: 'operator', operator: 'sum', of: element, keys: element };
}

/** An element of a list, or the fallback for an empty list. */
function elementOr(list: Node, fallback: Node | undefined, inner: (of: Node | undefined) => Expression): Expression {
  const element: Expression = { kind: 'element', of: inner(list) };
  return fallback === undefined ? element : { kind: 'union', options: [element, inner(fallback)] };
}

/** `dict(a=1, **more)`, `dict([('a', 1)])`, `dict(other, a=1)`. */
function dictionary(source: Source, call: Call, inner: (of: Node | undefined) => Expression): Expression {
  const [first] = call.arguments;
  const isFirst = first !== undefined && first.name === undefined && first.star === undefined;
  const pairs = isFirst ? pairsOf(source, first.value, inner) : undefined;
  if (pairs !== undefined && call.arguments.length === 1) return pairs;
  const members = call.arguments.map(
    ({ name, value }): ObjectMember =>
      name === undefined
        ? { kind: 'spread', value: value === first?.value ? (pairs ?? copied(value, inner)) : inner(value) }
        : { kind: 'property', name, value: inner(value), at: source.at(value.start) },
  );
  return { kind: 'object', members };
}

/** A copy of a dictionary; rows and models define their fields differently. */
function copied(of: Node, inner: (of: Node | undefined) => Expression): Expression {
  const value = inner(of);
  return of.kind === 'call' && value.kind === 'returns' ? unknown('a dictionary made of another value') : value;
}

/** `[('name', value), ...]` as a dictionary. */
function pairsOf(source: Source, list: Node, inner: (of: Node | undefined) => Expression): Expression | undefined {
  if (list.kind === 'dict') return inner(list);
  if (list.kind !== 'list' && list.kind !== 'tuple') return undefined;
  const members: ObjectMember[] = [];
  for (const item of list.items) {
    const [key, value] = item.kind === 'tuple' || item.kind === 'list' ? item.items : [];
    const name = plainText(key);
    if (name === undefined || value === undefined) return undefined;
    members.push({ kind: 'property', name, value: inner(value), at: source.at(item.start) });
  }
  return { kind: 'object', members };
}

function byMethod(
  scope: Scope,
  call: Call,
  of: Extract<Node, { kind: 'attribute' }>,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const rows = queriedRows(scope, call, of, inner);
  if (rows !== undefined) return rows;
  const slashes = SLASHES[of.name];
  const [only] = call.arguments;
  if (slashes !== undefined && call.arguments.length === 1 && plainText(only?.value) === '/')
    return slashed(inner(of.of), slashes);
  if (GIVES_TEXT.has(of.name)) return scalar('string');
  if (GIVES_TRUTH.has(of.name)) return scalar('boolean');
  if (GIVES_TEXTS.has(of.name) && call.arguments.length <= 2 && of.of.kind !== 'name')
    return { kind: 'array', items: scalar('string') };
  const isPlain = call.arguments.length === 0;
  const looked = ofDictionary(call, of, inner);
  if (looked !== undefined) return looked;
  if (isPlain && of.name === 'timestamp') return FLOAT;
  if (isPlain && of.name === 'model_copy') return inner(of.of);
  // without the method that makes a list of a named tuple
  if (isPlain && of.name === '_asdict') return { kind: 'object', members: [{ kind: 'spread', value: inner(of.of) }] };
  // `update` may set any member
  if (of.name === 'model_copy') return withoutArguments(inner(of.of));
  // on a query; `count` of texts and lists has an argument
  if (isPlain && of.name === 'count') return scalar('integer');
  if (isPlain && of.name === 'exists') return scalar('boolean');
  // pydantic methods that create an instance of a class
  if (/^(?:model_validate|model_construct|model_validate_json|parse_obj|parse_raw|from_orm|construct)$/.test(of.name)) {
    if (isGivenClass(scope, of.of)) return { kind: 'operator', operator: 'instance-type', of: inner(of.of) };
    if (/^[A-Z]/.test(lastName(of.of) ?? '')) return { kind: 'returns', of: inner(of.of) };
  }
  if (of.name === 'format' && of.of.kind === 'text') return formatted(plainText(of.of), call, inner);
  return of.name === 'model_dump' || of.name === 'dict' ? dumped(call, of, inner) : undefined;
}

/** `names.get(key)`, `names.keys()` of a dictionary with arbitrary keys; for other values the method's own result. */
function ofDictionary(
  call: Call,
  of: Extract<Node, { kind: 'attribute' }>,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const values = call.arguments.map(({ value }) => value);
  if (call.arguments.some(({ name, star }) => name !== undefined || star !== undefined)) return undefined;
  const isGet = of.name === 'get' && (values.length === 1 || values.length === 2);
  if (!isGet && !(values.length === 0 && (of.name === 'keys' || of.name === 'values'))) return undefined;
  const map = inner(of.of);
  if (map.kind === 'unknown') return undefined;
  const element: Expression = { kind: 'element', of: map };
  const found: Expression = isGet
    ? { kind: 'union', options: [element, values[1] === undefined ? literal(null) : inner(values[1])] }
    : { kind: 'array', items: of.name === 'keys' ? scalar('string') : element };
  const called: Expression = { kind: 'returns', of: { kind: 'member', of: map, name: of.name }, values: values.map(inner) };
  const having = (name: string, first: Expression, second: Expression): Expression => ({
    ...{ kind: 'operator', operator: 'having', of: map },
    keys: { kind: 'tuple', items: [literal(name), first, second] },
  });
  const key = isGet ? plainText(values[0]) : undefined;
  // a dictionary that is written out has this one of its values, or any of them
  if (key === undefined) return having(isGet ? '{:}' : '{}', found, called);
  return having('{}', found, having(key, { kind: 'member', of: map, name: key }, called));
}

/** `'{}/users'.format(prefix)`, `'{prefix}/users'.format(prefix=x)`. */
function formatted(text: string | undefined, call: Call, inner: (of: Node | undefined) => Expression): Expression {
  const isPlain = text !== undefined && text.length < 1000 && call.arguments.every(({ star }) => star === undefined);
  const pieces = isPlain ? text.split(/\{(\w{0,40})\}/) : [];
  // only plain text between the fields: no doubled braces, no format specifications
  if (pieces.length < 2 || pieces.some((piece, index) => index % 2 === 0 && /[{}]/.test(piece))) return PUT_TOGETHER;
  const parts = pieces.map((piece, index) => {
    if (index % 2 === 0) return literal(piece);
    const place = piece === '' ? (index - 1) / 2 : Number(piece);
    return inner(Number.isInteger(place) ? argument(call, place) : keyword(call, piece));
  });
  return { kind: 'text', parts };
}

/** `'%s/users' % prefix`, `'%s/%s' % (a, b)`. */
export function interpolated(text: string | undefined, given: Node, inner: (of: Node) => Expression): Expression {
  const pieces = text === undefined || text.length > 1000 ? [] : text.split('%s');
  const values = given.kind === 'tuple' ? given.items : [given];
  if (pieces.length < 2 || pieces.length !== values.length + 1 || pieces.some((piece) => piece.includes('%')))
    return PUT_TOGETHER;
  return {
    kind: 'text',
    parts: pieces.flatMap((piece, index) => [...values.slice(Math.max(index - 1, 0), index).map(inner), literal(piece)]),
  };
}

const PUT_TOGETHER: Expression = { kind: 'text', parts: [unknown('a text that is put together')] };

/** A status: a number, `status.HTTP_201_CREATED`, `HTTPStatus.CREATED`. */
export function statusOf(node: Node | undefined): Expression | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'number') return literal(node.value);
  if (node.kind === 'constant' && node.value === null) return undefined;
  let at: Node = node;
  if (at.kind === 'attribute' && (at.name === 'value' || at.name === 'real')) at = at.of;
  const name = at.kind === 'attribute' || at.kind === 'name' ? at.name : '';
  const coded = /^(?:HTTP_|HTTP)(\d{3})(?:_|$)/.exec(name)?.[1];
  const code = coded === undefined ? statusNamed(name) : Number(coded);
  return code === undefined ? undefined : literal(code);
}

const STATUSES =
  /^(?:(?:rest_framework|starlette|fastapi|ninja_extra|flask_api)\.status|http\.(?:HTTPStatus|client))\.\w+(?:\.value)?$/;

/** A status that a library names, as a value: `fail(message, status.HTTP_404_NOT_FOUND)`. */
export function statusOfLibrary(scope: Scope, node: Node): Expression | undefined {
  return STATUSES.test(originOf(scope, node) ?? '') ? statusOf(node) : undefined;
}
