import { type Expression, isNull, type Operator, type OperatorExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import { rooted } from '../routers/roots.js';
import { asksItself, isAsTested } from '../shapes/form-tags.js';
import { withShare, withSureMembers } from '../shapes/sure-members.js';
import { withMembersTested } from '../shapes/tested-members.js';
import { ofCollection } from './collections.js';
import { asPossible, eitherAt, isNullish, isPerhaps, mayBeNothing, writtenValues } from './elements.js';
import { entriesOf, sumOf } from './entries.js';
import { described, known, outcome } from './external.js';
import { filled, made } from './filled.js';
import { withGiven } from './given-members.js';
import { having } from './having.js';
import { instances } from './instances.js';
import { received } from './received.js';
import { optionsLeft } from './surely.js';
import type { Purpose, Resolver, Target } from './target.js';
import { withoutFalsy } from './truthy.js';
import {
  conditionsIn,
  conditionsKnown,
  FORM_OPEN,
  isFormOpen,
  isRuledOut,
  isStored,
  mayBeFalsy,
  reached,
  UNPASSED,
  type ValueCondition,
} from './when.js';

/** Types that `await` or a framework unwraps, wherever they are imported from. */
const WRAPPERS = new Set(['Promise', 'PromiseLike', 'Observable', 'Bluebird']);

/** The result of `new` on a class; the arguments stay available for known packages. */
export function resolveInstance(of: Target, typeArguments: readonly Lazy[], made?: Lazy): Target {
  if (of.kind === 'class') return { kind: 'type', file: of.file, declarations: [of.declaration], arguments: typeArguments };
  if (of.kind === 'type' || of.kind === 'unknown') return of;
  if (of.kind === 'external') return { ...of, arguments: typeArguments, ...(made !== undefined && { call: made }) };
  return { kind: 'unknown', why: 'the class is not known' };
}

/** `Users()` for a class that also has routes. */
export function instanceOfRouter({ program }: Resolver, { file, router }: Target & { kind: 'router' }): Target {
  const declarations = program.files.get(file)?.declarations.get(router.name);
  if (declarations?.[0]?.form === 'class') return { kind: 'type', file, declarations, arguments: [] };
  return { kind: 'unknown', why: 'what is called is not known' };
}

function instanceType(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target {
  // a class that stands for its only value
  const expression = of.kind === 'callable' ? of.callable.returns : undefined;
  if (of.kind === 'callable' && expression !== undefined)
    return resolver.resolve(resolver, { expression, site: { file: of.file } }, purpose, fuel - 1);
  return known(resolver, resolveInstance(of, []), purpose, fuel);
}

function awaited(resolver: Resolver, inner: Lazy, purpose: Purpose, fuel: number): Target {
  const of = resolver.resolve(resolver, inner, purpose, fuel - 1);
  if (of.kind === 'choice')
    return { kind: 'choice', options: of.options.map((one) => (isPerhaps(one.expression) ? one : wrap('awaited', one))) };
  if (of.kind !== 'external') return of;
  const [wrapped] = WRAPPERS.has(of.path.at(-1) ?? '') ? of.arguments : [];
  return wrapped === undefined
    ? outcome(resolver, of, purpose, fuel)
    : resolver.resolve(resolver, wrap('awaited', wrapped), purpose, fuel - 1);
}

/** A value without its null options. */
function nonNull(resolver: Resolver, inner: Lazy, purpose: Purpose, fuel: number): Target {
  const of = resolver.resolve(resolver, inner, purpose, fuel);
  if (of.kind !== 'choice') return of;
  const left = somethings(resolver, of.options, purpose, fuel);
  return of.otherwise === true && left.length > 1 ? { ...of, options: left } : eitherAt(resolver, left, purpose, fuel);
}

const CHOOSING: ReadonlySet<Operator> = new Set([
  'non-null',
  'tested',
  'tagged',
  'members-tested',
  'instances',
  'or-else',
  'when',
]);

/** A value after conditions in the code. */
function chosen(resolver: Resolver, expression: OperatorExpression, inner: Lazy, purpose: Purpose, fuel: number): Target {
  const something = expression.operator === 'non-null' ? nonNull(resolver, inner, purpose, fuel) : undefined;
  if (something !== undefined)
    return expression.keys === undefined ? something : withoutFalsy(resolver, something, purpose, fuel);
  if (expression.operator === 'tested') return tested(resolver, expression.keys, inner, purpose, fuel);
  if (expression.operator === 'tagged') return tagged(resolver, expression, inner, purpose, fuel);
  if (expression.operator === 'members-tested') return withMembersTested(resolver, expression, inner, purpose, fuel);
  if (expression.operator === 'instances') return instances(resolver, expression, inner, purpose, fuel);
  if (expression.operator === 'or-else') return orElse(resolver, expression, inner, purpose, fuel);
  const left = reached(resolver, { expression, site: inner.site }, fuel);
  if (purpose === 'shape' && left.length > 0 && isFormOpen(resolver, expression, inner.site, fuel)) return FORM_OPEN;
  const isAbsent = expression.of.kind === 'absent';
  if (purpose !== 'shape' || left.length === 0 || !(isAbsent || isNull(expression.of)))
    return eitherAt(resolver, left, purpose, fuel);
  const conditions = conditionsIn(expression);
  if (isAbsent)
    return conditions.some((one) => isRuledOut(resolver, one, inner.site, fuel - 1))
      ? ABSENT_AGAINST_TYPE
      : eitherAt(resolver, left, purpose, fuel);
  const excluded = conditions.filter((one) => isRuledOut(resolver, one, inner.site, fuel - 1));
  if (excluded.some((one) => isStored(resolver, one, inner.site))) return { kind: 'choice', options: [] };
  if (excluded.length > 0) return NULL_AGAINST_TYPE;
  const isGivenNull = ({ value, equals, is }: ValueCondition): boolean => {
    const lazy = { expression: value, site: inner.site };
    if (is === 'falsy' && value.kind === 'parameter') return mayBeFalsy(resolver, lazy, fuel - 1) === true;
    return equals !== null || mayBeNothing(resolver, lazy, fuel - 1) === true;
  };
  return conditions.some(isGivenNull) ? eitherAt(resolver, left, purpose, fuel) : NULL_FOR_NULL;
}

const NULL_FOR_NULL: Target = { kind: 'unknown', why: UNPASSED };
const NULL_AGAINST_TYPE: Target = {
  kind: 'unknown',
  why: 'it is null only for a value that its declared type excludes',
  asNull: true,
};

/** `note.author?.name` of an author that its type requires. */
const ABSENT_AGAINST_TYPE: Target = {
  kind: 'unknown',
  why: 'it is left out only for a value that its declared type excludes',
  asAbsent: true,
};

/** The forms whose tags do not contradict earlier tests. Tests that distinguish no form are about something else. */
function tagged(resolver: Resolver, expression: OperatorExpression, inner: Lazy, purpose: Purpose, fuel: number): Target {
  const of = resolver.resolve(resolver, inner, purpose, fuel);
  if (of.kind !== 'choice') return tested(resolver, undefined, inner, purpose, fuel);
  const conditions = conditionsKnown(resolver, expression, inner.site, fuel - 1);
  if (conditions.includes(undefined)) return tested(resolver, undefined, inner, purpose, fuel);
  // a test of the value itself says nothing about null, a test of a member excludes it
  const isOwn = conditions.every((one) => one !== undefined && asksItself(one));
  const forms = isOwn ? flattened(resolver, of.options, purpose, fuel - 1) : somethings(resolver, of.options, 'shape', fuel);
  const known = forms.map((form) => {
    const target = resolver.resolve(resolver, form, 'shape', fuel - 1);
    return conditions.map((one) => one && isAsTested(resolver, form, target, one, fuel - 1));
  });
  const left = forms.filter((_, index) => known[index]?.includes(false) !== true);
  // as a value it is itself where the tests rule nothing out
  const isKnown = left.length < forms.length || (purpose === 'shape' && !known.flat().includes(undefined));
  return left.length > 0 && isKnown ? eitherAt(resolver, left, purpose, fuel) : tested(resolver, undefined, inner, purpose, fuel);
}

/** The options of a choice, with nested choices flattened. */
function flattened(resolver: Resolver, options: readonly Lazy[], purpose: Purpose, fuel: number): readonly Lazy[] {
  return options.flatMap((option) => {
    const target = fuel > 0 ? resolver.resolve(resolver, option, purpose, fuel - 1) : undefined;
    return target?.kind === 'choice' ? flattened(resolver, target.options, purpose, fuel - 10) : [option];
  });
}

/** Applies a replacement only if one of the forms is known to be null or undefined. */
function orElse(resolver: Resolver, { keys }: OperatorExpression, inner: Lazy, purpose: Purpose, fuel: number): Target {
  const of = resolver.resolve(resolver, inner, purpose, fuel);
  const forms = of.kind === 'choice' ? of.options : [inner];
  const isOpen = purpose !== 'shape' || forms.some((form) => mayBeNothing(resolver, form, fuel - 1) === true);
  if (keys === undefined || !isOpen) return of;
  const other: Lazy = { expression: keys, site: inner.site };
  if (of.kind !== 'choice' && isNullish(resolver, inner, purpose, fuel - 1))
    return resolver.resolve(resolver, other, purpose, fuel);
  return { kind: 'choice', options: [wrap('non-null', inner), other] };
}

/** The values of an object literal, or of a dictionary. */
function valuesOf(of: Target): Target | undefined {
  if (of.kind !== 'plain') return undefined;
  const { expression, site } = of;
  if (expression.kind === 'map') return { kind: 'choice', options: [{ expression: expression.values, site }] };
  return expression.kind === 'object' ? writtenValues(expression, site) : undefined;
}

/** A number, boolean, enum, point in time or identifier: in C# these are never null. */
function isValueType(of: Target): boolean {
  if (of.kind === 'type') return of.declarations.some(({ form }) => form === 'enum');
  if (of.kind !== 'plain' || of.expression.kind !== 'scalar') return false;
  const { type, format } = of.expression;
  return type !== 'string' || (format !== undefined && /^(?:date|date-time|uuid)$/.test(format));
}

type Step = (resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number) => Target;

const STEPS: Readonly<Partial<Record<Operator, Step>>> = {
  ...{ altered, having, made, narrowed, blank: given, given, received, surely },
  ...{
    'first-known': ofCollection,
    opened: ofCollection,
    content: ofCollection,
    mapped: ofCollection,
    boxed: ofCollection,
    unboxed: ofCollection,
  },
};

/** Applies an operator; operators that concern members stay unevaluated. */
export function resolveOperator(
  resolver: Resolver,
  expression: OperatorExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const inner: Lazy = { expression: expression.of, site };
  if (CHOOSING.has(expression.operator)) return chosen(resolver, expression, inner, purpose, fuel - 1);
  const steps = STEPS[expression.operator];
  if (steps !== undefined) return steps(resolver, expression, site, purpose, fuel - 1);
  switch (expression.operator) {
    case 'awaited':
      return awaited(resolver, inner, purpose, fuel);
    case 'possible':
      return possible(resolver, expression, site, purpose, fuel);
    case 'nullable':
      if (!isNullableBy(resolver, expression.keys, inner, purpose, fuel - 1))
        return resolver.resolve(resolver, inner, purpose, fuel - 1);
      return { kind: 'choice', options: [inner, { expression: { kind: 'scalar', type: 'null' }, site }] };
    case 'values-of':
      return valuesOf(resolver.resolve(resolver, inner, purpose, fuel - 1)) ?? { kind: 'plain', expression, site };
    case 'described':
      return described(resolver, inner, fuel);
    case 'filled':
      return filled(resolver, expression, site, purpose, fuel);
    case 'declared':
      return declaredAlone(resolver.resolve(resolver, inner, purpose, fuel - 1));
    case 'entries':
      return entriesOf(resolver.resolve(resolver, inner, purpose, fuel - 1));
    case 'sum':
    case 'difference':
      return sumOf(resolver, expression, site, purpose, fuel);
    case 'source-names':
      return bySourceNames(resolver, expression, site, purpose, fuel);
    case 'rooted':
      return rooted(resolver, expression, site, purpose, fuel);
    case 'likely':
      return { kind: 'plain', expression: purpose === 'shape' ? { kind: 'scalar', type: 'string' } : expression, site };
    case 'instance-type':
      return instanceType(resolver, resolver.resolve(resolver, inner, 'value', fuel - 1), purpose, fuel);
    default:
      return { kind: 'plain', expression, site };
  }
}

/** A literal: unless the value has a value type of C#; otherwise the value that may be null. */
function isNullableBy(resolver: Resolver, keys: Expression | undefined, inner: Lazy, purpose: Purpose, fuel: number): boolean {
  if (keys?.kind === 'literal') return !isValueType(resolver.resolve(resolver, inner, purpose, fuel));
  return keys === undefined || mayBeNothing(resolver, { expression: keys, site: inner.site }, fuel) === true;
}

/** Applies the operator to models in lists and among options; any other value stays unchanged. */
function bySourceNames(resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const target = resolver.resolve(resolver, { expression: expression.of, site }, purpose, fuel - 1);
  const named = (of: Expression): Expression => ({ ...expression, of });
  if (target.kind === 'choice')
    return { ...target, options: target.options.map((one): Lazy => ({ ...one, expression: named(one.expression) })) };
  if (target.kind === 'plain' && target.expression.kind === 'array')
    return { ...target, expression: { ...target.expression, items: named(target.expression.items) } };
  if (target.kind === 'plain' && target.expression.kind === 'map')
    return { ...target, expression: { ...target.expression, values: named(target.expression.values) } };
  // a model writes decimals and durations as texts; in a dictionary its encoder decides
  if (
    target.kind === 'plain' &&
    target.expression.kind === 'scalar' &&
    /^(?:decimal|duration)$/.test(target.expression.format ?? '')
  )
    return { ...target, expression: { kind: 'unknown', why: 'it is a text or a number, as its encoder has it' } };
  const isModel =
    target.kind === 'type'
      ? target.declarations[0]?.form !== 'enum'
      : target.kind === 'plain' && ['operator', 'object', 'intersection'].includes(target.expression.kind);
  return isModel ? { kind: 'plain', expression, site } : target;
}

/** The subclass that a test leaves of a wider class, with that class's type arguments. */
function narrowed(resolver: Resolver, { of, keys }: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  if (keys === undefined) return { kind: 'unknown', why: 'it is not declared' };
  const type = resolver.resolve(resolver, { expression: keys, site }, purpose, fuel);
  const [declaration] = type.kind === 'type' ? type.declarations : [];
  if (type.kind !== 'type' || type.arguments.length > 0 || declaration?.parameters === undefined) return type;
  const whole = nonNull(resolver, { expression: of, site }, purpose, fuel);
  if (whole.kind !== 'type') return type;
  const base = (declaration.extends ?? []).find((one) => {
    const target = resolver.resolve(resolver, { expression: one, site: { file: type.file } }, purpose, fuel);
    const [found] = target.kind === 'type' && target.file === whole.file ? target.declarations : [];
    return found !== undefined && whole.declarations.some(({ name }) => found.name === name || found.name === `${name}|base`);
  });
  const passed = base?.kind === 'name' ? (base.arguments ?? []) : [];
  const given = declaration.parameters.map(({ name }): Lazy => {
    const argument = whole.arguments[passed.findIndex((one) => one.kind === 'name' && one.name === name)];
    return argument ?? { expression: { kind: 'unknown', why: `the type parameter ${name} is not given` }, site };
  });
  return { ...type, arguments: given };
}

/** A declared type only; later code may have changed the value of a literal or a call. */
function declaredAlone(of: Target): Target {
  return of.kind === 'type' ? of : { kind: 'unknown', why: 'it is changed later, or only sometimes' };
}

/** The literal of a type, or the type itself where that is more precise. A blank instance of a class stays one as data. */
function given(resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const { of, keys } = expression;
  const type: Lazy = { expression: of, site };
  if (keys === undefined) {
    const whole = resolver.resolve(resolver, type, purpose, fuel);
    return whole.kind === 'type' && purpose === 'shape' ? { kind: 'plain', expression, site } : whole;
  }
  const value: Lazy = { expression: keys, site };
  if (purpose === 'value') return resolver.resolve(resolver, value, purpose, fuel);
  const declared = resolver.resolve(resolver, type, purpose, fuel);
  if (declared.kind === 'unknown' || declared.kind === 'external') return resolver.resolve(resolver, value, purpose, fuel);
  return withGiven(resolver, type, value, fuel) ?? declared;
}

/** A value of a declared type, without null in the members that another value surely has. */
function surely(resolver: Resolver, { of, keys }: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const type: Lazy = { expression: of, site };
  const value: Lazy | undefined = purpose === 'shape' && keys ? { expression: keys, site } : undefined;
  const shown = value && withShare(resolver, () => withSureMembers(resolver, type, value, fuel));
  return shown ?? resolver.resolve(resolver, type, purpose, fuel);
}

/** A package's value with the statements on it. */
function altered(resolver: Resolver, { of, keys }: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const target = resolver.resolve(resolver, { expression: of, site }, purpose, fuel);
  return target.kind === 'external' && keys !== undefined ? { ...target, altered: { expression: keys, site } } : target;
}

/** The options that are neither null nor undefined; nested choices are filtered when code evaluates them. */
function somethings(resolver: Resolver, options: readonly Lazy[], purpose: Purpose, fuel: number): readonly Lazy[] {
  return options
    .filter((option) => !isNullish(resolver, option, purpose, fuel))
    .map((option) => (isSomething(option) ? option : wrap('non-null', option)));
}

function isSomething({ expression }: Lazy): boolean {
  return expression.kind === 'operator' && expression.operator === 'non-null';
}

/** A value with several possible forms, each of them uncertain. */
function possible(resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const of = resolver.resolve(resolver, { expression: expression.of, site }, purpose, fuel - 1);
  if (purpose !== 'shape' || of.kind === 'unknown') return of;
  if (of.kind === 'choice') return { ...of, options: of.options.map((one) => asPossible(one, expression.keys)) };
  return { kind: 'plain', expression, site };
}

/** A value that may be null is itself or unknown; of several forms an earlier test may have left any. */
function tested(resolver: Resolver, keys: Expression | undefined, inner: Lazy, purpose: Purpose, fuel: number): Target {
  // the test for null looks at the final result of a call
  const asksThere = keys !== undefined && isNull(keys);
  const isGiven = asksThere && purpose === 'shape';
  const of = isGiven ? awaited(resolver, inner, purpose, fuel) : resolver.resolve(resolver, inner, purpose, fuel);
  if (purpose !== 'shape' || of.kind !== 'choice' || of.options.length === 0) return of;
  const all = optionsLeft(resolver, of, fuel - 1);
  if (all.length === 1 && of.options.length > 1) return eitherAt(resolver, all, purpose, fuel - 1);
  const left = somethings(resolver, all, purpose, fuel - 1);
  const [only, ...others] = left;
  if (isGiven && only !== undefined && keepsFound(resolver, inner, fuel - 1)) return eitherAt(resolver, left, purpose, fuel - 1);
  const unsure = { kind: 'unknown', why: 'a condition before it decides which of its forms it has' } as const;
  if (asksThere)
    return left.length === all.length || only === undefined
      ? of
      : { kind: 'choice', options: [...left, { expression: { ...unsure, nothing: true }, site: only.site }] };
  if (only === undefined) return unsure;
  if (others.length > 0)
    return { kind: 'choice', options: left.map((one) => asPossible(one, { kind: 'literal', value: unsure.why })) };
  return { kind: 'choice', options: [only, { expression: unsure, site: only.site }] };
}

/** Whether a called function returns a value wherever an earlier look-up found its subject. */
function keepsFound(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  const of =
    expression.kind === 'returns' ? resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel) : undefined;
  return of?.kind === 'callable' && of.callable.keepsFound === true;
}

function wrap(operator: 'awaited' | 'non-null', lazy: Lazy): Lazy {
  return { expression: { kind: 'operator', operator, of: lazy.expression }, site: lazy.site };
}
