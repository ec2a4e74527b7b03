import { type At, type Expression, isNull, type ReturnsExpression } from '../expression.js';
import type { Mount, Registration, Route } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { comparePlaces } from '../references/unmentioned.js';
import { optionalValue } from '../shapes/optional-member.js';
import { tried } from '../values/elements.js';
import { resolve } from '../values/resolve.js';
import type { Resolver, Target } from '../values/target.js';
import { texts, UNREAD } from '../values/texts.js';
import { valueHolds } from '../values/when.js';
import { modulesIn } from './globs.js';

/** Most elements of one loop. */
const MAX_ELEMENTS = 1000;

/** The sites of a fact that a loop repeats for the elements of lists; undefined: a list is unresolved. */
export function sitesOf(
  resolver: Resolver,
  file: string,
  fact: Route | Mount | Registration,
  around: Site = { file },
): readonly Site[] | undefined {
  let sites: readonly Site[] = [around];
  for (const loop of fact.each ?? []) {
    const more: Site[] = [];
    for (const site of sites) {
      const elements = elementsOf(resolver, { expression: loop.over, site });
      if (elements === undefined) return undefined;
      for (const element of elements) more.push({ ...site, loops: new Map([...(site.loops ?? []), [loop.name, element]]) });
    }
    if (more.length > MAX_ELEMENTS) return undefined;
    sites = more;
  }
  return sites.length === 0 || fact.each === undefined ? sites : registering(resolver, file, fact, sites);
}

/** The sites for which the conditions around a fact do not decide that it is left out: `if (!one.enabled) continue;`. */
function registering(resolver: Resolver, file: string, { at }: { readonly at: At }, sites: readonly Site[]): readonly Site[] {
  const guarded = resolver.program.files.get(file)?.guarded ?? [];
  const around = guarded.filter((one) => comparePlaces(one.at, at) <= 0 && comparePlaces(at, one.end) < 0);
  return sites.filter((site) => !around.some(({ value, holds }) => valueHolds(resolver, { value, holds }, site) === !holds));
}

/**
 * The sites of a fact that a loop repeats for the elements of an unresolved list, if nothing in `known` (its path, its methods)
 * depends on the element: one site stands for all. Undefined: something depends on it.
 */
export function alikeSites(
  resolver: Resolver,
  file: string,
  fact: Route | Mount,
  known: readonly (Expression | undefined)[],
  around: Site = { file },
): readonly Site[] | undefined {
  const open = new Set((fact.each ?? []).filter(({ over }) => isUnlisted(resolver, { expression: over, site: around })));
  const each = (fact.each ?? []).filter((one) => !open.has(one));
  if (open.size === 0) return undefined;
  // otherwise a name for a part of the element, `({ path, router })`, would be that of the first one
  const any: Lazy = { expression: { kind: 'unknown', why: 'an element of a list that is not read' }, site: around };
  const without = (loops: Iterable<Loop>): readonly Site[] | undefined => {
    const bound = new Map([...(around.loops ?? []), ...[...loops].map(({ name }) => [name, any] as const)]);
    return sitesOf(resolver, file, { ...fact, each }, { ...around, loops: bound });
  };
  const isRead = (site: Site): boolean =>
    known.every((one) => one === undefined || texts(resolver, { expression: one, site }).every((text) => !text.includes(UNREAD)));
  if (without(open)?.every(isRead) !== true) return undefined;
  // an instance of the elements' declared type behaves as each element
  return without([...open].filter(({ over }) => !isTyped(resolver, { expression: over, site: around })));
}

type Loop = NonNullable<Route['each']>[number];

/** Whether only the type of a list is known. */
function isTyped(resolver: Resolver, list: Lazy): boolean {
  const target = resolve(resolver, list, 'value');
  return target.kind === 'plain' && target.expression.kind === 'array';
}

