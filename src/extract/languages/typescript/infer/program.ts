import { Project as Morph, ts } from 'ts-morph';
import type { ProjectHost } from '../../../extractor.js';
import { withoutAmbience } from './ambience.js';
import { NODE_GLOBALS } from './node-globals.js';

/** A program over files of the repository, nothing of it installed. */
export interface Program {
  readonly checker: ts.TypeChecker;
  /** The tree of a file, repository-relative. */
  readonly tree: (path: string) => ts.SourceFile | undefined;
  /** Repository-relative path of a tree; undefined: of the language's own declarations. */
  readonly pathOf: (tree: ts.SourceFile) => string | undefined;
  /** Path -> the files that it imports. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

/** More files than this are not taken in: what they would say is unknown. */
const MOST_FILES = 6000;

const ROOT = '/r/';
const LIBRARIES = '/node_modules/typescript/lib';
const GLOBALS = '/node.d.ts';

/**
 * Null and undefined are always told apart here; where the project does not, `type-expression` takes their word for less. Lists
 * that start empty get the type of what is added (`noImplicitAny`). Every file is a module, so that none changes another's names.
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

/** Opens the files and all that they import. Nothing is checked yet. */
export function openProgram(paths: readonly string[], host: ProjectHost): Program {
  const libraries = new Morph({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  const imports = new Map<string, readonly string[]>();
  const taken = new Set(paths);
  const textOf = (name: string): string | undefined => {
    if (name === GLOBALS) return NODE_GLOBALS;
    return name.startsWith(ROOT) ? host.read(name.slice(ROOT.length))?.text : libraries.readFile?.(name);
  };
  const resolve = (specifier: string, from: string): ts.ResolvedModuleWithFailedLookupLocations => {
    const path = host.resolve(specifier, from);
    const extension = path === undefined ? undefined : extensionOf(path);
    if (path === undefined || extension === undefined || (!taken.has(path) && taken.size >= MOST_FILES))
      return { resolvedModule: undefined };
    taken.add(path);
    return { resolvedModule: { resolvedFileName: ROOT + path, extension, isExternalLibraryImport: false } };
  };
  const compilerHost: ts.CompilerHost = {
    getSourceFile: (name, options) => {
      const text = textOf(name);
      if (text === undefined) return undefined;
      const own = name.startsWith(ROOT);
      return ts.createSourceFile(name, own ? withoutAmbience(text, name) : text, options, false);
    },
    resolveModuleNameLiterals: (literals, containing) => {
      const from = containing.slice(ROOT.length);
      const found = literals.map(({ text }) => resolve(text, from));
      const paths = found.flatMap(({ resolvedModule }) => resolvedModule?.resolvedFileName.slice(ROOT.length) ?? []);
      imports.set(from, [...new Set([...(imports.get(from) ?? []), ...paths])]);
      return found;
    },
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
  return {
    checker: program.getTypeChecker(),
    tree: (path) => program.getSourceFile(ROOT + path),
    pathOf: (tree) => (tree.fileName.startsWith(ROOT) ? tree.fileName.slice(ROOT.length) : undefined),
    imports,
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
