import { eventProfiles } from '../events/profiles.js';
import { asgiProfile } from './asgi/profile.js';
import { connexionProfile } from './connexion/profile.js';
import { decoratedProfile } from './decorated/profile.js';
import { djangoProfile } from './django/profile.js';
import { falconProfile } from './falcon/profile.js';
import { fastapiProfile } from './fastapi/profile.js';
import { flaskProfile } from './flask/profile.js';
import { litestarProfile } from './litestar/profile.js';
import { middlewareProfile } from './middleware/profile.js';
import { othersProfile } from './others/profile.js';
import type { Profile } from './profile.js';
import { tornadoProfile } from './tornado/profile.js';

/** The detection and description of all frameworks, without their extractors. */
export const profiles: readonly Profile[] = [
  fastapiProfile,
  flaskProfile,
  connexionProfile,
  djangoProfile,
  asgiProfile,
  tornadoProfile,
  litestarProfile,
  falconProfile,
  decoratedProfile,
  middlewareProfile,
  ...Object.values(eventProfiles),
  othersProfile,
];
