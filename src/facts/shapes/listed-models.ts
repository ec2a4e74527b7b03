import type { Expression } from '../expression.js';
import type { Declaration } from '../fact.js';
import type { Lazy } from '../program.js';
import { modulesIn } from '../routers/globs.js';
import { lookupName } from '../values/lookup.js';
import type { Resolver, Target } from '../values/target.js';
import { literals, membersOf } from './members.js';

/**
 * `models.User` of an object that has what each module of a folder makes by its name, `models[model.name] = model`: the file that
 * sequelize-cli writes. Undefined: it is no such object, or no module makes a model of that name.
 */
export function listedModel(resolver: Resolver, given: Lazy, name: string, fuel: number): Target | undefined {
  const made = storedIn(resolver, given);
  const { expression, site } = made;
  if (expression.kind !== 'returns' || expression.of.kind !== 'element' || expression.of.of.kind !== 'folder') return undefined;
  const each = expression.of.of;
  for (const one of modulesIn(resolver, each, site) ?? []) {
    const of: Expression = { ...expression, of: one.expression };
    const model = resolver.resolve(resolver, { expression: of, site }, 'value', fuel - 1);
    if (nameOf(resolver, model) === name) return model;
  }
  return undefined;
}

function storedIn(resolver: Resolver, { expression, site }: Lazy): Lazy {
  const found = expression.kind === 'name' ? lookupName(resolver.program, expression.name, site, 'value') : undefined;
  return found?.kind === 'lazy' ? found.lazy : { expression, site };
}

/** The name of a model: its `modelName`, else that of its class, or the first argument of `define`. */
function nameOf(resolver: Resolver, model: Target): string | undefined {
  if (model.kind === 'class') return nameOfClass(resolver, model.file, model.declaration);
  const call = model.kind === 'external' && model.path.at(-2) === 'define' ? model.call : undefined;
  const [first] = call?.expression.kind === 'returns' ? (call.expression.values ?? []) : [];
  return first?.kind === 'literal' && typeof first.value === 'string' ? first.value : undefined;
}

function nameOfClass(resolver: Resolver, file: string, { name, stored }: Declaration): string | undefined {
  const init = stored && membersOf(resolver, { expression: stored, site: { file } })?.named.get('init')?.value;
  const options = init?.expression.kind === 'tuple' ? init.expression.items[1] : undefined;
  const option =
    options === undefined || options.kind === 'spread' || init === undefined
      ? undefined
      : membersOf(resolver, { expression: options, site: init.site })?.named.get('modelName');
  const [named] = (option && literals(resolver, option.value)) ?? [];
  return typeof named === 'string' ? named : name.slice(name.lastIndexOf('.') + 1);
}
