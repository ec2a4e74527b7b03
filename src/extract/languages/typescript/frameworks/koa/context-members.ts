import { ts } from 'ts-morph';
import type { ObjectMember } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { isFunctionNode, valueNamed } from '../../names/names.js';
import { positional } from '../../names/stored-names.js';
import { accessed, isAccess, membersSet } from '../../sends/replacements.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';

/**
 * `app.context.db = db`: the context of each request below the app has that member, as if a first middleware set it
 * (https://koajs.com/#app-context).
 */
export function contextMembers(source: Source, by: string): readonly Fact[] {
  if (!source.text.includes('.context')) return [];
  return membersSet(source, source.tree).flatMap(({ owner, name, right, place }): readonly Fact[] => {
    const context = unwrap(owner);
    const around = place.parent.parent.parent;
    const isSure = ts.isSourceFile(around) || (ts.isBlock(around) && isFunctionNode(around.parent));
    if (!isAccess(context) || accessed(context) !== 'context' || right === undefined || !isSure) return [];
    const app = unwrap(context.expression);
    if (!ts.isIdentifier(app)) return [];
    const callable = positional(source, place);
    const at = atOf(source, place);
    const members: readonly ObjectMember[] = [
      { kind: 'spread', value: { kind: 'parameter', callable, index: 0 }, own: true },
      { kind: 'property', name, value: readValue(source, right), at },
    ];
    const through = { kind: 'unknown', why: 'a middleware may change the body' } as const;
    return [
      { kind: 'callable', name: callable, changes: [{ index: 0, value: { kind: 'object', members } }], passesOn: true, at },
      {
        kind: 'wrap',
        by,
        router: readValue(source, app),
        through,
        middleware: valueNamed(callable),
        below: true,
        past: true,
        at,
      },
    ];
  });
}
