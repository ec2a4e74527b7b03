import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { ROUTER_NAME } from './routing/stored-routers.js';
import type { ClassDefinition, Scope, SelfSet } from './scope.js';
import { FLOAT, type Source, scalar, unknown } from './source.js';
import { typeOf } from './types.js';
import { readValue } from './values.js';

/** Attributes that the methods of a class set on `self`: members of its instances, which may or may not be sent. */
export function instanceAttributes(source: Source, { fields, methods }: ClassDefinition): readonly ObjectMember[] {
  const known = new Set([...fields, ...methods].map(({ name }) => name));
  const found = new Map<string, { readonly set: SelfSet; readonly inside: Scope; readonly isMade: boolean }[]>();
  for (const { name: method, inside } of methods)
    for (const [name, sets] of inside.ofSelf) {
      if (known.has(name)) continue;
      const all = found.get(name) ?? [];
      found.set(name, [...all, ...sets.map((set) => ({ set, inside, isMade: method === '__init__' }))]);
    }
  const members = [...found].flatMap(([name, all]): readonly ObjectMember[] => {
    const declared = all.find(({ set }) => set.annotation !== undefined);
    // other code refers to an app that is set later by this name
    const retained = ROUTER_NAME.test(name) ? all[0] : undefined;
    const first = declared ?? all.find(({ isMade, set }) => isMade && set.sure) ?? retained;
    if (first === undefined) return [];
    const at = source.at(first.set.start);
    return [{ kind: 'property', name, value: setTo(source, first, declared === undefined && all.length > 1), hidden: true, at }];
  });
  // FastAPI serializes the attributes of such an instance, other frameworks fail
  const isPlain = members.length > 0 && fields.every(({ annotation }) => annotation === undefined);
  return isPlain ? [{ kind: 'spread', value: unknown('how its instances are written is not known') }, ...members] : members;
}

function setTo(
  source: Source,
  { set, inside }: { readonly set: SelfSet; readonly inside: Scope },
  isSetAgain: boolean,
): Expression {
  if (set.annotation !== undefined) return typeOf(source, inside, set.annotation);
  const later = unknown('it is set anew later, or only sometimes');
  return isSetAgain || set.value === undefined ? later : (kindOf(readValue(source, inside, set.value)) ?? later);
}

/**
 * The type of the value: other code may assign another value of the same type. The first content of lists and dictionaries shows
 * nothing.
 */
function kindOf(value: Expression): Expression | undefined {
  if (value.kind === 'object') return undefined;
  if (value.kind === 'tuple') return { kind: 'array', items: unknown('what others add to it') };
  if (value.kind !== 'literal') return value;
  const { value: stored } = value;
  if (typeof stored === 'number') return Number.isInteger(stored) ? scalar('integer') : FLOAT;
  return stored === null ? undefined : scalar(typeof stored === 'boolean' ? 'boolean' : 'string');
}
