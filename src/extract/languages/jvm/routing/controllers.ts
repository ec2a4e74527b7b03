import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Mount, Override, Route } from '../../../../facts/fact.js';
import { isLibrary } from '../names.js';
import { at, literal, type Source, scopeOf, value } from '../source.js';
import { namedType, typeOf } from '../types.js';
import { type Method, simpleName, type TypeDecl, type TypeRef } from '../unit.js';

/** A class or interface with handlers, for frameworks with annotations. */
export interface ControllerType {
  readonly by: string;
  readonly decl: TypeDecl;
  readonly routes: readonly Route[];
  /** The prefix of the class; absent if it only inherits one. */
  readonly prefix?: Expression;
  /** The framework serves the class itself; otherwise it is a base class, or has no routes. */
  readonly served: boolean;
  /** The class may not belong to the framework at all, so an unresolved base type hides nothing. */
  readonly maybe?: boolean;
  /** The base path of the service. */
  readonly below: Expression;
  /** The interface is also a client: without an implementing class it serves nothing. */
  readonly client?: boolean;
  /** Members that do not inherit the annotations of the base: see {@link overriddenBy}. */
  readonly own: readonly string[];
  /** What a method without routes of its own sends, which may override a method with routes. */
  readonly sent?: (method: Method) => Omit<Override, 'members' | 'at'>;
}

const ALWAYS = '<init>';
const ANY_TYPE = '?';
/**
 * A method with more parameters is compared only by its written types; with fewer, each parameter may have a type parameter's
 * type.
 */
const MAX_VARIED = 4;

/** The signature of a method for methods that override it; parameter types distinguish overloads. */
export function signatureOf(decl: TypeDecl, { name, parameters, typeParameters }: Method): string {
  const own = new Set([...decl.typeParameters, ...typeParameters]);
  return signature(
    name,
    parameters.map(({ type }) => (type === undefined || own.has(type.name) ? ANY_TYPE : plainName(type))),
  );
}

/** The signatures that a method may override in its base types, where any parameter may have a type parameter's type. */
export function overriddenBy({ name, parameters }: Method): readonly string[] {
  let all: (readonly string[])[] = [[]];
  for (const { type } of parameters) {
    const own = type === undefined ? ANY_TYPE : plainName(type);
    all = all.flatMap((before) =>
      parameters.length > MAX_VARIED
        ? [[...before, own]]
        : [
            [...before, own],
            [...before, ANY_TYPE],
          ],
    );
  }
  return all.map((types) => signature(name, types));
}

const signature = (name: string, types: readonly string[]): string => `${name}(${types.join(',')})`;

/** A type name for comparison: `Integer`, `Int` and `int` are the same type for overriding across Java and Kotlin. */
function plainName({ name, arguments: [item] }: TypeRef): string {
  if (name === '[]' && item !== undefined) return `${simpleName(item.name).toLowerCase()}[]`;
  const last = simpleName(name).toLowerCase();
  return last === 'integer' ? 'int' : last === 'character' ? 'char' : last;
}
/** The name under which a file exports a class only if the class has handlers. */
export const asHandlers = (name: string): string => `${name}|handlers`;
export const handlersOf = (name: string): Expression => value(`${name}#handlers`);

/**
 * A class is a router with its prefix, above a second router `Class#handlers` with its handlers. A class that extends or
 * implements another one also has the other's handlers, below its own prefix or, without one, below that of the other.
 */
export function controllerFacts(source: Source, type: ControllerType): readonly Fact[] {
  const { by, decl, routes, prefix, served, below, own } = type;
  const name = decl.qualified;
  const place = at(source, decl.index);
  const bases = decl.extends.filter((base) => !isPlatform(source, decl, base.name));
  if (!served && routes.length === 0 && prefix === undefined && bases.length === 0) return [];
  const binds = decl.typeParameters.length === 0 ? {} : { binds: decl.typeParameters };
  const overrides = overridesOf(source, type);
  const facts: Fact[] = [
    { kind: 'router', by, name, root: false, loose: true, ...(prefix !== undefined && { prefix }), ...binds, at: place },
    { kind: 'router', by, name: `${name}#handlers`, root: false, loose: routes.length === 0 || type.client === true, at: place },
    { kind: 'mount', by, parent: value(name), child: handlersOf(name), except: [ALWAYS], certainty: 'router', at: place },
    { kind: 'export', name: asHandlers(name), value: value(name), at: place },
    ...routes,
  ];
  for (const base of bases) {
    const found = namedType(source, scopeOf(decl), base.name);
    if (found.kind !== 'own' && found.kind !== 'imported') continue;
    const child = value(found.name);
    const certainty = served && type.maybe !== true && LIKELY.test(base.name) ? 'router' : 'maybe';
    // the class's own prefix replaces the inherited one
    const replaced = prefix === undefined ? {} : { prefix: literal(''), replaces: true };
    const given = base.arguments.map((one) => typeOf(source, scopeOf(decl), one));
    const types = given.length === 0 ? {} : { binds: given };
    const except = [ALWAYS, ...own];
    const all = { ...replaced, ...types, ...overrides, except };
    facts.push({ kind: 'mount', by, parent: value(name), child, ...all, certainty, at: place });
  }
  if (served) facts.push({ kind: 'mount', by, child: value(name), prefix: below, certainty: 'router', at: place });
  return facts;
}

/** What the methods of a class send that may override methods with routes. */
function overridesOf(source: Source, { decl, own, sent }: ControllerType): Pick<Mount, 'overrides'> {
  if (sent === undefined || decl.extends.length === 0 || decl.form === 'interface') return {};
  const replaced = new Set(own);
  const overrides = decl.methods
    .filter((one) => !one.modifiers.has('static') && (one.body ?? one.expression) !== undefined && !asksBase(source, one))
    .map((method) => ({ members: overriddenBy(method).filter((one) => !replaced.has(one)), method }))
    .filter(({ members }) => members.length > 0)
    .map(({ members, method }): Override => ({ members, ...sent(method), at: at(source, method.index) }));
  return overrides.length === 0 ? {} : { overrides };
}

/** `return Api.super.find(id);` */
function asksBase({ unit: { tokens } }: Source, { name, body, expression }: Method): boolean {
  const range = body ?? expression;
  const all = tokens.list.slice(range?.from, range?.to);
  return all.some(({ text }, index) => text === 'super' && all[index + 2]?.text === name);
}

/** Common names of classes with handlers, and names that generators give them. */
export const LIKELY = /(?:Api|ApiDelegate|ApiService|Controller|Resource|Endpoint|Endpoints|Operations)$/;

function isPlatform(source: Source, decl: TypeDecl, name: string): boolean {
  const found = namedType(source, scopeOf(decl), name);
  return found.kind === 'library' || found.kind === 'parameter' || (found.kind === 'imported' && isLibrary(`${name}.`));
}
