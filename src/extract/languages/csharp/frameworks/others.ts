import type { FileGap } from '../../../../facts/fact.js';
import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What registers routes, or moves them, and is known by these words alone. */
const OTHERS: readonly (readonly [detail: string, words: string])[] = [
  ['Routes of FastEndpoints are not read.', 'using[ \\t]{1,9}FastEndpoints\\b'],
  ['Routes of ServiceStack are not read.', 'using[ \\t]{1,9}ServiceStack\\b'],
  ['Routes of Nancy are not read.', 'using[ \\t]{1,9}Nancy\\b'],
  ['`UsePathBase` puts a prefix before all routes, which is not read.', '\\.UsePathBase[ \\t]{0,9}\\('],
];
const WORDS = new RegExp(OTHERS.map(([, words]) => `(${words})`).join('|'));

/** What is recognised and not read: nothing of the service may be called missing. */
export const others: Extractor<Source> = {
  id: 'csharp/others',
  title: 'Other frameworks',
  resolves: [],
  gaps: ['FastEndpoints, ServiceStack, Nancy and `UsePathBase`: recognised, which hides the service'],
  signals: (text) => WORDS.test(text),
  extract: ({ tokens: { masked } }) => {
    const found = WORDS.exec(masked.code);
    if (found === null) return { facts: [], gaps: [] };
    const detail = OTHERS[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '';
    const before = masked.code.slice(0, found.index);
    const at = { line: before.split('\n').length, column: found.index - before.lastIndexOf('\n') };
    const gap: FileGap = { reason: 'unsupported-framework', detail, at, hides: 'service' };
    return { facts: [], gaps: [gap] };
  },
};
