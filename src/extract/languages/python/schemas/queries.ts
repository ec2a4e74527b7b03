import type { Expression } from '../../../../facts/expression.js';
import { type FunctionDefinition, functionHere, lookup, type Scope } from '../scope.js';
import { scalar } from '../source.js';
import { argument, lastName, type Node } from '../syntax/syntax.js';

type Call = Extract<Node, { kind: 'call' }>;
type Attribute = Extract<Node, { kind: 'attribute' }>;

/** Query methods that do not change the form of rows (https://docs.sqlalchemy.org/en/20/orm/queryguide/query.html). */
const KEEPING = new Set(
  'filter filter_by where order_by limit offset options join outerjoin distinct with_for_update execution_options'.split(' '),
);
const ONE = new Set(['one', 'first_or_404', 'get_or_404', 'one_or_404', 'scalar_one']);
const PERHAPS_ONE = new Set(['first', 'get', 'one_or_none', 'scalar', 'scalar_one_or_none']);
/** Longer chains of calls and variables are no queries. */
const MAX_CALLS = 30;

/**
 * SQLAlchemy rows: `Book.query.filter_by(id=id).first()`, `session.query(Book).all()`, `session.get(Book, id)`,
 * `session.scalars(select(Book)).all()`, also of a query or statement in a variable. Undefined: no query of a class named in the
 * call.
 */
export function queriedRows(
  scope: Scope,
  call: Call,
  of: Attribute,
  inner: (of: Node | undefined) => Expression,
): Expression | undefined {
  const { name } = of;
  if (!ONE.has(name) && !PERHAPS_ONE.has(name) && !KEEPING.has(name) && !/^(?:all|paginate|scalars)$/.test(name))
    return undefined;
  const isOfDatabase = /session|^db$/i.test(lastName(of.of) ?? '');
  const model = name === 'get' && isOfDatabase ? classAt(argument(call, 0)) : undefined;
  if (model !== undefined) return { kind: 'operator', operator: 'nullable', of: { kind: 'returns', of: inner(model) } };
  // `session.scalars(statement)`, `session.scalar(statement)`
  const isGiven = isOfDatabase && call.arguments.length > 0 && /^(?:scalars?|paginate)$/.test(name);
  const found = queriedIn(scope, isGiven ? argument(call, 0, 'select') : of.of, 0);
  // each row of `session.execute(select(Book))` is a tuple
  if (found === undefined || (found.form === 'rows' && !/^scalar/.test(name))) return undefined;
  const stored = inner(found.of);
  const row: Expression = found.passed === true ? { kind: 'element', of: stored } : { kind: 'returns', of: stored };
  const list: Expression = { kind: 'array', items: row };
  if (ONE.has(name)) return row;
  if (PERHAPS_ONE.has(name)) return { kind: 'operator', operator: 'nullable', of: row };
  if (name !== 'paginate') return list;
  const numbers = ['total', 'page', 'pages', 'per_page'].map((one) => ({ name: one, value: scalar('integer') }));
  const members = [{ name: 'items', value: list }, ...numbers];
  return {
    kind: 'object',
    members: members.map((one) => ({ kind: 'property', hidden: true, at: { line: 1, column: 1 }, ...one })),
  };
}

/** `Book.query` by itself, as it is passed to a helper: its rows, unless the class sets a member of that name. */
export function queryItself(node: Attribute, inner: (of: Node) => Expression): Expression | undefined {
  const model = node.name === 'query' ? classAt(node.of) : undefined;
  if (model === undefined) return undefined;
  const row = inner(model);
  const rows: Expression = { kind: 'array', items: { kind: 'returns', of: row } };
  return { kind: 'operator', operator: 'first-known', of: rows, keys: { kind: 'member', of: row, name: 'query' } };
}

/** What a query gives: instances of a class, or tuples with one. */
interface Queried {
  /** The class, or the parameter that a query is passed for. */
  readonly of: Node;
  readonly passed?: true;
  readonly form: 'instances' | 'rows';
}

