import { type Expression, isNull, NULL, type ObjectExpression, type ObjectMember, type PropertyMember } from '../expression.js';
import { type Callable, COMMENTED } from '../fact.js';
import { nullInDoubt } from '../null-in-doubt.js';
import type { Lazy, Site } from '../program.js';
import { eitherOf, type Member } from '../shapes/member-list.js';
import { isConditional, isNullish, isPerhaps, mayBeNothing } from './elements.js';
import { isBox } from './external.js';
import { lookupName } from './lookup.js';
import { isSurely } from './surely.js';
import type { Resolver, Target } from './target.js';
import { conditionsIn, FORM_OPEN, isFormOpen, reached } from './when.js';

/** Whether it is an object on which members were set: a request, by the functions before its handler. */
export function isSetInPlace({ expression }: Lazy): boolean {
  const [first] = expression.kind === 'object' ? expression.members : [];
  return first?.kind === 'spread' && first.own === true;
}

/** Most results of one function that are distinguished. */
const MOST_RESULTS = 30;

/**
 * A value of a declared type whose literal is complete: where the literal shows a member's value, that counts before the type;
 * members that it lacks are not sent. Undefined: the literal is no more precise than the type.
 */
export function withGiven(resolver: Resolver, type: Lazy, value: Lazy, fuel: number): Target | undefined {
  const { expression } = value;
  if (expression.kind === 'array') {
    const { items } = expression;
    return listGiven(resolver, type, items.kind === 'union' ? items.options : [items], value.site, fuel);
  }
  if (expression.kind === 'tuple') {
    const items = expression.items.flatMap((item) => (item.kind === 'spread' ? [] : [item]));
    return items.length < expression.items.length ? undefined : listGiven(resolver, type, items, value.site, fuel);
  }
  if (expression.kind !== 'object' || fuel <= 0) return undefined;
  const own = typeOf(resolver, type, expression, fuel - 1);
  if (own === undefined) return undefined;
  const types = new Map([...(value.site.types ?? []), [OWN, own]]);
  const members = resolver.membersOf(resolver, own)?.named;
  if (members === undefined) return undefined;
  const given = expression.members.map(function asGiven(member): ObjectMember {
    if (isSetSometimes(member)) return { ...member, value: inObjects(member.value, asGiven) };
    const declared = member.kind === 'property' ? members.get(member.name) : undefined;
    if (member.kind !== 'property' || declared === undefined || declared.method !== undefined) return member;
    types.set(`${OWN}.${member.name}`, declared.value);
    return { ...member, value: givenValue(resolver, declared, member, value.site, fuel - 1) };
  });
  const start = afterLast(given, (one) => one.kind === 'rest' || (one.kind === 'spread' && !isSetSometimes(one)));
  const [first] = given;
  const base: ObjectMember = { kind: 'spread', own: true, value: { kind: 'name', name: OWN } };
  const isWhole = (start === 0 && !given.some(isSetSometimes)) || (start === 1 && isBlank(first));
  // members that the type lacks are sent as well
  const copied = isWhole ? [] : given.slice(0, start).filter((one) => isClosedCopy(resolver, one, value.site));
  const rest = isWhole ? given : [...copied, base, ...given.slice(start)];
  return { kind: 'plain', expression: { kind: 'object', members: rest }, site: { ...value.site, types } };
}

/** A list of a declared type with all its initial and pushed elements. Undefined: some of them are not literals. */
function listGiven(resolver: Resolver, type: Lazy, pushed: readonly Expression[], site: Site, fuel: number): Target | undefined {
  const declared = resolver.resolve(resolver, type, 'shape', fuel);
  if (fuel <= 0 || declared.kind !== 'plain' || declared.expression.kind !== 'array') return undefined;
  const of: Lazy = { expression: declared.expression.items, site: declared.site };
  const options = pushed.flatMap((expression): readonly Lazy[] => {
    const made =
      expression.kind === 'object'
        ? withGiven(resolver, of, { expression, site }, fuel - 1)
        : resolver.resolve(resolver, { expression, site }, 'shape', fuel - 1);
    return made?.kind === 'plain' && made.site.types?.has(OWN) === true ? [{ expression: made.expression, site: made.site }] : [];
  });
  if (options.length === 0 || options.length < pushed.length || options.length > MOST_RESULTS) return undefined;
  const either = eitherOf(options);
  return { kind: 'plain', expression: { kind: 'array', items: either.expression }, site: either.site };
}