/** Whether nothing but the element type of a list is known. */
function isUnlisted(resolver: Resolver, list: Lazy, depth = 0): boolean {
  const target = resolve(resolver, list, 'value');
  if (target.kind === 'choice')
    return depth < 20 && target.options.every((one) => isNull(one.expression) || isUnlisted(resolver, one, depth + 1));
  if (target.kind !== 'plain') return target.kind === 'unknown' || target.kind === 'external';
  const { expression, site } = target;
  const table = tableOf(expression);
  if (table !== undefined && depth < 20) return isUnlisted(resolver, { expression: table.of, site }, depth + 1);
  return expression.kind === 'parameter' || (expression.kind === 'array' && elementsOf(resolver, list) === undefined);
}

function elementsOf(resolver: Resolver, list: Lazy, depth = 0): readonly Lazy[] | undefined {
  const target = resolve(resolver, list, 'value');
  if (depth > 20) return undefined;
  if (target.kind === 'choice' && target.otherwise === true) {
    // `one.routes ?? []`
    const [first] = target.options.filter(
      (option) => optionalValue(resolver, { ...option, expression: tried(option.expression) }).kind !== 'absent',
    );
    return first && elementsOf(resolver, first, depth + 1);
  }
  if (target.kind !== 'plain') return undefined;
  const { expression, site } = target;
  const made = expression.kind === 'array' ? madeOfEach(resolver, expression.items, site, depth) : undefined;
  if (made !== undefined) return made;
  if (expression.kind === 'folder') return modulesIn(resolver, expression, site);
  const table = tableOf(expression);
  if (table !== undefined) return ofTable(resolver, { expression: table.of, site }, table.part, depth);
  const listed = listedIn(expression);
  if (listed === undefined) return undefined;
  const elements: Lazy[] = [];
  for (const item of listed) {
    const some =
      item.kind === 'spread' ? elementsOf(resolver, { expression: item.value, site }, depth + 1) : [{ expression: item, site }];
    if (some === undefined) return undefined;
    elements.push(...some);
  }
  return elements;
}

/** Stands for an element that the code passes to a function. */
const EACH = 'each of a list';

/** The elements of `list.map(f)` and `list.flatMap(f)`, each with its own source element, and of a list that settings filter. */
function madeOfEach(resolver: Resolver, items: Expression, site: Site, depth: number): readonly Lazy[] | undefined {
  if (items.kind === 'operator' && items.operator === 'tested' && items.keys?.kind === 'absent' && items.of.kind === 'element')
    return elementsOf(resolver, { expression: items.of.of, site }, depth + 1);
  const call = items.kind === 'element' && items.key === undefined ? items.of : items;
  if (call.kind !== 'returns') return undefined;
  const [given] = call.values ?? [];
  if (given?.kind !== 'element' || given.key !== undefined) return undefined;
  const elements = elementsOf(resolver, { expression: given.of, site }, depth + 1);
  if (elements === undefined || elements.length > MAX_ELEMENTS) return undefined;
  const names = [EACH, ...parametersOf(resolver, call, given, site)];
  const made = elements.map((element): Lazy => {
    const loops = new Map([...(site.loops ?? []), ...names.map((name) => [name, element] as const)]);
    return { expression: { ...call, values: [{ kind: 'name', name: EACH, space: 'value' }] }, site: { ...site, loops } };
  });
  if (call === items) return made;
  const parts: Lazy[] = [];
  for (const one of made) {
    const some = elementsOf(resolver, one, depth + 1);
    if (some === undefined || parts.length > MAX_ELEMENTS) return undefined;
    parts.push(...some);
  }
  return parts;
}

/** The constants that stand for the elements inside an inline function argument. */
function parametersOf(resolver: Resolver, { of }: ReturnsExpression, given: Expression, { file }: Site): readonly string[] {
  if (of.kind !== 'name') return [];
  const text = JSON.stringify(given);
  const all = [...(resolver.program.files.get(file)?.constants.values() ?? [])];
  return all.filter(({ name, value }) => name.startsWith(`${of.name}.`) && JSON.stringify(value) === text).map((one) => one.name);
}

