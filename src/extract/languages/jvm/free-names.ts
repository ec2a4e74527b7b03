import type { Expression } from '../../../facts/expression.js';
import { byName } from './by-name.js';
import { importOf } from './names.js';
import { importedStatus } from './routing/http-status.js';
import { importing, type Scope, type Source, value } from './source.js';
import { type Field, inPackage, type Method, type Range, type TypeRef } from './unit.js';

/** The context in which a value is read. */
export interface Env {
  readonly source: Source;
  readonly scope: Scope;
  /** The value of a variable, parameter or field. */
  readonly local: (name: string) => Expression | undefined;
  /** A map that the range creates (`new HashMap<>() {{ … }}`), if it does. */
  readonly made?: (range: Range) => Expression | undefined;
  /** The value of a lambda's statements: its return values, or the value of `last`. `local`: names known around it. */
  readonly inner?: (range: Range, local: Env['local'], last?: Range) => Expression | undefined;
}

/**
 * Interfaces with one method in libraries.
 * https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/function/package-summary.html
 */
const FUNCTIONAL = /^(?:(?:Checked|Throwing)?Supplier|Callable|(?:Bi)?Function|Function[0-3]|(?:Unary|Binary)Operator)$/;

/** A parameter; if its type is a functional interface, calls on it return the result of the passed function. */
export function parameterOf({ functions }: Source, given: Expression, type: TypeRef | undefined): Expression {
  if (type !== undefined && FUNCTIONAL.test(type.name)) functions.add(given);
  return given;
}

/** Methods that run the function they are called on. */
export const RUNS = /^(?:get|call|apply|invoke|run|execute)$/;

/** `action.get()`, `action.call()`, `action.apply(x)` on a parameter that is a function. */
export const isRun = ({ functions }: Source, of: Expression, name: string): boolean => functions.has(of) && RUNS.test(name);

const fieldsNamed = byName<Field>();
export const methodsNamed = byName<Method>();
export const NO_METHODS: readonly Method[] = [];

/** A constant or property of this file or of the surrounding class, or one that is imported by name. */
export function topLevel(env: Env, name: string): Expression {
  const { source } = env;
  if (fieldsNamed(source.unit.properties, name).length > 0) return value(name);
  const status = importedStatus(source, name);
  if (status !== undefined) return status;
  const imported = source.unit.imports.find((one) => !one.all && (one.alias ?? one.path.split('.').at(-1)) === name);
  if (imported !== undefined) {
    const parts = imported.path.split('.');
    const first = parts.findIndex((part) => /^[A-Z]/.test(part));
    const isMember = first >= 0 && first < parts.length - 1;
    const key = `static ${name}`;
    if (!isMember) {
      importing(source, key, imported.path, name);
      return value(key);
    }
    importing(source, key, parts.slice(0, first + 1).join('.'), parts.slice(first, -1).join('.'));
    return { kind: 'member', of: value(key), name: parts.at(-1) ?? name };
  }
  const places = source.unit.imports.filter(({ all }) => all).map((one) => `${one.path}.${name}`);
  importing(source, `top ${name}`, [inPackage(source.unit.package, name), ...places].join('|'), name);
  return value(`top ${name}`);
}

/** Does Kotlin import the name from an object (`import a.Paths.Notes`), so that it is a member of it rather than a type? */
export function isMemberOfObject({ source }: Env, name: string): boolean {
  if (source.unit.tokens.dialect !== 'kotlin') return false;
  const owner = importOf(source, name)?.path.split('.').at(-2);
  return owner !== undefined && /^[A-Z]/.test(owner);
}

/** A field of a base class in another file; undefined if there is no base class, or this file declares or imports the name. */
export function inherited({ source, scope }: Env, name: string): Expression | undefined {
  const decl = scope.owner === undefined ? undefined : source.types.get(scope.owner);
  const mayBe = decl?.extends.some((one) => one.interface !== true) === true && importOf(source, name) === undefined;
  if (decl === undefined || !mayBe || fieldsNamed(source.unit.properties, name).length > 0) return undefined;
  const keys: Expression = { kind: 'member', of: { kind: 'name', name: decl.qualified }, name };
  return source.unit.tokens.dialect === 'java'
    ? keys
    : { kind: 'operator', operator: 'first-known', of: topLevel({ source, scope, local: () => undefined }, name), keys };
}

/** A function that is called by its simple name or, with `fits`, in another way. */
export function functionNamed(env: Env, name: string, fits: (method: Method) => boolean = () => true): Expression {
  const { source, scope } = env;
  for (let owner = scope.owner; owner !== undefined; owner = source.types.get(owner)?.outer) {
    const method = methodsNamed(source.types.get(owner)?.methods ?? NO_METHODS, name).find(fits);
    if (method !== undefined) return value(`${owner}${method.modifiers.has('static') ? '.' : '#'}${name}`);
  }
  if (methodsNamed(source.unit.functions, name).some(fits)) return value(name);
  const of = topLevel(env, name);
  // a function of a Kotlin object that is imported by name
  return of.kind === 'member' && source.unit.tokens.dialect === 'kotlin' ? { ...of, name: `${of.name}()` } : of;
}

/** A Kotlin extension function, for a value without such a member. */
export const extensionNamed = (env: Env, name: string): Expression =>
  functionNamed(env, name, ({ receiver }) => receiver !== undefined);
