import type {
  DeclaredExpression,
  ElementExpression,
  Expression,
  MemberExpression,
  NameExpression,
  ParameterExpression,
  ReturnsExpression,
  UnionExpression,
} from '../expression.js';
import { RECEIVER } from '../fact.js';
import { CALLED, type Lazy, REST, type Site } from '../program.js';
import { withMoreMembers, withSureMembers } from '../shapes/sure-members.js';
import { answered, answeredWhole, orAsk } from './answers.js';
import { calleeOf, isConversion } from './callee.js';
import { made } from './constructed.js';
import {
  elementAt,
  isConditional,
  isListed,
  isNever,
  isNullish,
  isPossible,
  memberOfPossible,
  ofOwnMethod,
  resolveElement,
} from './elements.js';
import { externalCall, isBox, known } from './external.js';
import { boxGiven, commented, formGiven, isComment, isSetInPlace, looseResult, resultGiven, withGiven } from './given-members.js';
import { queryGiven } from './given-rows.js';
import { type Found, lookupExport, lookupName } from './lookup.js';
import { isPlain } from './memo.js';
import { moduleState } from './module-state.js';
import { calledSite } from './named-arguments.js';
import { instanceOfRouter, resolveInstance, resolveOperator } from './operators.js';
import { givenOption, leftOut } from './options.js';
import { overloadCalled } from './overloads.js';
import { passedOn } from './passed-nulls.js';
import type { Ask } from './questions.js';
import { setInPlace } from './set-in-place.js';
import { isSurely } from './surely.js';
import { cut, FUEL, nested, type Purpose, type Resolver, type Target } from './target.js';
import { aliasedType, bindTypes, isEnumeration, isOpen } from './type-parameters.js';
import { reached } from './when.js';

const TOO_DEEP: Target = { kind: 'unknown', why: 'it refers to itself or is nested too deeply' };

export function resolve(resolver: Resolver, lazy: Lazy, purpose: Purpose, fuel = FUEL): Target {
  resolver.budget.left -= 1;
  if (fuel <= 0 || resolver.budget.left <= 0) return cut(resolver, TOO_DEEP);
  const step = (): Target => nested(resolver, () => resolveStep(resolver, lazy, purpose, fuel), TOO_DEEP);
  const { expression, site } = lazy;
  if (fuel < LEAST_FUEL || !FOLLOWED.has(expression.kind)) return step();
  return resolver.memos.values.during(resolver, expression, site, purpose, step, TOO_DEEP);
}
/** With less fuel left, the memo is not used: a result may be incomplete only for lack of fuel. */
const LEAST_FUEL = 20;
const FOLLOWED: ReadonlySet<Expression['kind']> = new Set(['name', 'member', 'returns', 'operator', 'element', 'instance']);

function resolveStep(resolver: Resolver, lazy: Lazy, purpose: Purpose, fuel: number): Target {
  const { expression, site } = lazy;
  const next = (of: Expression): Target => resolve(resolver, { expression: of, site }, purpose, fuel - 1);
  switch (expression.kind) {
    case 'name':
      return resolveName(resolver, expression, site, purpose, fuel);
    case 'parameter':
      return resolveParameter(resolver, expression, site, purpose, fuel);
    case 'member':
      return resolveMember(resolver, next(expression.of), expression, site, purpose, fuel - 1);
    case 'element': {
      const name = keyOf(resolver, expression, site, fuel - 1);
      if (name !== undefined) return next({ kind: 'member', of: expression.of, name });
      return resolveElement(resolver, next(expression.of), purpose, fuel - 1);
    }
    case 'returns':
      return resolveCall(
        resolver,
        calleeOf(resolver, next(expression.of), expression, site, fuel - 1),
        expression,
        site,
        purpose,
        fuel - 1,
      );
    case 'instance':
      return made(resolver, resolveInstance(next(expression.of), lazily(expression.arguments, site), lazy), lazy, purpose, fuel);
    case 'module': {
      const file = resolver.program.resolutions[site.file]?.[expression.specifier];
      return file === undefined
        ? { kind: 'external', specifier: expression.specifier, path: [], arguments: [], from: site.file }
        : resolveModule(resolver, file, purpose, fuel);
    }
    case 'operator':
      return resolveOperator(resolver, expression, site, purpose, fuel);
    case 'union':
      return resolveUnion(resolver, expression, site, purpose, fuel);
    case 'unknown':
      return expression.at === undefined
        ? expression
        : answered(resolver, { file: site.file, at: expression.at, what: 'value' }, expression.why, purpose, fuel);
    case 'declared':
      return resolveDeclared(resolver, expression, site, purpose, fuel);
    case 'array':
      return ofOwnMethod(resolver, expression, site, purpose, fuel) ?? { kind: 'plain', expression, site };
    case 'object':
      return setInPlace(resolver, expression, site, purpose, fuel) ?? { kind: 'plain', expression, site };
    default:
      return { kind: 'plain', expression, site };
  }
}

