import { contractEngine } from '../toolsets/contract-engine.js';
import type { EmbeddedEngine } from './embedded.js';

/** Every embedded engine, in the order of help and documentation. What it is made of is loaded when it is opened. */
export const embeddedEngines: readonly EmbeddedEngine[] = [
  {
    toolset: contractEngine,
    open: async (context) => (await import('./contract-engine/contract-engine.js')).openContractEngine(context),
  },
];
