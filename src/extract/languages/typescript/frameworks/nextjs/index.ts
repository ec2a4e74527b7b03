import type { Expression } from '../../../../../facts/expression.js';
import type { Router } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { exportedMethods, type RouteParts } from '../../exported-methods.js';
import { valueNamed } from '../../names/names.js';
import type { Source } from '../../source.js';
import { readConfig } from './config.js';
import { pageRoutes } from './pages.js';
import { kindOfFile, nextjsProfile } from './profile.js';

const BY = 'typescript/nextjs';
const START = { line: 1, column: 1 };

/**
 * Next.js: the location of a file is its path. Each file with routes is a service of its own, unless a next.config in a folder
 * above mounts it below its `basePath`.
 */
export const nextjs: Extractor<Source> = { ...nextjsProfile, extract };

/** Name of the router that represents a file. */
const FILE = '(file)';

function extract(source: Source): Extraction {
  const kind = kindOfFile(source.path);
  if (kind === undefined) return { facts: [], gaps: [] };
  if (kind === 'config') return readConfig(source, BY);
  const path = kind === 'app' ? appPath(source.path) : pagePath(source.path);
  if (path === undefined) return { facts: [], gaps: [] };
  const router: Router = { kind: 'router', by: BY, name: FILE, root: true, gathered: true, at: START };
  const parts: RouteParts = { source, by: BY, path, router: valueNamed(FILE) };
  const facts = kind === 'page' ? pageRoutes(parts) : exportedMethods(parts);
  return { facts: facts.length === 0 ? [] : [router, ...facts], gaps: [] };
}

/**
 * The paths of an app router file, by its folders (https://nextjs.org/docs/app/building-your-application/routing): groups `(x)`
 * and slots `@x` do not count, `_x` is private, `[id]` is a parameter, `[...x]` and `[[...x]]` are the rest. Undefined: none.
 */
function appPath(path: string): Expression | undefined {
  const start = appFolder(path);
  if (start === undefined) return undefined;
  return template(path.slice(start).split('/').slice(0, -1));
}

/**
 * The paths of an API page: the file name counts too, except `index`
 * (https://nextjs.org/docs/pages/building-your-application/routing/api-routes).
 */
function pagePath(path: string): Expression | undefined {
  const start = pagesFolder(path);
  if (start === undefined) return undefined;
  const parts = path
    .slice(start)
    .replace(/\.[cm]?[jt]sx?$/, '')
    .split('/');
  return template(parts.at(-1) === 'index' ? parts.slice(0, -1) : parts);
}

/** The index behind the first `pages/` that contains `api`. */
function pagesFolder(path: string): number | undefined {
  const found = /(?:^|\/)pages(?=\/api(?:\/|\.[cm]?[jt]sx?$))/.exec(path);
  return found === null ? undefined : found.index + found[0].length;
}

/** Folders of whole packages, one of which may itself be called `app` (`apps/app/app/api/route.ts`). */
const OF_PACKAGES = new Set(['apps', 'packages', 'services', 'projects', 'examples', 'templates']);

/** The index behind `src/app/`, or else `app/`: a package may also be called `app`. */
function appFolder(path: string): number | undefined {
  const folders = `/${path}`.split('/');
  const first = folders.indexOf('app');
  // A package's name is masked with equal length when the folder that counts is further in.
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
    // `_private` folders and `(.)intercepted` pages have no routes.
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
