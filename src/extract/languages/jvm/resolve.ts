import { posix } from 'node:path';
import type { Constant } from '../../../facts/fact.js';
import { append, groupBy } from '../../../model/multi-map.js';
import { DOCUMENT, documentOf as documentNamed } from '../../document-paths.js';
import type { Repository } from '../../extractor.js';
import { BUILD_FILES, GENERATED_FROM, mappedFrom, packageOf, packageWithBase, SCHEMA, WITH_BASE } from './files/build-files.js';
import { MAKES, MAY_BRING, NEEDS } from './files/dependencies.js';
import { ELSEWHERE } from './files/gradle-values.js';
import { fileOfRootPackage } from './root-package.js';
import { buildWith, changesPages, PAGING, PLURALS } from './spring-models.js';
import { simpleName } from './unit.js';

/** Specifiers of the contract that an interface is generated from; the second one if the interface includes the base path. */
export const GENERATED = 'generated:';
export const GENERATED_BASE = 'generated with base:';

/** The file that a specifier refers to, such as candidates of fully qualified names, or the properties of the module. */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier.startsWith(DOCUMENT)) {
    const written = specifier.slice(DOCUMENT.length);
    return documentNamed(`resources/${written}`, from, repository) ?? documentNamed(written, from, repository);
  }
  if (specifier === 'application-properties') return propertiesFor(from, repository);
  const paging = specifier === PAGING ? ofModule(repository.declaring(PAGING), from) : undefined;
  if (specifier === PAGING) return paging ?? buildWith(PAGING, from, repository) ?? propertiesFor(from, repository);
  if (specifier === PLURALS) return buildWith(PLURALS, from, repository);
  if (specifier === ACTUATOR) return mayHaveActuator(from, repository) ? from : undefined;
  if (specifier.startsWith(EXTENDING)) return onlyOf(repository.declaring(specifier));
  if (specifier.startsWith(EXTENDED)) return repository.declaring(specifier.replace(EXTENDED, IMPLEMENTS))[0] && from;
  if (specifier.startsWith(IMPLEMENTS)) return onlyImplementor(specifier.slice(IMPLEMENTS.length), repository);
  if (specifier === ADDS_PREFIX || specifier.startsWith(COLLECTS)) return ofModule(repository.declaring(specifier), from);
  for (const prefix of [GENERATED, GENERATED_BASE]) {
    if (!specifier.startsWith(prefix)) continue;
    const written = specifier.slice(prefix.length);
    if (declaring(written, from, repository) !== undefined) return undefined;
    const [ofPackage, ofModule] = prefix === GENERATED ? [packageOf, GENERATED_FROM] : [packageWithBase, WITH_BASE];
    return ofPackages(written, from, repository, ofPackage) ?? documentOf(from, repository, ofModule);
  }
  const mapped = specifier.startsWith(SCHEMA) ? documentsStated(repository).get(mappedFrom(specifier.slice(SCHEMA.length))) : [];
  if (specifier.startsWith(SCHEMA)) return mapped?.includes(from) === true ? undefined : from;
  const declared = declaring(specifier, from, repository) ?? ofPackages(specifier, from, repository, packageOf);
  return (
    declared ??
    fileOfRootPackage(specifier, from, repository) ??
    (INTERFACE.test(specifier) ? documentOf(from, repository, GENERATED_FROM) : undefined)
  );
}

/** The contract that a type's package is generated from. */
function ofPackages(specifier: string, from: string, repository: Repository, stated: typeof packageOf): string | undefined {
  const known = documentsStated(repository);
  for (const candidate of specifier.split('|')) {
    // of several contracts behind one package, the one with this class
    const [alone] = known.get(stated(candidate)) ?? [];
    if (alone !== undefined) return alone;
    const parts = candidate.split('.').slice(0, -1);
    const first = Math.max(1, parts.length - MOST_PARTS);
    const ends = parts.slice(first).map((_, index) => [ELSEWHERE, ...parts.slice(first + index)].join('.'));
    for (const name of [parts.join('.'), ...ends]) {
      const found = known.get(stated(name)) ?? [];
      if (found.length > 0) return nearest(found, from, false);
    }
  }
  return undefined;
}
/** No real package has more parts whose beginning another build file names. */
const MOST_PARTS = 30;

