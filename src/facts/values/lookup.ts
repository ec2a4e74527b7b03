import type { Expression } from '../expression.js';
import type { Callable, Constant, Declaration, Router } from '../fact.js';
import type { FileScope, Lazy, Program, Site } from '../program.js';
import type { Ask } from './questions.js';

/** The meaning of a name that the caller looks up: the type, or the value. */
export type Space = 'type' | 'value';

/** The target of a name, one step further. */
export type Found =
  /**
   * `declared`: the declared type of a variable. `ask`: the question for inference about it. `constant`: its name in the file of
   * `lazy`.
   */
  | {
      readonly kind: 'lazy';
      readonly lazy: Lazy;
      readonly declared?: Lazy;
      readonly ask?: Ask;
      readonly constant?: string;
      /** See `Constant.loose`. */
      readonly loose?: boolean;
      /** See `Constant.exact`. */
      readonly exact?: boolean;
      /** Some code may delete members that its type requires. See `Constant.loans`. */
      readonly taken?: boolean;
    }
  | { readonly kind: 'declaration'; readonly file: string; readonly declarations: readonly Declaration[] }
  | { readonly kind: 'callable'; readonly file: string; readonly callable: Callable }
  | { readonly kind: 'router'; readonly file: string; readonly router: Router }
  | { readonly kind: 'module'; readonly file: string }
  /** From a package or the language itself: `specifier` is `''` for a global. */
  | {
      readonly kind: 'external';
      readonly specifier: string;
      readonly path: readonly string[];
      readonly from?: string;
      /** A file re-exports everything of the package. */
      readonly starred?: boolean;
    };

/**
 * The exports that one look-up has visited. A repeated export is a circle, and finds no more the second time (ECMA-262,
 * `ResolveExport`): files that re-export all of each other would never end.
 */
interface Asked {
  readonly exports: Set<string>;
  depth: number;
}
/** Export chains longer than this are hostile. */
const MAX_DEPTH = 32;

/**
 * The meaning of `name` in a file. If the requested kind is missing, it falls back from value to type, and the other way round:
 * files do not always say which of the two they re-export.
 */
export function lookupName(program: Program, name: string, site: Site, space: Space, asked?: Asked): Found {
  const scope = program.files.get(site.file);
  if (scope === undefined) return { kind: 'external', specifier: '', path: [name] };
  const own =
    space === 'type'
      ? (ownType(scope, name) ?? ownValue(program, scope, name, site))
      : (ownValue(program, scope, name, site) ?? ownType(scope, name));
  if (own !== undefined) return own;
  const imported = scope.imports.get(name);
  if (imported === undefined) return { kind: 'external', specifier: '', path: name.split('.') };
  const file = program.resolutions[site.file]?.[imported.specifier];
  const submodule = imported.module === undefined ? undefined : program.resolutions[site.file]?.[imported.module];
  if (file === undefined && submodule !== undefined) return { kind: 'module', file: submodule };
  if (file === undefined)
    return {
      kind: 'external',
      specifier: imported.specifier,
      path: imported.imported === '*' ? [] : [imported.imported],
      from: site.file,
    };
  if (imported.imported === '*') return { kind: 'module', file };
  return (
    lookupExport(program, file, imported.imported, space, asked) ??
    (submodule === undefined ? undefined : { kind: 'module', file: submodule }) ?? {
      kind: 'external',
      specifier: imported.specifier,
      path: [imported.imported],
    }
  );
}

function ownType(scope: FileScope, name: string): Found | undefined {
  const declarations = scope.declarations.get(name);
  return declarations && { kind: 'declaration', file: scope.facts.path, declarations };
}

/** Whether a function that gets a constant may delete members of it, against its type. */
function isTaken(program: Program, constant: Constant, site: Site): boolean {
  const known = program.taken.get(constant);
  if (known !== undefined || constant.loans === undefined) return known === true;
  // preliminary: constants may be passed to each other in a circle
  program.taken.set(constant, false);
  const taken = constant.loans.some(({ to, index }) => {
    const found = to.kind === 'name' ? lookupName(program, to.name, site, 'value') : undefined;
    return found?.kind === 'callable' && found.callable.takes?.includes(index) === true;
  });
  program.taken.set(constant, taken);
  return taken;
}

