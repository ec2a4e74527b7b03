import type { Expression } from '../../../facts/expression.js';
import type { ReadValue } from './locals.js';
import { type Scope, Variables } from './source.js';
import { afterBracket, find, isWord, type Range, split, textAt } from './syntax/tokens.js';
import { BOOLEAN, INTEGER, nullable, unknown } from './types.js';

/** Queries that do not change the type of a list. */
const SAME =
  /^(?:Where|OrderBy|OrderByDescending|ThenBy|ThenByDescending|Order|Skip|Take|SkipWhile|TakeWhile|Include|ThenInclude|AsNoTracking|AsNoTrackingWithIdentityResolution|AsTracking|AsQueryable|AsEnumerable|AsAsyncEnumerable|AsSplitQuery|Distinct|DistinctBy|Reverse|Concat|Union|Except|Intersect|Append|Prepend|IgnoreQueryFilters|TagWith|ToList|ToListAsync|ToArray|ToArrayAsync|ToHashSet|ToHashSetAsync|ToImmutableList|DefaultIfEmpty)$/;
const ONE = /^(?:First|Single|Last|ElementAt|MinBy|MaxBy)(?:Async)?$/;
const MAYBE = /^(?:FirstOrDefault|SingleOrDefault|LastOrDefault|ElementAtOrDefault|Find)(?:Async)?$/;
const TEST = /^(?:Any|All|Contains|SequenceEqual)(?:Async)?$/;
const COUNT = /^(?:Count|LongCount)(?:Async)?$/;

/** Any query. */
const QUERY = new RegExp(
  [SAME, ONE, MAYBE, TEST, COUNT, /^Select(?:Many)?$/, /^ToDictionary(?:Async)?$/].map(({ source }) => source).join('|'),
);
/** Marks that never occur in a method name. */
const NO_NAME = new Set(['=>', '(', ',']);

/** The result of a method that is passed by its name, for one value: `Select(ToDto)`, `Select(Mapper.ToDto)`. */
export type Mapper = (method: Range, value: Expression) => Expression;

/** `map` if the value is a dictionary, otherwise `otherwise`. */
export function ifMap(of: Expression, map: Expression, otherwise: Expression): Expression {
  const items: Expression[] = [{ kind: 'literal', value: '{}' }, map, otherwise];
  return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items } };
}

/**
 * The list that a query runs on; for a dictionary, its entries. It gets its own name, because nested lambdas repeat the
 * expression.
 */
function entriesOf({ source: { facts, tokens } }: Scope, of: Expression, index: number): Expression {
  if (of.kind === 'array' || (of.kind === 'name' && of.name.includes('@'))) return of;
  const at = tokens.at(index);
  const key: Expression = unknown('the key of a dictionary');
  const entry: Expression = {
    kind: 'object',
    members: [
      { kind: 'property', name: 'key', member: 'Key', naming: 'policy', value: key, at },
      { kind: 'property', name: 'value', member: 'Value', naming: 'policy', value: { kind: 'element', of }, at },
    ],
  };
  const name = `queried@${at.line}:${at.column}`;
  facts.push({ kind: 'constant', name, value: ifMap(of, { kind: 'array', items: entry }, of), at });
  return { kind: 'name', name, space: 'value' };
}

/** The result of a LINQ or Entity Framework method on a list; undefined for other methods. */
export function linqResult(
  scope: Scope,
  list: Expression,
  name: string,
  given: Range,
  read: ReadValue,
  mapper: Mapper,
): Expression | undefined {
  // `service.All()` is no query: `All` needs a condition
  if (!QUERY.test(name) || (name.startsWith('All') && given.from >= given.to)) return undefined;
  const of = entriesOf(scope, list, given.from);
  if (SAME.test(name)) return of;
  if (ONE.test(name)) return { kind: 'element', of };
  if (MAYBE.test(name)) return nullable({ kind: 'element', of });
  if (TEST.test(name)) return BOOLEAN;
  if (COUNT.test(name)) return INTEGER;
  if (name === 'SelectMany') return { kind: 'array', items: { kind: 'element', of: selected(scope, of, given, read, mapper) } };
  if (name === 'ToDictionary' || name === 'ToDictionaryAsync') {
    const [, values, ...more] = split(scope.source.tokens, given, ',');
    if (more.length > 0) return undefined;
    return { kind: 'map', values: values === undefined ? { kind: 'element', of } : selected(scope, of, values, read, mapper) };
  }
  return name === 'Select' ? { kind: 'array', items: selected(scope, of, given, read, mapper) } : undefined;
}

