import type { At, Expression, ObjectMember } from '../../../facts/expression.js';
import { importedMember, nameOf } from './names.js';
import type { Texts } from './pydantic-texts.js';
import { lookup, originOf, type Scope } from './scope.js';
import { FLOAT, literal, type Source, scalar, unknown } from './source.js';
import { mask } from './syntax/mask.js';
import { parse } from './syntax/parse.js';
import { dotted, lastName, type Node, plainText } from './syntax/syntax.js';

const MAX_DEPTH = 40;

/** Types with a fixed JSON form in pydantic and most encoders, by the last part of their origin. */
const SCALARS: Readonly<Record<string, Expression>> = {
  str: scalar('string'),
  AnyStr: scalar('string'),
  LiteralString: scalar('string'),
  bytes: scalar('string'),
  int: scalar('integer'),
  float: FLOAT,
  bool: scalar('boolean'),
  StrictStr: scalar('string'),
  StrictInt: scalar('integer'),
  StrictFloat: FLOAT,
  StrictBool: scalar('boolean'),
  PositiveInt: scalar('integer'),
  NonNegativeInt: scalar('integer'),
  NegativeInt: scalar('integer'),
  NonPositiveInt: scalar('integer'),
  PositiveFloat: FLOAT,
  NonNegativeFloat: FLOAT,
  EmailStr: scalar('string'),
  NameEmail: scalar('string'),
  PydanticObjectId: scalar('string'),
  SecretStr: scalar('string'),
  AnyUrl: scalar('string'),
  AnyHttpUrl: scalar('string'),
  HttpUrl: scalar('string'),
  FileUrl: scalar('string'),
  PostgresDsn: scalar('string'),
  RedisDsn: scalar('string'),
  IPvAnyAddress: scalar('string'),
  datetime: scalar('string', 'date-time'),
  AwareDatetime: scalar('string', 'date-time'),
  NaiveDatetime: scalar('string', 'date-time'),
  PastDatetime: scalar('string', 'date-time'),
  FutureDatetime: scalar('string', 'date-time'),
  datetime_utc: scalar('string', 'date-time'),
  datetime_local: scalar('string', 'date-time'),
  datetime_tz: scalar('string', 'date-time'),
  HTTPStatus: scalar('integer'),
  date: scalar('string', 'date'),
  time: scalar('string'),
  UUID: scalar('string', 'uuid'),
  UUID1: scalar('string', 'uuid'),
  UUID3: scalar('string', 'uuid'),
  UUID4: scalar('string', 'uuid'),
  UUID5: scalar('string', 'uuid'),
  Path: scalar('string'),
  FilePath: scalar('string'),
  PhoneNumber: scalar('string'),
  MacAddress: scalar('string'),
  PaymentCardNumber: scalar('string'),
  CountryAlpha2: scalar('string'),
  CountryAlpha3: scalar('string'),
  Color: scalar('string'),
  ULID: scalar('string'),
  Latitude: FLOAT,
  Longitude: FLOAT,
  constr: scalar('string'),
  conint: scalar('integer'),
  confloat: FLOAT,
  None: scalar('null'),
  NoneType: scalar('null'),
};

const SEQUENCES = new Set(
  'list List Sequence MutableSequence Iterable Collection set Set frozenset FrozenSet AbstractSet deque Iterator conlist'.split(
    ' ',
  ),
);
const MAPPINGS = new Set('dict Dict Mapping MutableMapping OrderedDict DefaultDict defaultdict'.split(' '));
/** Wrappers that only annotate their inner type. */
const TRANSPARENT = new Set(
  'Annotated Final Required NotRequired ReadOnly Mapped Awaitable Coroutine ClassVar InitVar SkipValidation SkipJsonSchema'.split(
    ' ',
  ),
);

/** The data that a type annotation describes. */
export function typeOf(source: Source, scope: Scope, node: Node | undefined, depth = 0): Expression {
  if (node === undefined || depth > MAX_DEPTH) return unknown('its type is not read');
  const inner = (of: Node | undefined): Expression => typeOf(source, scope, of, depth + 1);
  switch (node.kind) {
    case 'constant':
      return node.value === null ? scalar('null') : unknown('its type is not understood');
    case 'text': {
      const text = plainText(node);
      if (text === undefined || text.length > 1000) return unknown('its type is not understood');
      // a type that is declared later is written as a string
      return inner(parse(mask(text), 0, text.length));
    }
    case 'operation':
      return node.operator === '|' ? eitherOf([inner(node.left), inner(node.right)]) : unknown('its type is not understood');
    case 'subscript':
      return subscriptOf(source, scope, node, inner);
    case 'call':
      return callOf(source, scope, node, inner);
    case 'name':
    case 'attribute':
      return namedOf(source, scope, node, []);
    case 'list':
      return unknown('its type is not understood');
    default:
      return unknown('its type is not understood');
  }
}

