import type { Expression } from '../../../../facts/expression.js';
import { originOf, type Scope } from '../scope.js';
import { FLOAT, scalar, unknown } from '../source.js';
import { calledName, keyword, lastName, type Node } from '../syntax/syntax.js';

/** Column types with their Python values (https://docs.sqlalchemy.org/en/20/core/type_basics.html). */
const COLUMNS: Readonly<Record<string, Expression>> = {
  Integer: scalar('integer'),
  BigInteger: scalar('integer'),
  SmallInteger: scalar('integer'),
  INTEGER: scalar('integer'),
  BIGINT: scalar('integer'),
  Float: FLOAT,
  Double: FLOAT,
  Boolean: scalar('boolean'),
  BOOLEAN: scalar('boolean'),
  String: scalar('string'),
  Text: scalar('string'),
  Unicode: scalar('string'),
  UnicodeText: scalar('string'),
  VARCHAR: scalar('string'),
  TEXT: scalar('string'),
  Date: scalar('string', 'date'),
  DateTime: scalar('string', 'date-time'),
  TIMESTAMP: scalar('string', 'date-time'),
};

/**
 * The value of `db.Column(db.String(80), nullable=False)` in an instance, also for Flask-SQLAlchemy; undefined: no column, or an
 * unknown type. A column without a `nullable` option may be null before it is stored.
 */
export function columnOf(scope: Scope, node: Node): Expression | undefined {
  if (node.kind !== 'call' || !/^(?:Column|mapped_column)$/.test(lastName(node.of) ?? '')) return undefined;
  const isKnown = node.of.kind === 'attribute' || /^sqlalchemy\b/.test(originOf(scope, node.of) ?? '');
  if (!isKnown) return undefined;
  const types = node.arguments.flatMap(({ name, star, value }) => (name === undefined && star === undefined ? [value] : []));
  const named = types.map((one) => COLUMNS[calledName(one)]);
  const type = named.find((one) => one !== undefined);
  if (type === undefined) return undefined;
  const isTrue = (name: string): boolean | undefined => {
    const given = keyword(node, name);
    return given?.kind === 'constant' ? given.value === true : undefined;
  };
  if (isTrue('nullable') === false || isTrue('primary_key') === true) return type;
  if (isTrue('nullable') === true) return { kind: 'operator', operator: 'nullable', of: type };
  return { kind: 'union', options: [type, unknown('its column does not say whether it may be null')] };
}
