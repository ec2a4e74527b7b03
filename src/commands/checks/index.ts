import type { Check } from '../../reports/preflight.js';
import { engineChecks } from './engines.js';
import { folderChecks } from './folders.js';
import { hookChecks } from './hooks.js';
import { permissionChecks } from './permissions.js';
import { programChecks } from './programs.js';
import type { Surroundings } from './surroundings.js';
import { taskServerChecks } from './task-server.js';
import { taskChecks } from './tasks.js';

/** All checks besides configuration and contracts, in the order of the report. */
export const checks: readonly ((where: Surroundings) => readonly Check[] | Promise<readonly Check[]>)[] = [
  folderChecks,
  engineChecks,
  taskChecks,
  taskServerChecks,
  hookChecks,
  programChecks,
  permissionChecks,
];
