import type { Profile } from '../profile.js';

/** What the extractor resolves for Bottle, Chalice, Robyn and BlackSheep, and what stays unresolved. */
export const decoratedProfile: Profile = {
  id: 'python/decorated',
  title: 'Bottle, Chalice, Robyn, BlackSheep',
  unnamed: true,
  signals: (text) => /(?:^|;)[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:bottle|chalice|robyn|blacksheep)\b/m.test(text),
};
