import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Member, Members } from '../shapes/member-list.js';
import { literals, membersOf, membersOfTarget } from '../shapes/members.js';
import { compose, listOf, objectOf, operate, type Part, unknownOf } from '../values/compose.js';
import { isNothing } from '../values/elements.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { instanceOf } from './entities.js';

const INWARD = /^plainTo(?:Instance|Class)$/;
const OUTWARD = /^(?:instance|class)ToPlain$/;

/** Options that affect only members whose annotations make them unknown anyway. */
const SILENT = /^(?:enableImplicitConversion|exposeUnsetFields|exposeDefaultValues|enableCircularCheck|groups|version)$/;

/** The results of `plainToInstance(Class, plain)` and `instanceToPlain(instance)`. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  const name = of.path.at(-1) ?? '';
  if (expression.kind !== 'returns' || expression.more !== undefined) return undefined;
  const [first, second, third] = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  if (OUTWARD.test(name) && first !== undefined) {
    const how = optionsGiven(resolver, second);
    return how === 'all' ? operate('serialized', first) : unknownOf(site.file, 'its options decide what is left of it');
  }
  if (!INWARD.test(name) || first === undefined || second === undefined) return undefined;
  const how = optionsGiven(resolver, third);
  if (how === 'unknown') return unknownOf(site.file, 'its options decide what becomes of it');
  return eachInstance(resolver, first, second, how, site.file);
}

/** `exposed`: only members marked with `@Expose()`. */
function optionsGiven(resolver: Resolver, given: Lazy | undefined): 'all' | 'exposed' | 'unknown' {
  if (given === undefined) return 'all';
  const members = membersOf(resolver, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return 'unknown';
  let how: 'all' | 'exposed' = 'all';
  for (const { name, value, optional } of members.named.values()) {
    if (SILENT.test(name)) continue;
    const [known] = literals(resolver, value) ?? [];
    if (optional || known === undefined) return 'unknown';
    if (name === 'excludeExtraneousValues' && known === true) how = 'exposed';
    else if (known !== false && !(name === 'strategy' && known === 'exposeAll')) return 'unknown';
  }
  return how;
}

/** A list becomes a list of instances; unknown if the value may or may not be a list. */
function eachInstance(resolver: Resolver, type: Lazy, plain: Lazy, how: 'all' | 'exposed', file: string): Lazy | undefined {
  const target = resolver.resolve(resolver, plain, 'shape');
  const instance = instanceOf(type);
  const made = resolver.resolve(resolver, instance, 'shape');
  if (made.kind !== 'type' || made.declarations[0]?.form !== 'class') return undefined;
  const own = membersOfTarget(resolver, made);
  if (own === undefined) return undefined;
  if (target.kind === 'plain' && (target.expression.kind === 'array' || target.expression.kind === 'tuple')) {
    const item: Lazy = { expression: { kind: 'element', of: plain.expression }, site: plain.site };
    return listOf(madeOf(resolver, instance, own, membersOf(resolver, item), how, file));
  }
  const members = membersOfTarget(resolver, target);
  const isOne = members !== undefined && (members.open === undefined || members.named.size > 0);
  return isOne
    ? madeOf(resolver, instance, own, members, how, file)
    : unknownOf(file, 'whether it is one or a list is not known');
}

/**
 * An instance: its class gives the members, annotations hide them or make them unknown. Keys of the plain data that the class
 * does not name stay (https://github.com/typestack/class-transformer#enforcing-type-safe-instance).
 */
function madeOf(
  resolver: Resolver,
  instance: Lazy,
  own: Members,
  plain: Members | undefined,
  how: 'all' | 'exposed',
  file: string,
  depth = 0,
): Lazy {
  const all = [...own.named.values()];
  const retained = all.filter(({ serialized }) => isRetained(serialized?.incoming, how));
  if (retained.length === 0) return unknownOf(file, 'none of its members is seen to be exposed');
  const unsure = retained.flatMap((member): readonly Part[] => {
    const why = member.method === undefined ? whyUnsure(resolver, member, how) : undefined;
    if (why === undefined) return [];
    const { name, value, optional, at, serialized } = member;
    const inside = serialized?.incoming?.why === undefined && serialized?.becomes;
    const given = inside ? nested(resolver, instanceOf(inside), value, how, file, depth) : unknownOf(file, why);
    return [{ name, value: given, at, ...(optional && { optional }) }];
  });
  const isClosed = plain !== undefined && plain.open === undefined && plain.rest === undefined;
  // what the plain data surely has is set, though the class leaves it optional
  const sure = retained.filter(({ name, optional }) => {
    const given = isClosed ? plain.named.get(name) : undefined;
    const isThere = given !== undefined && !given.optional && given.unsure === undefined;
    return optional === true && isThere && !unsure.some((one) => one.name === name);
  });
  const changed = [...unsure, ...sure.map(({ name, value, at }): Part => ({ name, value, at }))];
  const others = new Set(changed.map(({ name }) => name));
  const names = retained.flatMap(({ name }) => (others.has(name) ? [] : [name]));
  const extra = how === 'all' ? extraMembers(own, plain, file) : [];
  if (changed.length === 0 && extra.length === 0 && names.length === all.length) return instance;
  const known = extra.filter((one) => one !== 'any');
  const rest = known.length < extra.length ? unknownOf(file, 'keys stay that its class does not name') : undefined;
  const more = objectOf(file, [...changed, ...known], { rest });
  const chosen = operate('pick', instance, names);
  return compose(file, (put): Expression => ({ kind: 'intersection', parts: [put(chosen), put(more)] }));
}

/** The instances that `@Type(() => X)` makes in a member: its declared type says whether it is one, a list, or null. */
function nested(resolver: Resolver, instance: Lazy, value: Lazy, how: 'all' | 'exposed', file: string, depth: number): Lazy {
  const lost = unknownOf(file, 'whether it becomes an instance as well is not known');
  const target = resolver.resolve(resolver, value, 'shape');
  if (depth > 3) return lost;
  if (target.kind === 'choice') {
    const options = target.options.map((one) => nested(resolver, instance, one, how, file, depth + 1));
    return compose(file, (put): Expression => ({ kind: 'union', options: options.map(put) }));
  }
  if (target.kind === 'type') {
    const made = resolver.resolve(resolver, instance, 'shape');
    const own = membersOfTarget(resolver, made);
    return own === undefined ? lost : madeOf(resolver, instance, own, undefined, how, file, depth + 1);
  }
  if (target.kind !== 'plain') return lost;
  const { expression, site } = target;
  if (expression.kind === 'array')
    return listOf(nested(resolver, instance, { expression: expression.items, site }, how, file, depth + 1));
  return isNothing(expression) ? value : lost;
}

type Incoming = NonNullable<Member['serialized']>['incoming'];

function isRetained(incoming: Incoming, how: 'all' | 'exposed'): boolean {
  if (how === 'all') return incoming?.hidden !== true;
  return incoming?.exposed === true || incoming?.why !== undefined;
}

/** Why annotations may change the member, or its content. */
function whyUnsure(resolver: Resolver, { serialized, value }: Member, how: 'all' | 'exposed'): string | undefined {
  if (serialized?.incoming?.why !== undefined) return serialized.incoming.why;
  if (serialized?.becomes !== undefined && how === 'exposed') return 'its class decides what stays';
  const inner = membersInside(resolver, value, 0);
  const isAnnotated = [...(inner?.named.values() ?? [])].some((member) => member.serialized?.incoming !== undefined);
  return isAnnotated ? 'whether it becomes an instance as well is not known' : undefined;
}

/** The members of the class of a value, or of a list's items. */
function membersInside(resolver: Resolver, value: Lazy, depth: number): Members | undefined {
  const target = resolver.resolve(resolver, value, 'shape');
  if (depth > 3) return undefined;
  if (target.kind === 'type') return membersOfTarget(resolver, target);
  if (target.kind === 'choice') {
    for (const option of target.options) {
      const found = membersInside(resolver, option, depth + 1);
      if (found !== undefined) return found;
    }
  }
  if (target.kind !== 'plain' || target.expression.kind !== 'array') return undefined;
  return membersInside(resolver, { expression: target.expression.items, site: target.site }, depth + 1);
}

/** Keys of the plain data that the class does not name. */
function extraMembers(own: Members, plain: Members | undefined, file: string): readonly (Part | 'any')[] {
  const isRenaming = [...own.named.values()].some(({ serialized }) => serialized?.name !== undefined);
  if (plain === undefined || plain.open !== undefined || plain.rest !== undefined || isRenaming) return ['any'];
  const extra = [...plain.named.values()].filter(
    ({ name, method, hidden }) => method === undefined && !hidden && !own.named.has(name),
  );
  return extra.map(({ name, value, optional, unsure, at }) => ({
    name,
    value: unsure === undefined ? value : unknownOf(file, unsure),
    at,
    ...(optional && { optional }),
  }));
}

/** https://github.com/typestack/class-transformer */
export const classTransformer: KnownPackage = {
  title: 'class-transformer',
  specifiers: /^(?:@nestjs\/)?class-transformer$/,
  call,
};
