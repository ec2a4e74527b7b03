import type { Engines } from '../../../src/builder/agents/engines.js';

/** All engines are switched off. */
export const NO_ENGINES: Engines = {
  contractEngine: false,
  validation: false,
  testGeneration: false,
  codebaseIntelligence: false,
  registration: false,
};
