import { Project as Morph, ts } from 'ts-morph';
import type { ProjectHost } from '../../../extractor.js';
import { withoutAmbience } from './ambience.js';
import { NODE_GLOBALS } from './node-globals.js';

/** A program over files of the repository, without installed packages. */
export interface Program {
  readonly checker: ts.TypeChecker;
  /** The tree of a file, repository-relative. */
  readonly tree: (path: string) => ts.SourceFile | undefined;
  /** Repository-relative path of a tree; undefined: of the language's own declarations. */
  readonly pathOf: (tree: ts.SourceFile) => string | undefined;
  /** Path -> the files that it imports. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Parsed files, by their names in the program. */
  readonly trees: ReadonlyMap<string, ts.SourceFile>;
}

/** The program takes in at most this many files; types of other files are unknown. */
const MOST_FILES = 6000;

const ROOT = '/r/';
const LIBRARIES = '/node_modules/typescript/lib';
const GLOBALS = '/node.d.ts';

/**
 * Null and undefined are always distinct here; where the project does not check them, `type-expression` gives them less weight.
 * Lists that start empty get the type of added elements (`noImplicitAny`). Every file is a module, so that no file changes
 * another's names.
 */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts'],
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.Preserve,
  allowJs: true,
  resolveJsonModule: true,
  esModuleInterop: true,
  experimentalDecorators: true,
  noEmit: true,
  skipLibCheck: true,
  strictNullChecks: true,
  noImplicitAny: true,
};

/** Opens the files and all their imports, reusing the trees of an earlier program. Nothing is checked yet. */
export function openProgram(paths: readonly string[], host: ProjectHost, earlier?: Program): Program {
  const imports = new Map<string, readonly string[]>();
  const trees = new Map(earlier?.trees);
  const compilerHost: ts.CompilerHost = {
    getSourceFile: createParser(host, trees),
    resolveModuleNameLiterals: createResolver(host, new Set(paths), imports),
    getDefaultLibFileName: () => `${LIBRARIES}/lib.esnext.d.ts`,
    getDefaultLibLocation: () => LIBRARIES,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: () => false,
    readFile: () => undefined,
    writeFile: () => undefined,
  };
  const rootNames = [GLOBALS, ...paths.map((path) => ROOT + path)];
  const program = ts.createProgram({ rootNames, options: OPTIONS, host: compilerHost });
  for (const { fileName } of program.getSourceFiles()) {
    const path = fileName.slice(ROOT.length);
    if (fileName.startsWith(ROOT) && !imports.has(path)) imports.set(path, []);
  }
  return {
    checker: program.getTypeChecker(),
    tree: (path) => program.getSourceFile(ROOT + path),
    pathOf: (tree) => (tree.fileName.startsWith(ROOT) ? tree.fileName.slice(ROOT.length) : undefined),
    imports,
    trees,
  };
}

function createParser(host: ProjectHost, trees: Map<string, ts.SourceFile>): ts.CompilerHost['getSourceFile'] {
  const libraries = new Morph({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  const textOf = (name: string): string | undefined => {
    if (name === GLOBALS) return NODE_GLOBALS;
    if (!name.startsWith(ROOT)) return libraries.readFile?.(name);
    const text = host.read(name.slice(ROOT.length))?.text;
    return text === undefined ? undefined : withoutAmbience(text, name);
  };
  return (name, options) => {
    const known = trees.get(name);
    if (known !== undefined) return known;
    const text = textOf(name);
    if (text === undefined) return undefined;
    const tree = ts.createSourceFile(name, text, options, false);
    trees.set(name, tree);
    return tree;
  };
}

type ResolveLiterals = NonNullable<ts.CompilerHost['resolveModuleNameLiterals']>;

/** Resolves imports to files of the repository, as facts do, and records them in `taken` and `imports`. */
function createResolver(host: ProjectHost, taken: Set<string>, imports: Map<string, readonly string[]>): ResolveLiterals {
  return (literals, containing) => {
    const from = containing.slice(ROOT.length);
    const led = new Set(imports.get(from));
    const found = literals.map(({ text }): ts.ResolvedModuleWithFailedLookupLocations => {
      const path = host.resolve(text, from);
      const extension = path === undefined ? undefined : extensionOf(path);
      if (path === undefined || extension === undefined || (!taken.has(path) && taken.size >= MOST_FILES))
        return { resolvedModule: undefined };
      taken.add(path);
      led.add(path);
      return { resolvedModule: { resolvedFileName: ROOT + path, extension, isExternalLibraryImport: false } };
    });
    imports.set(from, [...led]);
    return found;
  };
}

const EXTENSIONS = new Map<string, ts.Extension>([
  ['.ts', ts.Extension.Ts],
  ['.tsx', ts.Extension.Tsx],
  ['.mts', ts.Extension.Mts],
  ['.cts', ts.Extension.Cts],
  ['.js', ts.Extension.Js],
  ['.jsx', ts.Extension.Jsx],
  ['.mjs', ts.Extension.Mjs],
  ['.cjs', ts.Extension.Cjs],
  ['.json', ts.Extension.Json],
]);

function extensionOf(path: string): ts.Extension | undefined {
  if (/\.d\.[cm]?ts$/.test(path)) return ts.Extension.Dts;
  return EXTENSIONS.get(path.slice(path.lastIndexOf('.')));
}
