import { colonPaths } from '../../model/colon-path.js';
import type { Expression } from '../expression.js';
import type { Mount } from '../fact.js';
import type { FileScope, Lazy, Site } from '../program.js';
import { optionalTexts } from '../shapes/optional-member.js';
import { lookupExport } from '../values/lookup.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, refill, type Target } from '../values/target.js';
import { texts, UNREAD } from '../values/texts.js';
import { folderPlugins, instanceOf, optionsOf } from './folder-plugins.js';

/** One child that a mount puts below its parent. */
export interface Mounted {
  readonly child: Expression;
  readonly options?: Expression;
  readonly prefixes: readonly string[];
  /** The hooks beside it that apply to it: instances of plugins of their own. */
  readonly hooks?: readonly Expression[];
}

/** The children of a mount: its child, or every plugin of the folder that it names. */
export function mountedBy(resolver: Resolver, mount: Mount, site: Site): readonly Mounted[] {
  const { child, options } = mount;
  const own = mount.prefix === undefined ? [''] : texts(resolver, { expression: mount.prefix, site });
  const given = options === undefined ? [''] : prefixesOf(resolver, { expression: options, site });
  const prefixes = own.flatMap((first) => given.map((second) => [first, second].filter((part) => part !== '').join('/')));
  if (child.kind !== 'folder') return [{ child, prefixes, ...(options && { options }) }];
  const plugins = folderPlugins(resolver, child, site).filter(({ module }) => mayPlug(resolver, { expression: module, site }));
  return plugins.map((plugin) => ({
    child: instanceOf(plugin.module),
    options: optionsOf(options, plugin),
    hooks: plugin.hooks.map(instanceOf),
    prefixes: (plugin.whole ? own : prefixes).map((prefix) => [prefix, plugin.prefix].filter((part) => part !== '').join('/')),
  }));
}

/** Whether a file may be a plugin: autoload skips a file without one, and a package's plugin has no routes of the service. */
function mayPlug(resolver: Resolver, plugin: Lazy): boolean {
  const target = pluginTarget(resolver, plugin);
  if (target.kind === 'module' || target.kind === 'external' || target.kind === 'class') return false;
  return target.kind !== 'plain' || !['literal', 'absent', 'scalar', 'text'].includes(target.expression.kind);
}

function prefixesOf(resolver: Resolver, options: Lazy): readonly string[] {
  const { expression: of, site } = options;
  const all = optionalTexts(resolver, { expression: { kind: 'member', of, name: 'prefix' }, site });
  // a parameter's pattern, `/:id(\\d+)`, is no part of its name
  return all.flatMap((text) => (text.includes('(') ? (colonPaths(text) ?? [UNREAD]) : [text]));
}

/** Most times that options are passed on from plugin to plugin. */
const MAX_PASSED = 5;
const SEVERAL: Expression = { kind: 'unknown', why: 'it is given several values' };

/**
 * Records the options of plugins, their second parameter, and the arguments of functions that make a mounted router:
 * `app.use('/books', bookRoutes(controller))`. If the calls differ, it records none of them.
 */
export function passOptions(resolver: Resolver): void {
  const { lists, files } = resolver.program;
  for (let round = 0; round < MAX_PASSED; round++) {
    const given = new Map<string, Lazy>();
    const makers = new Map<string, (readonly Lazy[])[]>();
    const learn = (key: string, value: Lazy): void => {
      const several = given.has(key) && JSON.stringify(given.get(key)) !== JSON.stringify(value);
      given.set(key, several ? { ...value, expression: SEVERAL } : value);
    };
    for (const scope of files.values()) {
      const site: Site = { file: scope.facts.path };
      for (const fact of scope.facts.facts) {
        if (fact.kind !== 'mount') continue;
        refill(resolver);
        const made = madeBy(resolver, scope, fact.child);
        if (made !== undefined) {
          const calls = makers.get(made.maker) ?? [];
          calls.push(made.values);
          makers.set(made.maker, calls);
        }
        if (fact.options === undefined && fact.child.kind !== 'folder') continue;
        for (const { child, options } of mountedBy(resolver, fact, site)) {
          if (options === undefined || child.kind !== 'parameter' || child.of === undefined) continue;
          for (const key of takersOf(resolver, { expression: child.of, site }, 0)) learn(key, { expression: options, site });
        }
      }
    }
    for (const [maker, calls] of makers) for (const [index, value] of alike(calls)) given.set(`${maker}:${index}`, value);
    const isSame = [...given].every(([key]) => lists.has(key));
    for (const [key, lazy] of given) lists.set(key, lazy);
    resolver.memos.values.clear();
    if (isSame) return;
  }
}

/** The call of a function that makes the mounted router, inline or through a name before. */
function madeBy(
  resolver: Resolver,
  { facts, constants }: FileScope,
  child: Expression,
): { readonly maker: string; readonly values: readonly Lazy[] } | undefined {
  const call = child.kind === 'name' ? constants.get(child.name)?.value : child;
  if (call?.kind !== 'returns') return undefined;
  const site: Site = { file: facts.path };
  const maker = resolve(resolver, { expression: call.of, site }, 'value');
  if (maker.kind !== 'callable') return undefined;
  const values = (call.values ?? []).map((expression): Lazy => ({ expression, site }));
  return { maker: `${maker.file}#${maker.callable.name}`, values };
}

/** The arguments that all calls of a function share, by parameter; a call with fewer arguments leaves the default. */
function alike(calls: readonly (readonly Lazy[])[]): readonly (readonly [number, Lazy])[] {
  const [first = [], ...others] = calls;
  const texts = first.map((value) => JSON.stringify(value));
  return first.flatMap((value, index) =>
    others.every((one) => JSON.stringify(one[index]) === texts[index]) ? [[index, value] as const] : [],
  );
}

/** The options parameters of a plugin expression: of a function, wrapped or not, or of a module's default export. */
function takersOf(resolver: Resolver, plugin: Lazy, depth: number): readonly string[] {
  if (depth > 6) return [];
  const target = pluginTarget(resolver, plugin);
  if (target.kind === 'callable') return [`${target.file}#${target.callable.name}:1`];
  if (target.kind === 'choice') return target.options.flatMap((option) => takersOf(resolver, option, depth + 1));
  if (target.kind !== 'router') return [];
  const site: Site = { file: target.file };
  return (resolver.program.files.get(target.file)?.facts.facts ?? []).flatMap((fact) => {
    if (fact.kind !== 'mount' || fact.parent?.kind !== 'name' || fact.parent.name !== target.router.name) return [];
    return fact.child.kind === 'parameter' && fact.child.of !== undefined
      ? takersOf(resolver, { expression: fact.child.of, site }, depth + 1)
      : [];
  });
}

/** The target of a plugin expression; for a module, its default export. */
export function pluginTarget(resolver: Resolver, plugin: Lazy): Target {
  const target = resolve(resolver, plugin, 'value');
  if (target.kind !== 'module' || lookupExport(resolver.program, target.file, 'default', 'value') === undefined) return target;
  return resolve(
    resolver,
    { expression: { kind: 'member', of: plugin.expression, name: 'default' }, site: plugin.site },
    'value',
  );
}
