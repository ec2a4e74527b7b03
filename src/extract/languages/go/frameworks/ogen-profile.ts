import type { Profile } from '../../../extractor.js';
import { isOgenServer } from '../ogen.js';

/** What the extractor resolves for ogen servers, and what stays unresolved. */
export const ogenProfile: Profile = {
  id: 'go/ogen',
  title: 'ogen',
  // the generated router matches whole paths, and answers no HEAD by GET
  matching: { silentSuccess: true, headByGet: false },
  signals: isOgenServer,
};