function queriedIn(scope: Scope, node: Node | undefined, depth: number): Queried | undefined {
  const all = (of: Node | undefined): Queried | undefined => of && { of, form: 'instances' };
  let at = node;
  for (let count = depth; count < MAX_CALLS && at !== undefined; count++) {
    if (at.kind === 'await') {
      at = at.of;
      continue;
    }
    if (at.kind === 'name') return queriedBy(scope, at, count);
    if (at.kind === 'attribute') return at.name === 'query' ? all(classAt(at.of)) : undefined;
    if (at.kind !== 'call') return undefined;
    const { of } = at;
    const name = lastName(of);
    if (name === 'query' || name === 'select') return at.arguments.length === 1 ? all(classAt(argument(at, 0))) : undefined;
    if (of.kind !== 'attribute') return undefined;
    if (name === 'execute' || name === 'exec' || (name === 'scalars' && at.arguments.length > 0)) {
      const found = queriedIn(scope, argument(at, 0), count + 1);
      return found && (name === 'execute' ? { ...found, form: 'rows' } : found);
    }
    if (name === 'scalars') {
      const found = queriedIn(scope, of.of, count + 1);
      return found && { ...found, form: 'instances' };
    }
    if (name !== 'unique' && !KEEPING.has(name ?? '')) return undefined;
    at = of.of;
  }
  return undefined;
}

/** A query in a variable, which only filters and orders may be added to: `query = query.filter(Book.id == id)`. */
function queriedBy(scope: Scope, node: Extract<Node, { kind: 'name' }>, depth: number): Queried | undefined {
  const { name } = node;
  const found = lookup(scope, name);
  const binding = found?.binding;
  const isNarrowed = binding?.kind === 'variable' && binding.values.every((one) => isKept(scope, name, one, 0));
  const given = isNarrowed ? binding.given : binding;
  // `def page_of(query):`, which callers pass a query for
  if (given?.kind === 'parameter' && given.index >= 0 && QUERY.test(name)) return { of: node, passed: true, form: 'instances' };
  if (found === undefined || binding?.kind !== 'variable' || binding.added.length > 0 || binding.given !== undefined)
    return undefined;
  const [first, ...others] = withoutKept(found.scope, name, binding.values).map((one) => queriedIn(found.scope, one, depth + 1));
  const isSame = others.every((one) => one?.form === first?.form && lastName(one?.of) === lastName(first?.of));
  return isSame ? first : undefined;
}

const QUERY = /query|^(?:qs|q|stmt|statement|select|selected)$/i;

/** The values of a variable without those that only narrow or order the query in it. */
export function withoutKept(scope: Scope, name: string, values: readonly (Node | undefined)[]): readonly (Node | undefined)[] {
  const others = values.filter((one) => !isKept(scope, name, one, 0));
  return others.length === 0 ? values : others;
}

/** `query.filter(...).limit(3)`, `sorted_by_name(query)` of a function that does only such a thing. */
function isKept(scope: Scope, name: string, node: Node | undefined, depth: number): boolean {
  let at = node;
  for (let count = 0; count < MAX_CALLS && at?.kind === 'call'; count++) {
    const { of } = at;
    if (of.kind === 'attribute' && KEEPING.has(of.name)) at = of.of;
    else if (depth < MAX_HELPERS && givesBack(functionHere(scope, of), depth)) at = argument(at, 0);
    else return false;
    if (at?.kind === 'name') return at.name === name;
  }
  return false;
}

/** Helpers that call further helpers. */
const MAX_HELPERS = 3;

/** Whether a function returns the query that it is given, narrowed or ordered. */
function givesBack(definition: FunctionDefinition | undefined, depth: number): boolean {
  const [first] = definition?.owner === undefined ? (definition?.parameters ?? []) : [];
  if (definition === undefined || first === undefined || definition.results.length === 0) return false;
  const { inside, results } = definition;
  const binding = inside.bindings.get(first.name);
  const isSame = (node: Node | undefined): boolean =>
    (node?.kind === 'name' && node.name === first.name) || isKept(inside, first.name, node, depth + 1);
  return results.every(isSame) && (binding?.kind !== 'variable' || binding.values.every(isSame));
}

const classAt = (node: Node | undefined): Node | undefined => (/^[A-Z]/.test(lastName(node) ?? '') ? node : undefined);
