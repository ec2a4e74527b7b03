import { aspnet } from './aspnet.js';
import { others } from './others.js';

/** All frameworks that are read. */
export const frameworks = [aspnet, others] as const;
