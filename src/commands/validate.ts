import { randomInt } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { BOUNDS } from '../live/send.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import type { ScanRequest } from '../scan.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, listOption, type Option, switchOption, textOption } from './command.js';
import { exitCode } from './exit-code.js';
import { progressOn } from './progress.js';
import { publish, REPORT_OPTIONS } from './publish.js';
import {
  CACHE_OPTION,
  FAIL_OPTION,
  INFER_OPTION,
  MIN_DECIDED_OPTION,
  optionsOf,
  PACKAGES_OPTION,
  SCAN_OPTIONS,
  selected,
  wishesOf,
} from './scan.js';
import type { ScanSettings } from './settings.js';
import type { TestsTarget } from './validation/generated-tests.js';
import type { LiveOptions } from './validation/live.js';

const LARGEST_SEED = 2 ** 32;

const LIVE_OPTIONS: readonly Option[] = [
  { flags: '--base-url <url>', description: 'Call the endpoints of the running service there, and compare its answers.' },
  {
    flags: '--header <name=value>',
    description: 'A header for every request; $NAME in it is a variable of the environment. Its value is never shown.',
    repeatable: true,
  },
  { flags: '--allow-writes', description: 'Also call methods that may change data: POST, PUT, PATCH and DELETE.' },
  {
    flags: '--seed <n>',
    description: 'Use the same values as the run that printed this number.',
    default: 'a new one every time',
  },
  { flags: '--timeout <ms>', description: 'Most milliseconds for one request.', default: String(BOUNDS.timeoutMs) },
  { flags: '--concurrency <n>', description: 'Most requests at the same time.', default: String(BOUNDS.concurrency) },
  { flags: '--rate <n>', description: 'Most requests in a second.', default: String(BOUNDS.perSecond) },
];

export const validate: Command = {
  name: 'validate',
  summary: 'Validate contracts, their implementation and a running service through the Contract Engine.',
  operands: '[dir]',
  options: [
    ...SCAN_OPTIONS,
    ...LIVE_OPTIONS,
    { flags: '--base <revision>', description: 'Report how the contracts break consumers since a revision.' },
    {
      flags: '--tests <dir>',
      description: 'Write tests for the contracts there (jest, pytest).',
      default: '.tallystick/tests, where contract_engine.enabled and test_generation are on; else nowhere',
    },
    { flags: '--allow-commands', description: 'Start the server of the Contract Engine that the configuration names.' },
    ...REPORT_OPTIONS,
    FAIL_OPTION,
    MIN_DECIDED_OPTION,
    INFER_OPTION,
    PACKAGES_OPTION,
    CACHE_OPTION,
    { flags: '--quiet', description: 'Print nothing but the result.' },
  ],
  examples: [
    { command: 'tallystick validate', does: 'contracts and code, with the engine of this program' },
    { command: 'tallystick validate --base-url http://localhost:3000', does: 'the endpoints of a running service as well' },
    {
      command: "tallystick validate --base-url https://test.example.com --header 'Authorization=Bearer $API_TOKEN'",
      does: 'a service that requires authentication',
    },
    { command: 'tallystick validate --tests tests/contracts', does: 'writes contract tests as well' },
    { command: 'tallystick validate --base origin/main', does: 'breaking contract changes of this branch' },
  ],
  run: runValidate,
};

async function runValidate(given: Arguments, io: Io): Promise<number> {
  const { report, files, failOn, quiet, dir, show } = optionsOf('validate', given, io);
  const live = await liveOf(given, io);
  if (report.format === 'text' && !quiet)
    io.stderr.write(`${TOOL.name} ${TOOL.version} · validating ${plain(dir ?? io.cwd)}\n\n`);

  const { settle } = await import('./settings.js');
  const settings = await settle({ ...wishesOf(given, io), dir });
  const { maxViolations, resolved } = settings;
  const cache = switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined;
  const request = { ...settings.request, ...(cache === undefined ? {} : { cacheDirectory: cache }) };
  const base = textOption(given, 'base');
  if (base !== undefined) {
    const { checkBase } = await import('./validation/changes.js');
    await checkBase(base, request.repository);
  }
  const { chooseEngine, commandTrust, isForeign } = await import('../mcp/choose.js');
  const commands = commandTrust(switchOption(given, 'allowCommands', false), io.env);
  const chosen = { resolved, commands, env: io.env, repository: request.repository };
  const progress = progressOn(io.stderr, quiet);
  const { scan } = await import('../scan.js');
  const { validated } = await import('./validation/validate.js');
  const compared = async (requested: ScanRequest) =>
    selected(await scan({ ...requested, onProgress: progress.show }), settings, given, io);
  const analysis = await validated(compared, {
    scan: request,
    choice: chooseEngine('contract-engine', chosen),
    env: io.env,
    databasePath: resolved.config.contract_engine.database_path,
    isForeign: isForeign(io.env),
    tests: await testsOf(given, io, settings),
    base,
    live,
    onProgress: progress.show,
  }).finally(progress.end);
  const { RESULTS_FILE, writeResults } = await import('./validation/results-file.js');
  const problem = await writeResults(analysis, request.repository);
  if (problem !== undefined) io.stderr.write(`${problem}\n`);
  else if (live !== undefined && !quiet) io.stderr.write(`Endpoint by endpoint: ${RESULTS_FILE}\n\n`);
  await publish(analysis, { report, files, maxViolations, repository: request.repository, show }, io);
  return exitCode(analysis, [failOn]);
}

async function testsOf(
  given: Arguments,
  io: Io,
  { resolved, request: { repository } }: ScanSettings,
): Promise<TestsTarget | undefined> {
  const { testsTarget } = await import('./validation/generated-tests.js');
  const named = textOption(given, 'tests');
  const wish = testsTarget(resolved.config, repository, named === undefined ? undefined : resolve(io.cwd, named));
  if (wish === undefined || switchOption(given, 'quiet', false)) return wish;
  const report = (files: readonly string[]): void => {
    const names = files.map((file) => plain(relative(io.cwd, file)));
    io.stderr.write(`Contract tests (BASE_URL is the address of the service): ${names.join(', ')}\n\n`);
  };
  return { ...wish, onWritten: report };
}

async function liveOf(given: Arguments, io: Io): Promise<LiveOptions | undefined> {
  const url = textOption(given, 'baseUrl');
  if (url === undefined) {
    const vain = ['header', 'allowWrites', 'seed', 'timeout', 'concurrency', 'rate'].find((name) => {
      const value = given.options[name];
      return value !== undefined && value !== false;
    });
    if (vain === undefined) return undefined;
    throw new UserError('Options of requests have no effect without a service.', {
      hint: 'Name one: --base-url http://localhost:3000',
    });
  }
  const { baseUrlOf } = await import('../live/base-url.js');
  const { headersOf } = await import('../live/headers.js');
  return {
    base: baseUrlOf(url),
    given: headersOf(listOption(given, 'header'), io.env),
    seed: countOf(given, 'seed', 0, LARGEST_SEED - 1) ?? randomInt(LARGEST_SEED),
    allowWrites: switchOption(given, 'allowWrites', false),
    bounds: {
      ...BOUNDS,
      timeoutMs: countOf(given, 'timeout', 1, 600_000) ?? BOUNDS.timeoutMs,
      concurrency: countOf(given, 'concurrency', 1, 64) ?? BOUNDS.concurrency,
      perSecond: countOf(given, 'rate', 1, 1_000) ?? BOUNDS.perSecond,
    },
  };
}

function countOf(given: Arguments, name: string, least: number, most: number): number | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UserError(`--${name} must be a whole number from ${least} to ${most}, not ${text}.`);
}
