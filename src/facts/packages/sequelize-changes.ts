import { alterationsOf } from '../alterations.js';
import { literals, membersOf } from '../members.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, Resolver } from '../target.js';

/** `belongsTo`, `hasMany` and `hasOne` give a model keys that its definition does not name, from wherever they are called. */
export const ASSOCIATED = 'associations may add keys to its model';
export const OWN_JSON = 'its model has a `toJSON` of its own';
const SCOPED = 'its model gets a default scope later';
const HOOKED = 'hooks of its model may change what is found';

/** What a statement on a model (`User.addScope('defaultScope', ...)`) changes of its rows, or a decorator of its class. */
export function changeBy(resolver: Resolver, name: string, first: Lazy | undefined): string | undefined {
  const given = first && literals(resolver, first);
  const says = (text: string): boolean => given === undefined || given.includes(text);
  switch (name) {
    case 'prototype':
    case 'prototype.toJSON':
    case 'toJSON':
      return OWN_JSON;
    case 'removeAttribute':
      return 'attributes are taken from its model later';
    case 'DefaultScope':
      return SCOPED;
    case 'addScope':
      return says('defaultScope') ? SCOPED : undefined;
    case 'afterFind':
    case 'AfterFind':
      return HOOKED;
    case 'addHook':
    case 'hook':
      return says('afterFind') ? HOOKED : undefined;
    default:
      return undefined;
  }
}

/** What the statements on a defined model change of its rows. */
export function changeIn(resolver: Resolver, of: ExternalTarget): string | undefined {
  for (const { calls, set } of alterationsOf(of)) {
    const [call] = calls;
    const why = changeBy(resolver, set?.name ?? call?.name ?? '', call?.values[0]);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** What `hooks` among the options of a model change of its rows (https://sequelize.org/docs/v6/other-topics/hooks/). */
export function hookIn(resolver: Resolver, hooks: Lazy | undefined): string | undefined {
  if (hooks === undefined) return undefined;
  const members = membersOf(resolver, hooks);
  const isKnown = members !== undefined && members.open === undefined && members.rest === undefined;
  return isKnown && !members.named.has('afterFind') ? undefined : HOOKED;
}
