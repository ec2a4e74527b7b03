import type { Expression } from '../../../facts/expression.js';
import type { ReadValue } from './locals.js';
import { type Scope, Variables } from './source.js';
import { afterBracket, find, isWord, type Range, textAt } from './tokens.js';
import { BOOLEAN, INTEGER, nullable, unknown } from './types.js';

/** Queries that leave the type of a list as it is. */
const SAME =
  /^(?:Where|OrderBy|OrderByDescending|ThenBy|ThenByDescending|Order|Skip|Take|SkipWhile|TakeWhile|Include|ThenInclude|AsNoTracking|AsNoTrackingWithIdentityResolution|AsTracking|AsQueryable|AsEnumerable|AsAsyncEnumerable|AsSplitQuery|Distinct|DistinctBy|Reverse|Concat|Union|Except|Intersect|Append|Prepend|IgnoreQueryFilters|TagWith|ToList|ToListAsync|ToArray|ToArrayAsync|ToHashSet|ToHashSetAsync|ToImmutableList|DefaultIfEmpty)$/;
const ONE = /^(?:First|Single|Last|ElementAt|MinBy|MaxBy)(?:Async)?$/;
const MAYBE = /^(?:FirstOrDefault|SingleOrDefault|LastOrDefault|ElementAtOrDefault|Find)(?:Async)?$/;
const TEST = /^(?:Any|All|Contains|SequenceEqual)(?:Async)?$/;
const COUNT = /^(?:Count|LongCount)(?:Async)?$/;

/** What LINQ and Entity Framework make of a list; undefined: no such method is called. */
export function linqResult(scope: Scope, of: Expression, name: string, given: Range, read: ReadValue): Expression | undefined {
  if (SAME.test(name)) return of;
  if (ONE.test(name)) return { kind: 'element', of };
  if (MAYBE.test(name)) return nullable({ kind: 'element', of });
  if (TEST.test(name)) return BOOLEAN;
  if (COUNT.test(name)) return INTEGER;
  if (name === 'SelectMany') return { kind: 'array', items: { kind: 'element', of: selected(scope, of, given, read) } };
  return name === 'Select' ? { kind: 'array', items: selected(scope, of, given, read) } : undefined;
}

/** Methods of packages that give what they are asked for by type: AutoMapper, Mapster, Dapper, LINQ, JSON over HTTP. */
const TYPED: readonly (readonly [RegExp, (given: Expression) => Expression])[] = [
  [/^(?:Map|Adapt|QueryFirst|QuerySingle|ExecuteScalar|GetRequiredService)(?:Async)?$/, (given) => given],
  [
    /^(?:ProjectTo|ProjectToType|Cast|OfType|Query|SqlQuery|SqlQueryRaw|FromSqlRaw)(?:Async)?$/,
    (items) => ({ kind: 'array', items }),
  ],
  [/^(?:QueryFirstOrDefault|QuerySingleOrDefault|GetFromJson|ReadFromJson|Deserialize)(?:Async)?$/, nullable],
];

/** What a call gives that names its result; undefined: no such method is known. */
export function typedResult(name: string, given: readonly Expression[]): Expression | undefined {
  const result = given.at(-1);
  if (result === undefined) return undefined;
  return TYPED.find(([names]) => names.test(name))?.[1](result);
}

/** What `x => …` gives for an element. */
function selected(scope: Scope, of: Expression, { from, to }: Range, read: ReadValue): Expression {
  const { tokens } = scope.source;
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
