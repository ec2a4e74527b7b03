import type { Lazy } from '../../program.js';
import { literals, membersOfTarget } from '../../shapes/members.js';
import { type Part, unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import type { SequelizeModel } from './models.js';

/** `['id', ['n', 'count']]`, `{ exclude: ['password'], include: [[fn, 'count']] }`; undefined: some are unknown. */
export function selected(
  model: SequelizeModel,
  all: readonly Part[],
  given: Lazy,
): { readonly parts: readonly Part[]; readonly open?: string | undefined } | undefined {
  const { resolver } = model;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind !== 'plain') return undefined;
  if (target.expression.kind === 'tuple') {
    const names = namesIn(model, given);
    if (names === undefined) return undefined;
    const own = new Set(all.map(({ name }) => name));
    const others = names.plain.filter((name) => !own.has(name));
    const { file } = target.site;
    const parts = others.map((name): Part => ({ name, value: unknownOf(file, 'its model does not say'), at: { file, line: 1 } }));
    return { parts: [...all.filter(({ name }) => names.plain.includes(name)), ...parts, ...names.made] };
  }
  const options = membersOfTarget(resolver, target);
  if (options === undefined || options.open !== undefined || options.rest !== undefined) return undefined;
  const [less, more] = ['exclude', 'include'].map((name) => options.named.get(name)?.value);
  const without = less === undefined ? [] : literals(resolver, less);
  const made = more === undefined ? { plain: [], made: [] } : namesIn(model, more);
  if (without === undefined || made === undefined) return undefined;
  return { parts: [...all.filter(({ name }) => !without.includes(name)), ...made.made], open: model.open };
}

/** Attributes by their names, and computed or renamed ones. */
function namesIn(
  model: SequelizeModel,
  given: Lazy,
): { readonly plain: readonly string[]; readonly made: readonly Part[] } | undefined {
  const { resolver } = model;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  const plain: string[] = [];
  const made: Part[] = [];
  for (const item of target.expression.items) {
    if (item.kind === 'spread') return undefined;
    const one: Lazy = { expression: item, site: target.site };
    const [text, more] = item.kind === 'tuple' ? [] : (literals(resolver, one) ?? []);
    const alias = item.kind === 'tuple' && item.items[1]?.kind === 'literal' ? item.items[1].value : undefined;
    const at = { file: target.site.file, line: 1 };
    if (typeof alias === 'string') made.push({ name: alias, value: unknownOf(at.file, 'the database computes it'), at });
    else if (typeof text === 'string' && more === undefined) plain.push(text);
    else return undefined;
  }
  return { plain, made };
}

/** Related rows beside a row: under the query's name for them, or else the association's. */
export function included(
  model: SequelizeModel,
  file: string,
  given: Lazy,
): { readonly parts: readonly Part[]; readonly open?: string } {
  const { resolver } = model;
  const target = resolver.resolve(resolver, given, 'value');
  const items = target.kind === 'plain' && target.expression.kind === 'tuple' ? target.expression.items : undefined;
  const site = target.kind === 'plain' ? target.site : given.site;
  const list = items?.map((item): Lazy | undefined => (item.kind === 'spread' ? undefined : { expression: item, site })) ?? [
    given,
  ];
  const names = list.map((one) => (one === undefined ? undefined : aliasOf(resolver, one)));
  const at = { file, line: 1 };
  const parts = names.flatMap((name): Part[] =>
    name === undefined ? [] : [{ name, value: unknownOf(file, 'what is loaded beside the row'), at }],
  );
  return names.includes(undefined) ? { parts, open: 'what is loaded beside the row' } : { parts };
}

function aliasOf(resolver: Resolver, of: Lazy): string | undefined {
  const target = resolver.resolve(resolver, of, 'value');
  if (target.kind !== 'plain') return undefined;
  const alias = target.expression.kind === 'object' ? membersOfTarget(resolver, target)?.named.get('as')?.value : of;
  const [name] = (alias && literals(resolver, alias)) ?? [];
  return typeof name === 'string' ? name : undefined;
}
