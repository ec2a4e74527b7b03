import type { Dialect } from '../routing/dialect.js';
import { patternMethod, patternPath } from '../routing/paths.js';

/** https://pkg.go.dev/net/http#ServeMux, with the patterns of Go 1.22. */
export const netHttp: Dialect = {
  id: 'go/net-http',
  title: 'net/http',
  resolves: [
    '`http.NewServeMux` and the default mux, patterns of Go 1.22 (`GET /users/{id}`, `{path...}`, `{$}`) and older ones, muxes below others with and without `http.StripPrefix`',
    'methods that handlers tell apart (`switch r.Method`, `if r.Method != "GET"`): a route for each',
    'handlers as functions, methods, literals, values with `ServeHTTP`, made or wrapped by functions',
    'what handlers send by `json.NewEncoder(w).Encode`, `json.Marshal` and `w.Write`, `http.Error` and functions that are given the writer, with the status of `w.WriteHeader`',
  ],
  gaps: ['paths that a handler takes apart itself', 'bytes that are put together by hand'],
  matching: { silentSuccess: true },
  signals: (text) => /\bhttp\.(?:NewServeMux|ServeMux|HandleFunc|Handle|StripPrefix)\b|\.Handle(?:Func)?\(\s*["`\w]/.test(text),
  packages: /^net\/http$/,
  makers: /^NewServeMux$/,
  defaults: /^DefaultServeMux$/,
  routerTypes: /^ServeMux$/,
  valueTypes: /^ServeMux$/,
  verbs: new Map([
    ['HandleFunc', 'ANY'],
    ['Handle', 'ANY'],
  ]),
  handlerAt: 'first',
  groups: /^$/,
  same: /^$/,
  path: patternPath,
  methodOf: patternMethod,
};
