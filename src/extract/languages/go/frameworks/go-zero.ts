import type { Dialect, Sending } from '../routing/dialect.js';
import { segmentedPath } from '../routing/paths.js';

const OK: Sending = { status: { is: 200 } };
const FAILED: Sending = { status: { is: 400 }, text: true, mediaType: 'text/plain' };

/** https://go-zero.dev/ and https://pkg.go.dev/github.com/zeromicro/go-zero/rest: `server.AddRoutes([]rest.Route{…}, rest.WithPrefix("/x"))`. */
export const goZero: Dialect = {
  id: 'go/go-zero',
  title: 'go-zero',
  // https://go-zero.dev/docs/tutorials: one tree of literal segments and `:name` for each method
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/(?:zeromicro|tal-tech)\/go-zero\/rest\b/.test(text),
  packages: /^github\.com\/(?:zeromicro|tal-tech)\/go-zero\/rest(?:\/httpx)?$/,
  makers: /^(?:MustNewServer|NewServer)$/,
  routerTypes: /^Server$/,
  verbs: new Map(),
  handlerAt: 'first',
  groups: /^$/,
  same: /^$/,
  listed: { routes: /^AddRoutes?$/, within: /^WithMiddlewares?$/, prefix: /^WithPrefix$/ },
  path: segmentedPath,
  rewrites: /^SetOkHandler$/,
  sentBy: new Map<string, Sending & { readonly writer: number }>([
    ['Ok', { ...OK, writer: 0 }],
    ['OkJson', { ...OK, writer: 0, body: 1 }],
    ['OkJsonCtx', { ...OK, writer: 1, body: 2 }],
    ['WriteJson', { writer: 0, status: 1, body: 2 }],
    ['WriteJsonCtx', { writer: 1, status: 2, body: 3 }],
    ['Error', { ...FAILED, writer: 0 }],
    ['ErrorCtx', { ...FAILED, writer: 1 }],
  ]),
};
