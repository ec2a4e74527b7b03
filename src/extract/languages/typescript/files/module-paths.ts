/** A folder of the repository, `''` being its root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Joins a folder and a path relative to it; undefined: it leads out of the repository. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.mts', '.d.cts'];
/** What the name of an output file may stand for: https://www.typescriptlang.org/docs/handbook/modules/reference.html#file-extension-substitution */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.d.ts']],
  ['.jsx', ['.tsx', '.d.ts']],
  ['.mjs', ['.mts', '.d.mts']],
  ['.cjs', ['.cts', '.d.cts']],
]);

/** The file that a path without or with another extension stands for: itself, its source, with an extension, the folder's index. */
export function fileAt(path: string, has: (path: string) => boolean): string | undefined {
  const dot = path.lastIndexOf('.');
  const sources = SOURCES.get(path.slice(dot)) ?? [];
  const built = dot < 0 ? undefined : firstAt(path.slice(0, dot), sources, has);
  if (built !== undefined) return built;
  if (SOURCE.test(path) && has(path)) return path;
  return (
    (path === '' ? undefined : firstAt(path, EXTENSIONS, has)) ??
    firstAt(path === '' ? 'index' : `${path}/index`, EXTENSIONS, has)
  );
}

const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/;

/** Every specifier asks a dozen times: no list of candidates is made. */
function firstAt(path: string, extensions: readonly string[], has: (path: string) => boolean): string | undefined {
  for (const extension of extensions) if (has(path + extension)) return path + extension;
  return undefined;
}

const OUTPUT = /^(?:dist|build|lib|out|output|esm|cjs|es|types|typings|node|main|module|commonjs|package|release|\.)$/;

/** Where the source of a built file may be, best first: `dist/esm/index.js` is made of `src/index.ts`. Both within their package. */
export function sourcesOf(target: string): readonly string[] {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  let built = 0;
  while (built < parts.length - 1 && OUTPUT.test(parts[built] ?? '')) built++;
  const rest = parts
    .slice(built)
    .join('/')
    .replace(/\.d(?=\.[cm]?ts$)/, '');
  const plain = rest.replace(/\.[cm]?[jt]sx?$/, '');
  if (built === 0) return [parts.join('/')];
  return [parts.join('/'), `src/${plain}`, plain, `lib/${plain}`, `source/${plain}`];
}
