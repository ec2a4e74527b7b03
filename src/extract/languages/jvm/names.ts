import { importing, type Scope, type Source } from './source.js';
import { type Cursor, isAt, peek } from './syntax/cursor.js';
import { type ImportDecl, inPackage, simpleName } from './unit.js';

/** The meaning of a name. */
export type Named =
  | { readonly kind: 'parameter' }
  /** A type of this file, or one that is imported under this name. */
  | { readonly kind: 'own' | 'imported'; readonly name: string }
  /** A type of a package that is not analysed; fully qualified if that is known. */
  | { readonly kind: 'library'; readonly path: string };

/**
 * Packages of the platform and well-known libraries, whose code is in no repository. Swagger Codegen writes to `io.swagger.api`.
 */
const LIBRARIES =
  /^(?:java|javax|jakarta|kotlin|kotlinx|lombok|reactor|org\.(?:http4k|springframework(?!\.samples)|reactivestreams|jetbrains|slf4j|hibernate|mapstruct|json|jooq|eclipse\.microprofile|jboss)|com\.(?:fasterxml|google)|io\.(?:swagger(?!\.(?:api|model)\.)|javalin|smallrye|quarkus|micronaut|ktor|reactivex|vertx|vavr|micrometer)|org\.joda|rx|spark|retrofit2|okhttp3|arrow)\./;

export const isLibrary = (path: string): boolean => LIBRARIES.test(path);

/** Packages that need no import. https://kotlinlang.org/docs/packages.html#default-imports */
const DEFAULTS = { java: ['java.lang'], kotlin: ['kotlin', 'kotlin.collections', 'java.lang'] };

/** Maximum number of packages that a name is searched in; no real file needs more. */
const MOST_PACKAGES = 200;

/** The imports of a file, indexed once, because every name needs them. */
interface Imports {
  /** Packages that are imported as a whole: those of libraries, and the others. */
  readonly libraries: readonly string[];
  readonly others: readonly string[];
  readonly named: ReadonlyMap<string, ImportDecl>;
}
const sorted = new WeakMap<Source['unit'], Imports>();

function importsOf({ unit }: Source): Imports {
  const known = sorted.get(unit);
  if (known !== undefined) return known;
  const written = unit.imports.filter(({ all, static: isStatic }) => all && !isStatic).map(({ path }) => path);
  const open = [...DEFAULTS[unit.tokens.dialect], ...written.slice(0, MOST_PACKAGES)];
  const named = new Map<string, ImportDecl>();
  for (const one of unit.imports) {
    const name = one.alias ?? simpleName(one.path);
    if (!one.all && !named.has(name)) named.set(name, one);
  }
  const isOfLibrary = (one: string): boolean => isLibrary(`${one}.`);
  const made = { libraries: open.filter(isOfLibrary), others: open.filter((one) => !isOfLibrary(one)), named };
  sorted.set(unit, made);
  return made;
}

/** The import of a name, if there is one. */
export function importOf(source: Source, name: string): ImportDecl | undefined {
  return importsOf(source).named.get(name);
}

/** Package names begin with a lower-case letter, class names do not. */
const PACKAGE_PART = /^[a-z_][\w$]*$/;

/** The meaning of a type name at its position. `isKnown`: does a library package have a type with this name? */
export function named(source: Source, scope: Scope, written: string, isKnown: (path: string) => boolean): Named {
  if (scope.parameters.has(written)) return { kind: 'parameter' };
  const own = ownType(source, scope, written);
  if (own !== undefined) return { kind: 'own', name: own };
  const dot = written.indexOf('.');
  const head = dot < 0 ? written : written.slice(0, dot);
  const rest = dot < 0 ? '' : written.slice(dot);
  const isPlace = PACKAGE_PART.test(head) || source.unit.package.startsWith(`${head}.`);
  if (dot > 0 && isPlace && importOf(source, head) === undefined) return qualified(source, written, written);
  const found = importOf(source, head);
  if (found !== undefined) return qualified(source, `${found.path}${rest}`, written);
  const { libraries, others } = importsOf(source);
  const library = libraries.find((one) => isKnown(`${one}.${written}`));
  if (library !== undefined) return { kind: 'library', path: `${library}.${written}` };
  const places = [source.unit.package, ...others];
  const all = [...places.map((place) => inPackage(place, head)), ...(dot < 0 ? inheritedNames(source, scope, written) : [])];
  importing(source, written, all.join('|'), written);
  return { kind: 'imported', name: written };
}

