import type { EnumValue } from '../../model/shape.js';
import type { Expression, OperatorExpression } from '../expression.js';
import type { Condition } from '../fact.js';
import { nullInDoubt } from '../null-in-doubt.js';
import type { Lazy, Site } from '../program.js';
import { VALUE_FORMS, type ValueForm } from '../routing-fact.js';
import type { Member } from '../shapes/member-list.js';
import { isConditional, mayBeNothing, tried } from './elements.js';
import { FUEL, type Resolver, refill, type Target } from './target.js';

export const UNPASSED = 'it is null where null is passed, and whether it is is not known';

/** A possible null for the case that no case matches. */
export const UNMATCHED: Expression = nullInDoubt(
  'it is null where none of the cases matches, and whether that happens is not known',
);

/** A condition on a value, which depends on the caller. */
export type ValueCondition = Extract<Condition, { readonly value: Expression }>;

/** `of` under these conditions on values; conditions on the path do not apply. */
export function under(conditions: readonly Condition[], of: Expression): Expression {
  const onValues = conditions.filter((one) => 'value' in one);
  return onValues.length === 0 ? of : { kind: 'operator', operator: 'when', of, keys: keysOf(onValues) };
}

/** Encodes conditions for an operator; {@link conditionsIn} decodes them. */
export function keysOf(conditions: readonly ValueCondition[]): Expression {
  const items = conditions.map(({ value, equals, is, holds }): Expression => {
    const constant: Expression = equals === undefined ? { kind: 'absent' } : { kind: 'literal', value: equals };
    const form: readonly Expression[] = is === undefined ? [] : [{ kind: 'literal', value: is }];
    return { kind: 'tuple', items: [value, constant, { kind: 'literal', value: holds }, ...form] };
  });
  return { kind: 'tuple', items };
}

/** The expression inside its conditions, if they may hold; otherwise nothing. */
export function reached(resolver: Resolver, lazy: Lazy, fuel: number): readonly Lazy[] {
  const { expression, site } = lazy;
  if (!isConditional(expression)) return [lazy];
  const isOut = conditionsIn(expression).some((one) => valueHolds(resolver, one, site, fuel) === !one.holds);
  return isOut ? [] : [{ expression: expression.of, site }];
}

/** The conditions of an operator. */
export function conditionsIn({ keys }: OperatorExpression): readonly ValueCondition[] {
  return (keys?.kind === 'tuple' ? keys.items : []).flatMap((one): ValueCondition[] => {
    const [value, equals, holds, form] = one.kind === 'tuple' ? one.items : [];
    if (value === undefined || value.kind === 'spread' || holds?.kind !== 'literal') return [];
    const is = form?.kind === 'literal' ? VALUE_FORMS.find((known) => known === form.value) : undefined;
    const equal = equals?.kind === 'literal' ? { equals: equals.value } : {};
    return [{ value, ...equal, ...(is && { is }), holds: holds.value === true }];
  });
}

/** The same, with the values of the constants that they name (`Kind.Open`); undefined: such a value is unknown. */
export function conditionsKnown(
  resolver: Resolver,
  expression: OperatorExpression,
  site: Site,
  fuel: number,
): readonly (ValueCondition | undefined)[] {
  return (expression.keys?.kind === 'tuple' ? expression.keys.items : []).flatMap((one) => {
    const [condition] = conditionsIn({ ...expression, keys: { kind: 'tuple', items: [one] } });
    const [, equals] = one.kind === 'tuple' ? one.items : [];
    if (equals?.kind !== 'member' || condition === undefined) return condition ?? [];
    const stored = resolver.resolve(resolver, { expression: equals, site }, 'value', fuel);
    return stored.kind === 'plain' && stored.expression.kind === 'literal'
      ? { ...condition, equals: stored.expression.value }
      : [undefined];
  });
}

/** No type shows which of the two it is. */
export const FORM_OPEN: Target = {
  kind: 'unknown',
  why: 'whether a list or a dictionary is passed, which decides what is sent, is not known',
  written: true,
};

/** Whether only a caller decides if a value is a list or a dictionary: then the value under that condition is uncertain. */
export function isFormOpen(resolver: Resolver, expression: OperatorExpression, site: Site, fuel: number): boolean {
  return conditionsIn(expression).some(
    (one) => (one.is === 'list' || one.is === 'map') && valueHolds(resolver, one, site, fuel) === undefined,
  );
}

