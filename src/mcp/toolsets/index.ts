import { architect } from './architect.js';
import { codebaseIntelligence } from './codebase-intelligence.js';
import { context7 } from './context7.js';
import { contractEngine } from './contract-engine.js';
import { taskMaster } from './task-master.js';

/** The toolsets that have an embedded engine, and are served by `tallystick serve`. */
export const embeddedToolsets = [contractEngine, codebaseIntelligence, architect] as const;

/** Those that only servers of others answer. */
export const foreignToolsets = [taskMaster, context7] as const;
