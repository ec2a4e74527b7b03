import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Route } from '../../../../facts/fact.js';
import { isLibrary } from '../names.js';
import { at, literal, type Source, scopeOf, value } from '../source.js';
import { namedType } from '../types.js';
import type { TypeDecl } from '../unit.js';

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
  /** Members of which the annotations are not taken over from what it extends. */
  readonly own: readonly string[];
}

const ALWAYS = '<init>';
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
  const facts: Fact[] = [
    { kind: 'router', by, name, root: false, loose: true, ...(prefix !== undefined && { prefix }), at: place },
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
    facts.push({ kind: 'mount', by, parent: value(name), child, ...replaced, except: [ALWAYS, ...own], certainty, at: place });
  }
  if (served) facts.push({ kind: 'mount', by, child: value(name), prefix: below, certainty: 'router', at: place });
  return facts;
}

/** Names that classes with handlers have by convention, and those that generators give them. */
export const LIKELY = /(?:Api|ApiDelegate|Controller|Resource|Endpoint|Endpoints|Operations)$/;

function isPlatform(source: Source, decl: TypeDecl, name: string): boolean {
  const found = namedType(source, scopeOf(decl), name);
  return found.kind === 'library' || found.kind === 'parameter' || (found.kind === 'imported' && isLibrary(`${name}.`));
}