/** Whether a value satisfies a condition; undefined: undecidable. */
export function valueHolds(resolver: Resolver, condition: ValueCondition, site: Site, fuel = FUEL): boolean | undefined {
  const lazy: Lazy = { expression: condition.value, site };
  if (isAssigned(resolver, lazy, fuel)) return undefined;
  const { expression: tested } = lazy;
  if (isMemberOrElse(tested) && tested.keys !== undefined && fuel > 0) {
    const isOut = isLeftOut(resolver, { expression: tested.of, site }, fuel);
    return valueHolds(resolver, { ...condition, value: isOut ? tested.keys : tested.of }, site, fuel - 1);
  }
  if (condition.is !== undefined) return isOfForm(resolver, lazy, condition.is, fuel);
  if (condition.equals === null && fuel > 0 && mayBeNothing(resolver, lazy, fuel - 1) === false) return false;
  const target = resolver.resolve(resolver, lazy, 'value', fuel);
  if (target.kind === 'choice' && fuel > 0) {
    const all = target.options.map(({ expression: value, site: at }) =>
      valueHolds(resolver, { ...condition, value }, at, fuel - 1),
    );
    return all.every((one) => one === all[0]) ? all[0] : undefined;
  }
  // the declared type of what a literal leaves out says nothing: that of a package's schema looks like a schema
  if (condition.equals === undefined && target.kind !== 'plain' && isLeftOut(resolver, lazy, fuel)) return false;
  if (condition.equals === undefined && isObject(resolver, target)) return true;
  if (target.kind !== 'plain') return undefined;
  const { expression } = target;
  if (expression.kind === 'absent') return condition.equals === undefined ? false : undefined;
  if (expression.kind !== 'literal') return undefined;
  return condition.equals === undefined ? Boolean(expression.value) : expression.value === condition.equals;
}

/** Whether it is a member that code of another file may set: its first value decides nothing. */
function isAssigned(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  if (expression.kind !== 'member' || resolver.program.assigned.length === 0 || fuel <= 0) return false;
  const own = objectAt(resolver, { expression: expression.of, site }, fuel - 1);
  const names = own && resolver.assigned.get(own);
  return names !== undefined && (names.has(ANY) || names.has(expression.name));
}

const ANY = '*';

/** Finds the objects whose members code of other files may set, before anything else is evaluated. */
export function readAssigned(resolver: Resolver): void {
  const { program, assigned: found } = resolver;
  for (const { of, member = ANY, file } of program.assigned) {
    refill(resolver);
    const object = objectAt(resolver, { expression: of, site: { file } }, FUEL);
    if (object !== undefined) found.set(object, (found.get(object) ?? new Set()).add(member));
  }
}

function objectAt(resolver: Resolver, lazy: Lazy, fuel: number): Expression | undefined {
  const target = resolver.resolve(resolver, lazy, 'value', fuel);
  return target.kind === 'plain' && target.expression.kind === 'object' ? target.expression : undefined;
}

const OBJECTS: ReadonlySet<Expression['kind']> = new Set(['object', 'map', 'array', 'tuple']);

/** Whether a value is surely truthy: an object, a function, a schema of a package. Python counts what is empty as false. */
function isObject(resolver: Resolver, target: Target): boolean {
  if (target.kind === 'plain')
    return OBJECTS.has(target.expression.kind) && (!target.site.file.endsWith('.py') || hasSome(target.expression));
  if (target.kind !== 'external') return target.kind === 'callable' || target.kind === 'class';
  return resolver.packages.some(({ schema, specifiers }) => schema !== undefined && specifiers.test(target.specifier));
}

/** A member of an argument, with its default. */
const isMemberOrElse = (of: Expression): of is OperatorExpression =>
  of.kind === 'operator' && of.operator === 'or-else' && of.of.kind === 'member' && of.of.of.kind === 'parameter';

const hasSome = (of: Expression): boolean =>
  of.kind === 'tuple'
    ? of.items.some(({ kind }) => kind !== 'spread')
    : of.kind === 'object' && of.members.some((one) => one.kind === 'property' && one.optional !== true);

/** Whether a value is a member that the caller's object literal lacks. */
function isLeftOut(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  if (expression.kind !== 'member' || expression.of.kind !== 'parameter' || fuel <= 0) return false;
  const member = resolver.resolve(resolver, { expression, site }, 'value', fuel - 1);
  if (member.kind === 'plain' && member.expression.kind === 'absent') return true;
  return lacks(resolver, { expression: expression.of, site }, expression.name, fuel - 1);
}

/** The most literals that one value is asked to spread. */
const MOST_SPREAD = 20;

/** Whether a value is an object literal without such a member, and so are those that it spreads (`{ ...options, name }`). */
function lacks(resolver: Resolver, given: Lazy, name: string, fuel: number): boolean {
  const lazies = [given];
  // the list grows while it is walked
  for (const lazy of lazies) {
    const target = fuel > 0 && lazies.length <= MOST_SPREAD ? resolver.resolve(resolver, lazy, 'value', fuel) : undefined;
    if (target?.kind !== 'plain' || target.expression.kind !== 'object') return false;
    for (const one of target.expression.members) {
      if (one.kind === 'spread') lazies.push({ expression: one.value, site: target.site });
      else if (one.kind === 'rest' || (one.kind === 'property' ? (one.member ?? one.name) : one.name) === name) return false;
    }
  }
  return true;
}

