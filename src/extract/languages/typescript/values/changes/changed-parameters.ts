import { ts } from 'ts-morph';
import type { Callable } from '../../../../../facts/fact.js';
import type { FunctionNode } from '../../names/names.js';
import type { Source } from '../../source.js';
import { parameterOf } from '../references.js';
import { altered } from './alterations.js';
import { changed } from './changed-values.js';
import { mutationsOf } from './mutations.js';

/**
 * The changes to the arguments of functions that libraries call: `transform(document, plain)` changes the plain form, a plugin
 * its schema. The names of the parameters identify them, so that not every function is read.
 */
export function changedParameters(source: Source, node: FunctionNode): Callable['changes'] {
  const [first, second] = node.parameters;
  if (first === undefined || !ts.isIdentifier(first.name) || node.body === undefined) return undefined;
  if (/schema$/i.test(first.name.text)) {
    const value = altered(source, parameterOf(source, first), first);
    const whole = value.kind === 'operator' ? value : { ...NOTHING_DONE, of: value };
    return [{ index: 0, value: whole }];
  }
  if (second === undefined || !ts.isIdentifier(second.name) || !/^_|^(?:this)?doc|model|entity/i.test(first.name.text))
    return undefined;
  const mutations = mutationsOf(source, second.name.text, second);
  if (mutations.length === 0) return undefined;
  // other functions may change any member of it
  const own = parameterOf(source, second);
  const isLent = mutations.some(({ kind }) => kind === 'lend' || kind === 'index');
  const value = isLent ? { kind: 'object' as const, members: [{ kind: 'spread' as const, value: own }, LENT] } : own;
  const after = changed(source, value, second, mutations);
  const isLast = mutations.at(-1)?.kind === 'lend' || mutations.at(-1)?.kind === 'index';
  return [{ index: 1, value: isLast ? { kind: 'object', members: [{ kind: 'spread', value: after }, LENT] } : after }];
}

const LENT = { kind: 'spread', value: { kind: 'unknown', why: 'it is given to a function that may change it' } } as const;
const NOTHING_DONE = { kind: 'operator', operator: 'altered', keys: { kind: 'tuple', items: [] } } as const;
