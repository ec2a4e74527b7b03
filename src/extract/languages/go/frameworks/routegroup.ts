import type { Dialect } from '../dialect.js';
import { patternMethod, patternPath } from '../paths.js';

/** https://pkg.go.dev/github.com/go-pkgz/routegroup: groups of patterns of net/http. */
export const routegroup: Dialect = {
  id: 'go/routegroup',
  packages: /^github\.com\/go-pkgz\/routegroup$/,
  makers: /^New$/,
  routerTypes: /^Bundle$/,
  verbs: new Map([
    ['HandleFunc', 'ANY'],
    ['Handle', 'ANY'],
  ]),
  handlerAt: 'first',
  groups: /^Mount$/,
  same: /^(?:Group|With)$/,
  nested: /^(?:Route|Group)$/,
  path: patternPath,
  methodOf: patternMethod,
};
