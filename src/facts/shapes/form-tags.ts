import type { EnumValue } from '../../model/shape.js';
import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Resolver, Target } from '../values/target.js';
import type { ValueCondition } from '../values/when.js';

/** Classes that extend each other more often than this do so in a circle. */
const MOST_BASES = 10;

/** The tag for a test with `instanceof`: its literal is the name of the class. */
export const INSTANCE_OF = '<instanceof>';

/** Tags for tests of the value itself: its equality, the result of `typeof`, whether it has the member that the literal names. */
export const ITSELF = '<itself>';
export const TYPE_OF = '<typeof>';
export const HAS_MEMBER = '<in>';

const nameOf = ({ value }: ValueCondition): string => (value.kind === 'literal' ? String(value.value) : '');

/** Whether a condition tests the value itself: that may be null, while a test of a member excludes null. */
export const asksItself = (condition: ValueCondition): boolean => nameOf(condition) === ITSELF || nameOf(condition) === TYPE_OF;

/** Whether a member satisfies a test; undefined: it may. */
export function isAsTested(
  resolver: Resolver,
  lazy: Lazy,
  form: Target,
  condition: ValueCondition,
  fuel: number,
): boolean | undefined {
  const { equals, holds } = condition;
  const name = nameOf(condition);
  if (equals !== undefined && (asksItself(condition) || name === HAS_MEMBER)) {
    const is = isAsItself(resolver, lazy, form, name, equals);
    return is === undefined ? undefined : is === holds;
  }
  if (name === INSTANCE_OF) return !holds && isErrorOf(resolver, form, String(equals), fuel) ? false : undefined;
  const member = resolver.memberOf(resolver, form, name, 'shape', fuel);
  if (member?.kind !== 'plain' || member.expression.kind !== 'literal') return undefined;
  const is = equals === undefined ? Boolean(member.expression.value) : member.expression.value === equals;
  return is === holds;
}

/** Whether a form of a value satisfies such a test of itself; undefined: it may, or this is another kind of test. */
function isAsItself(resolver: Resolver, lazy: Lazy, form: Target, test: string, asked: EnumValue): boolean | undefined {
  if (test === HAS_MEMBER) {
    const members = resolver.membersOf(resolver, lazy);
    const member = members?.named.get(String(asked));
    if (member !== undefined) return member.optional ? undefined : true;
    return members === undefined || members.open !== undefined || members.rest !== undefined ? undefined : false;
  }
  const type = typeOfForm(form);
  if (type === undefined) return undefined;
  if (test === TYPE_OF) return type === asked;
  if (form.kind === 'plain' && form.expression.kind === 'literal') return form.expression.value === asked;
  return type === typeof asked ? undefined : false;
}

/** The result of `typeof` for a form; undefined: undecidable, as for texts that may be dates. */
function typeOfForm(form: Target): string | undefined {
  if (form.kind === 'callable') return 'function';
  if (form.kind === 'type') return form.declarations[0]?.form === 'enum' ? undefined : 'object';
  return form.kind === 'plain' ? typeOfPlain(form.expression) : undefined;
}

function typeOfPlain(of: Expression): string | undefined {
  switch (of.kind) {
    case 'literal':
      return of.value === null ? 'object' : typeof of.value;
    case 'scalar':
      if (of.type === 'string') return of.format === undefined ? 'string' : undefined;
      return of.type === 'null' ? 'object' : of.type === 'boolean' ? 'boolean' : 'number';
    case 'object':
    case 'array':
    case 'tuple':
    case 'map':
      return 'object';
    case 'text':
      return 'string';
    default:
      return of.kind === 'absent' ? 'undefined' : undefined;
  }
}

/**
 * Whether a form of a value is surely an instance of an error class, by its name. Every class named as an error extends the
 * language's own `Error`; Nest's built-in exceptions extend `HttpException`
 * (https://docs.nestjs.com/exception-filters#built-in-http-exceptions).
 */
export function isErrorOf(resolver: Resolver, form: Target, name: string, fuel: number, depth = 0): boolean {
  if (form.kind === 'external') {
    const own = form.path.at(-1) ?? '';
    if (name === 'ProblemDetails') return own.endsWith(name);
    if (!(own.endsWith('Error') || own.endsWith('Exception')) || form.path.includes('()')) return false;
    return name === own || name === 'Error' || (name === 'HttpException' && form.specifier === '@nestjs/common');
  }
  const [declaration] = form.kind === 'type' ? form.declarations : [];
  if (form.kind !== 'type' || declaration?.form !== 'class' || depth > MOST_BASES || fuel <= 0) return false;
  if (declaration.name === name) return true;
  return (declaration.extends ?? []).some((expression) =>
    isErrorOf(
      resolver,
      resolver.resolve(resolver, { expression, site: { file: form.file } }, 'shape', fuel - 1),
      name,
      fuel - 1,
      depth + 1,
    ),
  );
}
