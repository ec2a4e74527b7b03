import type { Dialect } from '../routing/dialect.js';
import { patternMethod, patternPath } from '../routing/paths.js';

/** https://pkg.go.dev/github.com/go-pkgz/routegroup: groups of patterns of net/http. */
export const routegroup: Dialect = {
  id: 'go/routegroup',
  title: 'routegroup',
  resolves: [
    '`routegroup.New`, `Mount`, `Group`, `With`, `Route`, groups handed to functions',
    '`Handle`, `HandleFunc` with the patterns of Go 1.22',
    'what handlers send, as with net/http',
  ],
  gaps: ['`routegroup.Mount` on a mux, files below `HandleFiles`'],
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
