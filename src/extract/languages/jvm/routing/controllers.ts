import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Route } from '../../../../facts/fact.js';
import { isLibrary } from '../names.js';
import { at, literal, type Source, scopeOf, value } from '../source.js';
import { namedType, typeOf } from '../types.js';
import type { Method, TypeDecl, TypeRef } from '../unit.js';

/** A class or interface with handlers, as a framework with annotations reads it. */
export interface ControllerType {
  readonly by: string;
  readonly decl: TypeDecl;
  readonly routes: readonly Route[];
  /** Of the class; absent: it has none of its own, and takes that of what it extends. */
  readonly prefix?: Expression;
  /** The service takes it by itself; else it is a base, or nothing. */
  readonly served: boolean;
  /** It may as well have nothing to do with the framework: what it extends hides nothing. */
  readonly maybe?: boolean;
  /** Where all of it answers: the context path. */
  readonly below: Expression;
  /** A client as well: where nothing implements it, it serves nothing. */
  readonly client?: boolean;
  /** Members of which the annotations are not taken over from what it extends: see {@link overriddenBy}. */
  readonly own: readonly string[];
}

const ALWAYS = '<init>';
const ANY_TYPE = '?';
/** Methods with more parameters override by them as they stand alone: each may be of a type parameter. */
const MAX_VARIED = 4;

/** A method as those that override it name it: overloads are told apart by the types of their parameters. */
export function signatureOf(decl: TypeDecl, { name, parameters, typeParameters }: Method): string {
  const own = new Set([...decl.typeParameters, ...typeParameters]);
  return signature(
    name,
    parameters.map(({ type }) => (type === undefined || own.has(type.name) ? ANY_TYPE : plainName(type))),
  );
}

/** The signatures that a method overrides in what its class extends, where any parameter may be of a type parameter. */
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

/** `Integer`, `Int` and `int` are one type to those who override in the other language. */
function plainName({ name, arguments: [item] }: TypeRef): string {
  if (name === '[]' && item !== undefined) return `${item.name.slice(item.name.lastIndexOf('.') + 1).toLowerCase()}[]`;
  const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return last === 'integer' ? 'int' : last === 'character' ? 'char' : last;
}
/** How another file asks for a class only if it has handlers. */
export const asHandlers = (name: string): string => `${name}|handlers`;
export const handlersOf = (name: string): Expression => value(`${name}#handlers`);

/**
 * A class is a router with its prefix above a second one, `Class#handlers`, with its handlers. One that extends or implements
 * another has what that handles, below its own prefix or, without one, below the other's.
 */
export function controllerFacts(source: Source, type: ControllerType): readonly Fact[] {
  const { by, decl, routes, prefix, served, below, own } = type;
  const name = decl.qualified;
  const place = at(source, decl.index);
  const bases = decl.extends.filter((base) => !isPlatform(source, decl, base.name));
  if (!served && routes.length === 0 && prefix === undefined && bases.length === 0) return [];
  const binds = decl.typeParameters.length === 0 ? {} : { binds: decl.typeParameters };
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
    // a prefix of its own takes the place of the other's
    const replaced = prefix === undefined ? {} : { prefix: literal(''), replaces: true };
    const given = base.arguments.map((one) => typeOf(source, scopeOf(decl), one));
    const types = given.length === 0 ? {} : { binds: given };
    const except = [ALWAYS, ...own];
    facts.push({ kind: 'mount', by, parent: value(name), child, ...replaced, ...types, except, certainty, at: place });
  }
  if (served) facts.push({ kind: 'mount', by, child: value(name), prefix: below, certainty: 'router', at: place });
  return facts;
}

/** Names that classes with handlers have by convention, and those that generators give them. */
export const LIKELY = /(?:Api|ApiDelegate|ApiService|Controller|Resource|Endpoint|Endpoints|Operations)$/;

function isPlatform(source: Source, decl: TypeDecl, name: string): boolean {
  const found = namedType(source, scopeOf(decl), name);
  return found.kind === 'library' || found.kind === 'parameter' || (found.kind === 'imported' && isLibrary(`${name}.`));
}
