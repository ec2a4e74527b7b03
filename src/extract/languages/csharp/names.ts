import type { Expression } from '../../../facts/expression.js';
import type { Scope, Source } from './source.js';
import type { TypeNode } from './syntax/syntax.js';

/** Namespaces of the platform: no repository declares its own types in them. */
const PLATFORM = /^(?:System|Microsoft\.(?:AspNetCore|EntityFrameworkCore|Extensions|Net|OpenApi|IdentityModel))(?:\.|$)/;

/**
 * The name that a type has in the facts of this file: its own type as the file declares it, else an import of the name as written,
 * whose specifier says in which namespaces it is to be looked for.
 */
export function typeNamed(scope: Scope, written: string): string {
  return ownType(scope, written)?.path ?? imported(scope, aliased(scope, written));
}

/** A type of this file: inside of the types around the place first. */
export function ownType({ source, type }: Scope, written: string): TypeNode | undefined {
  for (let at = type; at !== undefined; at = at.outer) {
    const found = source.types.get(`${at.path}.${written}`);
    if (found !== undefined) return found;
  }
  const own = source.types.get(written);
  if (own !== undefined || !written.includes('.')) return own;
  return knownIn(source).types.get(written);
}

/** A type of this file as it is inside of itself: its parameters stand for themselves. */
export function ownNamed({ path, typeParameters }: TypeNode): Expression & { readonly kind: 'name' } {
  const given = typeParameters.map((name): Expression => ({ kind: 'name', name }));
  return { kind: 'name', name: path, ...(given.length > 0 && { arguments: given }) };
}

/** `using Dto = Shop.Contracts.OrderDto;` */
function aliased({ source }: Scope, written: string): string {
  const [first = '', ...rest] = written.split('.');
  const meant = knownIn(source).aliases.get(first);
  return meant === undefined ? written : [meant, ...rest].join('.');
}

function imported(scope: Scope, written: string): string {
  const { source, namespace } = scope;
  if (!source.imported.has(written)) {
    source.imported.add(written);
    const specifier = `${written}@${[namespace, ...namespacesOf(source)].join('+')}`;
    source.facts.push({ kind: 'import', name: written, specifier, imported: written, at: { line: 1, column: 1 } });
  }
  return written;
}

/** What a file exports under a name beside one of its extension methods. */
export function importAs({ source, namespace }: Scope, method: string, exported: string): Expression {
  if (!source.imported.has(exported)) {
    source.imported.add(exported);
    const specifier = `${method}@${[namespace, ...namespacesOf(source)].join('+')}`;
    source.facts.push({ kind: 'import', name: exported, specifier, imported: exported, at: { line: 1, column: 1 } });
  }
  return { kind: 'name', name: exported, space: 'value' };
}

/** An extension method by its name, as a value: `.ToDto`. */
export function extensionNamed(scope: Scope, method: string): Expression {
  return { kind: 'name', name: imported(scope, `.${method}`), space: 'value' };
}

function namespacesOf(source: Source): readonly string[] {
  return knownIn(source).namespaces;
}

/** Whether a name surely is a namespace: one that the file is in or uses, or one around those. */
export function isNamespace({ source, namespace }: Scope, name: string): boolean {
  const isAround = (space: string): boolean => space === name || space.startsWith(`${name}.`);
  return isAround(namespace) || namespacesOf(source).some(isAround);
}

/** Namespaces of a file in which names are looked for: every import tells them all. */
const MAX_NAMESPACES = 200;

/** What names of a file mean, made once. */
interface Known {
  /** Its types with their namespaces. */
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

/** What a specifier asks: the name as written, the namespace that it is written in, and those that the file uses. */
export function readSpecifier(
  specifier: string,
): { readonly written: string; readonly namespace: string; readonly usings: readonly string[] } | undefined {
  const at = specifier.indexOf('@');
  if (at <= 0) return undefined;
  const [namespace = '', ...usings] = specifier.slice(at + 1).split('+');
  return { written: specifier.slice(0, at), namespace, usings };
}
