import type { Analysis } from '../rules/judge.js';
import { counted } from './verdict.js';

type Chosen = Pick<Analysis, 'ignored' | 'notices'>;

/** What a reader must know of how the findings were chosen, a sentence each. Untrusted words are in them. */
export function noticesOf({ ignored = [], notices = [] }: Chosen): readonly string[] {
  const taken = ignored.length === 0 ? [] : [`${counted(ignored.length, 'finding')} ignored, as the configuration says.`];
  return [...taken, ...notices];
}