/** Qualified names of a type that a base class of the surrounding classes may declare. */
function inheritedNames(source: Source, scope: Scope, written: string): readonly string[] {
  const names: string[] = [];
  for (let outer = scope.owner; outer !== undefined; outer = source.types.get(outer)?.outer)
    for (const { name } of source.types.get(outer)?.extends ?? [])
      names.push(`${importOf(source, name)?.path ?? inPackage(source.unit.package, name)}.${written}`);
  return names.slice(0, MOST_BASES);
}
const MOST_BASES = 10;

/** The class of this file with this name; inner classes first. */
function ownType(source: Source, scope: Scope, written: string): string | undefined {
  for (let outer = scope.owner; outer !== undefined; outer = source.types.get(outer)?.outer) {
    const inner = `${outer}.${written}`;
    if (source.types.has(inner)) return inner;
  }
  return source.types.has(written) ? written : undefined;
}

/**
 * Do the source and the path belong to the same team? A library team's own services have packages next to those of the library:
 * `io.quarkus.sample`.
 */
const TEAM = 3;

function isOfSameTeam({ unit }: Source, path: string): boolean {
  const parts = unit.package.split('.').slice(0, TEAM);
  return parts.length === TEAM && path.startsWith(`${parts.join('.')}.`);
}

/** `a.b.Outer.Inner`: the name `Outer.Inner` in the file that declares `a.b.Outer`. */
function qualified(source: Source, path: string, written: string): Named {
  if (isLibrary(path) && !isOfSameTeam(source, path)) return { kind: 'library', path };
  const parts = path.split('.');
  const own = source.unit.package.split('.');
  const shared = parts.findIndex((part, index) => part !== own[index]);
  // a package is never below a class: `Shop.Api.model.Book`, even if the file itself is in `Shop.Api`
  const below = Math.max(shared, parts.slice(0, -1).findLastIndex((part) => PACKAGE_PART.test(part)) + 1);
  const first = parts.findIndex((part, index) => index >= below && !PACKAGE_PART.test(part));
  const end = first < 0 ? parts.length - 1 : first;
  const outer = parts.slice(0, end + 1).join('.');
  // `a.b.Outer` may also be a package
  importing(source, written, end < parts.length - 1 ? `${outer}|${path}` : outer, parts.slice(end).join('.'));
  return { kind: 'imported', name: written };
}

/**
 * `com.shop.model.Book` before a member: a class with its package, as code writes it to distinguish classes with the same name.
 */
export function classWithPackage(source: Source, cursor: Cursor, name: string): string | undefined {
  const isOwn = name === source.unit.package.split('.')[0];
  const parts = [name];
  const isPart = (at: number): boolean =>
    isAt(cursor, '.', at) && peek(cursor, at + 1).kind === 'word' && peek(cursor, at + 2).text === '.';
  for (let at = 0; isPart(at) && parts.length < MAX_PACKAGE; at += 2) parts.push(peek(cursor, at + 1).text);
  const last = parts.findLastIndex((part) => PACKAGE_PART.test(part));
  // the first class after the package
  const length = last + 2;
  const isPlace = isOwn || (PACKAGE_PART.test(name) && last > 0 && parts.slice(0, last).every((part) => PACKAGE_PART.test(part)));
  if (!isPlace || last < 0 || length > parts.length) return undefined;
  cursor.at += 2 * (length - 1);
  return parts.slice(0, length).join('.');
}
const MAX_PACKAGE = 12;
