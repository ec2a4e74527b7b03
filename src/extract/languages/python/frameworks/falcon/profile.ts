import type { Profile } from '../profile.js';

/** What the extractor resolves for Falcon, and what stays unresolved. */
export const falconProfile: Profile = {
  id: 'python/falcon',
  title: 'Falcon',
  // https://falcon.readthedocs.io/en/stable/api/routing.html; `on_get` does not answer HEAD, and trailing slashes count unless an
  // option disables this
  matching: { headByGet: false, slashCounts: true },
  unnamed: true,
  signals: (text) =>
    /^[ \t]{0,40}(?:from|import)[ \t]{1,9}falcon\b/m.test(text) ||
    /\bdef on_(?:get|post|put|patch|delete)\w{0,40}\(\s{0,40}self\b/.test(text),
};
