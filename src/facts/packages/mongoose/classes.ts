import { isNull } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { EMPTY, type Member, type Members, merge, open } from '../../shapes/member-list.js';
import { literals, membersOf, membersOfList } from '../../shapes/members.js';
import { orNull, unknownOf } from '../../values/compose.js';
import type { Resolver, Target } from '../../values/target.js';
import type { Stored, StoredPath } from './stored.js';

/** What the decorators of a class declare about its documents. */
export interface ClassPaths {
  readonly paths: readonly StoredPath[];
  readonly open?: string;
  /** The argument of `@Schema` or `@modelOptions`. */
  readonly options?: Lazy;
  /** `@plugin` of typegoose. */
  readonly plugged: boolean;
  /** `@pre` and `@post`. */
  readonly hooked: boolean;
  readonly getters: ReadonlyMap<string, Lazy>;
}

/** Longer chains of base classes are cyclic. */
const MAX_BASES = 8;

/** The paths of a class whose members have `@Prop()` (https://docs.nestjs.com/techniques/mongodb) or `@prop()` of typegoose. */
export function classPaths(resolver: Resolver, of: Target & { kind: 'type' }): ClassPaths | undefined {
  const [declaration] = of.declarations;
  const known = declaration?.stored && membersOf(resolver, { expression: declaration.stored, site: { file: of.file } });
  const all = membersIn(resolver, of, 0);
  const members = [...all.named.values()];
  if (!members.some((member) => propOf(resolver, member) !== undefined)) return undefined;
  const paths = members.flatMap((member) => pathOf(resolver, member) ?? []);
  const settings = known?.named.get('modelOptions');
  const options =
    settings === undefined
      ? known?.named.get('Schema')?.value
      : membersOf(resolver, settings.value)?.named.get('schemaOptions')?.value;
  const isGiven = options !== undefined && literals(resolver, options)?.[0] !== true;
  const getters = members.flatMap((member) => (member.method === 'getter' ? [[member.name, member.value] as const] : []));
  return {
    paths,
    ...(all.open !== undefined && { open: all.open }),
    ...(isGiven && { options }),
    plugged: known?.named.has('plugin') === true,
    hooked: known?.named.has('pre') === true || known?.named.has('post') === true,
    getters: new Map(getters),
  };
}

/**
 * The members of a class and of its base classes; a base class of the library (`Document`, `TimeStamps`) has no decorated ones.
 */
function membersIn(resolver: Resolver, { declarations, file }: Target & { kind: 'type' }, depth: number): Members {
  let all: Members = EMPTY;
  for (const declaration of declarations) {
    for (const base of declaration.extends ?? []) {
      const target = resolver.resolve(resolver, { expression: base, site: { file } }, 'shape');
      if (target.kind === 'type' && depth < MAX_BASES) all = merge(all, membersIn(resolver, target, depth + 1));
      else if (target.kind !== 'external' || target.path.at(-1) !== 'Document')
        all = merge(all, open(`what ${declaration.name} extends is not known`));
    }
    if (declaration.type.kind === 'object')
      all = merge(all, membersOfList(resolver, declaration.type.members, { file }, 0, declaration));
  }
  return all;
}

/** The options of `@Prop`; empty: none. Undefined: the member is not stored. */
function propOf(resolver: Resolver, { stored }: Member): Members | undefined {
  if (stored === undefined) return undefined;
  const known = membersOf(resolver, stored)?.named;
  const given = known?.get('Prop') ?? known?.get('prop');
  if (given === undefined) return undefined;
  return membersOf(resolver, given.value) ?? EMPTY;
}

function pathOf(resolver: Resolver, member: Member): StoredPath | undefined {
  const options = propOf(resolver, member);
  if (options === undefined) return undefined;
  const flag = (name: string): unknown => {
    const given = options.named.get(name);
    return given && (given.method === undefined ? literals(resolver, given.value)?.[0] : undefined);
  };
  const required = flag('required');
  const initial = options.named.get('default');
  const isThere = required === true || (initial !== undefined && flag('default') !== undefined) || initial?.method !== undefined;
  const optional = !isThere && (member.optional || required === false);
  const { name, at } = member;
  const unread = options.open !== undefined || options.named.has('get') || options.named.has('transform');
  const holds: Stored = unread
    ? { kind: 'value', value: unknownOf(member.value.site.file, 'a function of the service makes what is read of it') }
    : storedIn(resolver, member.value, options);
  const isList = holds.kind === 'list';
  const demanded = initial === undefined && !isList;
  return { name, at, holds, optional: optional && !isList, demanded, aside: flag('select') === false };
}

/** The declared type; for a reference the id, for a class with paths a subdocument. */
function storedIn(resolver: Resolver, value: Lazy, options: Members): Stored {
  const target = resolver.resolve(resolver, value, 'shape');
  if (target.kind === 'plain' && target.expression.kind === 'array')
    return { kind: 'list', of: storedIn(resolver, { expression: target.expression.items, site: target.site }, options) };
  const to = options.named.get('ref') ?? refInside(resolver, options);
  const id: Lazy = { expression: { kind: 'scalar', type: 'string' }, site: value.site };
  if (to !== undefined) {
    const nullable = target.kind === 'choice' && target.options.some((one) => isNull(one.expression));
    const named = to.method === undefined ? to.value : calledBy(to.value);
    return { kind: 'reference', value: nullable ? orNull(id) : id, to: named, nullable };
  }
  if (target.kind === 'type' && classPaths(resolver, target) !== undefined) {
    const name = target.declarations[0]?.name ?? '';
    return { kind: 'schema', schema: { expression: { kind: 'declared', file: target.file, name }, site: { file: target.file } } };
  }
  return { kind: 'value', value };
}

/** `@Prop([{ type: ObjectId, ref: 'Owner' }])`, `@Prop({ type: [{ type: ObjectId, ref: 'Owner' }] })`. */
function refInside(resolver: Resolver, options: Members): Member | undefined {
  const type = options.named.get('type');
  const target = type && resolver.resolve(resolver, type.value, 'value');
  if (target?.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  const [first] = target.expression.items;
  if (first === undefined || first.kind === 'spread') return undefined;
  return membersOf(resolver, { expression: first, site: target.site })?.named.get('ref');
}

/** `ref: () => User`. */
const calledBy = (of: Lazy): Lazy => ({ expression: { kind: 'returns', of: of.expression }, site: of.site });
