import { channelNames } from '../events/channel-names.js';
import { masstransit } from '../events/masstransit.js';
import { signalr } from '../events/signalr.js';
import { aspnet } from './aspnet/index.js';
import { fast } from './fast/index.js';
import { others } from './others/index.js';

/** All frameworks with a reader. */
export const frameworks = [aspnet, fast, masstransit, channelNames, signalr, others] as const;
