import type { Profile } from '../../../extractor.js';
import { eventProfiles } from '../events/profiles.js';
import { aspnetProfile } from './aspnet/profile.js';
import { fastProfile } from './fast/profile.js';
import { othersProfile } from './others/profile.js';

/** The descriptions of all frameworks, without their readers. */
export const profiles: readonly Profile[] = [aspnetProfile, fastProfile, ...Object.values(eventProfiles), othersProfile];