/** `if (isLong) out.body = text`: it takes no member away that was there before. */
const isSetSometimes = (one: ObjectMember): one is Extract<ObjectMember, { readonly kind: 'spread' }> =>
  one.kind === 'spread' &&
  one.value.kind === 'union' &&
  one.value.options.map(reachedIn).every((of) => of.kind === 'absent' || (of.kind === 'object' && of.members.every(isProperty)));

const isProperty = ({ kind }: ObjectMember): boolean => kind === 'property';

const reachedIn = (of: Expression): Expression => (isConditional(of) ? of.of : of);

/** An expression whose objects have these members instead. */
function inObjects(of: Expression, as: (one: ObjectMember) => ObjectMember): Expression {
  if (of.kind === 'object') return { ...of, members: of.members.map(as) };
  if (of.kind === 'union') return { ...of, options: of.options.map((one) => inObjects(one, as)) };
  return isConditional(of) ? { ...of, of: inObjects(of.of, as) } : of;
}

/** Whether it spreads a value whose members are all known. */
function isClosedCopy(resolver: Resolver, one: ObjectMember, site: Site): boolean {
  if (one.kind !== 'spread' || one.own === true) return false;
  const members = resolver.membersOf(resolver, { expression: one.value, site });
  return members !== undefined && members.open === undefined && members.rest === undefined;
}

/** Name that binds the declared type while the linker compares it with a literal. */
const OWN = '|own';

/** The declared type of the literal: of several, the only one whose tags the literal does not contradict. */
function typeOf(resolver: Resolver, type: Lazy, value: ObjectExpression, fuel: number): Lazy | undefined {
  const target = resolver.resolve(resolver, type, 'shape', fuel);
  if (target.kind === 'type') return target.declarations[0]?.form === 'enum' ? undefined : type;
  if (target.kind === 'plain') return ['object', 'intersection', 'operator'].includes(target.expression.kind) ? type : undefined;
  if (target.kind !== 'choice' || target.options.length > MOST_RESULTS) return undefined;
  const left = target.options.filter(
    (option) => !isNullish(resolver, option, 'shape', fuel) && !contradicts(resolver, option, value, fuel - 1),
  );
  return left.length === 1 && left[0] !== undefined ? typeOf(resolver, left[0], value, fuel - 1) : undefined;
}

function contradicts(resolver: Resolver, option: Lazy, { members }: ObjectExpression, fuel: number): boolean {
  if (fuel <= 0) return false;
  const target = resolver.resolve(resolver, option, 'shape', fuel);
  return members.some((member) => {
    if (member.kind !== 'property' || member.value.kind !== 'literal') return false;
    const declared = resolver.memberOf(resolver, target, member.name, 'shape', fuel - 1);
    if (declared?.kind !== 'plain' || declared.expression.kind !== 'literal') return false;
    return declared.expression.value !== member.value.value;
  });
}

/** The value that a literal gives to a declared member. */
function givenValue(resolver: Resolver, declared: Member, { name, value }: PropertyMember, site: Site, fuel: number): Expression {
  const own: Expression = { kind: 'name', name: `${OWN}.${name}` };
  if (value.kind === 'absent' || isOfLiterals(resolver, { expression: value, site }, fuel)) return value;
  const target = resolver.resolve(resolver, declared.value, 'shape', fuel);
  if (target.kind === 'unknown' || target.kind === 'external') return value;
  const present: Expression = { kind: 'operator', operator: 'non-null', of: own };
  if (value.kind === 'object' || value.kind === 'tuple') return { kind: 'operator', operator: 'given', of: present, keys: value };
  if (isSurely(resolver, { expression: value, site }, fuel)) return present;
  // `at: iso(note.at)`: the function gives null for null alone, whatever it declares
  if (value.kind === 'returns' && mayBeNothing(resolver, { expression: value, site }, fuel) === false) return present;
  const doubt = doubtOf(resolver, { expression: value, site }, fuel);
  if (doubt !== undefined) return { kind: 'union', options: [present, doubt] };
  if (isSurely(resolver, { expression: value, site }, fuel, true)) return { kind: 'union', options: [present, NULL] };
  return declared.optional ? { kind: 'union', options: [own, { kind: 'absent' }] } : own;
}

