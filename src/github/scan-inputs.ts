import { z } from 'zod';
import { DEPTHS } from '../config/presets.js';
import { QUESTIONS } from '../rules/change.js';
import { choice, choices, lines, toggle } from './input-kinds.js';

/** The modes of the Action: the main action scans and validates, each other mode is an action in a folder of its name. */
const MODES = ['scan', 'shard', 'merge', 'report', 'regression', 'validate', 'build', 'apply'] as const;
/** What fails the step. */
const FAIL_ON = ['error', 'warning', 'never', 'worse', ...QUESTIONS] as const;
/** Where results are published; `comment-always` also comments if there is nothing to report. */
export const PUBLISH = [
  'check',
  'comment',
  'comment-always',
  'suggestions',
  'annotations',
  'summary',
  'code-scanning',
  'issue',
  'none',
] as const;

/** A place where results are published. */
export type Published = (typeof PUBLISH)[number];

/** Inputs of all modes, except those for builds only. */
export const scanInputs = {
  mode: choice(MODES).default('scan'),
  directory: z.string().default('.'),
  contracts: lines(),
  'base-path': z.string().optional(),
  service: z.string().optional(),
  config: z.string().optional(),
  depth: choice(DEPTHS).optional(),
  'fail-on': choices(FAIL_ON).optional(),
  'changed-since': z.string().optional(),
  token: z.string().default(''),
  publish: choices(PUBLISH).optional(),
  'check-name': z.string().max(100, 'must be at most 100 characters').default('Tallystick'),
  shard: z
    .string()
    .regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, 'must be i/n, such as 2/4')
    .refine((shard) => Number(shard.split('/')[0]) <= Number(shard.split('/')[1]), 'must be i/n with i from 1 to n')
    .optional(),
  sheets: lines(),
  result: z.string().optional(),
  'base-url': z.string().optional(),
  headers: lines(),
  'allow-writes': toggle().default(false),
  seed: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
  history: z.string().optional(),
  'history-branch': z
    .string()
    .regex(/^(?!refs\/)[A-Za-z0-9_][A-Za-z0-9._/-]{0,200}$/, 'must be the name of a branch')
    .default('tallystick-history'),
  cache: z.string().optional(),
  output: lines(),
};
