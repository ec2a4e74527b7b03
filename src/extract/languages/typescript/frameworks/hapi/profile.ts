import type { Profile } from '../profile.js';

/** A file names hapi, or has objects in the form of hapi's routes or plugins. */
const SIGNALS = /\bhapi\b|\bHapi\b|\bserver\.(?:route|register)\(|\bResponseToolkit\b|\bServerRoute\b/;
const DESCRIBES = /\bmethod\s*:[^\n]{0,80}/;
const PATH = /\bpath\s*:/;
const HOW = /\b(?:handler|config|options)\b/;
const TEST_IMPORTS =
  /(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:@hapi\/lab|lab|@hapi\/code|@jest\/globals|vitest|mocha|chai|sinon|node:test)["']|\bjest\.mock\(/;

/** Documentation and signals of the hapi reader, in a module that does not load the parser. */
export const hapiProfile: Profile = {
  id: 'typescript/hapi',
  title: 'hapi',
  resolves: [
    '`server.route` with objects and lists of them, also imported, spread or made by functions; lists of methods and `*`',
    'plugins: objects with `register`, modules with `plugin`, lists, `routes.prefix`; functions that are given the server',
    'parameters `{id}`, `{id?}`, `{rest*}`, `{rest*2}`, parts of segments',
    'what handlers return and make with the toolkit: `h.response().code().type()`, `h.redirect`, `h.view`, `h.file`',
  ],
  gaps: [
    'servers that glue composes of a manifest; handlers given as objects (`proxy`, `directory`)',
    'toolkit methods that the service adds; `onPreResponse` extensions that change bodies',
  ],
  signals: (text) =>
    (SIGNALS.test(text) || (DESCRIBES.test(text) && PATH.test(text) && HOW.test(text))) && !TEST_IMPORTS.test(text),
};
