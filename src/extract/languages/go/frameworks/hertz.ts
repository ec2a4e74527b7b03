import { ASKED, type Dialect, type Sending } from '../routing/dialect.js';
import { segmentedPath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';

const TEXT: Sending = { status: 0, text: true, mediaType: 'text/plain' };
const BYTES: Sending = { status: { is: 200 }, unread: 'bytes are sent as they are' };
const FILE: Sending = { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' };

/** https://www.cloudwego.io/docs/hertz/ and https://pkg.go.dev/github.com/cloudwego/hertz/pkg/app#RequestContext. */
export const hertz: Dialect = {
  id: 'go/hertz',
  title: 'Hertz',
  // https://www.cloudwego.io/docs/hertz/tutorials/basic-feature/route/: literal segments match first; GET answers only GET
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/cloudwego\/hertz\b/.test(text),
  packages: /^github\.com\/cloudwego\/hertz\/pkg\/(?:app|app\/server|route)$/,
  makers: /^(?:New|Default)$/,
  routerTypes: /^(?:Hertz|Engine|RouterGroup|IRouter|IRoutes)$/,
  contextTypes: /^RequestContext$/,
  map: 'github.com/cloudwego/hertz/pkg/common/utils.H',
  verbs: upperVerbs('Any'),
  handlerAt: 'last',
  groups: /^Group$/,
  same: /^Use$/,
  byMethod: /^Handle$/,
  path: segmentedPath,
  asks: [
    [/^(?:Param|Query|DefaultQuery|PostForm|DefaultPostForm|GetString|ClientIP|FullPath)$/, ASKED.text],
    [/^Get(?:Int|Int32|Int64|Uint|Uint32|Uint64)$/, ASKED.whole],
    [/^GetFloat(?:32|64)$/, ASKED.number],
    [/^GetBool$/, ASKED.flag],
  ],
  sets: /^(?:Status|SetStatusCode)$/,
  sends: new Map<string, Sending>([
    ...['JSON', 'IndentedJSON', 'PureJSON', 'AbortWithStatusJSON'].map((name) => [name, { status: 0, body: 1 }] as const),
    ['XML', { status: 0, body: 1, mediaType: 'application/xml' }],
    ['ProtoBuf', { status: 0, body: 1, mediaType: 'application/x-protobuf' }],
    ['String', TEXT],
    ['HTML', { status: 0, text: true, mediaType: 'text/html' }],
    ['Data', { ...BYTES, status: 0 }],
    ['Render', { ...BYTES, status: 0 }],
    ...['Write', 'WriteString', 'SetBody', 'SetBodyString', 'SetBodyStream', 'SetBodyRaw'].map((name) => [name, BYTES] as const),
    ['File', FILE],
    ['FileAttachment', FILE],
    ['AbortWithStatus', { status: 0 }],
    ['AbortWithError', { status: 0 }],
    ['AbortWithMsg', { ...TEXT, status: 1 }],
    ['NotFound', { status: { is: 404 } }],
    ['Redirect', { status: 0 }],
  ]),
};
