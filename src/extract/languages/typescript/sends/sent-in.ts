import type { FunctionNode } from '../names/names.js';
import type { Sends, Source } from '../source.js';
import { formOf } from './result-forms.js';
import { returnedSendsOf } from './returned-sends.js';
import { sendsOf } from './sends.js';

/** What a function sends, in whichever form of a handler it has; undefined: in none. */
export function sentIn(source: Source, node: FunctionNode): Sends | undefined {
  if (formOf(source, node) !== undefined) return returnedSendsOf(source, node);
  for (const sends of source.senders) {
    const found = sends(source, node);
    if (found !== undefined) return found;
  }
  return sendsOf(source, node) ?? returnedSendsOf(source, node);
}
