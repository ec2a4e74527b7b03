import type { Expression } from '../../../../facts/expression.js';
import { scalar } from '../source.js';
import { argument, lastName, type Node } from '../syntax/syntax.js';

type Call = Extract<Node, { kind: 'call' }>;
type Attribute = Extract<Node, { kind: 'attribute' }>;

/** Query methods that do not change the form of rows (https://docs.sqlalchemy.org/en/20/orm/queryguide/query.html). */
const KEEPING = new Set(
  'filter filter_by where order_by limit offset options join outerjoin distinct with_for_update execution_options'.split(' '),
);
const ONE = new Set(['one', 'first_or_404', 'get_or_404', 'one_or_404']);
const PERHAPS_ONE = new Set(['first', 'get', 'one_or_none']);
/** Longer call chains are no queries. */
const MAX_CALLS = 30;

/**
 * SQLAlchemy rows: `Book.query.filter_by(id=id).first()`, `session.query(Book).all()`, `session.get(Book, id)`. Undefined: no
 * query of a class named in the call.
 */
export function queriedRows(call: Call, of: Attribute, inner: (of: Node | undefined) => Expression): Expression | undefined {
  const model = of.name === 'get' && /session|^db$/i.test(lastName(of.of) ?? '') ? classAt(argument(call, 0)) : undefined;
  const row = (node: Node): Expression => ({ kind: 'returns', of: inner(node) });
  if (model !== undefined) return { kind: 'operator', operator: 'nullable', of: row(model) };
  const queried = queriedIn(of.of);
  if (queried === undefined) return undefined;
  const list: Expression = { kind: 'array', items: row(queried) };
  if (ONE.has(of.name)) return row(queried);
  if (PERHAPS_ONE.has(of.name)) return { kind: 'operator', operator: 'nullable', of: row(queried) };
  if (of.name === 'all' || KEEPING.has(of.name)) return list;
  if (of.name !== 'paginate') return undefined;
  const numbers = ['total', 'page', 'pages', 'per_page'].map((name) => ({ name, value: scalar('integer') }));
  const members = [{ name: 'items', value: list }, ...numbers];
  return {
    kind: 'object',
    members: members.map((one) => ({ kind: 'property', hidden: true, at: { line: 1, column: 1 }, ...one })),
  };
}

/** The class of a query's rows. */
function queriedIn(node: Node): Node | undefined {
  let at = node;
  for (let count = 0; count < MAX_CALLS; count++) {
    if (at.kind === 'attribute') return at.name === 'query' ? classAt(at.of) : undefined;
    if (at.kind !== 'call' || at.of.kind !== 'attribute') return undefined;
    if (at.of.name === 'query') return at.arguments.length === 1 ? classAt(argument(at, 0)) : undefined;
    if (!KEEPING.has(at.of.name)) return undefined;
    at = at.of.of;
  }
  return undefined;
}

const classAt = (node: Node | undefined): Node | undefined => (/^[A-Z]/.test(lastName(node) ?? '') ? node : undefined);
