import { ASKED, type Dialect, orError, type Sending } from '../routing/dialect.js';
import { colonPath } from '../routing/paths.js';
import { titleVerbs } from '../routing/verbs.js';
import type { Node } from '../syntax/node.js';

const FILE: Sending = { status: { is: 200 }, mediaType: 'application/octet-stream', unread: 'a file' };
const TEXT: Sending = { status: { is: 200 }, text: true, mediaType: 'text/plain' };

/** https://docs.gofiber.io/api/fiber#config: `fiber.Config{CaseSensitive: true}`. */
function isCaseSensitive(config: Node | undefined): boolean {
  const elements = config?.kind === 'composite' ? config.elements : [];
  return elements.some(
    ({ key, value }) => key?.kind === 'name' && key.name === 'CaseSensitive' && value.kind === 'name' && value.name === 'true',
  );
}

/** https://docs.gofiber.io/ and https://pkg.go.dev/github.com/gofiber/fiber/v2. */
export const fiber: Dialect = {
  id: 'go/fiber',
  title: 'Fiber',
  // https://docs.gofiber.io/api/fiber#config (`CaseSensitive` is false by default), https://docs.gofiber.io/guide/routing: routes
  // match in order of registration, and GET answers HEAD
  matching: { silentSuccess: true, anyCase: true, firstMatch: true },
  signals: (text) => /github\.com\/gofiber\/fiber\b/.test(text),
  packages: /^github\.com\/gofiber\/fiber$/,
  makers: /^New$/,
  routerTypes: /^(?:App|Router|Group)$/,
  contextTypes: /^Ctx$/,
  map: 'github.com/gofiber/fiber.Map',
  verbs: titleVerbs('All'),
  handlerAt: 'last',
  groups: /^Group$/,
  same: /^(?:Use|Name)$/,
  nested: /^Route$/,
  mounts: /^(?:Mount|Use)$/,
  byMethod: /^Add$/,
  path: colonPath,
  matchingOf: ({ given: [config] }) => (isCaseSensitive(config) ? { anyCase: false } : undefined),
  asks: [
    [/^(?:Params|Query|Get|FormValue|Cookies|Path|IP|OriginalURL|Hostname|BaseURL)$/, ASKED.text],
    [/^ParamsInt$/, orError(ASKED.whole)],
    [/^QueryInt$/, ASKED.whole],
    [/^QueryFloat$/, ASKED.number],
    [/^QueryBool$/, ASKED.flag],
  ],
  sends: new Map<string, Sending>([
    ['JSON', { status: { is: 200 }, body: 0 }],
    ['XML', { status: { is: 200 }, body: 0, mediaType: 'application/xml' }],
    ['SendString', TEXT],
    ['Render', { status: { is: 200 }, text: true, mediaType: 'text/html' }],
    ['Send', { status: { is: 200 }, unread: 'bytes are sent as they are' }],
    ['SendStream', { status: { is: 200 }, unread: 'a stream' }],
    ['SendFile', FILE],
    ['Download', FILE],
    ['SendStatus', { status: 0 }],
    ['Redirect', { status: { is: 302 } }],
  ]),
};
