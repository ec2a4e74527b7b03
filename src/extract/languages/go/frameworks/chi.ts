import type { Dialect } from '../routing/dialect.js';
import { bracePath } from '../routing/paths.js';
import { titleVerbs } from '../routing/verbs.js';

/** https://go-chi.io/ and https://pkg.go.dev/github.com/go-chi/chi/v5. */
export const chi: Dialect = {
  id: 'go/chi',
  title: 'chi',
  // HEAD needs a middleware, https://pkg.go.dev/github.com/go-chi/chi/v5/middleware#GetHead; literal segments match first
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/(?:go-chi|pressly)\/chi\b|\.(?:Get|Post|Put|Patch|Delete|Mount|Route)\(\s*"\//.test(text),
  packages: /^github\.com\/(?:go-chi|pressly)\/chi$/,
  makers: /^(?:NewRouter|NewMux)$/,
  routerTypes: /^(?:Router|Mux|Routes)$/,
  verbs: titleVerbs('Handle', 'HandleFunc'),
  handlerAt: 'first',
  groups: /^Route$/,
  same: /^(?:With|Group)$/,
  nested: /^(?:Route|Group)$/,
  mounts: /^Mount$/,
  keepsPath: true,
  byMethod: /^(?:Method|MethodFunc)$/,
  path: bracePath,
  // https://pkg.go.dev/github.com/go-chi/chi/v5/middleware#GetHead
  matchingOf: (_, bare) => (/\bmiddleware\.GetHead\b/.test(bare) ? { headByGet: true } : undefined),
};