const documents = new WeakMap<Repository['configuration'], ReadonlyMap<string, readonly string[]>>();

/** The contracts in build files, by the names of their facts. */
function documentsStated(repository: Repository): ReadonlyMap<string, readonly string[]> {
  const known = documents.get(repository.configuration);
  if (known !== undefined) return known;
  const stated = new Map<string, string[]>();
  for (const [path, { facts }] of repository.configuration) {
    const folder = moduleSaying(path);
    if (folder === undefined) continue;
    for (const fact of facts) {
      if (fact.kind !== 'constant' || fact.value.kind !== 'literal') continue;
      const document = documentAt(folder, String(fact.value.value), repository);
      if (document !== undefined) append(stated, fact.name, document);
    }
  }
  documents.set(repository.configuration, stated);
  return stated;
}

/** The folder of the module that a build file, a script that it applies, or a properties file configures. */
function moduleSaying(path: string): string | undefined {
  if (SCRIPT.test(path)) return folderOfScript(path);
  const end = SAYING.find((one) => path === one || path.endsWith(`/${one}`));
  return end === undefined ? undefined : posix.join(path.slice(0, -end.length), '.');
}

/** A file that a build file names, relative to its folder or to the repository. */
function documentAt(folder: string, written: string, repository: Repository): string | undefined {
  if (written.startsWith('//')) return ofProject(folder, written.slice(2), repository);
  const places = [posix.join(folder, written), posix.normalize(written)];
  return places.find((path) => repository.has(path)) ?? bundledFrom(places, repository);
}

/** The document that an earlier step of the build bundles to a file of its output folder: it has a usual name. */
function bundledFrom(places: readonly string[], repository: Repository): string | undefined {
  for (const place of places) {
    const parts = place.split('/');
    const output = parts.findIndex((part) => /^(?:build|target|dist)$/.test(part));
    const project = parts.slice(0, output).join('/');
    const { name, ext } = posix.parse(place);
    if (output < 0 || !/^\.(?:json|ya?ml)$/.test(ext)) continue;
    for (const inside of ['src/main/openapi', 'src/main/resources/openapi', 'src/main/resources', 'src', 'openapi', ''])
      for (const one of [name, 'index', 'openapi', 'api', 'main', 'root'])
        for (const end of ['yaml', 'yml', 'json']) {
          const path = posix.join(project, inside, `${one}.${end}`);
          if (repository.has(path)) return path;
        }
  }
  return undefined;
}

/**
 * A file of another project of the same build. The root of the build is a folder above, and the first names may belong to an
 * outer build.
 */
function ofProject(folder: string, written: string, repository: Repository): string | undefined {
  const parts = written.split('/');
  const ends = parts.slice(0, MOST_BUILDS).map((_, index) => parts.slice(index).join('/'));
  for (let above = folder, count = 0; count < MOST_FOLDERS; above = posix.dirname(above), count++) {
    const found = ends.map((end) => posix.join(above, end)).find((path) => repository.has(path));
    if (found !== undefined || above === '.') return found;
  }
  return undefined;
}
const MOST_BUILDS = 3;
const MOST_FOLDERS = 20;

/** Endings that generators give to interface names. */
const INTERFACE = /(?:Api|Delegate|Resource)$/;

/** Gradle scripts, which a build file may apply. */
const SCRIPT = /\.gradle$/;
/** Scripts of a module are beside its build file, or in a folder `gradle` there. */
const folderOfScript = (path: string): string =>
  posix.join(path, posix.basename(posix.dirname(path)) === 'gradle' ? '../..' : '..');

/** Files that configure what a module generates. */
const SAYING = [...BUILD_FILES, ...['properties', 'yml', 'yaml'].map((end) => `src/main/resources/application.${end}`)];

function declaring(specifier: string, from: string, repository: Repository): string | undefined {
  for (const candidate of specifier.split('|')) {
    const files = repository.declaring(candidate);
    if (files.length > 0) return nearest(files, from, /(?:^|\.)[a-z][^.]*$/.test(candidate));
  }
  return undefined;
}

