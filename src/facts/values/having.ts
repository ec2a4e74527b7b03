import { isNull, type OperatorExpression } from '../expression.js';
import type { Site } from '../program.js';
import { isErrorOf } from '../shapes/form-tags.js';
import { isPossible } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

/** One of two values, depending on whether a value has a member; if it only may have it, the result is undecided. */
export function having(resolver: Resolver, { of, keys }: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const [name, first, second] = keys?.kind === 'tuple' ? keys.items : [];
  const undecided: Target = { kind: 'unknown', why: 'whether a value has a certain member is not known' };
  if (name?.kind !== 'literal' || first === undefined || second === undefined) return undecided;
  if (first.kind === 'spread' || second.kind === 'spread') return undecided;
  const has = hasMember(resolver, resolver.resolve(resolver, { expression: of, site }, 'shape', fuel), String(name.value), fuel);
  // a call that inference may know is right in either case
  if (has === undefined && second.kind === 'returns' && second.at !== undefined)
    return resolver.resolve(resolver, { expression: second, site }, purpose, fuel);
  return has === undefined ? undecided : resolver.resolve(resolver, { expression: has ? first : second, site }, purpose, fuel);
}

/** Whether it is a map, or one that is written out; undefined: one of several options is. An unknown value counts as none. */
function isMap(resolver: Resolver, of: Target, isWritten: boolean, fuel: number): boolean | undefined {
  if (of.kind !== 'choice') {
    if (of.kind !== 'plain') return false;
    return of.expression.kind === 'map' || (isWritten && of.expression.kind === 'object' && of.expression.members.length > 0);
  }
  const all = of.options.map(
    (option) => fuel > 0 && isMap(resolver, resolver.resolve(resolver, option, 'shape', fuel - 1), isWritten, fuel - 1),
  );
  return all.every((one) => one === all[0]) ? all[0] : undefined;
}

/** Whether it has members; a text, a number, an enum and a list have none. */
function hasMembers(of: Target): boolean | undefined {
  if (of.kind === 'type') return of.declarations[0]?.form !== 'enum';
  if (of.kind !== 'plain') return undefined;
  const { kind } = of.expression;
  if (of.expression.kind === 'object' && of.expression.members.length === 0) return false;
  if (['object', 'intersection', 'map'].includes(kind)) return true;
  return ['scalar', 'literal', 'text', 'array', 'tuple'].includes(kind) ? false : undefined;
}

/**
 * `[]`: whether it is a list; `{}`: a map; `{:}`: a map or one that is written out; `.`: has members; `:problem`: is problem details
 * of C#. Undefined: it may be.
 */
export function hasMember(resolver: Resolver, of: Target, name: string, fuel: number): boolean | undefined {
  if (name === '{}' || name === '{:}') return isMap(resolver, of, name === '{:}', fuel);
  if (name === ':problem' && isErrorOf(resolver, of, 'ProblemDetails', fuel)) return true;
  if (of.kind === 'unknown' || of.kind === 'external') return undefined;
  const isFilled = name === ':problem' && of.kind === 'plain' && of.expression.kind === 'operator';
  if (of.kind === 'plain' && of.expression.kind === 'operator' && (isFilled || isPossible(of.expression))) {
    const { expression, site } = of;
    return hasMember(
      resolver,
      resolver.resolve(resolver, { expression: expression.of, site }, 'shape', fuel - 1),
      name,
      fuel - 1,
    );
  }
  if (of.kind === 'choice') {
    const all = of.options.map((option) =>
      fuel > 0 ? hasMember(resolver, resolver.resolve(resolver, option, 'shape', fuel - 1), name, fuel - 1) : undefined,
    );
    return all.every((one) => one === all[0]) ? all[0] : undefined;
  }
  if (name === ':problem') return false;
  if (name === '.') return hasMembers(of);
  const isList = of.kind === 'plain' && (of.expression.kind === 'array' || of.expression.kind === 'tuple');
  if (name === '[]') return of.kind === 'plain' && of.expression.kind === 'parameter' ? undefined : isList;
  if (isList) return false;
  const member = resolver.memberOf(resolver, of, name, 'shape', fuel - 1);
  if (member === undefined) return false;
  // for this test, a member that may be null may as well be missing, but no field of a struct of Go
  const isField = of.kind === 'type' && of.file.endsWith('.go');
  const isOpen = (member.kind === 'choice' && !isField) || (member.kind === 'plain' && isNull(member.expression));
  return member.kind === 'unknown' || member.kind === 'external' || isOpen ? undefined : true;
}
