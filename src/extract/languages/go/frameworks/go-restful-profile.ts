import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of go-restful, and what it leaves open. */
export const goRestfulProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/go-restful',
  title: 'go-restful',
  resolves: [
    'web services that containers are given (`Add`), made in any file; `Path`, `GET` to `OPTIONS`, `Method(…).Path(…)`, with `To`',
    '`{name}`, `{name:pattern}` and `{name:*}`',
    'what handlers send by `WriteEntity`, `WriteAsJson` and the like, or as with net/http',
  ],
  gaps: ['handlers that a route builder is given in another statement', 'entity accessors of the service'],
  // https://github.com/emicklei/go-restful: each method is registered by itself, and literal segments come first
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/emicklei\/go-restful\b/.test(text),
};