/** One of several options, of those whose conditions may hold. */
function resolveUnion(resolver: Resolver, expression: UnionExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const { options: all, kind: _, unset, ...how } = expression;
  const given = unset === true ? givenOption(resolver, all, site, purpose, fuel - 1) : undefined;
  if (given !== undefined) return given;
  const isFirst = (index: number): boolean => how.otherwise === true && site.passed !== undefined && index < all.length - 1;
  const options = all
    .filter((of) => !isNever(of) && (!isConditional(of) || reached(resolver, { expression: of, site }, fuel).length > 0))
    .map((of): Lazy => ({ expression: of, site }))
    .filter((one, index) => !isFirst(index) || !isNullish(resolver, one, purpose, fuel)); // it has its default
  const [only] = options;
  if (options.length === 1 && only !== undefined) return resolve(resolver, only, purpose, fuel - 1);
  return { kind: 'choice', options, ...how };
}

function lazily(expressions: readonly Expression[] | undefined, site: Site): readonly Lazy[] {
  return (expressions ?? []).map((expression) => ({ expression, site }));
}

/** The member that a computed name selects, if the name is a single text. */
function keyOf(resolver: Resolver, { key }: ElementExpression, site: Site, fuel: number): string | undefined {
  const target = key && resolve(resolver, { expression: key, site }, 'value', fuel);
  const isText = target?.kind === 'plain' && target.expression.kind === 'literal' && typeof target.expression.value === 'string';
  return isText ? String(target.expression.value) : undefined;
}

/** A type of some file, by its own name there. */
function resolveDeclared(resolver: Resolver, expression: DeclaredExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const { file, name } = expression;
  const declarations = resolver.program.files.get(file)?.declarations.get(name);
  if (declarations === undefined) return { kind: 'unknown', why: `${name} of ${file} was not read` };
  const given = (expression.arguments ?? []).map((of) => ({ expression: of, site }));
  return follow(resolver, { kind: 'declaration', file, declarations }, false, given, purpose, fuel, site);
}

/** Its declared type; for `any`, or without a declared type, the arguments that callers pass. */
function resolveParameter(
  resolver: Resolver,
  expression: ParameterExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const key = `${expression.callable}:${expression.index}${expression.rest === true ? REST : ''}`;
  const isGeneric =
    expression.type !== undefined && site.passed?.has(key) === true && isOpen(expression.type, expression.callable, site);
  // where the call leaves the type open (`reply<T>(result: Result<T>)`) the argument is more precise
  const type = isGeneric ? undefined : expression.type;
  const declared =
    purpose === 'shape' && type !== undefined ? resolve(resolver, { expression: type, site }, purpose, fuel - 1) : undefined;
  if (declared !== undefined && type !== undefined && declared.kind !== 'unknown')
    return somethingOf(resolver, declared, { expression: type, site }, site.passed?.get(key), fuel - 1);
  const isAsked = purpose === 'value' || type === undefined;
  const passed = site.passed?.get(key) ?? (isAsked ? resolver.program.lists.get(`${site.file}#${key}`) : undefined);
  const value = passed && resolve(resolver, passed, purpose, fuel - 1);
  if (value?.kind === 'unknown' && isGeneric && expression.type !== undefined)
    return resolve(resolver, { expression: expression.type, site }, purpose, fuel - 1);
  // JavaScript counts undefined as no argument
  const isLeft = purpose === 'value' && value?.kind === 'plain' && value.expression.kind === 'absent';
  if (value !== undefined && !(isLeft && expression.otherwise !== undefined)) return value;
  if (expression.otherwise !== undefined && isCalled(site, expression.callable))
    return resolve(resolver, { expression: expression.otherwise, site }, purpose, fuel - 1);
  const isGiven = type !== undefined || value !== undefined || expression.index === RECEIVER;
  const isUnset = !isGiven && site.passed?.has(`${expression.callable}:${CALLED}`) === true;
  return declared ?? { kind: 'plain', expression: isUnset && expression.rest !== true ? { kind: 'absent' } : expression, site };
}

