import { type Changed, concernsOf } from '../change-verdict.js';
import { changeSentence } from './comment-head.js';
import type { Result } from './result.js';

type Remarkable = Changed & Pick<Result, 'override' | 'failed' | 'base' | 'notes'>;

/**
 * The log's lines on a result besides the analysis: an override, what changed, and how the result was obtained. They contain
 * untrusted text.
 */
export function remarksOn(result: Remarkable): readonly string[] {
  const { override, failed, change, base, notes } = result;
  const passed = override !== undefined && failed ? [`Let pass by ${override.by}, for this commit alone.`] : [];
  const sentence = changeSentence({ change, base });
  return [...passed, ...(sentence === '' ? [] : [sentence]), ...concernsOf(result).map((each) => each.sentence), ...notes];
}
