import { channelNamesProfile } from '../events/channel-names-profile.js';
import { masstransitProfile } from '../events/masstransit-profile.js';
import { signalrProfile } from '../events/signalr-profile.js';
import { aspnetProfile } from './aspnet/profile.js';
import { fastProfile } from './fast/profile.js';
import { othersProfile } from './others/profile.js';
import type { Profile } from './profile.js';

/** The descriptions of all frameworks, without their readers. */
export const profiles: readonly Profile[] = [
  aspnetProfile,
  fastProfile,
  masstransitProfile,
  channelNamesProfile,
  signalrProfile,
  othersProfile,
];
