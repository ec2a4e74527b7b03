import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of Echo, and what it leaves open. */
export const echoProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/echo',
  title: 'Echo',
  resolves: [
    '`echo.New`, groups in any depth, handed to functions and methods of other packages',
    '`GET` to `OPTIONS`, `Any`, `Add`, `Match`; `:name` and `*`',
    'what handlers send by `c.JSON` and its like',
  ],
  gaps: ['errors that handlers return and the error handler answers', 'what is sent as bytes, files or streams'],
  // https://echo.labstack.com/docs/routing: each method is registered by itself, and literal segments come first
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/labstack\/echo\b/.test(text),
};
