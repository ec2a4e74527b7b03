import { type Expression, nullable } from '../../../facts/expression.js';
import { nullInDoubt } from '../../../facts/null-in-doubt.js';
import { dialects } from './frameworks/index.js';

const scalar = (type: 'string' | 'integer' | 'number' | 'boolean', format?: string): Expression => ({
  kind: 'scalar',
  type,
  ...(format === undefined ? {} : { format }),
});
const any: Expression = { kind: 'unknown', why: 'a value of any type' };
const anything: Expression = { kind: 'map', values: any };

const AT = { line: 1, column: 1 };
const member = (name: string, value: Expression) => ({ kind: 'property' as const, name, value, at: AT });

/** https://pkg.go.dev/database/sql#NullString: encoded like other structs, without tags. */
const nulled = (name: string, value: Expression): Expression => ({
  kind: 'object',
  members: [member(name, value), member('Valid', scalar('boolean'))],
});

const date = scalar('string', 'date-time');

/** Code also uses types for nullable columns for columns that are never NULL. */
const perhapsNull = (of: Expression): Expression => ({
  kind: 'union',
  options: [of, nullInDoubt('whether this column is ever NULL is not known')],
});

/** Packages with one type per nullable column: null, or the value. */
const NULL_PACKAGES = [
  ...['gopkg.in/guregu/null', 'github.com/guregu/null'],
  ...['gopkg.in/volatiletech/null', 'github.com/volatiletech/null', 'github.com/aarondl/null'],
];
const WHOLE = ['Int', 'Int8', 'Int16', 'Int32', 'Int64', 'Uint', 'Uint8', 'Uint16', 'Uint32', 'Uint64'];
const nullTypes = NULL_PACKAGES.flatMap((path): [string, Expression][] => [
  ...WHOLE.map((name): [string, Expression] => [`${path}.${name}`, perhapsNull(scalar('integer'))]),
  ...['Float', 'Float32', 'Float64'].map((name): [string, Expression] => [`${path}.${name}`, perhapsNull(scalar('number'))]),
  [`${path}.String`, perhapsNull(scalar('string'))],
  [`${path}.Bool`, perhapsNull(scalar('boolean'))],
  [`${path}.Time`, perhapsNull(date)],
  [`${path}.JSON`, any],
]);

/**
 * https://pkg.go.dev/github.com/jackc/pgx/v5/pgtype: null, or the value. Ranges, arrays and types specific to PostgreSQL are left
 * out.
 */
const pgxTypes = Object.entries({
  ...{ Text: scalar('string'), Bool: scalar('boolean'), UUID: scalar('string', 'uuid') },
  ...{ Int2: scalar('integer'), Int4: scalar('integer'), Int8: scalar('integer'), Uint32: scalar('integer') },
  ...{ Float4: scalar('number'), Float8: scalar('number'), Numeric: scalar('number') },
  ...{ Timestamp: date, Timestamptz: date, Date: scalar('string', 'date') },
}).map(([name, value]): [string, Expression] => [`github.com/jackc/pgx/pgtype.${name}`, perhapsNull(value)]);

/** https://pkg.go.dev/github.com/lib/pq: slices with database methods; encoding/json encodes them as slices. */
const pqTypes = Object.entries({
  String: 'string',
  Int64: 'integer',
  Int32: 'integer',
  Float64: 'number',
  Bool: 'boolean',
} as const).map(([name, type]): [string, Expression] => [
  `github.com/lib/pq.${name}Array`,
  { kind: 'array', items: scalar(type) },
]);

