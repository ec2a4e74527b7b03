import { stringsOf, wordsOf } from '../annotations.js';
import type { Source } from '../source.js';
import type { Range } from '../unit.js';

/** The media type in texts or constants (`TEXT_PLAIN`), unless it may be JSON. */
export function producedType(source: Source, range: Range | undefined): string | undefined {
  const words =
    stringsOf(source, range) ?? wordsOf(source, range).map((word) => word.toLowerCase().replace('_', '/').replaceAll('_', '-'));
  return words.length === 0 || words.some((one) => /json|wildcard|^all$|\*\/\*/.test(one)) ? undefined : words[0];
}