/** In a union with `int`, a `float` leaves integers unchanged. */
function eitherOf(options: readonly Expression[]): Expression {
  const takesIntegers = options.some((one) => one.kind === 'scalar' && one.type === 'integer');
  return { kind: 'union', options: takesIntegers ? options.map((one) => (one === FLOAT ? scalar('number') : one)) : options };
}

/** `conlist(int)`, `constr(max_length=3)`. */
function callOf(
  source: Source,
  scope: Scope,
  node: Extract<Node, { kind: 'call' }>,
  inner: (of: Node | undefined) => Expression,
): Expression {
  const last = lastName(node.of) ?? '';
  if (last === 'conlist') return { kind: 'array', items: inner(node.arguments[0]?.value) };
  return isForeign(scope, node.of) ? (SCALARS[last] ?? unknown('its type is not understood')) : typeOf(source, scope, node.of);
}

function subscriptOf(
  source: Source,
  scope: Scope,
  node: Extract<Node, { kind: 'subscript' }>,
  inner: (of: Node | undefined) => Expression,
): Expression {
  const last = lastName(node.of) ?? '';
  const [first, second] = node.items;
  const page = PAGES[originOf(scope, node.of)?.replace(/^(\w+)\..*\.(\w+)$/, '$1.$2') ?? ''];
  if (page !== undefined) return pageOf(source.at(node.start), page, inner(first));
  if (!isForeign(scope, node.of)) return namedOf(source, scope, node.of, node.items.map(inner));
  if (last === 'Optional') return { kind: 'operator', operator: 'nullable', of: inner(first) };
  if (last === 'Union') return eitherOf(node.items.map(inner));
  if (last === 'Literal') return { kind: 'union', options: node.items.map((item) => literalOf(source, scope, item)) };
  if (TRANSPARENT.has(last)) return inner(first);
  if (SEQUENCES.has(last)) return { kind: 'array', items: inner(first) };
  if (MAPPINGS.has(last)) return { kind: 'map', values: inner(second) };
  if (last === 'tuple' || last === 'Tuple') {
    const isOpen = second?.kind === 'unread' || node.items.some((item) => item.kind === 'unread');
    return isOpen ? { kind: 'array', items: inner(first) } : { kind: 'tuple', items: node.items.map(inner) };
  }
  return namedOf(source, scope, node.of, node.items.map(inner));
}

/** Number fields of pagination classes beside their items, by package and class. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  // https://docs.litestar.dev/latest/reference/pagination.html
  'litestar.OffsetPagination': ['limit', 'offset', 'total'],
  'litestar.ClassicPagination': ['page_size', 'current_page', 'total_pages'],
  'advanced_alchemy.OffsetPagination': ['limit', 'offset', 'total'],
};

function pageOf(at: At, names: readonly string[], items: Expression): Expression {
  const numbers = names.map((name): ObjectMember => ({ kind: 'property', name, value: scalar('integer'), at }));
  return { kind: 'object', members: [{ kind: 'property', name: 'items', value: { kind: 'array', items }, at }, ...numbers] };
}

function literalOf(source: Source, scope: Scope, item: Node): Expression {
  const text = plainText(item);
  if (text !== undefined) return literal(text);
  if (item.kind === 'number' || item.kind === 'constant') return literal(item.value);
  return item.kind === 'attribute'
    ? { kind: 'member', of: namedOf(source, scope, item.of, []), name: item.name }
    : unknown('a value of a literal type that is not understood');
}

/** Whether the name is not defined in this file. */
function isForeign(scope: Scope, node: Node): boolean {
  const origin = originOf(scope, node);
  return origin !== undefined && (!origin.includes('.') || LIBRARY.test(origin));
}

/** Whether a class around the place declares the name: `class Page[T](BaseModel):`. */
function isTypeParameter(scope: Scope, name: string): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.typeParameters?.includes(name)) return true;
  return false;
}

