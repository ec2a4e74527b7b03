import { z } from 'zod';
import { DEPTHS } from '../config/presets.js';
import { parseShare } from '../model/share.js';
import { QUESTIONS } from '../rules/change.js';
import { choice, choices, lines, toggle } from './input-kinds.js';

/** What the Action can do, as its input `mode` names it. */
const MODES = ['scan', 'shard', 'merge', 'report', 'regression', 'validate', 'build', 'apply'] as const;
/** What fails the step. */
const FAIL_ON = ['error', 'warning', 'never', 'worse', ...QUESTIONS] as const;
/** When the pull request is commented on. */
const COMMENT = ['findings', 'always', 'never'] as const;

/** Inputs of all modes but those that only builds have. */
export const scanInputs = {
  mode: choice(MODES)
    .default('scan')
    .describe(
      'What to do. `scan`: compare the contracts with the code. `shard`: only read a part of the code, for a matrix of jobs; writes a fact sheet. `merge`: join the sheets of all shards, then compare. `report`: publish the result of another run, which had no right to, in a workflow started by `workflow_run`. `regression`: compare as `scan` does, then with the results of earlier runs: writes the trend to the job summary, keeps history and badge, and one issue while something is worse than it was. `validate`: compare as `scan` does, and validate the contracts, what is marked as implemented, changes of contracts and, with `base-url`, a running service. `build`: build the milestones of a plan with agents, and write what they made as a patch. `apply`: apply the patch of a build, in a job of its own.',
    ),
  directory: z.string().default('.').describe('Folder of the service, from the root of the workspace.'),
  contracts: lines().describe(
    'Contracts to keep, one file a line. Empty: the globs of the configuration, else found by name and content.',
  ),
  'base-path': z
    .string()
    .optional()
    .describe('Path below which the code serves what the contract promises, where the contract does not say so itself.'),
  service: z.string().optional().describe('Name of the service in the configuration, in a repository that holds several.'),
  config: z
    .string()
    .optional()
    .describe('Configuration file. Empty: `.tallystick.yml` at the root of the repository, if there is one.'),
  depth: choice(DEPTHS).optional().describe('Preset of settings: quick, standard, thorough or exhaustive. Empty: none.'),
  'fail-on': choices(FAIL_ON)
    .optional()
    .describe(
      'What fails the step, one or more words: `error` (all errors), `warning` (all warnings and errors) or `never`; of a change: `new` (errors that the base does not have), `lost` (promises that were checked at the base and no longer are), `breaking` (differences of the contracts that break their consumers, a moved base path among them), `dropped` (promises that no contract makes any more), `moved` (another base path); with mode `regression` also `worse`: only what is worse than it was. Empty: `new, lost, breaking` on pull requests and in merge queues, else `error`.',
    ),
  'max-violations': z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')
    .transform(Number)
    .optional()
    .describe(
      'Most findings that the log lists. Empty: as configured, 100 by default. The job summary and the JSON report carry all.',
    ),
  'min-decided': z
    .string()
    .transform(parseShare)
    .refine((share) => share !== undefined, 'must be a share such as 0.5 or 50%')
    .optional()
    .describe(
      'The least share of what is promised that has to be decided (verified, violated or missing), such as `0.5` or `50%`: a run that decides less fails. Empty: as configured, any by default.',
    ),
  baseline: z
    .string()
    .optional()
    .describe(
      'File of findings that were known before: only others fail. With `strict_baseline` in the configuration, resolved entries that it still lists fail too. Empty: as configured. On pull requests only what the base revision lists as well is known.',
    ),
  'changed-since': z
    .string()
    .optional()
    .describe(
      'Revision: only findings in what was changed since are reported. Empty: everywhere, or as `scan_scope_mode` says: since the base of the pull request. It has to be in the clone (`fetch-depth: 0`).',
    ),
  infer: choice(['on', 'off'])
    .default('on')
    .transform((word) => word === 'on')
    .describe('Work out what handlers send where no type is written down: `on` or `off`.'),
  token: z
    .string()
    .default('')
    .describe(
      'Token that results are published with. It needs `checks: write` for the check run, `pull-requests: write` for comment and suggestions, `security-events: write` for code scanning; what it lacks is named, and the result shown in log and summary instead. Empty: nothing is published.',
    ),
  check: toggle()
    .default(true)
    .describe(
      'Publish a check run on the commit, with the findings as annotations (500 at most, the worst first). It ends as the step does.',
    ),
  'check-name': z
    .string()
    .max(100, 'must be at most 100 characters')
    .default('Tallystick')
    .describe('Name of the check run, which also tells apart the comments of several steps.'),
  comment: choice(COMMENT)
    .default('findings')
    .describe(
      'Keep one comment on the pull request: `findings`: as soon as there is something to say, and from then on; `always`; `never`.',
    ),
  suggestions: toggle()
    .default(true)
    .describe('Offer lines that the pull request changes with their fields renamed as promised, as suggestions to commit.'),
  'code-scanning': toggle().default(false).describe('Upload the findings to code scanning, where the repository has it.'),
  'compare-base': toggle().default(true).describe('On pull requests, tell which findings are new: the base is scanned as well.'),
  annotations: toggle()
    .default(true)
    .describe('Annotate lines by log commands, as many as GitHub shows, where no check run was published.'),
  summary: toggle().default(true).describe('Write the compliance matrix and the findings to the job summary.'),
  shard: z
    .string()
    .regex(/^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, 'must be i/n, such as 2/4')
    .refine((shard) => Number(shard.split('/')[0]) <= Number(shard.split('/')[1]), 'must be i/n with i from 1 to n')
    .optional()
    .describe('With mode `shard`: which part to read, as i/n.'),
  sheets: lines().describe('With mode `merge`: the fact sheets, one file or folder a line.'),
  result: z
    .string()
    .optional()
    .describe(
      'With mode `report`, the JSON report of that run; with mode `apply`, that of the build; from an artifact. It is read as what it may be: made by anybody.',
    ),
  'base-url': z
    .string()
    .optional()
    .describe(
      'With mode `validate`: address of a running service, whose endpoints are called and whose answers are compared. Nothing else is contacted. Empty: none is called.',
    ),
  headers: lines().describe(
    'With mode `validate`: headers for every request, one `NAME=VALUE` a line; `$NAME` in a value is a variable of `env:`, and is never shown.',
  ),
  'allow-writes': toggle()
    .default(false)
    .describe('With mode `validate`: call what may change something too: POST, PUT, PATCH and DELETE.'),
  seed: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .optional()
    .describe('With mode `validate`: make the same values as the run that printed this number. Empty: another every time.'),
  history: z
    .string()
    .optional()
    .describe(
      'With mode `regression`: file of earlier results, which the workflow itself keeps (cache, artifact); the badge is written beside it. Empty: they are kept on the branch `history-branch`.',
    ),
  'history-branch': z
    .string()
    .regex(/^(?!refs\/)[A-Za-z0-9_][A-Za-z0-9._/-]{0,200}$/, 'must be the name of a branch')
    .default('tallystick-history')
    .describe(
      'With mode `regression`: branch that keeps history and badge; it is made when it is not there, and shares nothing with the code. Takes `contents: write`.',
    ),
  issue: toggle()
    .default(true)
    .describe('With mode `regression`: keep one issue open while something is worse than it was. Takes `issues: write`.'),
  cache: z
    .string()
    .optional()
    .describe(
      'Folder, outside of the workspace, in which facts are kept between runs; the workflow restores and saves it. Changes under review are judged without it. Empty: every file is read anew.',
    ),
  output: lines().describe(
    'Files to write, one a line: `FORMAT=FILE` with text, json, markdown, sarif, junit, html, github or matrix; a file alone is for the JSON report, or with mode `shard` for the fact sheet. Empty: that one in the temporary folder of the runner.',
  ),
};
