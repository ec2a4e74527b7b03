import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of httprouter, and what it leaves open. */
export const httprouterProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/httprouter',
  title: 'httprouter',
  resolves: [
    '`httprouter.New`, routers handed to functions',
    '`GET` to `OPTIONS`, `Handle`, `Handler`, `HandlerFunc`; `:name` and `*name`',
    'what handlers send, as with net/http',
  ],
  gaps: ['files below `ServeFiles`'],
  // https://pkg.go.dev/github.com/julienschmidt/httprouter: explicit matches alone, each method by itself
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/julienschmidt\/httprouter\b/.test(text),
};
