import { architect } from './architect.js';
import { codebaseIntelligence } from './codebase-intelligence.js';
import { context7 } from './context7.js';
import { contractEngine } from './contract-engine.js';
import { taskMaster } from './task-master.js';

/** The toolsets with an embedded engine, which `tallystick serve` serves. */
export const embeddedToolsets = [contractEngine, codebaseIntelligence, architect] as const;

/** Toolsets that only external servers answer. */
export const foreignToolsets = [taskMaster, context7] as const;
