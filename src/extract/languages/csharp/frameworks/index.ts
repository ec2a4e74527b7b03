import { aspnet } from './aspnet.js';

/** All frameworks that are read. */
export const frameworks = [aspnet] as const;
