import type { Expression, Operator } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import { asPossible } from './elements.js';
import { lookupName } from './lookup.js';
import { type ChoiceTarget, FUEL, type Resolver } from './target.js';

/** Whether a literal is surely neither null nor undefined; a name or a call needs further resolution. */
function isSomething(value: Expression, orNull = false): boolean {
  if (value.kind === 'union') return value.options.length > 0 && value.options.every((one) => isSomething(one, orNull));
  if (value.kind === 'operator') return value.operator === 'non-null' || value.operator === 'surely';
  if (value.kind === 'scalar') return orNull || value.type !== 'null';
  return value.kind === 'literal' ? orNull || value.value !== null : WRITTEN.has(value.kind);
}
const WRITTEN: ReadonlySet<Expression['kind']> = new Set(['text', 'object', 'array', 'tuple', 'scalar', 'instance']);

/**
 * Whether a value is surely neither null nor undefined: a literal, narrowed, or declared so. Elements of lists may be missing.
 * `orNull`: surely not undefined.
 */
export function isSurely(resolver: Resolver, lazy: Lazy, fuel: number, orNull = false): boolean {
  const { expression, site } = lazy;
  if (isSomething(expression, orNull)) return true;
  if (fuel <= 0) return false;
  const inner = (of: Lazy): boolean => isSurely(resolver, of, fuel - 1, orNull);
  switch (expression.kind) {
    case 'union':
      return expression.options.length > 0 && expression.options.every((one) => inner({ expression: one, site }));
    case 'operator': {
      const { operator, of, keys } = expression;
      if (operator === 'first-known') return keys !== undefined && inner({ expression: keys, site });
      return (operator === 'awaited' || operator === 'when') && inner({ expression: of, site });
    }
    case 'name': {
      const bound = expression.space === 'value' ? undefined : site.types?.get(expression.name);
      if (bound !== undefined) return inner(bound);
      const found = expression.space === 'value' ? lookupName(resolver.program, expression.name, site, 'value') : undefined;
      if (found?.kind !== 'lazy') return false;
      return found.declared === undefined ? inner(found.lazy) : isFull(resolver, found.declared, fuel - 1, orNull);
    }
    case 'parameter': {
      const passed = site.passed?.get(`${expression.callable}:${expression.index}`);
      if (passed !== undefined && inner(passed)) return true;
      return expression.type !== undefined && isFull(resolver, { expression: expression.type, site }, fuel - 1, orNull);
    }
    case 'returns': {
      const called = resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel - 1);
      if (called.kind === 'class') return true;
      if (called.kind !== 'callable' || called.callable.returns === undefined) return false;
      // a promise counts as what it gives: without `await`, it would be no value of the response
      const result: Expression = { kind: 'operator', operator: 'awaited', of: called.callable.returns };
      const declared: Lazy = { expression: result, site: { ...called.site, file: called.file } };
      return isFull(resolver, declared, fuel - 1, orNull);
    }
    case 'member': {
      // an element of a list or a map may be missing
      const of = resolver.resolve(resolver, { expression: expression.of, site }, 'shape', fuel - 1);
      const isDeclared = of.kind === 'type' || (of.kind === 'plain' && of.expression.kind === 'object');
      return isDeclared && isFull(resolver, lazy, fuel - 1, orNull);
    }
    default:
      return false;
  }
}

/** Whether a declared type excludes undefined and, unless `orNull`, null. */
function isFull(resolver: Resolver, type: Lazy, fuel: number, orNull: boolean): boolean {
  if (fuel <= 0) return false;
  const target = resolver.resolve(resolver, type, 'shape', fuel);
  if (target.kind === 'choice') return target.options.every((option) => isFull(resolver, option, fuel - 1, orNull));
  if (target.kind !== 'plain') return target.kind === 'type';
  return isSomething(target.expression, orNull);
}

const OBJECTS: ReadonlySet<Expression['kind']> = new Set(['object', 'array', 'tuple']);

/**
 * The options of a choice. A default does not apply if the code surely makes the object; for a declared object it is uncertain.
 */
export function optionsLeft(resolver: Resolver, { options, otherwise }: ChoiceTarget, fuel = FUEL): readonly Lazy[] {
  const [first, ...others] = options;
  if (otherwise !== true || first === undefined || others.length === 0) return options;
  // a value that may be null is no longer null where the code selects it
  const { expression, site } = first;
  const whole = {
    expression: expression.kind === 'operator' && expression.operator === 'non-null' ? expression.of : expression,
    site,
  };
  if (isMade(resolver, whole, fuel - 1)) return [first];
  if (isGuarded(resolver, whole, fuel - 1)) return [first, ...others.map((one) => asPossible(one, UNSTATED_DEFAULT))];
  if (isElement(resolver, whole, fuel - 1) || !isObject(resolver, whole, fuel - 1)) return options;
  return [first, ...others.map((one) => asPossible(one, UNSTATED_DEFAULT))];
}

const UNSTATED_DEFAULT: Expression = { kind: 'literal', value: 'whether its default is ever taken is not known' };

/** Whether code that uses a value has returned where it is null: `if (!book) throw …; return book`. */
function isGuarded(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  if (fuel <= 0) return false;
  switch (expression.kind) {
    case 'union':
      return (
        expression.options.length > 0 && expression.options.every((of) => isGuarded(resolver, { expression: of, site }, fuel - 1))
      );
    case 'operator':
      return (
        expression.operator === 'non-null' ||
        (expression.operator === 'awaited' && isGuarded(resolver, { expression: expression.of, site }, fuel - 1))
      );
    default: {
      const stored = storedBy(resolver, { expression, site }, fuel - 1);
      return stored !== undefined && isGuarded(resolver, stored, fuel - 1);
    }
  }
}

