import type { Profile } from '../../../../extractor.js';

const HANDLERS = /[eE]ventHandler\b|\bdefineHandler\(|["']beforeResponse["']/;

/** Where a wrapper of the service creates the handler, only the location of the file shows the route. */
const PLACE = /(?:^|\/)server\/(?:api|routes)\//;
const METHOD = /\.(?:get|post|put|patch|delete|head|options)\.[cm]?[jt]s$/;
const WRAPPED = /\bexport default \w{0,40}[hH]andler\w{0,20}\(/;

const CONFIG = /(?:^|\/)(?:nuxt|nitro)\.config\.[cm]?[jt]s$/;
const SETTINGS = /\b(?:handlers|baseURL|apiBaseURL|proxy)\s{0,9}:/;

/** Whether a configuration or a module registers handlers, or moves them below another path. */
export const registersElsewhere = (text: string, path: string): boolean =>
  (CONFIG.test(path) && SETTINGS.test(text)) || /\badd(?:Dev)?ServerHandler\(/.test(text);

/** What every file is asked for Nitro and Nuxt. */
export const nitroProfile: Profile = {
  id: 'typescript/nitro',
  title: 'Nitro and Nuxt',
  signals: (text, path) =>
    registersElsewhere(text, path) ||
    HANDLERS.test(text) ||
    (PLACE.test(path) && (METHOD.test(path) || WRAPPED.test(text)) && text.includes('export default')),
};
