import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { optionPath } from '../../../../engine/routes.js';
import type { RouterFramework } from '../../routers/framework.js';
import { type SettingForm, setResponsesOf } from '../../sends/set-responses.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';

/** `@oak/oak`, `jsr:@oak/oak@17/router`, `https://deno.land/x/oak@v12.6.1/mod.ts`, and `deps.ts`, which exports packages in Deno. */
const PACKAGE =
  /^(?:(?:(?:npm:|jsr:)?@oak(?:server)?\/|https:\/\/deno\.land\/x\/)?oak(?:@[^/]{1,40})?(?:\/[\w.-]{0,40})?|[./]{1,60}deps\.ts)$/;

const IMPORTED = /(?:@oak(?:server)?|deno\.land\/x)\/oak[/@"']|(?:from |^)["']oak["'/]/;

/** https://jsr.io/@oak/oak/doc */
const table: RouterTable = {
  id: frameworkProfiles.oak.id,
  imported: IMPORTED,
  makers: [
    { packages: PACKAGE, names: /^Application$/, makes: 'app', by: 'new' },
    {
      packages: PACKAGE,
      names: /^Router$/,
      makes: 'router',
      by: 'new',
      settings: ({ arguments: [options] }) => {
        const prefix = options && optionPath(options, 'prefix', colons);
        return prefix === undefined ? {} : { prefix };
      },
    },
  ],
  words: /[./]deps\.ts["']/,
  types: /\b(?:Router|Application)\b/,
  names: /^_?(?:app|api|server|application)$|[rR]outes?$|[rR]outer$|App$|Api$/,
  verbs: verbMethods(),
  fluent: /^(?:use|get|post|put|patch|delete|head|options|all|add|prefix|param|redirect)$/,
  own: /^(?:use|get|post|put|patch|delete|head|options|all|add|prefix|param|redirect|routes|allowedMethods|listen|handle|fetch|addEventListener|url|keys|values|entries|forEach)$/,
  path: colons,
  named: true,
  lists: new Map([['add', { methods: 0, path: 1 }]]),
  redirects: 'redirect',
  uses: 'routers',
  prefix: 'prefix',
  middleware: /^routes$/,
  idle: /^allowedMethods$/,
};

/** https://jsr.io/@oak/oak/doc/response/~/Response */
const form: SettingForm = {
  isSpoken: (text) => IMPORTED.test(text) || /[./]deps\.ts["']/.test(text),
  onContext: false,
  harmless: /^(?:throw|assert|addResource|getQuery)$/,
  html: /^\s*<(?:!DOCTYPE|html|body)/i,
  scalarsAsText: true,
  bare: { mediaType: 'none', body: { kind: 'absent' } },
};

/** Apps and routers of oak (6 to 17). */
export const oak: RouterFramework = {
  ...frameworkProfiles.oak,
  table,
  sends: (source, node) => setResponsesOf(source, node, form),
};
