import { ts } from 'ts-morph';
import type { InstalledFiles } from '../../../installed-files.js';

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** The repository's path for the compiler. */
const ROOT = '/r';

/**
 * Finds the file that declares the exports of a package: by its manifest, or in `@types`
 * (https://www.typescriptlang.org/docs/handbook/modules/reference.html). Finds only declaration files, no code.
 */
export function packagesIn(files: InstalledFiles): (specifier: string, from: string) => string | undefined {
  const inside = (path: string): string => path.slice(ROOT.length + 1);
  const isInside = (path: string): boolean => path.startsWith(`${ROOT}/`);
  const host: ts.ModuleResolutionHost = {
    fileExists: (path) => isInside(path) && files.isFile(inside(path)),
    directoryExists: (path) => path === ROOT || (isInside(path) && files.isFolder(inside(path))),
    readFile: (path) => (isInside(path) ? files.read(inside(path)) : undefined),
    realpath: (path) => {
      const real = isInside(path) ? files.realPath(inside(path)) : undefined;
      return real === undefined ? path : `${ROOT}/${real}`;
    },
    useCaseSensitiveFileNames: true,
  };
  const cache = ts.createModuleResolutionCache(ROOT, (path) => path, OPTIONS);
  return (specifier, from) => {
    const found = ts.resolveModuleName(specifier, `${ROOT}/${from}`, OPTIONS, host, cache).resolvedModule;
    return found !== undefined && DECLARATIONS.test(found.resolvedFileName) ? inside(found.resolvedFileName) : undefined;
  };
}

const DECLARATIONS = /\.d\.[cm]?ts$/;
