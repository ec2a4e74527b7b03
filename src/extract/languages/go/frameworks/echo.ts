import { ASKED, type Dialect, type Sending } from '../routing/dialect.js';
import { segmentedPath } from '../routing/paths.js';
import { upperVerbs } from '../routing/verbs.js';

/** https://echo.labstack.com/docs and https://pkg.go.dev/github.com/labstack/echo/v4. */
export const echo: Dialect = {
  id: 'go/echo',
  title: 'Echo',
  // https://echo.labstack.com/docs/routing: each method has its own registration, and literal segments match first
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/labstack\/echo\b/.test(text),
  packages: /^github\.com\/labstack\/echo$/,
  makers: /^New(?:WithConfig)?$/,
  routerTypes: /^(?:Echo|Group|Router)$/,
  contextTypes: /^Context$/,
  map: 'github.com/labstack/echo.Map',
  verbs: upperVerbs('Any'),
  handlerAt: 'first',
  groups: /^Group$/,
  same: /^Use$/,
  byMethod: /^(?:Add|Match)$/,
  path: segmentedPath,
  asks: [[/^(?:Param|ParamOr|QueryParam|QueryParamOr|FormValue|FormValueOr|Path|RealIP|Scheme|QueryString)$/, ASKED.text]],
  sends: new Map<string, Sending>([
    ['JSON', { status: 0, body: 1 }],
    ['JSONPretty', { status: 0, body: 1 }],
    ['JSONBlob', { status: 0, unread: 'bytes are sent as they are' }],
    ['JSONP', { status: 0, body: 2, mediaType: 'application/javascript' }],
    ['XML', { status: 0, body: 1, mediaType: 'application/xml' }],
    ['String', { status: 0, text: true, mediaType: 'text/plain' }],
    ['HTML', { status: 0, text: true, mediaType: 'text/html' }],
    ['HTMLBlob', { status: 0, body: 1, mediaType: 'text/html' }],
    ['Render', { status: 0, text: true, mediaType: 'text/html' }],
    ['Blob', { status: 0, unread: 'bytes are sent as they are' }],
    ['Stream', { status: 0, unread: 'a stream' }],
    ['File', { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' }],
    ['Attachment', { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' }],
    ['Inline', { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' }],
    ['NoContent', { status: 0 }],
    ['Redirect', { status: 0 }],
  ]),
};
