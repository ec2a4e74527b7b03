import type { Dialect, Sending } from '../routing/dialect.js';
import { mapParts } from '../routing/dialect.js';
import { bracePath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';

const TEXT: Sending = { status: 0, text: true, mediaType: 'text/plain' };

/**
 * https://pkg.go.dev/github.com/emicklei/go-restful/v3: `ws.Route(ws.GET("/{id}").To(h))` of services that code adds to
 * containers.
 */
export const goRestful: Dialect = {
  id: 'go/go-restful',
  title: 'go-restful',
  // https://github.com/emicklei/go-restful: each method has its own registration, and literal segments match first
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/emicklei\/go-restful\b/.test(text),
  packages: /^github\.com\/emicklei\/go-restful$/,
  makers: /^NewContainer$/,
  defaults: /^DefaultContainer$/,
  routerTypes: /^(?:WebService|Container)$/,
  valueTypes: /^WebService$/,
  writerTypes: /^Response$/,
  verbs: new Map([...upperVerbs(), ['Handle', 'ANY']]),
  chained: { handlers: /^To$/, methods: /^Method$/ },
  built: true,
  handlerAt: 'first',
  groups: /^$/,
  same: /^(?:Path|Route|Consumes|Produces|Param|Doc|ApiVersion|Filter|TypeNameHandler)$/,
  uses: /^Filter$/,
  prefixes: /^Path$/,
  mounts: /^Add$/,
  path: (path) => mapParts(bracePath(path), (text) => text.replaceAll(':*}', '*}')),
  sends: new Map<string, Sending>([
    ['WriteEntity', { status: { is: 200 }, body: 0 }],
    ['WriteHeaderAndEntity', { status: 0, body: 1 }],
    ['WriteAsJson', { status: { is: 200 }, body: 0 }],
    ['WriteJson', { status: { is: 200 }, body: 0 }],
    ['WriteHeaderAndJson', { status: 0, body: 1 }],
    ['WriteAsXml', { status: { is: 200 }, body: 0, mediaType: 'application/xml' }],
    ['WriteHeaderAndXml', { status: 0, body: 1, mediaType: 'application/xml' }],
    ['WriteServiceError', { status: 0, body: 1 }],
    ['WriteError', TEXT],
    ['WriteErrorString', TEXT],
  ]),
};
