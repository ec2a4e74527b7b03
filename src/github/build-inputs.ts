import { z } from 'zod';
import { amounts, choice, toggle } from './input-kinds.js';

/** What a build does after three remediations failed. */
const BREAKER = ['research', 'fix', 'skip', 'abort'] as const;
/** How the files that a build wrote are applied. */
const APPLY = ['none', 'patch', 'commits', 'pull-request'] as const;
/** The limits of a build: US dollars, turns of models, minutes. */
const BUDGET = ['cost', 'turns', 'minutes'] as const;

/** Inputs of the modes `build` and `apply`. The key for models is no input: it is in `env:`, where only agents get it. */
export const buildInputs = {
  plan: z.string().optional(),
  resume: toggle().default(false),
  'dry-run': toggle().default(false),
  budget: amounts(BUDGET).optional(),
  'on-breaker': choice(BREAKER).default('abort'),
  'test-command': z.string().optional(),
  model: z.string().optional(),
  build: toggle().default(false),
  apply: choice(APPLY).optional(),
  patch: z.string().optional(),
};
