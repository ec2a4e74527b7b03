import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of Huma, and what it leaves open. */
export const humaProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/huma',
  title: 'Huma',
  resolves: [
    'APIs that adapters make around the routers of other frameworks, below their prefixes, and `huma.NewGroup`',
    '`huma.Get` to `huma.Delete`, and `huma.Register` with an operation that is written out there',
    'what handlers return: `Body` and `Status` of the output, the default status of the operation',
  ],
  gaps: [
    '`huma.AutoRegister` of methods that other files declare',
    'modifiers and transformers',
    'bodies of bytes, and those that write themselves',
  ],
  // which route answers is for the router below to say
  matching: { silentSuccess: true },
  signals: (text) => /github\.com\/danielgtaylor\/huma\b/.test(text),
};
