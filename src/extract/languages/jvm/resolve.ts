import type { Repository } from '../../extractor.js';

/** The file that a specifier leads to: candidates of fully qualified names, or the properties of the module. */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier === 'application-properties') return propertiesFor(from, repository);
  for (const candidate of specifier.split('|')) {
    const files = repository.declaring(candidate);
    if (files.length > 0) return nearest(files, from);
  }
  return undefined;
}

/** Of several files the one that shares most folders. */
function nearest(files: readonly string[], from: string): string | undefined {
  const near = files.map((file) => shared(file, from));
  return files[near.indexOf(Math.max(...near))];
}

function shared(one: string, other: string): number {
  const left = one.split('/');
  const right = other.split('/');
  const apart = left.findIndex((part, index) => part !== right[index]);
  return apart < 0 ? left.length : apart;
}

/** The configuration of the module that a file is of; of a module without one, the only one that there is. */
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

/** As a specifier: the class that says where all resources of JAX-RS answer. */
export const APPLICATION_PATH = '@ApplicationPath';

const PACKAGE = /^[ \t]*package[ \t]+([\w.`]+)/m;
const DECLARED = /\b(?:class|interface|enum|record|object|typealias|fun|val)[ \t]+([\w`]+)/g;

/** Fully qualified names of what a source may declare at its top level. */
export function declares(path: string, text: string): readonly string[] {
  const place = PACKAGE.exec(text)?.[1]?.replaceAll('`', '') ?? '';
  const before = place === '' ? '' : `${place}.`;
  const application = text.includes(APPLICATION_PATH) ? [APPLICATION_PATH] : [];
  const names = [...text.matchAll(DECLARED)].map((match) => `${before}${(match[1] ?? '').replaceAll('`', '')}`);
  const extensions = path.endsWith('.kt') ? extensionsIn(text).map((name) => `${before}${name}`) : [];
  return [...application, ...names, ...extensions];
}

const FUN = /\bfun[ \t]/g;
/** Receivers and type parameters longer than this are not looked through. */
const MAX_HEAD = 300;

/** Names of functions that extend a type: `fun <T : Any> Route.users(`. */
function extensionsIn(text: string): readonly string[] {
  return [...text.matchAll(FUN)].flatMap(({ index }) => {
    const head = text.slice(index, index + MAX_HEAD);
    const open = head.indexOf('(');
    const name = open < 0 ? '' : wordBefore(head.slice(0, open).trimEnd());
    return name === '' || !head.slice(0, open).includes('.') ? [] : [name.replaceAll('`', '')];
  });
}

const PART = /[\w`]/;

/** The word that a text ends with. */
function wordBefore(text: string): string {
  let from = text.length;
  while (from > 0 && PART.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from);
}
