import { append } from '../../model/multi-map.js';
import type { ObjectMember } from '../expression.js';

/** Shorter lists are searched without an index. */
const LONG_LIST = 50;
const memberIndexes = new WeakMap<readonly ObjectMember[], ReadonlyMap<string, readonly ObjectMember[]>>();
/** Key of the members that have no single name and may match any. */
const ANY_NAME = '\u0000';

/** The members of a list that may match a step: a class may have thousands of constants, each requested once. */
export function membersFor(list: readonly ObjectMember[], step: string | undefined): readonly ObjectMember[] {
  if (list.length < LONG_LIST || step?.startsWith('.') !== true) return list;
  const index = memberIndexes.get(list) ?? byName(list);
  memberIndexes.set(list, index);
  return [...(index.get(ANY_NAME) ?? []), ...(index.get(step.slice(1)) ?? [])];
}

function byName(list: readonly ObjectMember[]): ReadonlyMap<string, readonly ObjectMember[]> {
  const index = new Map<string, ObjectMember[]>();
  const put = (name: string, one: ObjectMember): void => append(index, name, one);
  for (const one of list) {
    const isNamed = one.kind === 'property' || one.kind === 'method';
    const own = isNamed ? one.name : ANY_NAME;
    put(own, one);
    if (one.kind === 'property' && one.member !== undefined && one.member !== own) put(one.member, one);
  }
  return index;
}
