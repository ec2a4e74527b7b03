import { colonPaths } from '../../model/colon-path.js';
import { folderOf } from '../../model/repository-path.js';
import type { Expression, FolderExpression } from '../expression.js';
import type { Site } from '../program.js';
import { lookupExport } from '../values/lookup.js';
import type { Resolver } from '../values/target.js';
import { texts, UNREAD } from '../values/texts.js';
import { readFilter } from './folder-filters.js';

/** One file of a folder that is loaded as a plugin. */
export interface FolderPlugin {
  /** The module, as seen from the file that names the folder. */
  readonly module: Expression;
  /** The prefix from its path and its own `autoPrefix`; `whole`: the options' prefix does not precede it. */
  readonly prefix: string;
  readonly whole: boolean;
  /** Modules of hooks that are registered beside it. */
  readonly hooks: readonly Expression[];
}

const INDEX = /^index\.[cm]?[jt]s$/i;
const SCRIPT = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
const HOOKS = /^[_.]?auto_?hooks\.[cm]?[jt]s$/i;

/**
 * The plugins that `@fastify/autoload` finds below a folder. An index file stands for its folder: the other files of the folder
 * are skipped, but not its subfolders. Each folder's name is part of the prefix. An unsupported pattern excludes nothing: such
 * files mostly contain tests and types. Source: https://github.com/fastify/fastify-autoload
 */
export function folderPlugins(resolver: Resolver, folder: FolderExpression, site: Site): readonly FolderPlugin[] {
  const start = `${folder.specifier}//`;
  const resolutions = resolver.program.resolutions[site.file] ?? {};
  const paths = Object.keys(resolutions)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .sort();
  const isLoaded = choiceOf(folder);
  const indexed = new Set(paths.filter((path) => INDEX.test(nameOf(path))).map(folderOf));
  return paths.flatMap((path): FolderPlugin[] => {
    const within = folderOf(path);
    const name = nameOf(path);
    const folders = within === '' ? [] : within.split('/');
    if (!SCRIPT.test(name) || DECLARATION.test(name) || HOOKS.test(name)) return [];
    if (indexed.has(within) && !INDEX.test(name)) return [];
    if (folder.depth !== undefined && folders.length > folder.depth) return [];
    const file = resolutions[start + path] ?? '';
    if (!isLoaded(path) || isOff(resolver, file)) return [];
    const own = exportedText(resolver, file, 'prefixOverride');
    const prefix = own ?? exportedText(resolver, file, 'autoPrefix') ?? prefixOf(folder, folders);
    const hooks = hooksOf(folder, paths, within).map((hook): Expression => ({ kind: 'module', specifier: start + hook }));
    return [{ module: { kind: 'module', specifier: start + path }, prefix, whole: own !== undefined, hooks }];
  });
}

/** The paths that the filters of a folder leave; autoload looks for an index file before it ignores any file. */
function choiceOf({ ignored = [], matched }: FolderExpression): (path: string) => boolean {
  const leaving = ignored.flatMap((pattern) => readFilter(pattern) ?? []);
  const taking = (matched ?? []).flatMap((pattern) => readFilter(pattern) ?? []);
  return (path) => {
    const folders = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    const tested = INDEX.test(nameOf(path)) ? folders.slice(0, -1) : folders;
    if (leaving.some(({ test }) => tested.some(test))) return false;
    return taking.length < (matched?.length ?? 0) || taking.every(({ test }) => test(`/${path}`));
  };
}

/** Whether the file disables itself: `export const autoload = false`. */
function isOff(resolver: Resolver, file: string): boolean {
  const found = lookupExport(resolver.program, file, 'autoload', 'value');
  return found?.kind === 'lazy' && found.lazy.expression.kind === 'literal' && found.lazy.expression.value === false;
}

/** The hook files beside a plugin, and those above it if they cascade. */
function hooksOf({ hooks }: FolderExpression, paths: readonly string[], within: string): readonly string[] {
  if (hooks === undefined) return [];
  return paths.filter((path) => {
    const folder = folderOf(path);
    const isAbove = hooks === 'below' && (folder === '' || within.startsWith(`${folder}/`));
    return HOOKS.test(nameOf(path)) && (folder === within || isAbove);
  });
}

function prefixOf({ names, parameters }: FolderExpression, folders: readonly string[]): string {
  if (names === 'none') return folders.length === 0 ? '' : '/';
  const prefix = folders.map((one) => `/${names === 'unread' ? UNREAD : one}`).join('');
  if (parameters !== true) return prefix;
  // as in autoload's replaceRouteParamPattern: with `__` anywhere, a single `_` stays
  const colons = prefix.includes('__') ? prefix.replaceAll('__', ':') : prefix.replaceAll('/_', '/:');
  return colonPaths(colons)?.[0] ?? UNREAD;
}

function exportedText(resolver: Resolver, file: string, name: string): string | undefined {
  const found = lookupExport(resolver.program, file, name, 'value');
  // every name of a CommonJS module is a member of its export
  const own = resolver.program.files.get(file)?.exports.has(name);
  if (found?.kind !== 'lazy' || own !== true) return undefined;
  const [text = UNREAD] = texts(resolver, found.lazy);
  return colonPaths(text)?.[0] ?? UNREAD;
}

/** The options of such a plugin: the shared options, with its own prefix. */
export function optionsOf(options: Expression | undefined, plugin: FolderPlugin): Expression {
  const before: readonly Expression[] =
    options === undefined || plugin.whole ? [] : [{ kind: 'member', of: options, name: 'prefix' }];
  const value: Expression = { kind: 'text', parts: [...before, { kind: 'literal', value: plugin.prefix }] };
  const at = { line: 1, column: 1 };
  return {
    kind: 'object',
    members: [
      ...(options === undefined ? [] : [{ kind: 'spread' as const, value: options }]),
      { kind: 'property', name: 'prefix', value, at },
    ],
  };
}

/** A plugin's instance parameter. */
export function instanceOf(of: Expression): Expression {
  return { kind: 'parameter', callable: '', of, index: 0 };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
