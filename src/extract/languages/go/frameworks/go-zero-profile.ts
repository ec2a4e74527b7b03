import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of go-zero, and what it leaves open. */
export const goZeroProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/go-zero',
  title: 'go-zero',
  resolves: [
    '`rest.MustNewServer`, handed to functions of other packages, also those that goctl generates',
    '`AddRoutes` and `AddRoute` with `rest.WithPrefix` and `rest.WithMiddlewares`; `:name`',
    'what handlers send by `httpx.OkJson`, `httpx.WriteJson` and their like',
  ],
  gaps: ['what `httpx.SetOkHandler` makes of bodies'],
  // https://go-zero.dev/docs/tutorials: a tree of literal segments and `:name`, one for each method
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/(?:zeromicro|tal-tech)\/go-zero\/rest\b/.test(text),
};
