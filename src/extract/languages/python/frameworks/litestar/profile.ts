import type { Profile } from '../profile.js';

/** What the extractor resolves for Litestar, and what stays unresolved. */
export const litestarProfile: Profile = {
  id: 'python/litestar',
  title: 'Litestar',
  // https://docs.litestar.dev/latest/usage/routing/overview.html: a trie of segments that ignores trailing slashes
  matching: { headByGet: false },
  // an app's handler list may come from a file that does not import Litestar
  signals: (text) => /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:litestar|starlite)\b/m.test(text),
};
