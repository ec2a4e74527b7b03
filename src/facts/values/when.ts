import type { EnumValue } from '../../model/shape.js';
import type { Expression, OperatorExpression } from '../expression.js';
import type { Condition } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { VALUE_FORMS, type ValueForm } from '../routing-fact.js';
import { isConditional, mayBeNothing } from './elements.js';
import { FUEL, type Resolver, type Target } from './target.js';

export const UNPASSED = 'it is null where null is passed, and whether it is was not told';

/** A null for what none of the cases is for. */
export const UNMATCHED: Expression = {
  kind: 'unknown',
  why: 'it is null where none of the cases matches, and whether that happens was not told',
  nothing: true,
  asNull: true,
};

/** A condition on a value, which a caller decides. */
export type ValueCondition = Extract<Condition, { readonly value: Expression }>;

/** `of`, where these conditions hold; those on the path are no matter of values. */
export function under(conditions: readonly Condition[], of: Expression): Expression {
  const onValues = conditions.filter((one) => 'value' in one);
  return onValues.length === 0 ? of : { kind: 'operator', operator: 'when', of, keys: keysOf(onValues) };
}

/** Conditions as an operator names them, which {@link conditionsIn} reads. */
export function keysOf(conditions: readonly ValueCondition[]): Expression {
  const items = conditions.map(({ value, equals, is, holds }): Expression => {
    const constant: Expression = equals === undefined ? { kind: 'absent' } : { kind: 'literal', value: equals };
    const form: readonly Expression[] = is === undefined ? [] : [{ kind: 'literal', value: is }];
    return { kind: 'tuple', items: [value, constant, { kind: 'literal', value: holds }, ...form] };
  });
  return { kind: 'tuple', items };
}

/** What is under conditions, if they may hold. */
export function reached(resolver: Resolver, lazy: Lazy, fuel: number): readonly Lazy[] {
  const { expression, site } = lazy;
  if (!isConditional(expression)) return [lazy];
  const isOut = conditionsIn(expression).some((one) => valueHolds(resolver, one, site, fuel) === !one.holds);
  return isOut ? [] : [{ expression: expression.of, site }];
}

/** The conditions that an operator names. */
export function conditionsIn({ keys }: OperatorExpression): readonly ValueCondition[] {
  return (keys?.kind === 'tuple' ? keys.items : []).flatMap((one): ValueCondition[] => {
    const [value, equals, holds, form] = one.kind === 'tuple' ? one.items : [];
    if (value === undefined || value.kind === 'spread' || holds?.kind !== 'literal') return [];
    const is = form?.kind === 'literal' ? VALUE_FORMS.find((known) => known === form.value) : undefined;
    const equal = equals?.kind === 'literal' ? { equals: equals.value } : {};
    return [{ value, ...equal, ...(is && { is }), holds: holds.value === true }];
  });
}

/** The same, with what constants hold that they name (`Kind.Open`); undefined: what one holds cannot be told. */
export function conditionsTold(
  resolver: Resolver,
  expression: OperatorExpression,
  site: Site,
  fuel: number,
): readonly (ValueCondition | undefined)[] {
  return (expression.keys?.kind === 'tuple' ? expression.keys.items : []).flatMap((one) => {
    const [condition] = conditionsIn({ ...expression, keys: { kind: 'tuple', items: [one] } });
    const [, equals] = one.kind === 'tuple' ? one.items : [];
    if (equals?.kind !== 'member' || condition === undefined) return condition ?? [];
    const held = resolver.resolve(resolver, { expression: equals, site }, 'value', fuel);
    return held.kind === 'plain' && held.expression.kind === 'literal'
      ? { ...condition, equals: held.expression.value }
      : [undefined];
  });
}

/** Whether something is a list or not and only a caller knows: what it is under that condition is in doubt. */
export function isFormOpen(resolver: Resolver, expression: OperatorExpression, site: Site, fuel: number): boolean {
  return conditionsIn(expression).some((one) => one.is === 'list' && valueHolds(resolver, one, site, fuel) === undefined);
}