/** Whether a value has a form, as far as its type shows. */
function isOfForm(resolver: Resolver, lazy: Lazy, form: ValueForm, fuel: number): boolean | undefined {
  if (fuel <= 0) return undefined;
  // types may be wrong, so a tested value is never known to be there: `isRuledOut` makes it a doubt
  if (form === 'nothing') return undefined;
  if (form === 'falsy') return passedTo(lazy) !== undefined && mayBeFalsy(resolver, lazy, fuel) === false ? false : undefined;
  const passed = passedTo(lazy);
  const isGiven = passed && isOfForm(resolver, passed, form, fuel - 1);
  if (isGiven !== undefined) return isGiven;
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  if (target.kind === 'choice') {
    const all = target.options.map((option) => isOfForm(resolver, option, form, fuel - 1));
    return all.every((one) => one === all[0]) ? all[0] : undefined;
  }
  const is = formOf(target);
  if (form === 'error' && is === 'object' && hasMethod(resolver, lazy, 'Error', fuel)) return undefined;
  // an instance of a class has the form of a dictionary only where it is sent
  if (form === 'map') return target.kind === 'type' || is === undefined ? undefined : is === 'object';
  return is === undefined ? undefined : is === form || (is === 'list' && form === 'object');
}

const hasMethod = (resolver: Resolver, of: Lazy, name: string, fuel: number): boolean =>
  resolver.resolve(resolver, { expression: { kind: 'member', of: of.expression, name }, site: of.site }, 'value', fuel - 1)
    .kind === 'callable';

/** What a call gives for a parameter, whose type may allow more. */
const passedTo = ({ expression, site }: Lazy): Lazy | undefined =>
  expression.kind === 'parameter' ? site.passed?.get(`${expression.callable}:${expression.index}`) : undefined;

/** Whether the type of a tested member allows neither null nor, where the test is for truth, any other falsy value. */
export function isRuledOut(resolver: Resolver, { value, is }: ValueCondition, site: Site, fuel: number): boolean {
  if (is !== 'nothing' && is !== 'falsy') return false;
  const tested = tried(value);
  // a getter of a Java bean, or the member of that name
  const member = tested.kind === 'operator' && tested.operator === 'first-known' ? tested.of : tested;
  const lazy: Lazy = { expression: member === tested ? value : member, site };
  if (member.kind !== 'member' || mayBeNothing(resolver, lazy, fuel) !== false) return false;
  const declared = resolver.membersOf(resolver, { expression: member.of, site })?.named.get(member.name);
  // a dictionary may lack any key
  if (declared === undefined || isNullableColumn(resolver, declared, fuel)) return false;
  // in Java only annotations exclude null
  if (site.file.endsWith('.java') && !isNonNull(declared.value.expression)) return false;
  return is === 'nothing' || isTruthy(resolver, lazy, fuel);
}

/** Whether a tested member is an attribute that instances do not send by themselves: a column, of which the database excludes null. */
export function isStored(resolver: Resolver, { value }: ValueCondition, site: Site): boolean {
  const member = tried(value);
  return (
    member.kind === 'member' &&
    site.file.endsWith('.py') &&
    resolver.membersOf(resolver, { expression: member.of, site })?.named.get(member.name)?.hidden === true
  );
}

const isNonNull = (of: Expression): boolean => of.kind === 'operator' && of.operator === 'non-null';

/** `@Column({ nullable: true }) at: Date`: the decorator contradicts the declared type. */
function isNullableColumn(resolver: Resolver, { stored }: Member, fuel: number): boolean {
  const decorators = stored === undefined ? [] : [...(resolver.membersOf(resolver, stored)?.named.values() ?? [])];
  return decorators.some(({ value }) => {
    const flag = resolver.membersOf(resolver, value)?.named.get('nullable');
    const target = flag && resolver.resolve(resolver, flag.value, 'value', fuel);
    return target?.kind === 'plain' && target.expression.kind === 'literal' && target.expression.value === true;
  });
}

/** Whether a value may be one that JavaScript counts as false; undefined: unknown. */
export function mayBeFalsy(resolver: Resolver, lazy: Lazy, fuel: number): boolean | undefined {
  const nothing = mayBeNothing(resolver, lazy, fuel);
  if (nothing !== false) return nothing;
  const { expression } = passedTo(lazy) ?? lazy;
  if (expression.kind === 'operator' && expression.operator === 'non-null' && expression.keys !== undefined) return false;
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  if (target.kind === 'plain' && target.expression.kind === 'literal') return !target.expression.value;
  return target.kind === 'unknown' || target.kind === 'external' ? undefined : !isTruthy(resolver, lazy, fuel);
}

function isTruthy(resolver: Resolver, lazy: Lazy, fuel: number): boolean {
  if (fuel <= 0) return false;
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  if (target.kind === 'choice') return target.options.every((option) => isTruthy(resolver, option, fuel - 1));
  if (target.kind === 'type') return target.declarations[0]?.form !== 'enum';
  if (target.kind !== 'plain') return false;
  // a date is an object, and a text of a format has letters
  return isObject(resolver, target) || (target.expression.kind === 'scalar' && isFormatted(target.expression));
}

const isFormatted = ({ type, format }: Extract<Expression, { kind: 'scalar' }>): boolean =>
  type === 'string' && format !== undefined;

/** The form of a value; undefined: unknown, or its form in memory differs from what is sent (a date, bytes). */
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
    case 'operator':
      return expression.operator === 'filled' ? 'object' : undefined;
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
