import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of gin, and what it leaves open. */
export const ginProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/gin',
  title: 'gin',
  resolves: [
    '`gin.New` and `gin.Default`, groups in any depth, in variables, fields and as arguments, also handed to functions and methods of other packages',
    '`GET` to `OPTIONS`, `Any`, `Handle`, `Match`; `:name` and `*name`',
    'what handlers send by `c.JSON` and its like, by functions and values that are given the context, by handlers that functions make, and by the one type that implements an interface of handlers',
  ],
  gaps: ['routes registered from tables that are put together at run time', 'what is sent as bytes, files or streams'],
  // https://pkg.go.dev/github.com/gin-gonic/gin#RouterGroup.GET registers GET alone; its tree prefers literal segments
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/gin-gonic\/gin\b|\.(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any)\(\s*["`\w]/.test(text),
};