/** How encoding/json encodes types of the standard library and of well-known packages: `path.Name` without versions. */
const KNOWN: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['time.Time', date],
  ['time.Duration', scalar('integer')],
  ['time.Month', scalar('integer')],
  ['time.Weekday', scalar('integer')],
  ['encoding/json.Number', scalar('number')],
  ['encoding/json.RawMessage', any],
  ['html/template.HTML', scalar('string')],
  ['net.IP', scalar('string')],
  ['net/netip.Addr', scalar('string')],
  ['math/big.Int', scalar('integer')],
  ['database/sql.NullString', nulled('String', scalar('string'))],
  ['database/sql.NullBool', nulled('Bool', scalar('boolean'))],
  ['database/sql.NullTime', nulled('Time', date)],
  ['database/sql.NullInt32', nulled('Int32', scalar('integer'))],
  ['database/sql.NullInt64', nulled('Int64', scalar('integer'))],
  ['database/sql.NullFloat64', nulled('Float64', scalar('number'))],
  ['github.com/google/uuid.UUID', scalar('string', 'uuid')],
  ['github.com/google/uuid.NullUUID', nullable(scalar('string', 'uuid'))],
  ['github.com/gofrs/uuid.UUID', scalar('string', 'uuid')],
  ['github.com/satori/go.uuid.UUID', scalar('string', 'uuid')],
  ['github.com/oklog/ulid.ULID', scalar('string')],
  ['github.com/shopspring/decimal.Decimal', scalar('string')],
  ['go.mongodb.org/mongo-driver/bson/primitive.ObjectID', scalar('string')],
  ['go.mongodb.org/mongo-driver/bson.ObjectID', scalar('string')],
  ['gorm.io/gorm.DeletedAt', nullable(date)],
  ['gorm.io/gorm.Model', gormModel()],
  ['github.com/jinzhu/gorm.Model', gormModel()],
  ['github.com/jmoiron/sqlx/types.JSONText', any],
  ['gorm.io/datatypes.JSON', any],
  ['github.com/shopspring/decimal.NullDecimal', nullable(scalar('string'))],
  ['github.com/rs/xid.ID', scalar('string')],
  ['github.com/segmentio/ksuid.KSUID', scalar('string')],
  ['github.com/oapi-codegen/runtime/types.Date', scalar('string', 'date')],
  ['github.com/oapi-codegen/runtime/types.Email', scalar('string', 'email')],
  ['github.com/oapi-codegen/runtime/types.UUID', scalar('string', 'uuid')],
  ...nullTypes,
  ...pgxTypes,
  ...pqTypes,
  ...['zeromicro', 'tal-tech'].map((owner) => [`github.com/${owner}/go-zero/rest.Route`, routeOfZero()] as const),
  ...['go.mongodb.org/mongo-driver', 'gopkg.in/mgo.v2', 'github.com/globalsign/mgo'].map(
    (path) => [`${path}/bson.M`, anything] as const,
  ),
  ...dialects.flatMap(({ map }) => (map === undefined ? [] : [[map, anything] as const])),
]);

/** https://gorm.io/docs/models.html#gorm-Model. */
function gormModel(): Expression {
  const members = [
    member('ID', scalar('integer')),
    member('CreatedAt', date),
    member('UpdatedAt', date),
    member('DeletedAt', nullable(date)),
  ];
  return { kind: 'object', members };
}

/** https://pkg.go.dev/github.com/zeromicro/go-zero/rest#Route: route values are matched by these field names. */
function routeOfZero(): Expression {
  const handler: Expression = { kind: 'unknown', why: 'a function' };
  return {
    kind: 'object',
    members: [member('Method', scalar('string')), member('Path', scalar('string')), member('Handler', handler)],
  };
}

/** A known type of a package that is not analysed. */
export function knownType(path: string, name: string, given: readonly Expression[]): Expression | undefined {
  const plain = plainPath(path);
  if (plain === 'database/sql' && name === 'Null') return undefined;
  const [only] = given;
  // a map whose key tells null from a value: https://pkg.go.dev/github.com/oapi-codegen/nullable
  if (plain === 'github.com/oapi-codegen/nullable' && name === 'Nullable') return only && perhapsNull(only);
  return only !== undefined ? undefined : KNOWN.get(`${plain}.${name}`);
}

/** An import path without its version: `github.com/labstack/echo/v4`, `gopkg.in/guregu/null.v4`. */
export function plainPath(path: string): string {
  return path
    .replace(/\/v\d+$/, '')
    .replace(/\.v\d+$/, '')
    .replace(/\/v\d+\//, '/');
}
