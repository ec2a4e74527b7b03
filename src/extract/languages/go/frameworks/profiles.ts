import { channelNamesProfile } from '../events/channel-names-profile.js';
import { kafkaProfile } from '../events/kafka-profile.js';
import { ownSendersProfile } from '../events/own-senders-profile.js';
import { goSwaggerProfile } from './go-swagger-profile.js';
import { dialects } from './index.js';
import { ogenProfile } from './ogen-profile.js';
import { othersProfile } from './others.js';
import type { Profile } from './profile.js';

/** The README entries of all frameworks, and the files that may use them. */
export const profiles: readonly Profile[] = [
  ...dialects,
  goSwaggerProfile,
  ogenProfile,
  kafkaProfile,
  channelNamesProfile,
  ownSendersProfile,
  othersProfile,
];
