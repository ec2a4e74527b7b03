import { posix } from 'node:path';
import { mentionedElsewhere } from '../../declaring.js';
import { DOCUMENT, documentOf } from '../../document-paths.js';
import type { Repository } from '../../extractor.js';
import { DJOSER_SETTING, KEY_SETTING, MODEL, PAGES_SETTING, SETTINGS, TOKEN_SETTING, USER_SETTING } from './django-settings.js';
import { manifestOf, PYDANTIC } from './manifests.js';
import { MENTIONS } from './unmentioned.js';

/**
 * The file of a module. `.a.b` is relative to the package of the importing file. Other names are searched in the folders above it
 * that may be on Python's path: non-package folders first, nearest first.
 * `a|b:Name`: of several star-imported modules the one that declares the name.
 */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier.startsWith(MENTIONS)) return mentionedElsewhere(repository, specifier.slice(MENTIONS.length), from);
  if (specifier.startsWith('|django.')) return ofProject(specifier, from, repository);
  if (specifier === PYDANTIC) return manifestOf(from, repository);
  if (specifier.startsWith(DOCUMENT)) return documentOf(specifier.slice(DOCUMENT.length), from, repository);
  const several = /^(.*):(\w+)$/.exec(specifier);
  if (several !== null) return declaringOf(several[1] ?? '', several[2] ?? '', from, repository);
  const dots = specifier.length - specifier.replace(/^\.{1,50}/, '').length;
  if (dots === 0) return absolute(specifier, from, repository);
  let folder = posix.dirname(from);
  for (let up = 1; up < dots; up++) folder = posix.dirname(folder);
  const found = moduleAt(posix.join(folder, specifier.slice(dots).replaceAll('.', '/')), repository);
  // `from . import views` in a package refers to a module of the package
  return found === from ? undefined : found;
}

/** The settings variables that determine each value. */
const SET_BY: Readonly<Record<string, string>> = {
  [SETTINGS]: 'REST_FRAMEWORK',
  [USER_SETTING]: 'AUTH_USER_MODEL',
  [KEY_SETTING]: 'DEFAULT_AUTO_FIELD',
  [TOKEN_SETTING]: 'SIMPLE_JWT',
  [PAGES_SETTING]: 'NINJA_PAGINATION_CLASS',
  [DJOSER_SETTING]: 'DJOSER',
};

/** The file with the project's settings, or with a model given by app label. See `django-settings.ts`. */
function ofProject(specifier: string, from: string, repository: Repository): string | undefined {
  const setting = SET_BY[specifier];
  if (setting !== undefined) {
    const above = (file: string): boolean => shared(file, from) === file.split('/').length - 1;
    const apps = specifier === KEY_SETTING ? repository.declaring('default_auto_field').filter(above) : [];
    const all = apps.length > 0 ? apps : repository.declaring(setting);
    const plain = all.filter((file) => !FOR_DEVELOPERS.test(file));
    const found = nearest(plain.length > 0 ? plain : all, from);
    if (specifier !== TOKEN_SETTING) return found;
    // `SIMPLE_JWT['ROTATE_REFRESH_TOKENS'] = True` in another layer of settings
    const isNear = (file: string): boolean => found === undefined || shared(file, from) >= shared(found, from);
    const layers = repository.declaring(`${setting}.`).filter((file) => !FOR_DEVELOPERS.test(file) && isNear(file));
    return nearest(layers, from) ?? found;
  }
  const [app, model = ''] = splitLabel(specifier.slice(MODEL.length));
  const all = repository.declaring(model);
  const isIn = (file: string): boolean => file.split('/').includes(app);
  const own = app === '' ? all.filter((file) => shared(file, from) > 0) : all.filter(isIn);
  const models = own.filter((file) => /(?:^|\/)models(?:\.py$|\/)/.test(file));
  return nearest(models.length > 0 ? models : own, from);
}

const FOR_DEVELOPERS = /(?:^|[/_.])(?:test|tests|testing|ci|local|dev|development)(?:[/_.]|$)/;

function splitLabel(label: string): readonly [string, string] {
  const parts = label.split('.');
  return [parts.at(-2) ?? '', parts.at(-1) ?? ''];
}

