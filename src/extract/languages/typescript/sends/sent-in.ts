import type { FunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { formsIn } from './forms.js';
import { koaSendsOf } from './koa-sends.js';
import { replySendsOf } from './reply-sends.js';
import { formOf } from './result-forms.js';
import { returnedSendsOf } from './returned-sends.js';
import { type Sends, sendsOf } from './sends.js';
import { toolkitSendsOf } from './toolkit-sends.js';

/** What a function sends, in whichever form of a handler it has; undefined: in none. */
export function sentIn(source: Source, node: FunctionNode): Sends | undefined {
  if (formOf(source, node, formsIn(source)) !== undefined) return returnedSendsOf(source, node);
  return (
    replySendsOf(source, node) ??
    koaSendsOf(source, node) ??
    toolkitSendsOf(source, node) ??
    sendsOf(source, node) ??
    returnedSendsOf(source, node)
  );
}
