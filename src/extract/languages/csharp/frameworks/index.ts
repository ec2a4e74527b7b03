import { masstransit } from '../events/masstransit.js';
import { aspnet } from './aspnet.js';
import { fast } from './fast.js';
import { others } from './others.js';

/** All frameworks that are read. */
export const frameworks = [aspnet, fast, masstransit, others] as const;
