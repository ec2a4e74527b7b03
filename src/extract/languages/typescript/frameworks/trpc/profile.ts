import type { Profile } from '../../../../extractor.js';

/** A file imports an adapter, or a procedure has OpenAPI metadata. */
const ADAPTERS = /["'](?:trpc-openapi|trpc-to-openapi|@lilyrose2798\/trpc-openapi|@orpc\/openapi(?:\/[\w-]{1,40})?)["']/;
/** A procedure of oRPC, or of its contract. */
const ROUTED = /\.route\(\s{0,20}\{/;

/** Documentation and signals of the reader of tRPC's OpenAPI adapters, in a module that does not load the parser. */
export const trpcProfile: Profile = {
  id: 'typescript/trpc',
  title: 'tRPC by trpc-openapi, oRPC',
  // it makes a regular expression of each path with the flag `i`
  matching: { anyCase: true },
  signals: (text) =>
    ADAPTERS.test(text) ||
    (ROUTED.test(text) && /\.(?:handler|output)\(/.test(text)) ||
    (text.includes('.meta(') && /procedure/i.test(text)),
};
