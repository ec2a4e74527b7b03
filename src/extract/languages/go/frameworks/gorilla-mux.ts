import type { Dialect } from '../routing/dialect.js';
import { patternedPath } from '../routing/paths.js';

/** https://pkg.go.dev/github.com/gorilla/mux; methods come after the route: `r.HandleFunc("/x", h).Methods("GET")`. */
export const gorillaMux: Dialect = {
  id: 'go/gorilla-mux',
  title: 'gorilla/mux',
  // https://pkg.go.dev/github.com/gorilla/mux: routes match in order of registration, and `Methods` lists all methods that match
  matching: { silentSuccess: true, firstMatch: true, slashCounts: true, headByGet: false },
  signals: (text) => /github\.com\/gorilla\/mux\b|\.HandleFunc\(/.test(text),
  packages: /^github\.com\/gorilla\/mux$/,
  makers: /^NewRouter$/,
  routerTypes: /^(?:Router|Route)$/,
  valueTypes: /^Router$/,
  verbs: new Map([
    ['HandleFunc', 'ANY'],
    ['Handle', 'ANY'],
  ]),
  chained: { handlers: /^Handler(?:Func)?$/, methods: /^Methods$/ },
  handlerAt: 'first',
  groups: /^$/,
  same: /^(?:Use|StrictSlash|NewRoute|UseEncodedPath)$/,
  path: patternedPath,
};
