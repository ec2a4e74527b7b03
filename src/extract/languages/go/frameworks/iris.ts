import type { Expression } from '../../../../facts/expression.js';
import { ASKED, type Dialect, mapParts, orError, type Sending } from '../routing/dialect.js';
import { titleVerbs } from '../routing/verbs.js';

const TEXT: Sending = { status: { is: 200 }, text: true, mediaType: 'text/plain' };
const FILE: Sending = { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' };

/** `/books/{id:uint64 min(1)}`, `/files/{name:path}`. */
function typedPath(path: Expression): Expression {
  return mapParts(path, (text) =>
    text.replace(/\{(\w+)(?::(path\b)?[^{}]*)?\}/g, (_, name, rest) => `{${name}${rest ? '*' : ''}}`),
  );
}

/** https://docs.iris-go.com/ and https://pkg.go.dev/github.com/kataras/iris/v12. */
export const iris: Dialect = {
  id: 'go/iris',
  title: 'Iris',
  // https://docs.iris-go.com/iris/routing: literal segments match first; GET answers only GET
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/kataras\/iris\b/.test(text),
  packages: /^github\.com\/kataras\/iris(?:\/core\/router|\/context)?$/,
  makers: /^(?:New|Default)$/,
  routerTypes: /^(?:Application|Party|APIBuilder)$/,
  contextTypes: /^Context$/,
  map: 'github.com/kataras/iris.Map',
  verbs: titleVerbs('Any'),
  handlerAt: 'last',
  groups: /^Party$/,
  same: /^(?:Use|Configure)$/,
  nested: /^PartyFunc$/,
  byMethod: /^Handle$/,
  path: typedPath,
  asks: [
    [
      /^(?:URLParam|URLParamDefault|URLParamTrim|PostValue|PostValueDefault|FormValue|GetHeader|Path|Method|RemoteAddr)$/,
      ASKED.text,
    ],
    [/^(?:URLParam|PostValue)Int(?:64)?$/, orError(ASKED.whole)],
    [/^URLParamInt(?:64)?Default$/, ASKED.whole],
    [/^Params\(\)\.Get(?:Trim|String|StringDefault)?$/, ASKED.text],
    [/^Params\(\)\.Get(?:Int|Uint)\d*$/, orError(ASKED.whole)],
    [/^Params\(\)\.Get(?:Int|Uint)\d*Default$/, ASKED.whole],
  ],
  sets: /^StatusCode$/,
  sends: new Map<string, Sending>([
    ['JSON', { status: { is: 200 }, body: 0 }],
    ['JSONP', { status: { is: 200 }, body: 0, mediaType: 'application/javascript' }],
    ['Problem', { status: { is: 200 }, body: 0, mediaType: 'application/problem+json' }],
    ['XML', { status: { is: 200 }, body: 0, mediaType: 'application/xml' }],
    ['YAML', { status: { is: 200 }, body: 0, mediaType: 'application/x-yaml' }],
    ...['Text', 'WriteString', 'Writef'].map((name) => [name, TEXT] as const),
    ...['HTML', 'View', 'Markdown'].map((name) => [name, { ...TEXT, mediaType: 'text/html' }] as const),
    ...['Binary', 'Write'].map((name) => [name, { status: { is: 200 }, unread: 'bytes are sent as they are' }] as const),
    ...['SendFile', 'ServeFile', 'ServeContent'].map((name) => [name, FILE] as const),
    ['StopWithJSON', { status: 0, body: 1 }],
    ['StopWithProblem', { status: 0, body: 1, mediaType: 'application/problem+json' }],
    ['StopWithText', { ...TEXT, status: 0 }],
    ['StopWithError', { ...TEXT, status: 0 }],
    ['StopWithStatus', { status: 0 }],
    ['NotFound', { status: { is: 404 } }],
    ['Redirect', { status: { is: 302 } }],
  ]),
};
