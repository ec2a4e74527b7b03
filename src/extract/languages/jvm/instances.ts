import {
  type Expression,
  isNull,
  type NameExpression,
  type ObjectExpression,
  type ObjectMember,
} from '../../../facts/expression.js';
import type { Env } from './free-names.js';
import { isNull as isNullWord } from './literals.js';
import { at, type Source } from './source.js';
import { argumentsOf, type Cursor, isAt, peek, skipBracket, typeArguments } from './syntax/cursor.js';
import { closingOf, openingOf, type Tokens, tokenAt } from './tokens.js';
import { namedType, typeOf } from './types.js';
import type { Argument, TypeRef } from './unit.js';

/** A new instance of a class; the constructor arguments determine type arguments that are not written. */
export function instance(
  env: Env,
  written: TypeRef,
  given: readonly Argument[],
  read: (one: Argument) => Expression,
): Expression {
  // `new Answer<T>(item)`: what a caller gives for T is in the item
  const isOpen = (one: TypeRef): boolean => env.scope.parameters.has(one.name) || one.arguments.some(isOpen);
  const type = written.arguments.some(isOpen) && given.length > 0 ? { ...written, arguments: [] } : written;
  const of = typeOf(env.source, env.scope, type);
  if (of.kind !== 'name') return of;
  const filled = given.length === 0 ? undefined : membersGiven(env, of.name, given, read);
  if (filled !== undefined) return { kind: 'operator', operator: 'filled', of, keys: filled };
  const { tokens } = env.source.unit;
  const isWritten = type.arguments.length > 0 && !(tokens.dialect === 'java' && given.some((one) => isNullWord(tokens, one)));
  if (isWritten || given.length === 0) return of;
  const value = (one: Argument): Expression => givenBy(env, one, read);
  return { kind: 'operator', operator: 'made', of, keys: { kind: 'tuple', items: given.map(value) } };
}

/** Its `get<T>()` gives the instance of a type. https://insert-koin.io/docs/reference/koin-core/koin-component */
export const usesKoin = ({ unit }: Source): boolean => unit.imports.some(({ path }) => path.startsWith('org.koin.'));

/** The name of a type, and no constant. */
export const TYPE = /^[A-Z][\w$]*[a-z]/;

/** Kotlin: an instance of a nested class, `Result.Failure(reason)`. */
export function nestedInstance(
  env: Env,
  cursor: Cursor,
  outer: string,
  read: (one: Argument) => Expression,
): Expression | undefined {
  if (cursor.tokens.dialect !== 'kotlin') return undefined;
  let name = outer;
  let end = 0;
  for (; peek(cursor, end).text === '.' && TYPE.test(peek(cursor, end + 1).text); end += 2)
    name += `.${peek(cursor, end + 1).text}`;
  const { kind } = end > 0 && peek(cursor, end).text === '(' ? namedType(env.source, env.scope, name) : { kind: 'none' };
  if (kind !== 'own' && kind !== 'imported') return undefined;
  cursor.at += end;
  const given = argumentsOf(cursor.tokens, cursor.at);
  skipBracket(cursor);
  return instance(env, { name, arguments: [], nullable: false }, given, read);
}

/** Unlike with pointers in Go, the result type of a function shows whether it may be null. */
function givenBy({ source }: Env, one: Argument, read: (one: Argument) => Expression): Expression {
  const own = read(one);
  if (endsSafely(source.unit.tokens, one)) return { kind: 'operator', operator: 'nullable', of: own };
  // Java's types do not say whether they may be null
  const isJavaNull = isNull(own) && source.unit.tokens.dialect === 'java';
  return own.kind === 'returns' || isJavaNull ? { kind: 'union', options: [own] } : own;
}

/** No real argument has more tokens in its last brackets. */
const MAX_BACK = 500;

/** Does an argument end with a safe call, as `text?.trim()` does? Then it may be null. */
function endsSafely(tokens: Tokens, { from, to }: Argument): boolean {
  let last = to - 1;
  while (last > from && to - last < MAX_BACK && /^[)}]$/.test(tokenAt(tokens, last).text)) last = openingOf(tokens, last) - 1;
  return last > from + 1 && tokenAt(tokens, last).kind === 'word' && tokenAt(tokens, last - 1).text === '?.';
}

/** The values of a Kotlin class's members, by name; undefined if this file does not show which arguments belong to them. */
function membersGiven(
  env: Env,
  type: string,
  given: readonly Argument[],
  read: (one: Argument) => Expression,
): ObjectExpression | undefined {
  const { source } = env;
  if (source.unit.tokens.dialect !== 'kotlin') return undefined;
  const decl = source.types.get(type);
  // the parameter types decide which constructor applies
  if (
    decl?.constructors?.some(({ parameters }) => parameters.length === given.length) &&
    given.some((one) => one.name === undefined)
  )
    return undefined;
  const components = decl?.components;
  const members = given.flatMap((one, index): readonly ObjectMember[] => {
    const name = one.name ?? components?.[index]?.name;
    return name === undefined ? [] : [{ kind: 'property', name, value: givenBy(env, one, read), at: at(source, one.from) }];
  });
  return members.length === given.length ? { kind: 'object', members } : undefined;
}

/** No real builder has more steps. */
const MAX_STEPS = 200;

/** `Answer.<Item>builder().data(item).build()`, of Lombok or written alike: an instance with the values that its steps give. */
export function builderOf(
  env: Env,
  cursor: Cursor,
  { name }: NameExpression,
  read: (one: Argument) => Expression,
): Expression | undefined {
  const own: Cursor = { tokens: cursor.tokens, at: cursor.at + 1 };
  const given = isAt(own, '<') ? typeArguments(own).map((one) => typeOf(env.source, env.scope, one)) : [];
  if (!isAt(own, 'builder') || !isAt(own, '(', 1) || !isAt(own, ')', 2)) return undefined;
  own.at += 3;
  const steps: { readonly name: string; readonly given: Argument }[] = [];
  while (isAt(own, '.') && isAt(own, '(', 2) && steps.length < MAX_STEPS) {
    const step = peek(own, 1).text;
    const [value, ...others] = argumentsOf(own.tokens, own.at + 2);
    own.at = closingOf(own.tokens, own.at + 2) + 1;
    if (step === 'build' && value === undefined) {
      cursor.at = own.at;
      const of: Expression = { kind: 'name', name, ...(given.length > 0 && { arguments: given }) };
      const members = steps.map(
        (one): ObjectMember => ({
          kind: 'property',
          name: one.name,
          value: givenBy(env, one.given, read),
          at: at(env.source, one.given.from),
        }),
      );
      return members.length === 0 ? of : { kind: 'operator', operator: 'filled', of, keys: { kind: 'object', members } };
    }
    if (value === undefined || others.length > 0) return undefined;
    steps.push({ name: step, given: value });
  }
  return undefined;
}
