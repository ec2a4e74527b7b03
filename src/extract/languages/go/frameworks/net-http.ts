import type { Dialect } from '../routing/dialect.js';
import { patternMethod, patternPath } from '../routing/paths.js';

/** https://pkg.go.dev/net/http#ServeMux, with the patterns of Go 1.22. */
export const netHttp: Dialect = {
  id: 'go/net-http',
  title: 'net/http',
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
