import type { Profile } from '../../../extractor.js';
import { isOgenServer } from '../ogen.js';

/** What every file is asked for ogen. */
export const ogenProfile: Profile = {
  id: 'go/ogen',
  title: 'ogen',
  // the generated router matches whole paths, and answers no HEAD by GET
  matching: { silentSuccess: true, headByGet: false },
  signals: isOgenServer,
};
