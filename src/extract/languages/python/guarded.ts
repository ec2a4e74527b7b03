import type { Guarded } from '../../../facts/fact.js';
import { thatAct } from '../../../facts/references/unmentioned.js';
import type { Extraction } from '../../extractor.js';
import { lookup } from './scope.js';
import type { Source } from './source.js';
import { parse } from './syntax/parse.js';
import { readValue } from './values.js';

const TEST = /^([\s(]{0,20}(?:(not)\s{1,9})?)([A-Za-z_]\w{0,99})((?:\.\w{1,99}){0,3})[\s)]{0,20}$/;

/** Code that registers something under a condition on a constant: `if DEBUG:` around a route. */
export function guardedIn(source: Source, stated: Extraction): readonly Guarded[] {
  const { masked, definitions, at } = source;
  const found = definitions.branches.flatMap(({ start, end, holds, scope, body }) => {
    const test = end - start > 300 ? null : TEST.exec(masked.bare.slice(start, end));
    const [, before = '', not, root = '', members = ''] = test ?? [];
    const bound = test === null ? undefined : lookup(scope, root);
    const { kind } = bound?.binding ?? {};
    const isConstant = kind === 'import' || (kind === 'variable' && bound?.scope.form === 'module');
    if (!isConstant || definitions.module.changed.has(root)) return [];
    const from = start + before.length;
    return [
      {
        scope,
        fixed: kind === 'variable' && members === '' && definitions.module.stars.length === 0,
        from,
        until: from + root.length + members.length,
        holds: holds === (not === undefined),
        at: at(body.start),
        end: at(body.end),
      },
    ];
  });
  return thatAct(found, stated).map(({ scope, fixed, from, until, holds, at: place, end }) => {
    const value = readValue(source, scope, parse(masked, from, until));
    return { kind: 'guarded', value, holds, ...(fixed && { fixed }), at: place, end };
  });
}
