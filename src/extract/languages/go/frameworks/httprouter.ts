import type { Dialect } from '../routing/dialect.js';
import { segmentedPath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';

/** https://pkg.go.dev/github.com/julienschmidt/httprouter; `Handler` and `HandlerFunc` also take the method first. */
export const httprouter: Dialect = {
  id: 'go/httprouter',
  title: 'httprouter',
  // https://pkg.go.dev/github.com/julienschmidt/httprouter: only explicit matches, each method by its own registration
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/julienschmidt\/httprouter\b/.test(text),
  packages: /^github\.com\/julienschmidt\/httprouter$/,
  makers: /^New$/,
  routerTypes: /^Router$/,
  valueTypes: /^Router$/,
  verbs: upperVerbs(),
  handlerAt: 'first',
  groups: /^$/,
  same: /^$/,
  byMethod: /^(?:Handle|Handler|HandlerFunc)$/,
  path: segmentedPath,
};
