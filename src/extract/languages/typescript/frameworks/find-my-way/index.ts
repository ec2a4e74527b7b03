import { doubledColons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import type { RouterFramework } from '../../routers/framework.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';

/** https://github.com/delvedor/find-my-way */
const table: RouterTable = {
  id: frameworkProfiles.findMyWay.id,
  imported: /["']find-my-way["']/,
  words: /(?!)/,
  makers: [
    {
      packages: /^find-my-way$/,
      names: /^(?:\*|default)$/,
      makes: 'app',
      settings: ({ arguments: [options] }) =>
        options?.member('caseSensitive')?.flag === false ? { matching: { anyCase: true } } : {},
    },
  ],
  types: /\b(?:Router\.)?Instance\b/,
  names: /^_?(?:\w*router|routes?|api|app)$/i,
  handlers: 'request-response',
  verbs: verbMethods({ trace: 'TRACE' }),
  fluent: /^(?:on|get|post|put|patch|delete|head|options|trace|all|lookup|find|prettyPrint)$/,
  own: /^(?:on|off|reset|get|post|put|patch|delete|head|options|trace|all|lookup|find|findRoute|hasRoute|prettyPrint|addConstraintStrategy|listen|createServer|log|push|then)$/,
  path: doubledColons,
  lists: new Map([['on', { methods: 0, path: 1 }]]),
};

/** Routes of find-my-way, a router for servers of `node:http`. */
export const findMyWay: RouterFramework = { ...frameworkProfiles.findMyWay, table };