/** The doubt that remains of a known value: whether it is null. */
function doubtOf(resolver: Resolver, value: Lazy, fuel: number): Expression | undefined {
  const target = resolver.resolve(resolver, value, 'shape', fuel);
  if (target.kind !== 'choice' || target.options.length > MOST_RESULTS) return undefined;
  const doubts = target.options.map((one) => (isPerhaps(one.expression) ? one.expression : doubtfulNull(resolver, one, fuel)));
  const others = target.options.filter((_, index) => doubts[index] === undefined);
  const isKnown = others.every((one) => mayBeNothing(resolver, one, fuel - 1) === false);
  return isKnown ? doubts.find((one) => one !== undefined) : undefined;
}

/** A null whose condition may never hold. */
function doubtfulNull(resolver: Resolver, lazy: Lazy, fuel: number): Expression | undefined {
  if (!isConditional(lazy.expression) || !isNull(lazy.expression.of)) return undefined;
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  return target.kind === 'unknown' ? nullInDoubt(target.why) : undefined;
}

/** Whether a value is one of some literals, `'draft'`, `isNew ? 'draft' : 'published'`: that is more precise than any type. */
function isOfLiterals(resolver: Resolver, value: Lazy, fuel: number): boolean {
  if (value.expression.kind === 'literal') return true;
  if (fuel <= 0 || !CHOSEN.has(value.expression.kind)) return false;
  const target = resolver.resolve(resolver, value, 'shape', fuel);
  if (target.kind === 'choice')
    return target.options.length <= MOST_RESULTS && target.options.every((one) => isOfLiterals(resolver, one, fuel - 1));
  return target.kind === 'plain' && target.expression.kind === 'literal';
}

const CHOSEN: ReadonlySet<Expression['kind']> = new Set(['union', 'name']);

function afterLast<T>(list: readonly T[], holds: (one: T) => boolean): number {
  return list.reduce((found, one, index) => (holds(one) ? index + 1 : found), 0);
}

/** Whether it spreads a new instance, without values in the members that its class only declares. */
function isBlank(member: ObjectMember | undefined): boolean {
  return (
    member?.kind === 'spread' && member.own === true && member.value.kind === 'operator' && member.value.operator === 'blank'
  );
}

/**
 * The declared result of a function whose `return`s are all known: literals, variables that contain one, and null or undefined.
 * Undefined: some are unknown, and the type is more precise.
 */
export function resultGiven(resolver: Resolver, type: Lazy, inferred: Expression, fuel: number): Target | undefined {
  const shown = inferred.kind === 'operator' && inferred.operator === 'awaited' ? inferred.of : inferred;
  if (shown.kind === 'operator' && shown.operator === 'first-known') return rowsGiven(resolver, shown.keys, type.site, fuel);
  const results = (shown.kind === 'union' ? shown.options : [shown])
    .flatMap((one) => reached(resolver, { ...type, expression: one }, fuel))
    .map((one) => writtenOut(resolver, one));
  if (results.length > MOST_RESULTS || !results.some((one) => one?.expression.kind === 'object')) return undefined;
  const options: Lazy[] = [];
  for (const one of results) {
    if (one === undefined) return undefined;
    const target = one.expression.kind === 'object' ? withGiven(resolver, type, one, fuel) : undefined;
    if (target === undefined && one.expression.kind === 'object') return undefined;
    options.push(target?.kind === 'plain' ? { expression: target.expression, site: target.site } : one);
  }
  const [only] = options;
  if (options.length > 1 || only === undefined) return { kind: 'choice', options };
  return resolver.resolve(resolver, only, 'shape', fuel - 1);
}

/**
 * The declared result `T | T[]` of a function that tests whether it is given a list: what this call gives of the two. Undefined:
 * it has no such test, or declares one form alone.
 */
export function formGiven(
  resolver: Resolver,
  declared: Target,
  inferred: Expression | undefined,
  site: Site,
  fuel: number,
): Target | undefined {
  if (declared.kind !== 'choice' || inferred?.kind !== 'union' || fuel <= 0) return undefined;
  const tests = inferred.options.filter(isConditional).filter((one) => conditionsIn(one).some(({ is }) => is === 'list'));
  const isList = (one: Lazy): boolean => {
    const target = resolver.resolve(resolver, one, 'shape', fuel - 1);
    return target.kind === 'plain' && (target.expression.kind === 'array' || target.expression.kind === 'tuple');
  };
  const some = declared.options.filter((one) => !isNullish(resolver, one, 'shape', fuel - 1));
  const lists = some.filter(isList);
  if (tests.length === 0 || lists.length === 0 || lists.length === some.length) return undefined;
  if (tests.some((one) => isFormOpen(resolver, one, site, fuel - 1))) return FORM_OPEN;
  const shown = inferred.options.flatMap((expression) => reached(resolver, { expression, site }, fuel - 1)).map(isList);
  if (shown.length === 0 || shown.some((one) => one !== shown[0])) return undefined;
  const isLeft = (one: Lazy): boolean => !some.includes(one) || lists.includes(one) === shown[0];
  return { ...declared, options: declared.options.filter(isLeft) };
}

