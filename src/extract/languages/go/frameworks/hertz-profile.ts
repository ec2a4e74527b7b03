import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of Hertz, and what it leaves open. */
export const hertzProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/hertz',
  title: 'Hertz',
  resolves: [
    '`server.New` and `server.Default`, groups in any depth, handed to functions and methods of other packages, also those that hz generates',
    '`GET` to `OPTIONS`, `Any`, `Handle`; `:name` and `*name`',
    'what handlers send by `c.JSON` and its like',
  ],
  gaps: ['what is sent as bytes, files or streams'],
  // https://www.cloudwego.io/docs/hertz/tutorials/basic-feature/route/: literal segments first; GET answers GET alone
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/cloudwego\/hertz\b/.test(text),
};
