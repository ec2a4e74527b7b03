import type { Guarded } from '../../../facts/fact.js';
import { thatAct } from '../../../facts/references/unmentioned.js';
import type { Extraction } from '../../extractor.js';
import { type Guard, lookup, type Scope } from './scope.js';
import type { Source } from './source.js';
import { parse } from './syntax/parse.js';
import { readValue } from './values.js';

const TEST = /^([\s(]{0,20}(?:(not)\s{1,9})?)([A-Za-z_]\w{0,99})((?:\.\w{1,99}|\[[^\][()]{1,60}\]){0,3})[\s)]{0,20}$/;

/** A constant that a condition tests, by its place. */
interface Tested {
  readonly from: number;
  readonly until: number;
  readonly holds: boolean;
  readonly fixed: boolean;
}

/** Code that registers something under a condition on a constant: `if DEBUG:` around a route. */
export function guardedIn(source: Source, stated: Extraction): readonly Guarded[] {
  const { definitions, at } = source;
  const tested = new Map<Guard, Tested | undefined>();
  const found = definitions.branches.flatMap(({ guards, scope, body }) =>
    guards.flatMap((guard) => {
      if (!tested.has(guard)) tested.set(guard, testedIn(source, scope, guard));
      const one = tested.get(guard);
      return one === undefined ? [] : [{ ...one, scope, at: at(body.start), end: at(body.end) }];
    }),
  );
  return thatAct(found, stated).map(({ scope, fixed, from, until, holds, at: place, end }) => {
    const value = readValue(source, scope, parse(source.masked, from, until));
    return { kind: 'guarded', value, holds, ...(fixed && { fixed }), at: place, end };
  });
}

function testedIn({ masked, definitions: { module } }: Source, scope: Scope, { start, end, holds }: Guard): Tested | undefined {
  const test = end - start > 300 ? null : TEST.exec(masked.bare.slice(start, end));
  if (test === null) return undefined;
  const [, before = '', not, root = '', members = ''] = test;
  const bound = lookup(scope, root);
  const { kind } = bound?.binding ?? {};
  const isConstant = kind === 'import' || kind === 'loop' || (kind === 'variable' && bound?.scope.form === 'module');
  if (!isConstant || module.changed.has(root)) return undefined;
  const from = start + before.length;
  const fixed = kind === 'variable' && members === '' && module.stars.length === 0;
  return { from, until: from + root.length + members.length, holds: holds === (not === undefined), fixed };
}