function namedOf(source: Source, scope: Scope, node: Node, given: readonly Expression[]): Expression {
  // `date: date` in a class binds nothing: the type is that of the code around it
  const own = node.kind === 'name' && scope.form === 'class' ? scope.bindings.get(node.name) : undefined;
  const isBare = own?.kind === 'variable' && own.values.length === 0 && own.added.length === 0;
  if (isBare && scope.parent !== undefined) return namedOf(source, scope.parent, node, given);
  const origin = originOf(scope, node);
  if (origin !== undefined) {
    const known = foreignType(origin);
    if (known !== undefined) return known;
  }
  const more = given.length > 0 ? { arguments: given } : {};
  if (node.kind === 'name') {
    if (isTypeParameter(scope, node.name)) return { kind: 'name', name: node.name };
    const found = lookup(scope, node.name);
    if (found !== undefined) return { kind: 'name', name: found.fact, ...more };
    const name = nameOf(source, scope, node.name);
    return name?.kind === 'name' ? { ...name, ...more } : unknown(`${node.name} is no type that is known`);
  }
  if (node.kind !== 'attribute') return unknown('its type is not understood');
  const path = dotted(node);
  const qualified = path === undefined ? undefined : importedMember(source, scope, path);
  if (qualified !== undefined) return { kind: 'name', name: qualified, ...more };
  return { kind: 'member', of: namedOf(source, scope, node.of, []), name: node.name, ...more };
}

const DECIMAL = unknown('a decimal is a text or a number, as its encoder has it');
const DURATION = unknown('a duration is a text or a number, as its encoder has it');

/**
 * A field type of pydantic 2, which serializes decimals and durations as texts
 * (https://docs.pydantic.dev/latest/concepts/conversion_table/).
 */
export function writtenByPydantic(of: Expression, texts: Texts): Expression {
  const inner = (one: Expression): Expression => writtenByPydantic(one, texts);
  if (of === DECIMAL) return texts.decimal?.(of) ?? of;
  if (of === DURATION) return texts.duration?.(of) ?? of;
  if (of.kind === 'union') return { ...of, options: of.options.map(inner) };
  if (of.kind === 'array') return { ...of, items: inner(of.items) };
  return of.kind === 'map' ? { ...of, values: inner(of.values) } : of;
}

const LIBRARY =
  /^(?:typing|typing_extensions|datetime|uuid|decimal|pydantic(?:_extra_types)?(?:\.\w+)*|pathlib|collections|types|starlette|beanie|sqlalchemy(?:\.\w+)*)\./;

/** A builtin or pydantic type without arguments. */
function foreignType(origin: string): Expression | undefined {
  if (origin.includes('.') && !LIBRARY.test(origin) && !/^(?:heliclockter|http)\./.test(origin)) return undefined;
  const last = origin.slice(origin.lastIndexOf('.') + 1);
  const known = SCALARS[last];
  if (known !== undefined) return known;
  if (MAPPINGS.has(last)) return { kind: 'map', values: unknown('its values have no type') };
  if (SEQUENCES.has(last) || last === 'tuple' || last === 'Tuple')
    return { kind: 'array', items: unknown('its items have no type') };
  if (last === 'Decimal') return DECIMAL;
  if (last === 'timedelta') return DURATION;
  if (last === 'Any' || last === 'object') return unknown('it is declared as anything');
  return undefined;
}

/** `dict`, `Dict[str, Any]`, `list`: the value itself shows more. */
export function saysNoMembers(annotation: Node | undefined): boolean {
  const [of, ...parts] = annotation?.kind === 'subscript' ? [annotation.of, ...annotation.items] : [annotation];
  if (!/^(?:dict|Dict|Mapping|MutableMapping|list|List|tuple|Tuple|Any|object)$/.test(lastName(of) ?? '')) return false;
  return parts.length === 0 || parts.some((part) => saysNoMembers(part));
}

/** `-> UserSerializer` for `UserSerializer(user).data`, which tools that write contracts understand. */
export function saysSerializer(node: Node): boolean {
  if (node.kind === 'operation') return saysSerializer(node.left) || saysSerializer(node.right);
  if (node.kind === 'subscript') return node.items.some(saysSerializer);
  return /Serializer$/.test(lastName(node) ?? plainText(node) ?? '');
}