function ownValue(program: Program, scope: FileScope, name: string, site: Site): Found | undefined {
  const file = scope.facts.path;
  const looped = site.loops?.get(name);
  if (looped !== undefined) return { kind: 'lazy', lazy: looped };
  const router = scope.routers.get(name);
  if (router !== undefined) return { kind: 'router', file, router };
  const constant = scope.constants.get(name);
  if (constant !== undefined) {
    const lazy = { expression: constant.value, site };
    const ask: Ask = { file, at: constant.at, what: 'stored' };
    const { type, loose, exact } = constant;
    const known = { ...(loose === true && { loose }), ...(exact === true && { exact }) };
    const isSurelyUnknown = constant.value.kind === 'unknown' && constant.value.written === true;
    return {
      kind: 'lazy',
      lazy,
      ...(!isSurelyUnknown && { ask }),
      constant: name,
      ...known,
      ...(isTaken(program, constant, { file }) && { taken: true }),
      ...(type && { declared: { expression: type, site } }),
    };
  }
  const callable = scope.callables.get(name);
  return callable && { kind: 'callable', file, callable };
}

/** The export of a file with a name; `default` of a CommonJS module is the module, as in Node's interoperation. */
export function lookupExport(program: Program, file: string, name: string, space: Space, asked?: Asked): Found | undefined {
  const scope = program.files.get(file);
  if (scope === undefined) return undefined;
  if (asked !== undefined) return exportOnce(program, scope, name, space, asked);
  const all = lookedUp.get(scope) ?? { type: new Map(), value: new Map() };
  lookedUp.set(scope, all);
  const known = all[space];
  if (known.has(name)) return known.get(name);
  const found = exportOnce(program, scope, name, space, { exports: new Set(), depth: 0 });
  // whether a constant is taken may be preliminary
  if (found?.kind !== 'lazy') known.set(name, found);
  return found;
}

/** What files export, as far as it was looked up: `export *` of hundreds of files is followed once for each name. */
const lookedUp = new WeakMap<FileScope, Readonly<Record<Space, Map<string, Found | undefined>>>>();

/** The export, unless this look-up has visited it or its chain is too long. */
function exportOnce(program: Program, scope: FileScope, name: string, space: Space, asked: Asked): Found | undefined {
  const key = `${space} ${scope.facts.path} ${name}`;
  if (asked.depth > MAX_DEPTH || asked.exports.has(key)) return undefined;
  asked.exports.add(key);
  asked.depth += 1;
  const found = exportOf(program, scope, name, space, asked);
  asked.depth -= 1;
  return found;
}

function exportOf(program: Program, scope: FileScope, name: string, space: Space, asked: Asked): Found | undefined {
  const file = scope.facts.path;
  for (const one of scope.exports.get(name) ?? []) {
    const found = followExport(program, one.value, { file }, space, asked);
    if (found !== undefined) return found;
  }
  const whole = scope.exports.get('=')?.[0];
  if (whole !== undefined) {
    if (name === 'default') return followExport(program, whole.value, { file }, space, asked);
    return { kind: 'lazy', lazy: { expression: { kind: 'member', of: whole.value, name }, site: { file } } };
  }
  if (scope.exports.size === 0 && isNamed(scope, name)) return lookupName(program, name, { file }, space, asked);
  if (name !== 'default') return lookupStars(program, scope, name, space, asked);
  return undefined;
}

/** For languages without an export statement: other files may use every name of a file. */
function isNamed({ declarations, constants, callables, routers, imports }: FileScope, name: string): boolean {
  return [declarations, constants, callables, routers, imports].some((named) => named.has(name));
}

/** A name that no file exports belongs to the package of `export * from '@prisma/client'`, if exactly one exists. */
function lookupStars(program: Program, scope: FileScope, name: string, space: Space, asked: Asked): Found | undefined {
  const from = scope.facts.path;
  const others = new Map<string, Found>();
  for (const { value } of scope.exports.get('*') ?? []) {
    if (value.kind !== 'module') continue;
    const { specifier } = value;
    const target = program.resolutions[from]?.[specifier];
    const found: Found | undefined =
      target !== undefined
        ? lookupExport(program, target, name, space, asked)
        : /^[@\w]/.test(specifier)
          ? { kind: 'external', specifier, path: [name], from, starred: true }
          : undefined;
    if (found?.kind === 'external' && found.starred === true) others.set(found.specifier, found);
    else if (found !== undefined) return found;
  }
  return others.size === 1 ? [...others.values()][0] : undefined;
}

function followExport(program: Program, value: Expression, site: Site, space: Space, asked: Asked): Found | undefined {
  if (value.kind === 'name' && value.arguments === undefined) return lookupName(program, value.name, site, space, asked);
  if (value.kind === 'member' && value.of.kind === 'module') {
    const target = program.resolutions[site.file]?.[value.of.specifier];
    if (target === undefined) return { kind: 'external', specifier: value.of.specifier, path: [value.name], from: site.file };
    return lookupExport(program, target, value.name, space, asked);
  }
  return { kind: 'lazy', lazy: { expression: value, site } };
}