/** The rows of a statement that names its columns, whatever type they are cast to and returned as. */
function rowsGiven(resolver: Resolver, rows: Expression | undefined, site: Site, fuel: number): Target | undefined {
  const call = rows?.kind === 'operator' && rows.operator === 'non-null' ? rows.of : rows;
  if (rows === undefined || call?.kind !== 'returns' || call.of.kind !== 'member' || call.arguments?.length !== 1)
    return undefined;
  const target = resolver.resolve(resolver, { expression: rows, site }, 'shape', fuel - 1);
  const isKnown = target?.kind === 'choice' || (target?.kind === 'plain' && /^(?:array|object)$/.test(target.expression.kind));
  return isKnown ? target : undefined;
}

/** The inferred result of a function that declares a list of `Partial`s but returns results of calls, which are more precise. */
export function looseResult(resolver: Resolver, { returns, inferred }: Callable, site: Site, fuel: number): Target | undefined {
  if (returns?.kind !== 'array' || inferred?.kind !== 'array' || inferred.items.kind !== 'returns') return undefined;
  if (!isLoose(returns.items)) return undefined;
  const element: Lazy = { expression: inferred.items, site };
  const target = resolver.resolve(resolver, element, 'shape', fuel);
  const members = resolver.membersOf(resolver, element);
  if (members === undefined || members.open !== undefined || (target.kind === 'plain' && isLoose(target.expression)))
    return undefined;
  return { kind: 'plain', expression: inferred, site };
}

/** Whether a comment alone declares the result of a function that gives another one's: what that one gives counts. */
export function isComment({ returns, inferred }: Callable): boolean {
  const given = inferred?.kind === 'operator' && inferred.operator === 'awaited' ? inferred.of : inferred;
  return returns?.kind === 'unknown' && returns.why === COMMENTED && given?.kind === 'returns';
}

/** What such a function gives, or what its comment declares where that is not known. */
export function commented(resolver: Resolver, given: Target, { returns, inferred }: Callable, site: Site, fuel: number): Target {
  const isKnown = (one: Target): boolean => one.kind !== 'unknown' && one.kind !== 'external';
  if (returns === undefined || inferred === undefined || isKnown(given)) return given;
  const awaited: Expression = { kind: 'operator', operator: 'awaited', of: inferred };
  if (isKnown(resolver.resolve(resolver, { expression: awaited, site }, 'shape', fuel))) return given;
  const declared = resolver.resolve(resolver, { expression: returns, site }, 'shape', fuel);
  return declared.kind === 'unknown' && declared.pending !== true ? given : declared;
}

/** `Partial<T>` for a value that the compiler does not check further. */
const isLoose = (type: Expression): boolean => type.kind === 'operator' && type.operator === 'partial' && type.keys !== undefined;

function writtenOut(resolver: Resolver, lazy: Lazy): Lazy | undefined {
  const { expression } = lazy;
  if (expression.kind === 'object' || expression.kind === 'absent') return lazy;
  if (expression.kind === 'literal') return expression.value === null ? lazy : undefined;
  if (expression.kind !== 'name' || expression.space !== 'value') return undefined;
  const found = lookupName(resolver.program, expression.name, lazy.site, 'value');
  if (found.kind !== 'lazy' || found.declared !== undefined || found.exact !== true) return undefined;
  return found.lazy.expression.kind === 'object' ? found.lazy : undefined;
}

/** `ok(value)` under a declared `Result<T, E>`: what the function gives says more than the type of all that it may give. */
export function boxGiven(resolver: Resolver, type: Lazy, given: Expression, fuel: number): Target | undefined {
  const declared = resolver.resolve(resolver, type, 'shape', fuel);
  if (declared.kind !== 'external' || !isBox(resolver, declared)) return undefined;
  const shapeOf = (one: Lazy): Target => resolver.resolve(resolver, one, 'shape', fuel);
  const shown = shapeOf({ expression: given, site: type.site });
  const all = shown.kind === 'choice' ? shown.options.map(shapeOf) : [shown];
  return all.every((one) => one.kind === 'external' && one.specifier === declared.specifier) ? shown : undefined;
}
