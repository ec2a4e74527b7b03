import { architect } from '../toolsets/architect.js';
import { codebaseIntelligence } from '../toolsets/codebase-intelligence.js';
import { contractEngine } from '../toolsets/contract-engine.js';
import { indexDatabase } from './codebase-intelligence/index-place.js';
import { contractDatabase } from './contract-engine/database-path.js';
import type { EmbeddedEngine } from './embedded.js';

/** All embedded engines, in the order of help and documentation. Their modules load on demand. */
export const embeddedEngines: readonly EmbeddedEngine[] = [
  {
    toolset: contractEngine,
    databaseBy: ({ repository, config, env }) =>
      contractDatabase({ repository, configured: config.contract_engine.database_path, env }),
    open: async (context) => (await import('./contract-engine/contract-engine.js')).openContractEngine(context),
  },
  {
    toolset: codebaseIntelligence,
    databaseBy: ({ repository, config, env }) =>
      indexDatabase({ repository, configured: config.codebase_intelligence.database_path, env }),
    open: async (context) => (await import('./codebase-intelligence/codebase-intelligence.js')).openCodebaseIntelligence(context),
  },
  {
    toolset: architect,
    open: async (context) => (await import('./architect/architect.js')).openArchitect(context),
  },
];
