import { z } from 'zod';
import { choice, toggle } from './input-kinds.js';

/** What a build does when three remediations did not help. */
const BREAKER = ['research', 'fix', 'skip', 'abort'] as const;
/** What becomes of what a build wrote. */
const APPLY = ['none', 'patch', 'commits', 'pull-request'] as const;

const amount = () =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,4})?$/, 'must be a number above 0')
    .refine((text) => Number(text) > 0, 'must be a number above 0')
    .transform(Number)
    .optional();

/** Inputs of the modes `build` and `apply`. The key for models is no input: it is in `env:`, where agents alone get it. */
export const buildInputs = {
  plan: z
    .string()
    .optional()
    .describe(
      'With mode `build`: what to build, a file below `directory`. Empty: MASTER_PLAN.md, a PRD, or what else the command line finds.',
    ),
  resume: toggle()
    .default(false)
    .describe('With mode `build`: go on with the build whose `.tallystick` and files the workflow has restored.'),
  'dry-run': toggle()
    .default(false)
    .describe('With mode `build`: write waves, calls and limits to log and summary, and do nothing.'),
  'max-cost': amount().describe('With mode `build`: begin no more agents once that many US dollars are spent.'),
  'max-turns': amount().describe('With mode `build`: begin no more agents once models took that many turns.'),
  'max-minutes': amount().describe('With mode `build`: begin no more agents once they worked that long.'),
  'on-breaker': choice(BREAKER)
    .default('abort')
    .describe('With mode `build`, when three fixes did not help: research, fix, skip (not advised) or abort.'),
  'test-command': z
    .string()
    .optional()
    .describe('With mode `build`: runs the tests. Empty: found by package.json, pyproject.toml, go.mod and their like.'),
  model: z.string().optional().describe('With mode `build`: model of all agents. Empty: as their definitions say.'),
  build: toggle()
    .default(false)
    .describe('With mode `regression`: build first, as mode `build` does, and compare what came of it.'),
  apply: choice(APPLY)
    .optional()
    .describe(
      "What becomes of what a build wrote. With mode `build`: `patch` (the default), a file that the output `patch` names, or `none`. With mode `apply`: `commits` (the default on pull requests) on the pull request's branch, or `pull-request` (the default elsewhere), a new one.",
    ),
  patch: z
    .string()
    .optional()
    .describe('With mode `apply`: the patch of a build, from an artifact. It is read as what it may be: made by anybody.'),
};
