import { isOgenServer } from '../ogen.js';
import type { Profile } from './profile.js';

/** What the extractor resolves for ogen servers, and what stays unresolved. */
export const ogenProfile: Profile = {
  id: 'go/ogen',
  title: 'ogen',
  resolves: [
    'generated servers: operations of `Handler`, and the methods of the service that implement it',
    'statuses and models of the responses that these methods return, with `Opt…` and `Nil…`',
    '`WithPathPrefix`',
  ],
  gaps: ['models with several variants', 'generated code that is not committed'],
  // the generated router matches whole paths, and answers no HEAD by GET
  matching: { silentSuccess: true, headByGet: false },
  signals: isOgenServer,
};
