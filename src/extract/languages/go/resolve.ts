import { folderOf } from '../../../model/repository-path.js';
import { mentionedElsewhere } from '../../declaring.js';
import type { Repository } from '../../extractor.js';
import { ANY_MAKER, ANY_STRICT, ANY_TYPE, IMPORTS, INTERNAL } from './declares.js';
import { isExported, MENTIONED, PACKAGE_USED, SAME_PACKAGE } from './names.js';
import { KRATOS_HTTP, OF_KRATOS, protoOfService, protoOfType, TYPE } from './protobuf/names.js';

/**
 * The file that declares what a specifier names: `.#User` of the same package, `example.com/app/users#User` of another, resolved
 * by the `module` lines of the repository's go.mod files. See https://go.dev/ref/mod#go-mod-file-module.
 */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier.startsWith(TYPE)) return protoOfType(specifier, repository);
  const cut = specifier.indexOf('#');
  if (cut < 0) return undefined;
  const path = specifier.slice(0, cut);
  const name = specifier.slice(cut + 1);
  const [any = ''] = name;
  if (specifier === PACKAGE_USED) return isImported(folderOf(from), repository) ? from : undefined;
  if (any === MENTIONED) return mentioned(name.slice(1), from, repository);
  if (any === ANY_TYPE || any === ANY_MAKER) {
    const asked = name.slice(2);
    const isPartly = asked.includes('|');
    return implementing(any, asked.split(isPartly ? '|' : '&'), from, repository, isPartly);
  }
  // `. example.com/app/users#User`: of the same package, or of one that is imported with `.`
  const folders = path.split(' ').flatMap((one) => (one === SAME_PACKAGE ? [folderOf(from)] : foldersOf(one, repository)));
  const own = repository.declaring(name).filter((file) => folders.includes(folderOf(file)));
  const code = own.find((file) => file.endsWith('.go'));
  // other generators use this name as well
  const isOther = OF_KRATOS.test(name) && !repository.declaring(`${IMPORTS}${KRATOS_HTTP}`).includes(from);
  if (isOther || (OF_KRATOS.test(name) && code !== undefined)) return code;
  return protoOfService(name, path, folders.length > 0, repository) ?? own[0];
}

/** `2@register`: the second other file that mentions the name, in the package or, if it is exported, in the repository. */
const NUMBERED = /^(\d{1,2})@(.+)$/;

/**
 * Finds a file of the package, or any file for an exported name, that mentions it. In a library, outside code may call exported
 * names.
 */
function mentioned(name: string, from: string, repository: Repository): string | undefined {
  const [, count, counted = ''] = NUMBERED.exec(name) ?? [];
  if (count !== undefined) return mentioning(counted, from, Number(count), repository);
  if (!isExported(name)) return mentionedElsewhere(repository, name, from, folderOf(from));
  return repository.declaring('main').length === 0 ? from : mentionedElsewhere(repository, name, from);
}

function mentioning(name: string, from: string, count: number, repository: Repository): string | undefined {
  let left = count;
  for (const file of repository.mentioning?.(name, isExported(name) ? undefined : folderOf(from)) ?? []) {
    if (file !== from) left -= 1;
    if (left === 0) return file;
  }
  return undefined;
}

/** A test double of a real type. */
const DOUBLE = /(?:^|[/_.-])(?:mock|fake|stub|dummy)/i;

/**
 * From this many methods on, a match of each single method suffices if no other type declares them: a struct may embed their
 * type.
 */
const MANY = 4;

/**
 * The file with the first of these methods, in the only folder that has all of them (`partly`: the most of them, and half at
 * least); the interface's own file comes last.
 */
function implementing(
  any: string,
  methods: readonly string[],
  from: string,
  { declaring }: Repository,
  partly: boolean,
): string | undefined {
  const [first = ''] = methods;
  const named = (method: string, by = any): readonly string[] =>
    declaring(`${by}#${method}`).filter((file) => file !== from && !DOUBLE.test(file));
  const [strict, ...rivals] = any === ANY_MAKER ? named(first, ANY_STRICT) : [];
  if (strict !== undefined && rivals.length === 0) return strict;
  if (methods.length >= MANY && methods.every((method) => named(method).length === 1)) return named(first)[0];
  const least = partly ? methods.length / 2 : methods.length;
  const countBeside = (one: string): number =>
    methods.filter((method) => declaring(`${any}#${method}`).some((file) => folderOf(file) === folderOf(one))).length;
  const files = declaring(`${any}#${first}`).filter((file) => !DOUBLE.test(file) && countBeside(file) >= least);
  const others = files.filter((file) => file !== from);
  const near = others.filter((file) => folderOf(file) === folderOf(from));
  const found = others.length === 0 ? files : near.length > 0 ? near : others;
  // a store may share some names with the handlers
  const most = Math.max(...found.map(countBeside));
  const [only, ...more] = found.filter((file) => countBeside(file) === most);
  return more.length === 0 ? only : undefined;
}

/**
 * Whether a package may be used: only the module itself can import one below `internal`.
 *
 * @see https://go.dev/doc/go1.4#internalpackages
 */
function isImported(folder: string, { configuration, declaring }: Repository): boolean {
  if (!INTERNAL.test(`/${folder}/`) || declaring('main').length === 0) return true;
  const paths = [...configuration.values()].flatMap(({ facts }) =>
    facts.flatMap((fact): readonly string[] => {
      if (fact.kind !== 'setting' || fact.key !== 'package' || typeof fact.value !== 'object') return [];
      const { module } = fact.value;
      const isBelow = fact.scope === '' || folder.startsWith(`${fact.scope}/`);
      return typeof module === 'string' && isBelow
        ? [`${module}/${folder.slice(fact.scope === '' ? 0 : fact.scope.length + 1)}`]
        : [];
    }),
  );
  return paths.length === 0 || paths.some((path) => declaring(`${IMPORTS}${path}`).some((file) => folderOf(file) !== folder));
}

/** Folders that an import path may mean, longest module path first. */
function foldersOf(path: string, { configuration }: Repository): readonly string[] {
  const found: { readonly module: string; readonly folder: string }[] = [];
  for (const { facts } of configuration.values()) {
    for (const fact of facts) {
      if (fact.kind !== 'setting' || fact.key !== 'package' || typeof fact.value !== 'object') continue;
      const { module } = fact.value;
      if (typeof module !== 'string' || (path !== module && !path.startsWith(`${module}/`))) continue;
      const rest = path.slice(module.length + 1);
      found.push({ module, folder: [fact.scope, rest].filter((part) => part !== '').join('/') });
    }
  }
  return found.sort((a, b) => b.module.length - a.module.length).map(({ folder }) => folder);
}
