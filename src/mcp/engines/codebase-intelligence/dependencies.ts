import { posix } from 'node:path';
import type { Imports } from '../../../extract/sources.js';
import type { SymbolImport } from '../../../extract/symbols.js';
import type { Edges } from '../../../model/components.js';
import { append } from '../../../model/multi-map.js';

/** The parts of a file that dependencies are derived from. */
export interface DependingFile {
  readonly path: string;
  readonly language: string;
  readonly namespace: string;
  readonly imports: readonly SymbolImport[];
  readonly words: ReadonlyMap<string, number>;
  /** Its top-level definitions. */
  readonly names: readonly string[];
}

export interface Dependencies {
  /** Files of the repository, ordered by path. */
  readonly edges: Edges;
  /** Imports of a file from outside of the repository, as written. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** Languages whose imports name packages or namespaces instead of files. */
const BY_NAMES = new Set(['java', 'kotlin', 'csharp', 'go']);

/**
 * Dependencies between files: to the files that imports name, else to those that declare a mentioned name in a visible package
 * or namespace.
 */
export function dependenciesOf(files: readonly DependingFile[], imports: Imports): Dependencies {
  const named = new Names(files, imports);
  const edges = new Map<string, readonly string[]>();
  const packages = new Map<string, readonly string[]>();
  for (const file of files) {
    const { own, foreign } = BY_NAMES.has(file.language) ? named.of(file) : byPath(file, imports);
    own.delete(file.path);
    edges.set(file.path, [...own].sort());
    packages.set(file.path, [...foreign].sort());
  }
  return { edges, packages };
}

interface Found {
  readonly own: Set<string>;
  readonly foreign: Set<string>;
}

function byPath({ path, imports }: DependingFile, { resolve }: Imports): Found {
  const own = new Set<string>();
  const unknown = new Set<string>();
  const known: string[] = [];
  for (const { specifier } of imports) {
    const target = resolve(specifier, path);
    if (target === undefined) unknown.add(specifier);
    else {
      own.add(target);
      known.push(specifier);
    }
  }
  // An unresolved relative path is not a package; `a.b` of Python is the name `b` of `a`.
  const foreign = [...unknown].filter((each) => !each.startsWith('.') && !each.startsWith('/'));
  const isPart = (each: string): boolean => unknown.has(each.slice(0, Math.max(each.lastIndexOf('.'), 0)));
  // A folder without `__init__.py` is neither a file nor a foreign package.
  const isFolder = (each: string): boolean => known.some((specifier) => specifier.startsWith(`${each}.`));
  const isOutside = (each: string): boolean => !isPart(each) && !isFolder(each) && !isOwn(each, path, resolve);
  const ofModule = path.endsWith('.py') ? foreign.filter(isOutside) : foreign;
  return { own, foreign: new Set(ofModule) };
}

function isOwn(specifier: string, from: string, resolve: Imports['resolve']): boolean {
  const dot = specifier.lastIndexOf('.');
  return dot > 0 && resolve(specifier.slice(0, dot), from) !== undefined;
}

type Declared = Map<string, string[]>;

/** Names by the packages and namespaces that declare them. */
class Names {
  readonly #spaces = new Map<string, Declared>();
  readonly #global: readonly string[];
  readonly #modules: readonly { readonly folder: string; readonly module: string }[];

  constructor(files: readonly DependingFile[], imports: Imports) {
    this.#modules = modulesOf(imports);
    const all = files.filter(({ language }) => BY_NAMES.has(language));
    for (const file of all) {
      const space = this.#spaces.get(this.#spaceOf(file)) ?? new Map<string, string[]>();
      this.#spaces.set(this.#spaceOf(file), space);
      for (const name of file.names) append(space, name, file.path);
    }
    const globals = all.flatMap(({ imports }) => imports.filter(({ names }) => names.some(({ local }) => local === GLOBAL)));
    this.#global = globals.map(({ specifier }) => `csharp ${specifier}`);
  }

  of(file: DependingFile): Found {
    const own = new Set<string>();
    const foreign = new Set<string>();
    for (const space of this.#around(file)) this.#mentioned(space, file, own);
    for (const { specifier, names } of file.imports) {
      const key = `${familyOf(file.language)} ${specifier}`;
      const space = this.#spaces.get(key);
      const [only] = names;
      if (space === undefined) {
        if (!this.#outer(file, specifier, own)) foreign.add(specifier);
      } else if (only === undefined || only.imported === '*') this.#mentioned(key, file, own);
      else for (const path of space.get(only.imported) ?? []) own.add(path);
    }
    return { own, foreign };
  }

  /** `a.b.Outer` of an import `a.b.Outer.Inner`. */
  #outer({ language }: DependingFile, specifier: string, own: Set<string>): boolean {
    const dot = specifier.lastIndexOf('.');
    const files = this.#spaces
      .get(`${familyOf(language)} ${specifier.slice(0, Math.max(dot, 0))}`)
      ?.get(specifier.slice(dot + 1));
    for (const path of files ?? []) own.add(path);
    return files !== undefined;
  }

  #mentioned(key: string, { words, names }: DependingFile, own: Set<string>): void {
    for (const [name, files] of this.#spaces.get(key) ?? []) {
      if (words.has(name) && !names.includes(name)) for (const path of files) own.add(path);
    }
  }

  /** Its own package; in C# also enclosing namespaces and global usings. */
  #around(file: DependingFile): readonly string[] {
    if (file.language !== 'csharp') return [this.#spaceOf(file)];
    const parts = file.namespace.split('.');
    return [...parts.map((_, index) => `csharp ${parts.slice(0, parts.length - index).join('.')}`), ...this.#global];
  }

  #spaceOf({ path, language, namespace }: DependingFile): string {
    if (language !== 'go') return `${familyOf(language)} ${namespace}`;
    const folder = posix.dirname(path);
    const within = this.#modules.find(
      (each) => each.folder === '' || folder === each.folder || folder.startsWith(`${each.folder}/`),
    );
    if (within === undefined) return `go ./${folder}`;
    const rest = folder === '.' ? '' : folder.slice(within.folder === '' ? 0 : within.folder.length + 1);
    return `go ${rest === '' ? within.module : `${within.module}/${rest}`}`;
  }
}

/** The C# reader's mark of `global using`. */
const GLOBAL = 'global';

/** Java and Kotlin see each other. */
const familyOf = (language: string): string => (language === 'kotlin' ? 'java' : language);

/** The modules of Go, the innermost first. */
function modulesOf({ configuration }: Imports): readonly { readonly folder: string; readonly module: string }[] {
  const found = [...configuration].flatMap(([path, { facts }]) =>
    facts.flatMap((fact) => {
      if (!path.endsWith('go.mod') || fact.kind !== 'setting' || typeof fact.value !== 'object') return [];
      const { module } = fact.value;
      return typeof module === 'string' ? [{ folder: fact.scope, module }] : [];
    }),
  );
  return found.sort((a, b) => b.folder.length - a.folder.length);
}
