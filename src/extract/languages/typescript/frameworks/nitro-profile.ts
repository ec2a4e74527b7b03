import type { Profile } from './profile.js';

const HANDLERS = /[eE]ventHandler\b|\bdefineHandler\(|["']beforeResponse["']/;

/** Where a wrapper of the service makes the handler, the place of the file tells of it. */
const PLACE = /(?:^|\/)server\/(?:api|routes)\//;
const METHOD = /\.(?:get|post|put|patch|delete|head|options)\.[cm]?[jt]s$/;
const WRAPPED = /\bexport default \w{0,40}[hH]andler\w{0,20}\(/;

/** What the reader of Nitro resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const nitroProfile: Profile = {
  id: 'typescript/nitro',
  title: 'Nitro and Nuxt',
  resolves: [
    '`server/api/**`, `server/routes/**` (and `api`, `routes` of Nitro alone): methods in names, `[id]`, `[...rest]`, `index`, groups',
    '`defineEventHandler`, `eventHandler`, cached handlers, `{ handler }`, wrappers of the service',
    'what handlers return, `setResponseStatus`, `sendNoContent`, `sendRedirect`, `createError`; hooks before the response open bodies',
  ],
  gaps: ['handlers of the configuration, `lazyEventHandler`, functions that Nitro imports by itself'],
  signals: (text, path) =>
    HANDLERS.test(text) || (PLACE.test(path) && (METHOD.test(path) || WRAPPED.test(text)) && text.includes('export default')),
};
