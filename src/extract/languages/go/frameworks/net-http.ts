import type { Dialect } from '../dialect.js';
import { patternMethod, patternPath } from '../paths.js';

/** https://pkg.go.dev/net/http#ServeMux, with the patterns of Go 1.22. */
export const netHttp: Dialect = {
  id: 'go/net-http',
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
