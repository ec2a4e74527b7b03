import type { At, Expression } from '../../../facts/expression.js';
import type { Callable } from '../../../facts/fact.js';
import { ALL_ROUTES } from '../../../facts/references/reach.js';
import { append } from '../../../model/multi-map.js';
import { ANY_MAKER, ANY_TYPE } from './declares.js';
import { type Source, unknown } from './source.js';
import { placeOf } from './syntax/text.js';

/** Prefix of specifiers for declarations in other files of the same package: `.#User`. See `resolve.ts`. */
export const SAME_PACKAGE = '.';
/** Prefix of names for which the resolver looks for another file that mentions them: `.#@register`. */
export const MENTIONED = '@';

/** A specifier that resolves unless no package of the module imports the file's own. See `resolve.ts`. */
export const PACKAGE_USED = `${SAME_PACKAGE}#${MENTIONED}${MENTIONED}`;

/** https://go.dev/ref/spec#Exported_identifiers */
export const isExported = (name: string): boolean => /^\p{Lu}/u.test(name);

/** A reference to a name that this file, another file of the package, or an imported package declares. */
export function declaredName(source: Source, name: string, at: number, given: readonly Expression[] = []): Expression {
  const paths = isExported(name) ? [SAME_PACKAGE, ...source.dots] : [SAME_PACKAGE];
  if (!source.named.has(name)) importOf(source, name, paths.join(' '), name, at);
  return { kind: 'name', name, ...(given.length > 0 && { arguments: given }) };
}

/** `users.User`. */
export function importedName(
  source: Source,
  alias: string,
  path: string,
  name: string,
  at: number,
  given: readonly Expression[] = [],
): Expression {
  if (path === 'C' || path === 'unsafe') return unknown(`${alias}.${name} is not Go's`);
  importOf(source, `${alias}.${name}`, path, name, at);
  return { kind: 'name', name: `${alias}.${name}`, ...(given.length > 0 && { arguments: given }) };
}

function importOf(source: Source, name: string, path: string, imported: string, at: number): void {
  if (source.imports.has(name)) return;
  source.imports.set(name, {
    kind: 'import',
    name,
    specifier: `${path}#${imported}`,
    imported,
    at: placeOf(source.text, at),
  });
}

/**
 * A reference to a method of the type that implements an interface with these methods, wherever it is declared. `join`: `|` where
 * the type may embed a generated stub, which has the methods that it lacks.
 */
export function implementedName(
  source: Source,
  any: string,
  methods: readonly string[],
  method: string,
  at: number,
  join: '&' | '|' = '&',
): Expression {
  const imported = `${any}#${method}`;
  const all = [method, ...methods.filter((one) => one !== method)];
  const name = `${imported} ${all.length}@${at}`;
  const specifier = `${SAME_PACKAGE}#${any}#${all.join(join)}`;
  source.imports.set(name, { kind: 'import', name, specifier, imported, at: placeOf(source.text, at) });
  return { kind: 'name', name, space: 'value' };
}

/** Whether a value comes beside an error. The caller of an answering method may send this value. */
export function givesValue(results: Expression): boolean {
  const [first, ...others] = results.kind === 'tuple' ? results.items : [];
  return first !== undefined && others.length > 0 && first.kind !== 'scalar' && first.kind !== 'spread';
}

/**
 * Publishes answering methods, and methods that return an answer, under their names alone, because interfaces require them so. If
 * two methods share a name, neither counts, except that methods which only refuse or delegate to the interface are ignored.
 */
export function nameHandlers(source: Source): void {
  const methods = new Map<string, Callable[]>();
  for (const callable of source.callables.values()) {
    const { name, sends, inferred, returns } = callable;
    const [type = '', method = ''] = name.split('#');
    const isMaker = inferred !== undefined && (sends === undefined || (returns !== undefined && givesValue(returns)));
    const any = isMaker ? ANY_MAKER : sends === undefined ? undefined : ANY_TYPE;
    if (method === '' || any === undefined || /[|@]/.test(name) || source.types.get(type)?.type.kind === 'interface') continue;
    append(methods, `${any}#${method}`, callable);
  }
  for (const [name, callable] of calledWithContext(source)) if (!methods.has(name)) methods.set(name, [callable]);
  for (const [name, all] of methods) {
    const meant = all.length > 1 ? all.filter((one) => !refuses(one) && !handsOn(source, one, methodOf(name), 0)) : all;
    const [only, ...others] = meant;
    if (only === undefined || others.length > 0) continue;
    const value: Expression = { kind: 'name', name: only.name, space: 'value' };
    source.constants.set(name, { kind: 'constant', name, value, at: only.at });
  }
}