/** The value of a name, the argument of a parameter, or the result of a call. */
function storedBy(resolver: Resolver, { expression, site }: Lazy, fuel: number): Lazy | undefined {
  if (expression.kind === 'parameter') return site.passed?.get(`${expression.callable}:${expression.index}`);
  if (expression.kind === 'name') {
    const found = expression.space === 'value' ? lookupName(resolver.program, expression.name, site, 'value') : undefined;
    return found?.kind === 'lazy' ? found.lazy : undefined;
  }
  if (expression.kind !== 'returns') return undefined;
  const called = resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel);
  if (called.kind !== 'callable' || called.callable.inferred === undefined) return undefined;
  return { expression: called.callable.inferred, site: { ...called.site, file: called.file } };
}

/** Operators whose result is an object if their operand is. */
const KEEPING: ReadonlySet<Operator> = new Set([
  'awaited',
  'when',
  'non-null',
  'tested',
  'tagged',
  'members-tested',
  'instances',
]);

/** Whether the code makes an object or a list, or writes a text or number that is not empty, whatever it declares. */
function isMade(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  if (OBJECTS.has(expression.kind)) return true;
  if (expression.kind === 'literal') return Boolean(expression.value);
  if (fuel <= 0) return false;
  const inner = (of: Expression, at: Site = site): boolean => isMade(resolver, { expression: of, site: at }, fuel - 1);
  switch (expression.kind) {
    case 'union':
      return expression.options.length > 0 && expression.options.every((one) => inner(one));
    case 'operator':
      return KEEPING.has(expression.operator) && inner(expression.of);
    case 'member': {
      const of = resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel - 1);
      if (of.kind === 'external') return isRow(resolver, { expression, site }, fuel - 1);
      if (of.kind === 'choice') return of.options.every((one) => inner({ ...expression, of: one.expression }, one.site));
      if (of.kind !== 'plain' || of.expression.kind !== 'object') return false;
      const member = of.expression.members.findLast((one) => one.kind !== 'property' || one.name === expression.name);
      return member?.kind === 'property' && member.optional !== true && inner(member.value, of.site);
    }
    default: {
      const called =
        expression.kind === 'returns'
          ? resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel - 1)
          : undefined;
      if (called?.kind === 'external') return isRow(resolver, { expression, site }, fuel - 1);
      const stored = storedBy(resolver, { expression, site }, fuel - 1);
      return stored !== undefined && isMade(resolver, stored, fuel - 1);
    }
  }
}

/** Whether a package's result is known to be an object or a list: a row that it writes. */
function isRow(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  const row: Lazy = { expression: { kind: 'operator', operator: 'awaited', of: expression }, site };
  return isPlainObject(resolver, row, fuel);
}

function isPlainObject(resolver: Resolver, lazy: Lazy, fuel: number): boolean {
  const target = fuel > 0 ? resolver.resolve(resolver, lazy, 'shape', fuel) : undefined;
  if (target?.kind === 'choice')
    return target.options.length > 0 && target.options.every((one) => isPlainObject(resolver, one, fuel - 1));
  return target?.kind === 'plain' && OBJECTS.has(target.expression.kind);
}

/** Whether a value is an element of a list or a map: it may be missing, whatever the element type. */
function isElement(resolver: Resolver, { expression, site }: Lazy, fuel: number): boolean {
  if (fuel <= 0) return true;
  const inner = (of: Expression, at: Site = site): boolean => isElement(resolver, { expression: of, site: at }, fuel - 1);
  switch (expression.kind) {
    case 'element':
      return true;
    case 'union':
      return expression.options.some((one) => inner(one));
    case 'operator':
      return inner(expression.of);
    case 'name': {
      const found = expression.space === 'value' ? lookupName(resolver.program, expression.name, site, 'value') : undefined;
      return found?.kind === 'lazy' && found.declared === undefined && isElement(resolver, found.lazy, fuel - 1);
    }
    case 'parameter': {
      const passed = site.passed?.get(`${expression.callable}:${expression.index}`);
      return expression.type === undefined && passed !== undefined && isElement(resolver, passed, fuel - 1);
    }
    case 'member': {
      const of = resolver.resolve(resolver, { expression: expression.of, site }, 'shape', fuel - 1);
      return of.kind === 'plain' && ['map', 'array', 'tuple'].includes(of.expression.kind);
    }
    case 'returns': {
      const called = resolver.resolve(resolver, { expression: expression.of, site }, 'value', fuel - 1);
      const result = called.kind === 'callable' && called.callable.returns === undefined ? called.callable.inferred : undefined;
      return result !== undefined && called.kind === 'callable' && inner(result, { ...called.site, file: called.file });
    }
    default:
      return false;
  }
}

function isObject(resolver: Resolver, lazy: Lazy, fuel: number): boolean {
  const target = fuel > 0 ? resolver.resolve(resolver, lazy, 'shape', fuel) : undefined;
  if (target?.kind === 'choice')
    return target.options.length > 0 && target.options.every((one) => isObject(resolver, one, fuel - 1));
  if (target?.kind === 'type') return target.declarations[0]?.form !== 'enum';
  if (target?.kind !== 'plain') return false;
  const { kind } = target.expression;
  return kind === 'map' || kind === 'intersection' || OBJECTS.has(kind);
}
