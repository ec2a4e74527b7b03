import type { Expression } from '../expression.js';
import { type Callable, RECEIVER } from '../fact.js';
import type { Resolver } from './target.js';

/** Most names and operators that it follows to a method's result. */
const MAX_DEPTH = 10;

/** Whether a method returns the object that it is called on, a member of that, or a copy. */
export function givesReceiver(
  { program }: Resolver,
  { file, callable: { returns, inferred } }: { readonly file: string; readonly callable: Callable },
): boolean {
  const given = returns ?? inferred;
  const of = given?.kind === 'operator' && given.operator === 'filled' ? given.of : given;
  if (isReceiver(of) || (inferred?.kind === 'member' && isReceiver(inferred.of))) return true;
  const copies = (one: Expression, depth: number): boolean => {
    if (depth > MAX_DEPTH) return false;
    if (isReceiver(one)) return true;
    if (one.kind === 'operator') return copies(one.of, depth + 1);
    if (one.kind === 'union') return one.options.some((option) => copies(option, depth + 1));
    const value = one.kind === 'name' ? program.files.get(file)?.constants.get(one.name)?.value : undefined;
    return value !== undefined && copies(value, depth + 1);
  };
  return inferred !== undefined && copies(inferred, 0);
}

function isReceiver(of: Expression | undefined): boolean {
  if (of?.kind !== 'operator' || of.operator !== 'first-known') return false;
  const passed = of.keys?.kind === 'operator' ? of.keys.of : of.keys;
  return passed?.kind === 'parameter' && passed.index === RECEIVER;
}