/** The one method of each name that is given a `context.Context` and does more than to call the same method of another value. */
function calledWithContext({ functions, callables, text, packages }: Source): ReadonlyMap<string, Callable> {
  const found = new Map<string, Callable>();
  const several = new Set<string>();
  for (const { name: method, receiver, parameters, body } of functions) {
    const [first] = parameters;
    const type = receiver?.type.kind === 'unary' ? receiver.type.of : receiver?.type;
    const isGiven = first?.type.kind === 'member' && first.type.name === 'Context';
    if (!isGiven || body === undefined || type?.kind !== 'name') continue;
    const inner = text.bare.slice(body.start, body.end);
    // `logic.GetNote(ctx, id)` of a package is no method of another value
    const ofPackage = [...packages.keys()].some((one) => inner.includes(` ${one}.${method}(`));
    const delegates = inner.length < MAX_DELEGATE && inner.includes(`.${method}(`) && !ofPackage;
    if (delegates || !inner.split('\n').some(succeeds)) continue;
    const callable = callables.get(`${type.name}#${method}`);
    const name = `${ANY_MAKER}#${method}`;
    if (found.has(name)) several.add(name);
    if (callable !== undefined && callable.sends === undefined) found.set(name, callable);
  }
  for (const name of several) found.delete(name);
  return found;
}

/** `return book, nil`, `return s.find(id)`, `return` of named results: not only errors. */
const succeeds = (line: string): boolean =>
  [', nil', '\treturn nil', '\treturn'].some((end) => line.endsWith(end)) ||
  !/err|unimpl|notimpl/i.test(RETURNED.exec(line)?.[1] ?? 'err');
const RETURNED = /^[\t ]{0,40}return ([\w.]{1,100})\(/;

/** Longer bodies do more than to call another method. */
const MAX_DELEGATE = 300;

const methodOf = (name: string): string => name.slice(name.indexOf('#') + 1);

/** Whether a method sends only server failures: a stub for something not implemented. */
const refuses = ({ sends = [], forwards = [] }: Callable): boolean =>
  sends.length > 0 &&
  forwards.length === 0 &&
  sends.every(({ status }) => status?.kind === 'literal' && Number(status.value) >= 500);

/**
 * Whether a method delegates to the same method of another value. False if the result of that call answers by a different method.
 */
function handsOn(source: Source, { name, forwards = [] }: Callable, method: string, depth: number): boolean {
  const isGiven = ({ call: { of } }: (typeof forwards)[number]): boolean =>
    of.kind === 'member' && of.name !== method && of.of.kind === 'name' && of.of.name.startsWith(`${name}.`);
  if (forwards.some(isGiven)) return false;
  return forwards.some(({ call: { of } }) => {
    if (of.kind === 'member') return of.name === method;
    const stored = of.kind === 'name' ? source.constants.get(of.name)?.value : undefined;
    const named = stored?.kind === 'name' ? stored : of;
    const inner = named.kind === 'name' && depth < 3 ? source.callables.get(named.name) : undefined;
    return inner !== undefined && handsOn(source, inner, method, depth + 1);
  });
}

/** A reference to the first, second ... other file of the repository that mentions a name. See `resolve.ts`. */
export function mentionedName(source: Source, imported: string, count: number, at: At): Expression {
  const name = `${MENTIONED}${count}${MENTIONED}${imported}`;
  source.imports.set(name, { kind: 'import', name, specifier: `${SAME_PACKAGE}#${name}`, imported: ALL_ROUTES, at });
  return { kind: 'name', name, space: 'value' };
}

/** Specifier prefix for the methods of a type in other files of its package: `.#User#` before the method name. */
export const methodsOf = (type: string): string => `${SAME_PACKAGE}#${type}#`;
