import type { Dialect } from '../dialect.js';
import { segmentedPath } from '../paths.js';
import { upperVerbs } from '../verbs.js';

/** https://pkg.go.dev/github.com/julienschmidt/httprouter; `Handler` and `HandlerFunc` take the method first, too. */
export const httprouter: Dialect = {
  id: 'go/httprouter',
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
