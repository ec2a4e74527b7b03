import type { Dialect } from '../dialect.js';
import { patternedPath } from '../paths.js';

/** https://pkg.go.dev/github.com/gorilla/mux; methods come after the route: `r.HandleFunc("/x", h).Methods("GET")`. */
export const gorillaMux: Dialect = {
  id: 'go/gorilla-mux',
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