/** Methods of packages whose type argument names the result: AutoMapper, Mapster, Dapper, LINQ, JSON over HTTP. */
const TYPED: readonly (readonly [RegExp, (given: Expression) => Expression])[] = [
  [/^(?:Map|Adapt|QueryFirst|QuerySingle|ExecuteScalar|GetRequiredService)(?:Async)?$/, (given) => given],
  [
    /^(?:ProjectTo|ProjectToType|Cast|OfType|Query|SqlQuery|SqlQueryRaw|FromSqlRaw)(?:Async)?$/,
    (items) => ({ kind: 'array', items }),
  ],
  [/^(?:QueryFirstOrDefault|QuerySingleOrDefault|GetFromJson|ReadFromJson|Deserialize)(?:Async)?$/, nullable],
];

/** The result of a call whose type argument names it; undefined for unknown methods. */
export function typedResult(name: string, given: readonly Expression[]): Expression | undefined {
  const result = given.at(-1);
  if (result === undefined) return undefined;
  return TYPED.find(([names]) => names.test(name))?.[1](result);
}

const CLAUSES = new Set(['where', 'orderby', 'let', 'join', 'group', 'into', 'from', 'select']);
const OTHERS = new Set(['let', 'join', 'group', 'into', 'from', '=>', ';']);

/** `from x in xs where … orderby … select new Dto { … }`; undefined: no query, or one with other clauses. */
export function queryOf(scope: Scope, { from, to }: Range, read: ReadValue): Expression | undefined {
  const { tokens } = scope.source;
  if (textAt(tokens, from) !== 'from' || !isWord(tokens, from + 1) || textAt(tokens, from + 2) !== 'in') return undefined;
  const first = find(tokens, { from: from + 3, to }, CLAUSES);
  const select = find(tokens, { from: from + 3, to }, new Set(['select']));
  if (select < 0 || find(tokens, { from: from + 3, to }, OTHERS) >= 0) return undefined;
  const element: Expression = { kind: 'element', of: entriesOf(scope, read(scope, { from: from + 3, to: first }), from) };
  const variables = new Variables(scope.variables).set(textAt(tokens, from + 1), { read: () => element });
  return { kind: 'array', items: read({ ...scope, variables }, { from: select + 1, to }) };
}

/** The result of `x => …` for one element. */
function selected(scope: Scope, of: Expression, { from, to }: Range, read: ReadValue, mapper: Mapper): Expression {
  const { tokens } = scope.source;
  const isNamed = isWord(tokens, from) && isWord(tokens, to - 1) && find(tokens, { from, to }, NO_NAME) < 0;
  if (isNamed) return mapper({ from, to }, { kind: 'element', of });
  const arrow = find(tokens, { from, to }, new Set(['=>']));
  if (arrow < 0 || textAt(tokens, arrow + 1) === '{') return unknown('what a function makes of it');
  const isListed = textAt(tokens, from) === '(';
  const at = isListed ? from + 1 : from;
  const isOne = isWord(tokens, at) && (isListed ? afterBracket(tokens, from, to) === from + 3 : arrow === from + 1);
  if (!isOne) return unknown('what a function makes of it');
  const element: Expression = { kind: 'element', of };
  const variables = new Variables(scope.variables).set(textAt(tokens, at), { read: () => element });
  return read({ ...scope, variables }, { from: arrow + 1, to });
}