/** The contract from which the build file of the source's module, or of a folder above, generates interfaces. */
function documentOf(from: string, repository: Repository, name: string): string | undefined {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const named = SAYING.map((file) => posix.join(folder, file));
    for (const file of new Set([...named, ...(scriptsIn(repository).get(folder) ?? [])])) {
      for (const fact of repository.configuration.get(file)?.facts ?? []) {
        if (fact.kind !== 'constant' || fact.name !== name || fact.value.kind !== 'literal') continue;
        const found = documentAt(folder, String(fact.value.value), repository);
        if (found !== undefined) return found;
      }
    }
    if (folder === '.') return undefined;
  }
}

const scripts = new WeakMap<Repository['configuration'], ReadonlyMap<string, readonly string[]>>();

/** The Gradle scripts by their folders. */
function scriptsIn({ configuration }: Repository): ReadonlyMap<string, readonly string[]> {
  const known = scripts.get(configuration);
  if (known !== undefined) return known;
  const found = groupBy([...configuration.keys()].filter((one) => SCRIPT.test(one)).sort(), (path) => folderOfScript(path));
  scripts.set(configuration, found);
  return found;
}

/** The only class that implements the only interface with a name, unless another class extends that class. */
function onlyImplementor(name: string, { declaring, declaredIn }: Repository): string | undefined {
  const file = onlyOf(declaring(`${IMPLEMENTS}${name}`));
  if (file === undefined || declaring(`${INTERFACE_NAMED}${name}`).length !== 1) return undefined;
  const own = (declaredIn?.(file) ?? []).map(simpleName);
  const classes = own.filter((one) => !declaring(`${INTERFACE_NAMED}${one}`).includes(file));
  return classes.some((one) => declaring(`${IMPLEMENTS}${one}`).length > 0) ? undefined : file;
}

/** May the build of a source include Actuator? The build begins at the topmost folder with a build file. */
function mayHaveActuator(from: string, repository: Repository): boolean {
  let top: string | undefined;
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    if (BUILD_FILES.some((name) => repository.configuration.has(posix.join(folder, name)))) top = folder;
    if (folder === '.') break;
  }
  if (top === undefined) return true;
  const known = builds.get(repository.configuration) ?? new Map<string, boolean>();
  builds.set(repository.configuration, known);
  const may = known.get(top) ?? mayBringActuator(top === '.' ? '' : `${top}/`, repository);
  known.set(top, may);
  return may;
}

/** Results by the topmost folder of a build, so that its files are searched once, not for each class. */
const builds = new WeakMap<Repository['configuration'], Map<string, boolean>>();

function mayBringActuator(inside: string, { configuration }: Repository): boolean {
  const facts = [...configuration].flatMap(([path, one]) => (path.startsWith(inside) ? one.facts : []));
  const stated = (name: string): readonly string[] =>
    facts.flatMap((fact) => (fact.kind === 'constant' && fact.name === name ? literalOf(fact) : []));
  const made = new Set(stated(MAKES));
  return stated(MAY_BRING).length > 0 || stated(NEEDS).some((one) => !made.has(one));
}

const literalOf = ({ value }: Constant): readonly string[] => (value.kind === 'literal' ? [String(value.value)] : []);

/** The file in the same module as the source; for a module without one, the only file that exists. */
function ofModule(files: readonly string[], from: string): string | undefined {
  const module = from.slice(0, Math.max(0, from.indexOf('src/')));
  return files.find((path) => path.startsWith(`${module}src/`)) ?? (files.length === 1 ? files[0] : undefined);
}

const onlyOf = ([first, ...others]: readonly string[]): string | undefined => (others.length === 0 ? first : undefined);

/** The file that shares the most folders with the source. */
function nearest(files: readonly string[], from: string, isFunction: boolean): string | undefined {
  const near = files.map((file) => shared(file, from));
  const most = Math.max(...near);
  // for extension functions of several types, in several files, none is chosen
  return isFunction && near.filter((one) => one === most).length > 1 ? undefined : files[near.indexOf(most)];
}

function shared(one: string, other: string): number {
  const left = one.split('/');
  const right = other.split('/');
  const apart = left.findIndex((part, index) => part !== right[index]);
  return apart < 0 ? left.length : apart;
}

