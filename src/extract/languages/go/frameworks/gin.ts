import { ASKED, type Dialect, type Sending } from '../routing/dialect.js';
import { segmentedPath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';

const TEXT: Sending = { status: 0, text: true, mediaType: 'text/plain' };
const BYTES: Sending = { status: 0, unread: 'bytes are sent as they are' };

/** https://gin-gonic.com/docs and https://pkg.go.dev/github.com/gin-gonic/gin. */
export const gin: Dialect = {
  id: 'go/gin',
  title: 'gin',
  // https://pkg.go.dev/github.com/gin-gonic/gin#RouterGroup.GET registers only GET; the routing tree prefers literal segments
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/gin-gonic\/gin\b|\.(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any)\(\s*["`\w]/.test(text),
  packages: /^github\.com\/gin-gonic\/gin$/,
  makers: /^(?:New|Default)$/,
  routerTypes: /^(?:Engine|RouterGroup|IRouter|IRoutes)$/,
  contextTypes: /^Context$/,
  map: 'github.com/gin-gonic/gin.H',
  verbs: upperVerbs('Any'),
  handlerAt: 'last',
  groups: /^Group$/,
  same: /^Use$/,
  byMethod: /^(?:Handle|Match)$/,
  path: segmentedPath,
  asks: [
    [/^(?:Param|Query|DefaultQuery|PostForm|DefaultPostForm|GetHeader|GetString|ClientIP|FullPath|ContentType)$/, ASKED.text],
    [/^Get(?:Int|Int64|Uint|Uint64)$/, ASKED.whole],
    [/^GetFloat64$/, ASKED.number],
    [/^GetBool$/, ASKED.flag],
  ],
  // https://pkg.go.dev/github.com/gin-gonic/gin#Context.Status: what is written to `c.Writer` behind it has this status
  sets: /^Status$/,
  sends: new Map<string, Sending>([
    ...['JSON', 'IndentedJSON', 'PureJSON', 'AsciiJSON', 'AbortWithStatusJSON', 'AbortWithStatusPureJSON'].map(
      (name) => [name, { status: 0, body: 1 }] as const,
    ),
    // https://pkg.go.dev/github.com/gin-gonic/gin#Context.SecureJSON: a list gets a prefix that is no JSON
    ['SecureJSON', { status: 0, body: 1, objectOr: 'a list is sent behind a prefix' }],
    ['JSONP', { status: 0, body: 1, mediaType: 'application/javascript' }],
    ['XML', { status: 0, body: 1, mediaType: 'application/xml' }],
    ['YAML', { status: 0, body: 1, mediaType: 'application/yaml' }],
    ['ProtoBuf', { status: 0, body: 1, mediaType: 'application/x-protobuf' }],
    ['String', TEXT],
    ['HTML', { status: 0, text: true, mediaType: 'text/html' }],
    ['Data', BYTES],
    ['DataFromReader', BYTES],
    ['Render', BYTES],
    ['File', { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' }],
    ['FileAttachment', { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' }],
    ['AbortWithStatus', { status: 0 }],
    ['AbortWithError', { status: 0 }],
    ['Redirect', { status: 0 }],
    ['SSEvent', { status: { is: 200 }, mediaType: 'text/event-stream', unread: 'events' }],
    ['Stream', { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a stream' }],
  ]),
};