/** The parts of an object, or the elements of a list. */
function ofTable(resolver: Resolver, table: Lazy, part: Part, depth: number): readonly Lazy[] | undefined {
  const target = resolve(resolver, table, 'value');
  const isList = target.kind === 'plain' && /^(?:tuple|array)$/.test(target.expression.kind);
  if (!isList) return partsOf(resolver, table, part);
  const elements = elementsOf(resolver, table, depth + 1);
  if (part === 'value') return elements;
  if (part === 'key')
    return elements?.map((_, index) => ({ expression: { kind: 'literal', value: String(index) }, site: table.site }));
  const key: Expression = { kind: 'unknown', why: 'a place in a list' };
  return elements?.map(({ expression, site }) => ({ expression: { kind: 'tuple', items: [key, expression] }, site }));
}

type Items = Extract<Expression, { kind: 'tuple' }>['items'];

/** The elements that a loop visits: items of a list, also of a copied or extended one, or keys of a dictionary. */
function listedIn(expression: Expression): Items | undefined {
  if (expression.kind === 'tuple') return expression.items;
  if (expression.kind === 'array') {
    const { items } = expression;
    if (items.kind === 'union') return items.options;
    return items.kind === 'element' && items.key === undefined ? [{ kind: 'spread', value: items.of }] : undefined;
  }
  // an object without members stands for a map or a dictionary that code fills
  if (expression.kind !== 'object' || expression.members.length === 0) return undefined;
  const keys = expression.members.map((member): Expression | undefined =>
    member.kind === 'property' ? { kind: 'literal', value: member.member ?? member.name } : undefined,
  );
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

type Part = 'key' | 'value' | 'entry';

/** A list made from an object: its keys, its values, or pairs of both. */
function tableOf(list: Expression): { readonly of: Expression; readonly part: Part } | undefined {
  if (list.kind === 'operator') return list.operator === 'keyof' ? { of: list.of, part: 'key' } : undefined;
  if (list.kind !== 'array') return undefined;
  const [key, value] = list.items.kind === 'tuple' ? list.items.items : [undefined, list.items];
  if (value?.kind !== 'operator' || value.operator !== 'values-of') return undefined;
  return { of: value.of, part: key === undefined ? 'value' : 'entry' };
}

/** The parts of an object literal, or of all exports of a module, member by member. */
function partsOf(resolver: Resolver, object: Lazy, part: Part): readonly Lazy[] | undefined {
  const entries = entriesIn(resolver, object, resolve(resolver, object, 'value'));
  return entries?.map(({ key, value, site }): Lazy => {
    const pair: Expression = { kind: 'tuple', items: [key, value] };
    return { expression: part === 'key' ? key : part === 'value' ? value : pair, site };
  });
}

interface Entry {
  readonly key: Expression;
  readonly value: Expression;
  readonly site: Site;
}

function entriesIn(resolver: Resolver, { expression: of, site }: Lazy, target: Target): readonly Entry[] | undefined {
  const entryOf = (name: string): Entry => ({
    key: { kind: 'literal', value: name },
    value: { kind: 'member', of, name },
    site,
  });
  if (target.kind === 'module') {
    const exported = [...(resolver.program.files.get(target.file)?.exports.keys() ?? [])];
    return exported.length === 0 || exported.some((name) => name === '*' || name === '=') ? undefined : exported.map(entryOf);
  }
  if (target.kind !== 'plain' || target.expression.kind !== 'object') return undefined;
  const entries = target.expression.members.map((member): Entry | undefined => {
    if (member.kind === 'property')
      return member.optional !== true && member.unsure === undefined ? entryOf(member.name) : undefined;
    // a single entry with a constant key
    const named = member.kind === 'spread' && member.value.kind === 'operator' && member.value.operator === 'named';
    return named && member.value.keys ? { key: member.value.keys, value: member.value.of, site: target.site } : undefined;
  });
  return entries.every((one) => one !== undefined) ? entries : undefined;
}
