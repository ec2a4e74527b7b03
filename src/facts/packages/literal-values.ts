import type { EnumValue } from '../../model/shape.js';
import { type Expression, literal } from '../expression.js';
import type { Lazy } from '../program.js';
import { literals, membersOf } from '../shapes/members.js';
import { compose, type Part } from '../values/compose.js';
import { asPossible, isPossible } from '../values/elements.js';
import type { Resolver } from '../values/target.js';
import { listIn, type SchemaStep } from './schema-step.js';

/** One of these values. */
export function oneOfValues(file: string, values: readonly EnumValue[]): Lazy {
  const options = values.map((value): Expression => ({ kind: 'literal', value }));
  return { expression: { kind: 'union', options }, site: { file } };
}

/** A literal, or one of a list of them; undefined: some are unknown. */
export function literalsOf(resolver: Resolver, of: Lazy): Lazy | undefined {
  const values = literals(resolver, of);
  return values === undefined ? undefined : oneOfValues(of.site.file, values);
}

/** One of the values of an enum, of an object of constants, or of a list of constants. */
export function enumOf(resolver: Resolver, of: Lazy): Lazy | undefined {
  const target = resolver.resolve(resolver, of, 'value');
  if (target.kind === 'class' && target.declaration.form === 'enum')
    return { expression: { kind: 'declared', file: target.file, name: target.declaration.name }, site: of.site };
  const listed = literals(resolver, of);
  if (listed !== undefined) return oneOfValues(of.site.file, listed);
  const members = membersOf(resolver, of);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const values = [...members.named.values()].map((member) => literals(resolver, member.value));
  return values.every((value) => value !== undefined) ? oneOfValues(of.site.file, values.flat()) : undefined;
}

/**
 * The columns of an enum that a written row gives one value of it. Its other values are in doubt: code may set one of them on the
 * row before it is sent.
 */
export function literalsWritten(
  resolver: Resolver,
  written: Lazy | undefined,
  columnOf: (name: string) => Lazy | undefined,
): readonly Part[] {
  const given = written && membersOf(resolver, written);
  return [...(given?.named.values() ?? [])].flatMap(({ name, value, optional, at }): Part[] => {
    const target = resolver.resolve(resolver, value, 'shape');
    const sure = target.kind === 'choice' ? target.options.filter(({ expression }) => !isPossible(expression)) : [value];
    const values = optional ? [] : sure.map((of) => literals(resolver, of) ?? []);
    const [one, ...others] = values.flat();
    const column = one === undefined || others.length > 0 ? undefined : columnOf(name);
    if (one === undefined || column === undefined || literals(resolver, column)?.includes(one) !== true) return [];
    const either = compose(at.file, (put) => ({ kind: 'union', options: [literal(one), put(asPossible(column, LATER))] }));
    return [{ name, value: either, at }];
  });
}

const LATER: Expression = literal('it was made with one value, and whether another was set since is not known');

/** A constant, or the result of a function that makes one: `default(0)`, `default(() => [])`. */
export function dataGiven(resolver: Resolver, given: Lazy): Lazy {
  return resolver.resolve(resolver, given, 'value').kind === 'callable'
    ? { expression: { kind: 'returns', of: given.expression }, site: given.site }
    : given;
}

/**
 * The constant arguments of a call, one by one, as a list, or spread: `valid(...Object.values(Role))`; undefined: some are
 * unknown.
 */
export function valuesGiven(resolver: Resolver, { values, more }: SchemaStep): readonly Lazy[] | undefined {
  const own = values.flatMap((one) => listIn(resolver, one) ?? [one]);
  if (more === undefined) return own;
  const target = resolver.resolve(resolver, more, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  const { site } = target;
  const further = target.expression.items.map((item) =>
    item.kind === 'spread' ? elementsOf(resolver, { expression: item.value, site }) : [{ expression: item, site }],
  );
  return further.every((one) => one !== undefined) ? [...own, ...further.flat()] : undefined;
}

/** The elements of a list, or the values of a known object or enum. */
export function elementsOf(resolver: Resolver, list: Lazy): readonly Lazy[] | undefined {
  const target = resolver.resolve(resolver, list, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'array') return listIn(resolver, list);
  const { items } = target.expression;
  const all =
    items.kind === 'operator' && items.operator === 'values-of'
      ? enumOf(resolver, { expression: items.of, site: target.site })
      : undefined;
  return all && [all];
}
