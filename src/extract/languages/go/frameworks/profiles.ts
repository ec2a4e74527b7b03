import type { Profile } from '../../../extractor.js';
import { eventProfiles } from '../events/profiles.js';
import { goSwaggerProfile } from './go-swagger-profile.js';
import { dialects } from './index.js';
import { ogenProfile } from './ogen-profile.js';
import { othersProfile } from './others.js';

/** The README entries of all frameworks, and the files that may use them. */
export const profiles: readonly Profile[] = [
  ...dialects,
  goSwaggerProfile,
  ogenProfile,
  ...Object.values(eventProfiles),
  othersProfile,
];