/** The file that shares the most folders with another. */
function nearest(files: readonly string[], from: string): string | undefined {
  return [...files].sort((a, b) => shared(b, from) - shared(a, from) || a.length - b.length || (a < b ? -1 : 1))[0];
}

function shared(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < one.length - 1 && one[count] === other[count]) count += 1;
  return count;
}

function declaringOf(modules: string, name: string, from: string, repository: Repository): string | undefined {
  const files = modules.split('|').flatMap((module) => resolve(module, from, repository) ?? []);
  const declaring = repository.declaring(name);
  return files.find((file) => declaring.includes(file)) ?? files[0];
}

/** Standard library modules, which take precedence over a file of the same name beside the importing one. */
const STANDARD = new Set(
  (
    'abc array ast asyncio base64 calendar cmd code codecs collections concurrent configparser contextlib copy csv ctypes dataclasses ' +
    'datetime decimal difflib email enum errno fractions functools gc glob gzip hashlib heapq hmac html http imaplib importlib inspect ' +
    'io ipaddress itertools json keyword locale logging math mimetypes multiprocessing numbers operator os pathlib pickle platform ' +
    'pprint queue random re secrets select shutil signal site smtplib socket sqlite3 ssl stat statistics string struct subprocess sys ' +
    'tempfile test textwrap threading time timeit token tokenize traceback types typing unittest urllib uuid warnings weakref xml zipfile zlib'
  ).split(' '),
);

function absolute(specifier: string, from: string, repository: Repository): string | undefined {
  const path = specifier.replaceAll('.', '/');
  const isStandard = STANDARD.has(specifier.split('.')[0] ?? '');
  const packages: string[] = [];
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const isPackage = repository.has(posix.join(folder, '__init__.py'));
    if (isPackage) packages.push(folder);
    else {
      const found = moduleBelow(folder, path, from, isStandard, repository);
      if (found !== undefined) return found;
    }
    if (folder === '.' || folder === '/') break;
  }
  if (isStandard) return undefined;
  for (const folder of packages) {
    const found = moduleAt(posix.join(folder, path), repository);
    if (found !== undefined && found !== from) return found;
  }
  return inSibling(path, from, repository);
}

/**
 * The module in a sibling package of the repository that is installed (`shared/shop_shared` beside `backend`): the package name
 * must be unique and not nested. A short common name may also be a third-party package. A package without `__init__.py` may be
 * spread over several folders: then its file path must be unique.
 */
function inSibling(path: string, from: string, repository: Repository): string | undefined {
  const [top = ''] = path.split('/');
  if (!path.includes('/') && !top.includes('_')) return undefined;
  const parentsOf = (suffix: string): readonly string[] =>
    (repository.endingWith?.(suffix.split('/').slice(-2).join('/')) ?? [])
      .filter((file) => file.endsWith(`/${suffix}`))
      .map((file) => posix.dirname(file.slice(0, file.length - suffix.length + top.length)))
      .filter(
        (folder) => !repository.has(posix.join(folder, '__init__.py')) && !/(?:^|\/)(?:tests?|examples?)(?:\/|$)/.test(folder),
      );
  const packages = parentsOf(`${top}/__init__.py`);
  const isSpread = packages.length === 0 && path.includes('/');
  const parents = isSpread ? [...parentsOf(`${path}.py`), ...parentsOf(`${path}/__init__.py`)] : packages;
  const [only] = parents;
  const found = only === undefined || parents.length > 1 ? undefined : moduleAt(posix.join(only, path), repository);
  return found === from ? undefined : found;
}

/** Folders that projects often add to Python's path. */
const SOURCE_FOLDERS = ['src', 'apps', 'app', 'lib', 'backend', 'server'];

/** The module in a folder, or in a conventional source folder below it. */
function moduleBelow(
  folder: string,
  path: string,
  from: string,
  isStandard: boolean,
  repository: Repository,
): string | undefined {
  for (const base of [folder, ...SOURCE_FOLDERS.map((name) => posix.join(folder, name))]) {
    const found = moduleAt(posix.join(base, path), repository);
    if (found !== undefined && found !== from && !isStandard) return found;
  }
  return undefined;
}

function moduleAt(path: string, repository: Repository): string | undefined {
  return [`${path}.py`, posix.join(path, '__init__.py')].find((file) => !file.startsWith('../') && repository.has(file));
}
