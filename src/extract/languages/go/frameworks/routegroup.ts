import type { Dialect } from '../routing/dialect.js';
import { patternMethod, patternPath } from '../routing/paths.js';

/** https://pkg.go.dev/github.com/go-pkgz/routegroup: groups of patterns of net/http. */
export const routegroup: Dialect = {
  id: 'go/routegroup',
  title: 'routegroup',
  matching: { silentSuccess: true },
  signals: (text) => /github\.com\/go-pkgz\/routegroup\b/.test(text),
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
