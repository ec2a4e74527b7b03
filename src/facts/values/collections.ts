import type { Expression, OperatorExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import { isListed, isNullish, isPerhaps } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

/** Evaluates methods of lists, optional values and pages (many languages have them) on values whose kind only linking knows. */
export function ofCollection(
  resolver: Resolver,
  expression: OperatorExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const resolved = (of: Expression, as = purpose): Target => resolver.resolve(resolver, { expression: of, site }, as, fuel - 1);
  const { operator, of, keys = NOTHING } = expression;
  if (operator === 'first-known') {
    const first = resolved(keys);
    const isUnknown = (one: Target, depth = 0): boolean => {
      if (one.kind === 'plain') return one.expression.kind === 'parameter';
      if (one.kind !== 'choice') return one.kind === 'unknown' || one.kind === 'external';
      // a member of a value with several forms, none of which is known to have it
      return (
        depth < MOST_FORMS &&
        one.options.every((form) => isUnknown(resolver.resolve(resolver, form, purpose, fuel - 1), depth + 1))
      );
    };
    const isOpen = isUnknown(first);
    // a method of the repository returns what its body does, whatever property or method of a library has its name
    const isMethod = of.kind === 'member' || (OF_LIBRARIES.has(of.kind) && keys.kind === 'returns' && keys.of.kind === 'member');
    const isWritten =
      isOpen &&
      isMethod &&
      keys.kind === 'returns' &&
      (['value', 'shape'] as const).some((as) => resolved(keys.of, as).kind === 'callable');
    return isOpen && !isWritten ? resolved(of) : first;
  }
  const target = resolved(of);
  if (operator === 'opened')
    return leavesOpen(target) ? resolved({ kind: 'operator', operator: 'first-known', of, keys }) : target;
  if (operator === 'boxed' || operator === 'unboxed') return boxed(target, operator === 'boxed');
  if (operator === 'content') return contentOf(resolver, target, { expression: of, site }, purpose, fuel - 1);
  return mapped(resolver, target, { expression: of, site }, { expression: keys, site }, purpose, fuel - 1);
}

/** What a method of a library or of the language gives. */
const OF_LIBRARIES: ReadonlySet<Expression['kind']> = new Set(['operator', 'scalar', 'array']);

/** Does a class leave its members to its instances: is one of any type, or of a type parameter that is not given? */
const leavesOpen = (target: Target): boolean =>
  target.kind === 'type' &&
  target.declarations.some(
    ({ parameters = [], type }) =>
      (parameters.length > 0 && target.arguments.length === 0) ||
      (type?.kind === 'object' && type.members.some((one) => one.kind === 'property' && one.value.kind === 'unknown')),
  );

/** Forms within forms that are looked at. */
const MOST_FORMS = 3;

const NOTHING: Expression = { kind: 'unknown', why: 'there is no value' };
const NULL: Expression = { kind: 'scalar', type: 'null' };
/** The member of a page with its results. */
const CONTENT = 'content';

/** A list as the one value of a publisher or future, or without that; any other value itself. */
function boxed(target: Target, isBoxed: boolean): Target {
  if (target.kind !== 'plain' || target.expression.kind !== 'array') return target;
  const { boxed: _, ...plain } = target.expression;
  return { ...target, expression: isBoxed ? { ...plain, boxed: true } : plain };
}

const isBoxed = (target: Target): boolean =>
  target.kind === 'plain' && target.expression.kind === 'array' && target.expression.boxed === true;

/** Whether it is a list, also where it is one of several: `notes ?: emptyList()`. */
const isEachListed = (resolver: Resolver, of: Target, purpose: Purpose, fuel: number): boolean =>
  isListed(of) ||
  (of.kind === 'choice' &&
    fuel > 0 &&
    of.options.length > 0 &&
    of.options.length <= MOST_LISTS &&
    of.options.every((one) => isListed(resolver.resolve(resolver, one, purpose, fuel - 1))));
const MOST_LISTS = 10;

/** An element of a list or page; any other value itself, without null. */
function contentOf(resolver: Resolver, target: Target, lazy: Lazy, purpose: Purpose, fuel: number): Target {
  const resolved = (expression: Expression): Target =>
    resolver.resolve(resolver, { expression, site: lazy.site }, purpose, fuel - 1);
  if (isBoxed(target)) return boxed(target, false);
  if (isListed(target)) return resolved({ kind: 'element', of: lazy.expression });
  if (isPage(resolver, target, purpose, fuel))
    return resolved({ kind: 'element', of: { kind: 'member', of: lazy.expression, name: CONTENT } });
  if (target.kind !== 'choice') return target;
  const something = resolved({ kind: 'operator', operator: 'non-null', of: lazy.expression });
  if (isBoxed(something)) return boxed(something, false);
  return isEachListed(resolver, something, purpose, fuel)
    ? resolved({ kind: 'element', of: { kind: 'operator', operator: 'non-null', of: lazy.expression } })
    : something;
}

/** Whether a value is a library's page: only those are object literals with a content. */
function isPage(resolver: Resolver, target: Target, purpose: Purpose, fuel: number): boolean {
  if (target.kind !== 'plain' || target.expression.kind !== 'object') return false;
  const content = resolver.memberOf(resolver, target, CONTENT, purpose, fuel - 1);
  return content !== undefined && isListed(content);
}

/** The list or page of mapped elements, or one mapped value; null for null. */
function mapped(resolver: Resolver, target: Target, all: Lazy, each: Lazy, purpose: Purpose, fuel: number): Target {
  const { expression, site } = each;
  if (target.kind === 'unknown') return target;
  if (target.kind === 'external') return { kind: 'unknown', why: 'what it is made of is not known' };
  const items: Expression = { kind: 'array', items: expression };
  if (target.kind === 'plain' && target.expression.kind === 'object' && isPage(resolver, target, purpose, fuel)) {
    const members = target.expression.members.map((member) =>
      member.kind === 'property' && member.name === CONTENT ? { ...member, value: items } : member,
    );
    return { kind: 'plain', expression: { ...target.expression, members }, site };
  }
  if (isBoxed(target)) return boxed(resolver.resolve(resolver, each, purpose, fuel - 1), true);
  if (isListed(target)) return { kind: 'plain', expression: items, site };
  if (target.kind === 'choice') {
    // a list that may be null maps to a list, any other value that may be null to one value
    const something: Lazy = { ...all, expression: { kind: 'operator', operator: 'non-null', of: all.expression } };
    const found = resolver.resolve(resolver, something, purpose, fuel - 1);
    const isList = isEachListed(resolver, found, purpose, fuel) && !isBoxed(found);
    const nulls = target.options.filter((one) => isNullish(resolver, one, purpose, fuel - 1)).map((one) => one.expression);
    const nothing = nulls.length === 0 ? [] : [nulls.find((one) => !isPerhaps(one)) === undefined ? (nulls[0] ?? NULL) : NULL];
    const either: Expression = { kind: 'union', options: [isList ? items : expression, ...nothing] };
    return resolver.resolve(resolver, { expression: either, site }, purpose, fuel - 1);
  }
  return resolver.resolve(resolver, each, purpose, fuel - 1);
}
