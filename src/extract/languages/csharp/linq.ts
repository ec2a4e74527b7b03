import type { Expression } from '../../../facts/expression.js';
import { lambdaIn, lambdaResult } from './lambdas.js';
import { type ReadValue, type Scope, Variables } from './source.js';
import { find, isWord, type Range, split, textAt } from './syntax/tokens.js';
import { BOOLEAN, INTEGER, nullable, unknown, widened } from './types.js';

/** Queries that do not change the type of a list. */
const SAME =
  /^(?:Where|OrderBy|OrderByDescending|ThenBy|ThenByDescending|Order|Skip|Take|SkipWhile|TakeWhile|Include|ThenInclude|AsNoTracking|AsNoTrackingWithIdentityResolution|AsTracking|AsQueryable|AsEnumerable|AsAsyncEnumerable|AsSplitQuery|Distinct|DistinctBy|Reverse|Concat|Union|Except|Intersect|Append|Prepend|IgnoreQueryFilters|TagWith|ToList|ToListAsync|ToArray|ToArrayAsync|ToHashSet|ToHashSetAsync|ToImmutableList|DefaultIfEmpty)$/;
const ONE = /^(?:First|Single|Last|ElementAt|MinBy|MaxBy)(?:Async)?$/;
const MAYBE = /^(?:FirstOrDefault|SingleOrDefault|LastOrDefault|ElementAtOrDefault|Find)(?:Async)?$/;
const TEST = /^(?:Any|All|Contains|SequenceEqual)(?:Async)?$/;
const COUNT = /^(?:Count|LongCount)(?:Async)?$/;
/** Numbers of a list that give one of their type. */
const TOTAL = /^(?:Sum|Min|Max)(?:Async)?$/;
const EACH = /^(?:Select|ConvertAll)$/;

/** Any query. */
const QUERY = new RegExp(
  [SAME, ONE, MAYBE, TEST, COUNT, TOTAL, EACH, /^(?:SelectMany|Join|Zip)$/, /^ToDictionary(?:Async)?$/]
    .map(({ source }) => source)
    .join('|'),
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
  const parts = split(scope.source.tokens, given, ',');
  const [first, ...others] = parts;
  if (TOTAL.test(name))
    return first === undefined || /^cancel|^ct$/i.test(textAt(scope.source.tokens, first.from))
      ? { kind: 'element', of }
      : widened(selected(scope, of, first, read, mapper));
  if (name === 'Join' || name === 'Zip') return paired(scope, of, parts, read);
  if (name === 'SelectMany' && first !== undefined) {
    const inner: Expression = { kind: 'element', of: selected(scope, of, first, read, mapper) };
    const [result] = others;
    const joined = result && lambdaIn(scope.source.tokens, result);
    const items = joined === undefined ? inner : lambdaResult(scope, joined, [{ kind: 'element', of }, inner], read);
    return { kind: 'array', items };
  }
  if (name === 'ToDictionary' || name === 'ToDictionaryAsync') {
    const [values, ...more] = others;
    if (more.length > 0) return undefined;
    return { kind: 'map', values: values === undefined ? { kind: 'element', of } : selected(scope, of, values, read, mapper) };
  }
  return EACH.test(name) ? { kind: 'array', items: selected(scope, of, given, read, mapper) } : undefined;
}

/** `a.Join(b, x => x.Id, y => y.Id, (x, y) => …)`, `a.Zip(b, (x, y) => …)`. */
function paired(scope: Scope, of: Expression, parts: readonly Range[], read: ReadValue): Expression | undefined {
  const [other, last] = [parts[0], parts.at(-1)];
  const result = last && lambdaIn(scope.source.tokens, last);
  if (other === undefined || result?.parameters.length !== 2) return undefined;
  const inner: Expression = { kind: 'element', of: read(scope, other) };
  return { kind: 'array', items: lambdaResult(scope, result, [{ kind: 'element', of }, inner], read) };
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
/** Marks and words that no query has, or that change what its variables are. */
const OTHERS = new Set(['group', 'into', '=>', ';']);
const IN = new Set(['in']);
const ON = new Set(['on']);

/** `from x in xs join y in ys on … let z = … where … select new Dto { … }`; undefined: no query, or one with groups. */
export function queryOf(scope: Scope, { from, to }: Range, read: ReadValue): Expression | undefined {
  const { tokens } = scope.source;
  if (textAt(tokens, from) !== 'from' || !isWord(tokens, from + 1)) return undefined;
  if (find(tokens, { from: from + 3, to }, OTHERS) >= 0) return undefined;
  const inside: Scope = { ...scope, variables: new Variables(scope.variables) };
  for (let at = from, count = 0; at < to && count < MOST_CLAUSES; count++) {
    const word = textAt(tokens, at);
    if (word === 'select') return count === 0 ? undefined : { kind: 'array', items: read(inside, { from: at + 1, to }) };
    const found = find(tokens, { from: at + 1, to }, CLAUSES);
    const clause = { from: at + 1, to: found < 0 ? to : found };
    if (!addClause(inside, word, clause, read)) return undefined;
    at = clause.to;
  }
  return undefined;
}
/** Queries with more clauses are not read. */
const MOST_CLAUSES = 40;

/** The variable of a clause: `Note x in notes`, `y in tags on …`, `z = …`. Whether it is understood. */
function addClause({ variables, ...scope }: Scope, word: string, { from, to }: Range, read: ReadValue): boolean {
  const { tokens } = scope.source;
  const known: Scope = { ...scope, variables };
  if (word === 'let') {
    if (textAt(tokens, from + 1) !== '=') return false;
    const value = read(known, { from: from + 2, to });
    variables.set(textAt(tokens, from), { read: () => value });
  } else if (word === 'from' || word === 'join') {
    const of = find(tokens, { from, to }, IN);
    const on = word === 'join' ? find(tokens, { from, to }, ON) : to;
    if (of < 0 || on < of) return false;
    const value: Expression = { kind: 'element', of: entriesOf(known, read(known, { from: of + 1, to: on }), of) };
    variables.set(textAt(tokens, of - 1), { read: () => value });
  }
  return true;
}

/** The result of `x => …` for one element. */
function selected(scope: Scope, of: Expression, { from, to }: Range, read: ReadValue, mapper: Mapper): Expression {
  const { tokens } = scope.source;
  const isNamed = isWord(tokens, from) && isWord(tokens, to - 1) && find(tokens, { from, to }, NO_NAME) < 0;
  if (isNamed) return mapper({ from, to }, { kind: 'element', of });
  const lambda = lambdaIn(tokens, { from, to });
  if (lambda === undefined) return unknown('what a function makes of it');
  return lambdaResult(scope, lambda, [{ kind: 'element', of }, INTEGER], read);
}
