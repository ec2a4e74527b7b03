import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of gorilla/mux, and what it leaves open. */
export const gorillaMuxProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/gorilla-mux',
  title: 'gorilla/mux',
  resolves: [
    '`mux.NewRouter`, `PathPrefix(…).Subrouter()`, routers handed to functions',
    '`HandleFunc`, `Handle`, `Path`, with `Methods`; `{name}` and `{name:pattern}`',
    'what handlers send, as with net/http',
  ],
  gaps: ['routes told apart by host, header or query'],
  // https://pkg.go.dev/github.com/gorilla/mux: routes are tested in their order, and `Methods` names all that match
  matching: { silentSuccess: true, firstMatch: true, slashCounts: true, headByGet: false },
  signals: (text) => /github\.com\/gorilla\/mux\b|\.HandleFunc\(/.test(text),
};
