import type { Expression } from '../../../facts/expression.js';

const scalar = (type: 'string' | 'integer' | 'number' | 'boolean', format?: string): Expression => ({
  kind: 'scalar',
  type,
  ...(format === undefined ? {} : { format }),
});
const nullable = (of: Expression): Expression => ({ kind: 'operator', operator: 'nullable', of });
const any: Expression = { kind: 'unknown', why: 'a value of any type' };
const anything: Expression = { kind: 'map', values: any };

const AT = { line: 1, column: 1 };
const member = (name: string, value: Expression) => ({ kind: 'property' as const, name, value, at: AT });

/** https://pkg.go.dev/database/sql#NullString: structs like all others, without tags. */
const nulled = (name: string, value: Expression): Expression => ({
  kind: 'object',
  members: [member(name, value), member('Valid', scalar('boolean'))],
});

const date = scalar('string', 'date-time');

/** Types of the standard library and of well-known packages as encoding/json writes them: `path.Name`, versions left out. */
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
  ['gopkg.in/guregu/null.String', nullable(scalar('string'))],
  ['gopkg.in/guregu/null.Int', nullable(scalar('integer'))],
  ['gopkg.in/guregu/null.Time', nullable(date)],
  ['gopkg.in/guregu/null.Bool', nullable(scalar('boolean'))],
  ['gopkg.in/guregu/null.Float', nullable(scalar('number'))],
  ['github.com/gin-gonic/gin.H', anything],
  ['github.com/labstack/echo.Map', anything],
  ['github.com/gofiber/fiber.Map', anything],
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

/** A type of a package that is understood without being read. */
export function knownType(path: string, name: string, given: readonly Expression[]): Expression | undefined {
  const plain = plainPath(path);
  if (plain === 'database/sql' && name === 'Null') return undefined;
  return given.length > 0 ? undefined : KNOWN.get(`${plain}.${name}`);
}

/** An import path without its version: `github.com/labstack/echo/v4`, `gopkg.in/guregu/null.v4`. */
export function plainPath(path: string): string {
  return path
    .replace(/\/v\d+$/, '')
    .replace(/\.v\d+$/, '')
    .replace(/\/v\d+\//, '/');
}