/** Whether the site knows a call of the function: those of functions inside it say nothing of its own arguments. */
function isCalled({ passed = new Map() }: Site, callable: string): boolean {
  const own = `${callable}:`;
  return passed.has(`${own}${CALLED}`) || [...passed.keys()].some((key) => key.startsWith(own));
}

/** A declared type whose null and undefined parts are removed, also in members, where the value surely has none. */
function somethingOf(resolver: Resolver, declared: Target, type: Lazy, value: Lazy | undefined, fuel: number): Target {
  if (value === undefined) return declared;
  if (declared.kind === 'type' || declared.kind === 'plain') {
    const sure = (isSetInPlace(value) ? withGiven : withSureMembers)(resolver, type, value, fuel);
    const left: Lazy = sure?.kind === 'plain' ? { expression: sure.expression, site: sure.site } : type;
    return withMoreMembers(resolver, left, value, fuel) ?? sure ?? declared;
  }
  if (declared.kind !== 'choice') return declared;
  if (!isSurely(resolver, value, fuel)) return withMoreMembers(resolver, type, value, fuel) ?? declared;
  const there: Lazy = { ...type, expression: { kind: 'operator', operator: 'non-null', of: type.expression } };
  return withMoreMembers(resolver, there, value, fuel) ?? resolve(resolver, there, 'shape', fuel);
}

/** A CommonJS module that exports one thing (`module.exports = router`) is that thing. */
function resolveModule(resolver: Resolver, file: string, purpose: Purpose, fuel: number): Target {
  const whole = resolver.program.files.get(file)?.exports.get('=')?.[0];
  if (whole === undefined) return { kind: 'module', file };
  return resolve(resolver, { expression: whole.value, site: { file } }, purpose, fuel - 1);
}

function resolveName(resolver: Resolver, expression: NameExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const { name, space } = expression;
  if (space !== 'value') {
    const bound = site.types?.get(name);
    if (bound !== undefined) return resolve(resolver, bound, purpose, fuel - 1);
  }
  const found = lookupName(resolver.program, name, site, space ?? 'type');
  const typeArguments = (expression.arguments ?? []).map((of) => ({ expression: of, site }));
  return follow(resolver, found, space === 'value', typeArguments, purpose, fuel, site);
}

/** Whether it is data and not a router, a service or a function, which stay what they are under any operator. */
const isData = (target: Target): boolean =>
  target.kind === 'plain' || target.kind === 'choice' || (target.kind === 'type' && target.declarations[0]?.form !== 'class');

const TAKEN: Target = {
  kind: 'unknown',
  why: 'a function that is given it takes members of it away where no type is checked',
  written: true,
};