/** The configuration of the file's module; for a module without one, the only one that exists. */
function propertiesFor(from: string, repository: Repository): string | undefined {
  const all = [...repository.configuration.keys()].filter((path) => /(?:^|\/)application\.(?:properties|ya?ml)$/.test(path));
  const source = from.indexOf('src/');
  const module = source < 0 ? '' : from.slice(0, source);
  const own = all.filter(
    (path) =>
      path.startsWith(`${module}src/`) ||
      path.startsWith(`${module}config/`) ||
      path.slice(module.length).startsWith('application.'),
  );
  if (own.length > 0) return own[0];
  return all.length === 1 ? all[0] : undefined;
}

/** Specifier of the class with the base path of all JAX-RS resources. */
export const APPLICATION_PATH = '@ApplicationPath';
/** Specifier for the parts of a build that may include Spring Boot's Actuator. */
export const ACTUATOR = 'Actuator';
/** Specifier of the class that sets a prefix for Spring's controllers. */
export const ADDS_PREFIX = 'addPathPrefix';
/** Specifier prefix of the class that mounts the routers of all beans of a type. */
export const COLLECTS = 'collects ';
/** Specifier prefix of the only class that extends or implements a type, by its simple name. */
export const IMPLEMENTS = 'implements ';
/** Specifier prefix of a class itself, by its simple name, where other classes extend it. */
export const EXTENDED = 'extended ';
/** Prefix of a declared name for an interface, by its simple name. */
const INTERFACE_NAMED = 'interface ';
const ELEMENT = /[<,(] ?([A-Z]\w{0,100})(?:>|\.class|::class)/g;

/** Types whose beans a class with routers may collect. */
const collectedIn = (text: string): readonly string[] =>
  /\bRouterFunction|\b(?:coR|r)outer \{/.test(text)
    ? [...new Set([...text.matchAll(ELEMENT)].map(([, name]) => `${COLLECTS}${name}`))]
    : [];

const OF_SERVICE = [APPLICATION_PATH, ADDS_PREFIX];

const PACKAGE = /^[ \t]*package[ \t]+([\p{L}\w.`]+)/mu;
const DECLARED =
  /\b(?:enum[ \t]+class|annotation[ \t]+class|fun[ \t]+interface|class|interface|enum|record|object|typealias|fun|val)[ \t]+([\p{L}\w`]+)/gu;

/** Fully qualified names that a source may declare at its top level. */
export function declares(path: string, text: string): readonly string[] {
  const place = PACKAGE.exec(text)?.[1]?.replaceAll('`', '') ?? '';
  const before = place === '' ? '' : `${place}.`;
  const service = [...OF_SERVICE.filter((one) => text.includes(one)), ...collectedIn(text)];
  if (changesPages(text)) service.push(PAGING);
  const all = [...text.matchAll(DECLARED)];
  // an indented declaration is a member or nested, unless the whole file is indented
  const lines = linesOf(text);
  const outside = all.filter(({ index }) => !/[ \t]/.test(text.charAt(lines(index))));
  const names = (outside.length > 0 ? outside : all).map((match) => `${before}${(match[1] ?? '').replaceAll('`', '')}`);
  const extensions = path.endsWith('.kt')
    ? extensionsIn(text).flatMap(({ name, of }) => [`${before}${name}`, ...(of === '' ? [] : [`${extending(of)}${name}()`])])
    : [];
  return [...service, ...names, ...extensions, ...nestedIn(all, new Set(outside), before), ...implementedIn(path, text, all)];
}

/** Nested types, which subclasses of the outer type name without it: `a.b.Outer.Inner`. */
function nestedIn(all: readonly RegExpExecArray[], outside: ReadonlySet<RegExpExecArray>, before: string): readonly string[] {
  let outer: string | undefined;
  return all.slice(0, MAX_CLASSES).flatMap((match) => {
    if (!/^(?:class|interface|record|enum)\b/.test(match[0])) return [];
    if (!outside.has(match)) return outer === undefined ? [] : [`${before}${outer}.${match[1]}`];
    outer = match[1];
    return [];
  });
}

/** The types that classes of a source extend or implement, as specifiers, and the interfaces that it declares. */
function implementedIn(path: string, text: string, declared: readonly RegExpExecArray[]): readonly string[] {
  const before = path.endsWith('.kt') ? /:/ : /\b(?:extends|implements)\b/;
  const some = declared.slice(0, MAX_CLASSES);
  const bases = some.flatMap((match) => {
    if (!/^(?:class|object|record|enum)\b/.test(match[0])) return [];
    const header = headerAt(text, match.index + match[0].length);
    return header
      .split(before)
      .slice(1)
      .flatMap((part) => part.split(','));
  });
  const names = bases.map((base) => wordBefore(base.trim().split(/\s/)[0] ?? ''));
  for (const [, java, kotlin = ''] of text.matchAll(ANONYMOUS)) names.push(java ?? kotlin);
  const interfaces = some.flatMap(([written, name = '']) => (/\binterface\b/.test(written) ? [`${INTERFACE_NAMED}${name}`] : []));
  return [...interfaces, ...[...new Set(names)].flatMap((name) => (name === '' ? [] : [`${IMPLEMENTS}${name}`]))];
}
const MAX_CLASSES = 500;
/** `new Views() {`, `object : Views {`: anonymous classes also count, because then no class is the only implementation. */
const ANONYMOUS = /\bnew ([A-Z]\w{0,100})(?:<[^<>]{0,100}>)?\([^()]{0,100}\) ?\{|\bobject ?: ?([A-Z]\w{0,100})/g;

/** The text between a class name and its body, without the content of brackets. */
function headerAt(text: string, from: number): string {
  let header = '';
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_HEADER); at++) {
    const char = text.charAt(at);
    if (char === '(' || char === '<') depth += 1;
    else if (depth > 0) depth -= char === ')' || (char === '>' && text.charAt(at - 1) !== '-') ? 1 : 0;
    else if (char === '{' || char === ';' || (char === '\n' && isOver(text, at))) break;
    else header += char;
  }
  return header;
}
const MAX_HEADER = 2000;

/** Does the header of a Kotlin class without a body end with this line? A comma, a colon or the next line may continue it. */
const isOver = (text: string, at: number): boolean =>
  !/[,:)]$/.test(text.slice(Math.max(0, at - 20), at).trimEnd()) &&
  !/^[:,{]|^(?:implements|extends|permits)\b/.test(text.slice(at, at + 200).trimStart());

/** The start of the line around an index. Indexes must come in ascending order, so that each character is read once. */
function linesOf(text: string): (index: number) => number {
  let line = 0;
  let next = text.indexOf('\n');
  return (index) => {
    while (next >= 0 && next < index) {
      line = next + 1;
      next = text.indexOf('\n', line);
    }
    return line;
  };
}

const FUN = /\bfun[ \t]/g;
/** Maximum length of receivers and type parameters. */
const MAX_HEAD = 300;

/** Specifier prefix of the only top-level function of a source that extends a type with this simple name. */
const EXTENDING = 'extension of ';
export const extending = (type: string): string => `${EXTENDING}${type}#`;

/** Names of functions with a receiver or type parameters: `fun <T : Any> Route.users(`, `fun <T> wrapped(`. */
function extensionsIn(text: string): readonly { readonly name: string; readonly of: string }[] {
  const lines = linesOf(text);
  return [...text.matchAll(FUN)].flatMap(({ index }) => {
    const head = text.slice(index, index + MAX_HEAD);
    const open = head.indexOf('(');
    const name = open < 0 ? '' : wordBefore(head.slice(0, open).trimEnd());
    const isOutside = !/[ \t]/.test(text.charAt(lines(index)));
    const isGeneric = head.startsWith('<', 4) && isOutside;
    const dot = head.lastIndexOf('.', open);
    if (name === '' || !(isGeneric || (dot >= 0 && dot < open))) return [];
    return [
      { name: name.replaceAll('`', ''), of: isOutside && dot >= 0 ? wordBefore(head.slice(0, dot).replace(/\?$/, '')) : '' },
    ];
  });
}

const PART = /[\p{L}\w`]/u;

/** The word at the end of a text. */
function wordBefore(text: string): string {
  let from = text.length;
  while (from > 0 && PART.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from);
}
