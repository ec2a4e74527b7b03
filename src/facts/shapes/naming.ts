import { type NamingPolicy, namedBy } from '../../model/naming-policy.js';
import type { ObjectMember } from '../expression.js';
import type { Declaration } from '../fact.js';
import { isOfWriter } from '../program.js';
import { resolve } from '../values/resolve.js';
import type { Resolver } from '../values/target.js';
import { type Member, type Members, merge, open } from './member-list.js';

/** Longer chains of base classes are hostile. */
const MAX_BASES = 30;

/** The naming policy of a class: its own, or the first inherited one. */
export function policyOf(
  resolver: Resolver,
  declarations: readonly Declaration[],
  file: string,
  depth = 0,
): NamingPolicy | undefined {
  if (depth > MAX_BASES) return 'unread';
  for (const { naming, extends: bases = [] } of declarations) {
    if (naming !== undefined) return naming;
    if (!resolver.program.hasPolicies) continue;
    for (const expression of bases) {
      const base = resolve(resolver, { expression, site: { file } }, 'shape');
      const inherited = base.kind === 'type' ? policyOf(resolver, base.declarations, base.file, depth + 1) : undefined;
      if (inherited !== undefined) return inherited;
    }
  }
  return depth === 0 ? policyOfService(resolver, file) : undefined;
}

/** The policy of the nearest service above a file; a library in the same repository has that of the only service. */
function policyOfService(resolver: Resolver, file: string): NamingPolicy | undefined {
  const { program } = resolver;
  if (program.policies.length === 0) return undefined;
  const language = program.files.get(file)?.facts.language;
  const all = program.policies.filter((one) => one.language === language && isOfWriter(one, resolver));
  const around = all.filter(({ scope }) => scope === '' || file.startsWith(`${scope}/`));
  const [nearest] = around.sort((a, b) => b.scope.length - a.scope.length);
  if (nearest !== undefined) return nearest.policy;
  if (new Set(all.map(({ policy }) => policy)).size === 1) return all[0]?.policy;
  // if several serializers of this framework exist, any of them may write it
  return all.some(({ writer }) => writer !== undefined && writer === resolver.writer) ? 'unread' : undefined;
}

/** Members of an object without a class; the policy of its service names its own members. */
export function namedByService(resolver: Resolver, members: Members, list: readonly ObjectMember[], file: string): Members {
  const policy = policyOfService(resolver, file);
  const own = list.flatMap((one) => (one.kind === 'property' && one.naming === 'policy' ? [one.member ?? one.name] : []));
  return policy === undefined || own.length === 0 ? members : named(members, policy, new Set(own));
}

/** Renames members by a policy. If the policy is unknown, members with an explicit name are certain, and the others are open. */
export function named(members: Members, policy: NamingPolicy, own?: ReadonlySet<string>): Members {
  if (policy === 'declared') return members;
  const isGiven = (name: string, member: Member): boolean =>
    member.explicit || member.method !== undefined || own?.has(name) === false;
  const all = [...members.named].flatMap(([name, member]): (readonly [string, Member])[] => {
    const wire = isGiven(name, member) ? member.wire : namedBy(policy, member.name);
    if (wire === undefined) return [];
    return [[name, isGiven(name, member) ? member : { ...member, wire, policy: true }]];
  });
  if (all.length < members.named.size)
    return merge(open('a function that was not read names its members'), { named: new Map(all) });
  return { ...members, named: new Map(all) };
}