/** Whether a value is what a condition asks for; undefined: that cannot be told. */
export function valueHolds(resolver: Resolver, condition: ValueCondition, site: Site, fuel = FUEL): boolean | undefined {
  const lazy: Lazy = { expression: condition.value, site };
  if (condition.is !== undefined) return isOfForm(resolver, lazy, condition.is, fuel);
  if (condition.equals === null && fuel > 0 && mayBeNothing(resolver, lazy, fuel - 1) === false) return false;
  const target = resolver.resolve(resolver, lazy, 'value', fuel);
  if (target.kind === 'choice' && fuel > 0) {
    const all = target.options.map(({ expression: value, site: at }) =>
      valueHolds(resolver, { ...condition, value }, at, fuel - 1),
    );
    return all.every((one) => one === all[0]) ? all[0] : undefined;
  }
  if (condition.equals === undefined && isObject(resolver, target)) return true;
  if (target.kind !== 'plain') return condition.equals === undefined && isLeftOut(resolver, lazy, fuel) ? false : undefined;
  const { expression } = target;
  if (expression.kind === 'absent') return condition.equals === undefined ? false : undefined;
  if (expression.kind !== 'literal') return undefined;
  return condition.equals === undefined ? Boolean(expression.value) : expression.value === condition.equals;
}

const OBJECTS: ReadonlySet<Expression['kind']> = new Set(['object', 'map', 'array', 'tuple']);

/** Whether something surely counts as true: an object, a function, what a package makes a schema of. */
function isObject(resolver: Resolver, target: Target): boolean {
  if (target.kind === 'plain') return OBJECTS.has(target.expression.kind);
  if (target.kind !== 'external') return target.kind === 'callable' || target.kind === 'class';
  return resolver.packages.some(({ schema, specifiers }) => schema !== undefined && specifiers.test(target.specifier));
}

/** Whether a value is a member that an object, as a caller writes it out, does not have. */
function isLeftOut(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  if (expression.kind !== 'member' || expression.of.kind !== 'parameter' || fuel <= 0) return false;
  const of = resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel - 1);
  const members = of.kind === 'plain' && of.expression.kind === 'object' ? of.expression.members : undefined;
  return (
    members?.every(
      (one) =>
        (one.kind === 'property' || one.kind === 'method') &&
        (one.kind === 'property' ? (one.member ?? one.name) : one.name) !== expression.name,
    ) === true
  );
}

/** Whether a value is of a form, as far as its type tells. */
function isOfForm(resolver: Resolver, lazy: Lazy, form: ValueForm, fuel: number): boolean | undefined {
  if (fuel <= 0) return undefined;
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  if (target.kind === 'choice') {
    const all = target.options.map((option) => isOfForm(resolver, option, form, fuel - 1));
    return all.every((one) => one === all[0]) ? all[0] : undefined;
  }
  const is = formOf(target);
  return is === undefined ? undefined : is === form || (is === 'list' && form === 'object');
}

/** The form of a value; undefined: that is not known, or what it is in memory is not what is sent (a date, bytes). */
export function formOf(target: Target): ValueForm | undefined {
  if (target.kind === 'type') return target.declarations[0]?.form === 'enum' ? undefined : 'object';
  if (target.kind === 'callable' || target.kind === 'class') return 'function';
  if (target.kind !== 'plain') return undefined;
  const { expression } = target;
  switch (expression.kind) {
    case 'object':
    case 'map':
      return 'object';
    case 'array':
    case 'tuple':
      return 'list';
    case 'text':
      return expression.sum === true ? undefined : 'string';
    case 'absent':
      return 'undefined';
    case 'literal':
      return typeofValue(expression.value);
    case 'scalar':
      if (expression.format !== undefined) return undefined;
      if (expression.type === 'null') return 'object';
      return expression.type === 'integer' ? 'number' : expression.type;
    default:
      return undefined;
  }
}

function typeofValue(value: EnumValue): ValueForm | undefined {
  const type = typeof value;
  return type === 'object' || type === 'string' || type === 'number' || type === 'boolean' ? type : undefined;
}
