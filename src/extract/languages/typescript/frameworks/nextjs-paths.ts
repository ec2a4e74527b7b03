import type { Expression } from '../../../../facts/expression.js';

/**
 * The paths that a file of the app router answers, by the folders it stands in (https://nextjs.org/docs/app/building-your-application/routing):
 * groups `(x)` and slots `@x` do not count, `_x` is private, `[id]` is a parameter, `[...x]` and `[[...x]]` are the rest. Undefined: none.
 */
export function appPath(path: string): Expression | undefined {
  const start = appFolder(path);
  if (start === undefined) return undefined;
  return template(path.slice(start).split('/').slice(0, -1));
}

/** The paths of an API page: its file counts too, but for `index` (https://nextjs.org/docs/pages/building-your-application/routing/api-routes). */
export function pagePath(path: string): Expression | undefined {
  const start = pagesFolder(path);
  if (start === undefined) return undefined;
  const parts = path
    .slice(start)
    .replace(/\.[cm]?[jt]sx?$/, '')
    .split('/');
  return template(parts.at(-1) === 'index' ? parts.slice(0, -1) : parts);
}

/** Where what follows `pages/` begins, of the first such folder that holds `api`. */
function pagesFolder(path: string): number | undefined {
  const found = /(?:^|\/)pages(?=\/api(?:\/|\.[cm]?[jt]sx?$))/.exec(path);
  return found === null ? undefined : found.index + found[0].length;
}

/** Folders in which whole packages stand: one of them may be called `app` itself (`apps/app/app/api/route.ts`). */
const OF_PACKAGES = new Set(['apps', 'packages', 'services', 'projects', 'examples', 'templates']);

/** Where what follows `src/app/` begins, or else `app/`: a package may be called `app` as well. */
function appFolder(path: string): number | undefined {
  const folders = `/${path}`.split('/');
  const first = folders.indexOf('app');
  // The name of such a package is blotted out, and its length kept, when the folder that counts stands further in.
  if (OF_PACKAGES.has(folders[first - 1] ?? '') && folders.includes('app', first + 1)) folders[first] = '---';
  const whole = folders.join('/');
  for (const folder of ['/src/app/', '/app/']) {
    const at = whole.indexOf(folder);
    if (at >= 0) return at + folder.length - 1;
  }
  return undefined;
}

function template(segments: readonly string[]): Expression | undefined {
  let paths = [''];
  for (const segment of segments) {
    // `_private` folders and `(.)intercepted` pages answer nothing.
    if (segment.startsWith('_') || segment.startsWith('(.')) return undefined;
    if (/^\(.*\)$/.test(segment) || segment.startsWith('@')) continue;
    const options = optionsOf(segment.replace(/^%5F/i, '_'));
    paths = options.flatMap((option) => paths.map((path) => (option === '' ? path : `${path}/${option}`)));
  }
  const literals = paths.map((path): Expression => ({ kind: 'literal', value: path === '' ? '/' : path }));
  const [only] = literals;
  return literals.length === 1 && only !== undefined ? only : { kind: 'tuple', items: literals };
}

function optionsOf(segment: string): readonly string[] {
  if (segment.startsWith('[[...') && segment.endsWith(']]')) return ['', `{${segment.slice(5, -2)}*}`];
  if (segment.startsWith('[...') && segment.endsWith(']')) return [`{${segment.slice(4, -1)}*}`];
  if (segment.startsWith('[') && segment.endsWith(']')) return [`{${segment.slice(1, -1)}}`];
  return [segment];
}
