import { changeSentence } from './comment-head.js';
import type { Result } from './result.js';

type Remarkable = Pick<Result, 'override' | 'failed' | 'change' | 'base' | 'notes'>;

/**
 * What the log says of a result besides the analysis: who lets it pass, what changed, and how the result came about. Untrusted
 * words are in it.
 */
export function remarksOn({ override, failed, change, base, notes }: Remarkable): readonly string[] {
  const passed = override !== undefined && failed ? [`Let pass by ${override.by}, for this commit alone.`] : [];
  const sentence = changeSentence({ change, base });
  return [...passed, ...(sentence === '' ? [] : [sentence]), ...notes];
}
