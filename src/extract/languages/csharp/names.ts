import type { Expression } from '../../../facts/expression.js';
import type { Scope, Source } from './source.js';
import type { TypeNode } from './syntax/syntax.js';
import { ofArity } from './syntax/type-syntax.js';

/** Namespaces of the platform, in which no repository declares its own types. */
const PLATFORM = /^(?:System|Microsoft\.(?:AspNetCore|EntityFrameworkCore|Extensions|Net|OpenApi|IdentityModel))(?:\.|$)/;

/**
 * The name of a type in the facts of this file: the declared name of its own type, or else an import whose specifier lists the
 * namespaces to search. `arity`: the number of its type arguments, as types of one name may differ in it.
 */
export function typeNamed(scope: Scope, written: string, arity = 0): string {
  const wanted = ofArity(written, arity);
  const own = ownType(scope, wanted) ?? ownType(scope, written);
  if (own !== undefined && (arity === 0 || own.typeParameters.length === arity || written.includes('.'))) return own.path;
  const name = aliased(scope, written);
  return imported(scope, name === written && !name.includes('.') ? wanted : name);
}

/** A type of this file; the types around the position are searched first. */
export function ownType({ source, type }: Scope, written: string): TypeNode | undefined {
  for (let at = type; at !== undefined; at = at.outer) {
    const found = source.types.get(`${at.path}.${written}`);
    if (found !== undefined) return found;
  }
  const own = source.types.get(written);
  if (own !== undefined || !written.includes('.')) return own;
  return knownIn(source).types.get(written);
}

/** A type of this file as seen from inside: its type parameters stand for themselves. */
export function ownNamed({ path, typeParameters }: TypeNode): Expression & { readonly kind: 'name' } {
  const given = typeParameters.map((name): Expression => ({ kind: 'name', name }));
  return { kind: 'name', name: path, ...(given.length > 0 && { arguments: given }) };
}

/** `using Dto = Shop.Contracts.OrderDto;` */
export function aliased({ source }: Pick<Scope, 'source'>, written: string): string {
  const [first = '', ...rest] = written.split('.');
  const meant = knownIn(source).aliases.get(first);
  return meant === undefined ? written : [meant, ...rest].join('.');
}

/** Imports a name once from the file that declares `written`. */
function imported({ source, namespace }: Scope, written: string, name = written): string {
  if (!source.imported.has(name)) {
    source.imported.add(name);
    const specifier = `${written}@${[namespace, ...namespacesOf(source)].join('+')}`;
    source.facts.push({ kind: 'import', name, specifier, imported: name, at: { line: 1, column: 1 } });
  }
  return name;
}

/** A value that a file exports under this name together with one of its extension methods. */
export function importAs(scope: Scope, method: string, exported: string): Expression {
  return { kind: 'name', name: imported(scope, method, exported), space: 'value' };
}

/** An extension method as a value, by its name: `.ToDto`. */
export function extensionNamed(scope: Scope, method: string): Expression {
  return { kind: 'name', name: imported(scope, `.${method}`), space: 'value' };
}

function namespacesOf(source: Source): readonly string[] {
  return knownIn(source).namespaces;
}

/** Is the name surely a namespace: one that the file is in or uses, or a beginning of such a namespace? */
export function isNamespace({ source, namespace }: Scope, name: string): boolean {
  const isAround = (space: string): boolean => space === name || space.startsWith(`${name}.`);
  return isAround(namespace) || namespacesOf(source).some(isAround);
}

/** Maximum number of namespaces of a file that names are searched in; every import lists them all. */
const MAX_NAMESPACES = 200;

/** The meanings of names in a file, computed once. */
interface Known {
  /** Its types by their qualified names. */
  readonly types: ReadonlyMap<string, TypeNode>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly namespaces: readonly string[];
}
const known = new WeakMap<Source, Known>();

function knownIn(source: Source): Known {
  const { types, usings } = source.tree;
  const made = known.get(source) ?? {
    types: new Map([...types].reverse().map((type) => [`${type.namespace}.${type.path}`, type])),
    aliases: new Map([...usings].reverse().flatMap(({ alias, name }) => (alias === undefined ? [] : [[alias, name]]))),
    namespaces: namespacesUsed(usings).slice(0, MAX_NAMESPACES),
  };
  known.set(source, made);
  return made;
}

function namespacesUsed(usings: Source['tree']['usings']): readonly string[] {
  const own = usings.filter(({ alias, isStatic, name }) => alias === undefined && !isStatic && !PLATFORM.test(name));
  return [...new Set(own.map(({ name }) => name))];
}

/** The parts of a specifier: the written name, the namespace around it, and the namespaces that the file uses. */
export function readSpecifier(
  specifier: string,
): { readonly written: string; readonly namespace: string; readonly usings: readonly string[] } | undefined {
  const at = specifier.indexOf('@');
  if (at <= 0) return undefined;
  const [namespace = '', ...usings] = specifier.slice(at + 1).split('+');
  return { written: specifier.slice(0, at), namespace, usings };
}
