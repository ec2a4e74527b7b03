import { ASKED, type Dialect, mapParts, orError } from '../routing/dialect.js';
import { segmentedPath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';

/** https://bunrouter.uptrace.dev/guide/golang-router.html and https://pkg.go.dev/github.com/uptrace/bunrouter. */
export const bunrouter: Dialect = {
  id: 'go/bunrouter',
  title: 'bunrouter',
  // https://bunrouter.uptrace.dev/guide/golang-router.html: literal segments match first; each method has its own registration
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/uptrace\/bunrouter\b/.test(text),
  packages: /^github\.com\/uptrace\/bunrouter$/,
  makers: /^New$/,
  routerTypes: /^(?:Compat|Verbose)?(?:Router|Group)$/,
  contextTypes: /^(?:Request|Params)$/,
  map: 'github.com/uptrace/bunrouter.H',
  verbs: upperVerbs(),
  handlerAt: 'first',
  groups: /^NewGroup$/,
  same: /^(?:Use|WithMiddleware|Compat|Verbose)$/,
  uses: /^(?:Use|WithMiddleware)$/,
  nested: /^WithGroup$/,
  byMethod: /^Handle$/,
  // only a whole segment is a parameter: `/books:batch` is literal
  path: (path) => segmentedPath(mapParts(path, (text) => text.replace(/([^/]):/g, '$1\\:'))),
  asks: [
    [/^(?:Param|Route|(?:Params\(\)\.)?(?:ByName|Route))$/, ASKED.text],
    [/^(?:Params\(\)\.)?U?[Ii]nt(?:32|64)?$/, orError(ASKED.whole)],
    [/^(?:Params\(\)\.)?Map$/, ASKED.texts],
  ],
  // https://pkg.go.dev/github.com/uptrace/bunrouter#JSON
  sentBy: new Map([['JSON', { status: { is: 200 }, writer: 0, body: 1 }]]),
};
