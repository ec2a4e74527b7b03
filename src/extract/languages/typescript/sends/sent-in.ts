import type { FunctionNode } from '../names/names.js';
import type { Sends, Source } from '../source.js';
import { formOf } from './result-forms.js';
import { returnedSendsOf } from './returned-sends.js';
import { sendsOf } from './sends.js';

/** The responses of a function in any known form of a handler; undefined: it has none. */
export function sentIn(source: Source, node: FunctionNode): Sends | undefined {
  const sends = supposedIn(source, node);
  return sends?.supposed === true ? undefined : sends;
}

/** The same, or the calls of a function that may be a handler: it only returns the results of other functions. */
export function supposedIn(source: Source, node: FunctionNode): Sends | undefined {
  if (formOf(source, node) !== undefined) return returnedSendsOf(source, node);
  for (const sends of source.senders) {
    const found = sends(source, node);
    if (found !== undefined) return found;
  }
  return sendsOf(source, node) ?? returnedSendsOf(source, node);
}
