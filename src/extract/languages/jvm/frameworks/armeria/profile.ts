import type { Profile } from '../../../../extractor.js';

/** What the Armeria reader resolves, and the gaps it leaves. */
export const armeriaProfile: Profile = {
  id: 'jvm/armeria',
  title: 'Armeria (annotated services)',
  signals: (text) => /\bcom\.linecorp\.armeria\.(?:server|spring)\b/.test(text),
};
