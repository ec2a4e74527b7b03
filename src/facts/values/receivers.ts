import type { Expression } from '../expression.js';
import { type Callable, RECEIVER } from '../fact.js';
import type { Resolver } from './target.js';

const known = new WeakMap<Callable, boolean>();

/** Whether a method returns the object that it is called on, a copy, or what its members give. */
export function givesReceiver(resolver: Resolver, of: { readonly file: string; readonly callable: Callable }): boolean {
  const found = known.get(of.callable) ?? isReceiverGiven(resolver, of);
  known.set(of.callable, found);
  return found;
}

function isReceiverGiven(
  { program }: Resolver,
  { file, callable: { returns, inferred } }: { readonly file: string; readonly callable: Callable },
): boolean {
  const given = returns ?? inferred;
  if (isReceiver(given?.kind === 'operator' && given.operator === 'filled' ? given.of : given)) return true;
  const seen = new Set([inferred]);
  for (const one of seen) {
    if (isReceiver(one)) return true;
    for (const part of one === undefined ? [] : partsOf(one)) seen.add(part);
    if (one?.kind === 'name') seen.add(program.files.get(file)?.constants.get(one.name)?.value);
  }
  return false;
}

/** What an expression is a copy of, or made of. */
function partsOf(of: Expression): readonly Expression[] {
  if (of.kind === 'operator' || of.kind === 'member' || of.kind === 'returns') return [of.of];
  if (of.kind === 'object') return of.members.flatMap((one) => ('value' in one ? [one.value] : []));
  return of.kind === 'union' ? of.options : [];
}

function isReceiver(of: Expression | undefined): boolean {
  if (of?.kind !== 'operator' || of.operator !== 'first-known') return false;
  const passed = of.keys?.kind === 'operator' ? of.keys.of : of.keys;
  return passed?.kind === 'parameter' && passed.index === RECEIVER;
}