function follow(
  resolver: Resolver,
  found: Found,
  asValue: boolean,
  typeArguments: readonly Lazy[],
  purpose: Purpose,
  fuel: number,
  site: Site,
): Target {
  switch (found.kind) {
    case 'lazy':
      if (found.taken === true && (purpose === 'shape' || isData(resolve(resolver, found.lazy, purpose, fuel - 1)))) return TAKEN;
      if (purpose === 'shape' && found.declared !== undefined) {
        const declared = resolve(resolver, found.declared, purpose, fuel - 1);
        const isShown = found.loose === true || (found.exact === true && found.lazy.expression.kind === 'object');
        const isPassing = declared.kind === 'external' && !(declared.path.length === 1 && isBox(resolver, declared));
        const isLost = declared.kind === 'unknown' || (isShown && isPassing);
        const given = found.exact === true && !isLost ? withGiven(resolver, found.declared, found.lazy, fuel - 1) : undefined;
        if (!isLost) return given ?? withMoreMembers(resolver, found.declared, found.lazy, fuel - 1) ?? declared;
      }
      return orAsk(resolver, resolve(resolver, found.lazy, purpose, fuel - 1), found.ask, purpose, fuel - 1);
    case 'declaration': {
      const first = found.declarations[0];
      if (first === undefined) return { kind: 'unknown', why: 'it is not declared' };
      if (asValue && (first.form === 'class' || isEnumeration(first)))
        return { kind: 'class', file: found.file, declaration: first };
      // as a value, a type with methods is more than its underlying type
      const hasMethods = purpose === 'value' && first.elsewhere?.here === true;
      if (first.form !== 'alias' || hasMethods) return { ...found, kind: 'type', arguments: typeArguments };
      const types = bindTypes(first.parameters, typeArguments, { file: found.file });
      return resolve(resolver, { expression: aliasedType(resolver, found.file, first), site: types }, purpose, fuel - 1);
    }
    case 'callable':
      return { ...found, site: found.file === site.file ? site : { file: found.file } };
    case 'router':
    case 'module':
      return found;
    case 'external':
      return known(resolver, { ...found, arguments: typeArguments }, purpose, fuel);
  }
}

function resolveMember(
  resolver: Resolver,
  of: Target,
  member: MemberExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const { name } = member;
  const given = (member.arguments ?? []).map((one): Lazy => ({ expression: one, site }));
  switch (of.kind) {
    case 'unknown':
      return of;
    case 'external':
      return known(resolver, { ...of, path: [...of.path, name], arguments: given, on: of }, purpose, fuel);
    case 'module': {
      const found =
        lookupExport(resolver.program, of.file, name, purpose === 'shape' ? 'type' : 'value') ??
        lookupExport(resolver.program, of.file, name, 'value');
      if (found === undefined) return { kind: 'unknown', why: `${of.file} does not export ${name}` };
      const asValue = found.kind === 'declaration' && found.declarations[0]?.form === 'class';
      return follow(resolver, found, asValue || purpose === 'value', given, purpose, fuel - 1, { file: of.file });
    }
    case 'choice': {
      const stored = moduleState(resolver, of.options, purpose, fuel);
      if (stored !== undefined) return resolveMember(resolver, stored, member, site, purpose, fuel - 1);
      const options = of.options.map(
        (option): Lazy => ({ expression: { kind: 'member', of: option.expression, name }, site: option.site }),
      );
      const present = options.filter((_, index) => !isNullish(resolver, of.options[index], purpose, fuel - 1));
      return present.length === 1 && present[0] !== undefined
        ? resolve(resolver, present[0], purpose, fuel - 1)
        : { kind: 'choice', options: present, ...(of.changing === true && { changing: true }) };
    }
    default:
      if (purpose === 'value' && of.kind === 'plain' && of.expression.kind === 'parameter')
        return { kind: 'plain', expression: { kind: 'member', of: of.expression, name }, site: of.site };
      if (of.kind === 'plain' && isPossible(of.expression))
        return resolve(resolver, memberOfPossible(of.expression, of.site, name), purpose, fuel - 1);
      if (isListed(of) && /^\d+$/.test(name)) return elementAt(resolver, of, Number(name), purpose, fuel);
      return (
        resolver.memberOf(resolver, of, name, purpose, fuel - 1) ??
        leftOut(of, member, site) ?? {
          kind: 'unknown',
          // an extractor's own name for how a framework uses it
          why: name.startsWith('|') ? `nothing is known of how it is ${name.slice(1)}` : `nothing is known of its member ${name}`,
        }
      );
  }
}

/** The result of a call; for methods of the language that facts do not follow, it asks inference. */
function resolveCall(
  resolver: Resolver,
  of: Target,
  call: ReturnsExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const ask: Ask | undefined = call.at && { file: site.file, at: call.at, what: 'value' };
  const isGeneric = of.kind === 'callable' && of.callable.typeParameters !== undefined && call.arguments === undefined;
  const known = ask !== undefined && isGeneric ? answeredWhole(resolver, ask, purpose, fuel) : undefined;
  if (known !== undefined) return known;
  return orAsk(resolver, resultOf(resolver, of, call, site, purpose, fuel), ask, purpose, fuel);
}

