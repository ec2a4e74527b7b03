import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';

/** What is resolved of routegroup, and what it leaves open. */
export const routegroupProfile: Omit<Extractor<Source>, 'extract'> = {
  id: 'go/routegroup',
  title: 'routegroup',
  resolves: [
    '`routegroup.New`, `Mount`, `Group`, `With`, `Route`, groups handed to functions',
    '`Handle`, `HandleFunc` with the patterns of Go 1.22',
    'what handlers send, as with net/http',
  ],
  gaps: ['`routegroup.Mount` on a mux, files below `HandleFiles`'],
  matching: { silentSuccess: true },
  signals: (text) => /github\.com\/go-pkgz\/routegroup\b/.test(text),
};
