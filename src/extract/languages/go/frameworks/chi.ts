import type { Dialect } from '../dialect.js';
import { bracePath } from '../paths.js';
import { titleVerbs } from '../verbs.js';

/** https://go-chi.io/ and https://pkg.go.dev/github.com/go-chi/chi/v5. */
export const chi: Dialect = {
  id: 'go/chi',
  packages: /^github\.com\/(?:go-chi|pressly)\/chi$/,
  makers: /^(?:NewRouter|NewMux)$/,
  routerTypes: /^(?:Router|Mux|Routes)$/,
  verbs: titleVerbs('Handle', 'HandleFunc'),
  handlerAt: 'first',
  groups: /^Route$/,
  same: /^(?:With|Group)$/,
  nested: /^(?:Route|Group)$/,
  mounts: /^Mount$/,
  byMethod: /^(?:Method|MethodFunc)$/,
  path: bracePath,
  // https://pkg.go.dev/github.com/go-chi/chi/v5/middleware#GetHead
  matchingOf: (_, bare) => (/\bmiddleware\.GetHead\b/.test(bare) ? { headByGet: true } : undefined),
};