/** Name that binds one of several called functions: the arguments belong to the file of the call. */
const CALLEE = '|callee';

function resultOf(resolver: Resolver, of: Target, call: ReturnsExpression, site: Site, purpose: Purpose, fuel: number): Target {
  if (of.kind === 'unknown') return of;
  if (of.kind === 'external') return externalCall(resolver, of, { expression: call, site }, purpose, fuel);
  if (of.kind === 'choice') {
    const called: Expression = { ...call, of: { kind: 'name', name: CALLEE } };
    const options = of.options.map((option): Lazy => {
      if (isPlain(site) && isPlain(option.site) && site.file === option.site.file)
        return { expression: { ...call, of: option.expression }, site };
      return { expression: called, site: { ...site, types: new Map([...(site.types ?? []), [CALLEE, option]]) } };
    });
    return { kind: 'choice', options };
  }
  if (of.kind === 'class') return resolveInstance(of, []); // languages without `new`
  if (of.kind === 'router') return instanceOfRouter(resolver, of);
  if (isConversion(of)) return of;
  if (of.kind !== 'callable') return { kind: 'unknown', why: 'what is called is not known' };
  const { callable } = of;
  const chosen = overloadCalled(resolver, of, call.values ?? [], site, fuel - 1);
  if (chosen !== undefined) return resultOf(resolver, chosen, call, site, purpose, fuel - 1);
  const inside = calledSite(resolver, of, call, site, fuel - 1);
  const isDeclared = purpose === 'shape' && !isComment(callable);
  const result = isDeclared ? (callable.returns ?? callable.inferred) : (callable.inferred ?? callable.returns);
  const ask: Ask = { file: of.file, at: callable.at, what: 'result' };
  if (result === undefined) return answered(resolver, ask, `${callable.name} does not declare what it returns`, purpose, fuel);
  const target = resolve(resolver, { expression: result, site: inside }, purpose, fuel - 1);
  const shownBy = purpose === 'shape' && result === callable.returns;
  const written = shownBy
    ? (shownResult(resolver, target, of, inside, fuel - 1) ?? passedOn(resolver, target, callable, inside, fuel - 1))
    : undefined;
  if (written !== undefined) return written;
  if (callable.inferred === undefined) return target;
  if (isComment(callable)) return commented(resolver, target, callable, inside, fuel - 1);
  if (shownBy && target.kind !== 'unknown') {
    const waits = target.kind === 'external';
    const type: Lazy = { expression: waits ? { kind: 'operator', operator: 'awaited', of: result } : result, site: inside };
    const whole = waits ? resolve(resolver, type, purpose, fuel - 1) : target;
    const narrowed = somethingOf(resolver, whole, type, { expression: callable.inferred, site: inside }, fuel - 1);
    return narrowed === whole ? target : narrowed;
  }
  if (target.kind !== 'unknown') return target;
  const other = result === callable.inferred ? callable.returns : callable.inferred;
  const shown = other === undefined ? target : resolve(resolver, { expression: other, site: inside }, purpose, fuel - 1);
  return orAsk(resolver, shown, ask, purpose, fuel - 1);
}

/** The inferred result of a function where its `return`s are more precise than the declared one. */
function shownResult(
  resolver: Resolver,
  declared: Target,
  { callable }: Target & { kind: 'callable' },
  site: Site,
  fuel: number,
): Target | undefined {
  const { returns, inferred, exact } = callable;
  const loose = looseResult(resolver, callable, site, fuel) ?? formGiven(resolver, declared, inferred, site, fuel);
  if (loose !== undefined) return loose;
  if (returns === undefined || inferred === undefined || declared.kind === 'unknown') return undefined;
  const waits = declared.kind === 'external';
  const type: Lazy = { expression: waits ? { kind: 'operator', operator: 'awaited', of: returns } : returns, site };
  const given = exact === true ? resultGiven(resolver, type, inferred, fuel) : undefined;
  const boxed = waits && exact !== true ? boxGiven(resolver, type, inferred, fuel - 1) : given;
  return boxed ?? queryGiven(resolver, type, inferred, fuel - 1);
}
