import { PACKAGES } from '../config/packages.js';
import { knownWord } from '../model/nearest.js';
import { parseShare } from '../model/share.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { type Change, QUESTIONS } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import { cacheDirectory } from './cache-directory.js';
import type { Causes } from './causes.js';
import { type Arguments, type Command, type Io, listOption, type Option, switchOption, textOption } from './command.js';
import { exitCode, FAIL_ON, type FailOn, OF_CHANGE, type Threshold } from './exit-code.js';
import { progressOn } from './progress.js';
import { fileReport, publish, REPORT_OPTIONS, reportOf, shownOf } from './publish.js';
import type { changeSinceRevision } from './revisions/since-revision.js';
import type { ScanSettings } from './settings.js';

const CONTRACT_OPTION: Option = {
  flags: '--contract <file>',
  description: 'A contract to compare with the code.',
  repeatable: true,
  default: 'those found in the folder',
};
const CONFIG_OPTIONS: readonly Option[] = [
  { flags: '--service <name>', description: 'The service of the configuration to use.' },
  { flags: '--config <file>', description: 'The configuration.', default: '.tallystick.yml at the root of the repository' },
];

export const CONTRACT_OPTIONS: readonly Option[] = [CONTRACT_OPTION, ...CONFIG_OPTIONS];

/** The options of every command that compares code with contracts. */
export const SCAN_OPTIONS: readonly Option[] = [
  CONTRACT_OPTION,
  {
    flags: '--base-path <path>',
    description: 'Base path of the operations in the code.',
    default: 'as the contract says',
  },
  ...CONFIG_OPTIONS,
  { flags: '--depth <depth>', description: 'Preset of settings: quick, standard, thorough or exhaustive.', default: 'none' },
];

export const SELECT_OPTIONS: readonly Option[] = [
  { flags: '--changed-since <revision>', description: 'Report only findings in changes since a revision.' },
  { flags: '--baseline <file>', description: 'Known findings: only others fail.', default: 'as configured' },
  { flags: '--no-baseline', description: 'Report known findings as well, whatever baseline is configured.' },
  { flags: '--update-baseline', description: 'Write the baseline with all findings.' },
];

export const FAIL_OPTION: Option = {
  flags: '--fail-on <severity>',
  description: 'Lowest severity with exit code 1: error, warning or never.',
  default: 'error',
};

const BASE_OPTIONS: readonly Option[] = [
  {
    flags: '--base <revision>',
    description:
      'Judge the changes since a revision, as on a pull request: new errors, lost operations, breaking contract changes. The base is scanned as well.',
  },
  {
    flags: '--fail-on <words>',
    description: `When the exit code is 1: ${FAIL_ON.join(', ')}; with --base also a list of ${QUESTIONS.join(', ')}.`,
    default: `error; with --base ${OF_CHANGE.join(',')}`,
  },
];

export const MIN_DECIDED_OPTION: Option = {
  flags: '--min-decided <share>',
  description: 'The least share of subjects that must be decided, such as 0.5 or 50%. A run that decides less ends with 1.',
  default: 'as configured',
};

export const INFER_OPTION: Option = {
  flags: '--infer <switch>',
  description: 'Infer what handlers send if no type is declared: on or off. Default: as configured, on.',
};

export const PACKAGES_OPTION: Option = {
  flags: '--packages <which>',
  description: `What is read of packages: ${PACKAGES.join(' or ')}. The latter reads what those in node_modules declare.`,
  default: 'as configured, none',
};

/** Reads an option that takes one of a few words; absent: as configured. UserError: another word. */
function wordOption<Word extends string>(given: Arguments, name: string, words: readonly Word[]): Word | undefined {
  const text = textOption(given, name);
  const known = words.find((one) => one === text);
  if (known !== undefined || text === undefined) return known;
  throw new UserError(`--${name} cannot be ${text}.`, { hint: `Known: ${words.join(', ')}.` });
}

export const CACHE_OPTION: Option = { flags: '--no-cache', description: 'Read every file again, without the cache.' };

const QUIET_OPTION: Option = { flags: '--quiet', description: 'Print nothing but the result.' };

export const scan: Command = {
  name: 'scan',
  summary: 'Compare the contracts with the code.',
  operands: '[dir]',
  options: [
    ...SCAN_OPTIONS,
    ...SELECT_OPTIONS,
    ...REPORT_OPTIONS,
    ...BASE_OPTIONS,
    MIN_DECIDED_OPTION,
    INFER_OPTION,
    PACKAGES_OPTION,
    CACHE_OPTION,
    QUIET_OPTION,
  ],
  examples: [
    { command: 'tallystick scan', does: 'the service in this folder, with the contracts found in it' },
    { command: 'tallystick scan services/books --contract api/books.yaml', does: 'one service, one contract' },
    { command: 'tallystick scan --base-path /api/v2', does: 'the code serves the contract below /api/v2' },
    { command: 'tallystick scan --base origin/main', does: 'this branch, judged like a pull request' },
    { command: 'tallystick scan --output json=report.json --fail-on never', does: 'write a report, never fail' },
  ],
  run: runScan,
};

async function runScan(given: Arguments, io: Io): Promise<number> {
  const revision = textOption(given, 'base');
  const failOn = failOnWords(textOption(given, 'failOn'), revision !== undefined);
  const { report, files, quiet, dir, show } = outputsOf('scan', given, io);
  // Before heavy modules load: the user sees at once that it runs.
  if (report.format === 'text' && !quiet) io.stderr.write(`${TOOL.name} ${TOOL.version} · scanning ${plain(dir ?? io.cwd)}\n\n`);

  const { settle } = await import('./settings.js');
  const settings = await settle({ ...wishesOf(given, io), dir });
  const { maxViolations, resolved } = settings;
  const cache = switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined;
  const request = {
    ...settings.request,
    ...(cache === undefined ? {} : { cacheDirectory: cache }),
    ...(revision === undefined ? {} : { memory: (await import('../extract/cached-facts.js')).openMemory() }),
  };
  const progress = progressOn(io.stderr, quiet);
  const scanner = await import('../scan.js');
  const shown = { ...request, onProgress: progress.show };
  const { analysis: found, contracts } = await (revision === undefined
    ? scanner.scan(shown).then((analysis) => ({ analysis, contracts: [] }))
    : scanner.scanned(shown)
  ).finally(progress.end);
  const { causes, ...since } =
    revision === undefined ? NO_CHANGE : await sinceBase(revision, { request, contracts, analysis: found });
  const chosen = { analysis: await selected(found, settings, given, io, since.change), change: since.change };
  // Comparing contracts is heavy to load, and there are causes only where a base was compared.
  const { analysis, change } = causes.size === 0 ? chosen : (await import('./causes.js')).withCauses(chosen, causes);
  const isUnanswered = since.unanswered !== undefined || (change?.uncompared.length ?? 0) > 0;
  const code = exitCode(analysis, failOn, change, isUnanswered && resolved.config.unanswered === 'fail');
  const judged = { ...since, change, byChange: change !== undefined && failOn.includes('new'), failed: code !== 0 };
  await publish(analysis, { report, files, maxViolations, repository: request.repository, show, since: judged }, io);
  return code;
}

interface Since {
  readonly change?: Change | undefined;
  readonly base?: string;
  readonly unanswered?: string;
  readonly causes: Causes;
}

const NO_CHANGE: Since = { causes: new Map() };

/** What was changed, or why that is not known. UserError: no such revision. */
async function sinceBase(revision: string, compared: Parameters<typeof changeSinceRevision>[1]): Promise<Since> {
  const { changeSinceRevision } = await import('./revisions/since-revision.js');
  const answer = await changeSinceRevision(revision, compared);
  return answer.ok ? answer.value : { ...NO_CHANGE, unanswered: `the base could not be scanned: ${answer.why}` };
}

/** The analysis with the selected findings; updates the baseline on request. */
export async function selected(
  found: Analysis,
  { request, selection }: ScanSettings,
  given: Arguments,
  io: Io,
  change?: Change,
): Promise<Analysis> {
  const { select, selectionOf, updateBaseline, updateLines, withBrought } = await import('./selection.js');
  const update = switchOption(given, 'updateBaseline', false);
  const { baseline } = selection;
  const written = update && baseline !== undefined ? updateBaseline(found, request, baseline) : undefined;
  if (update && written === undefined) io.stderr.write('The baseline was not written because the run is incomplete.\n');
  if (written !== undefined)
    io.stderr.write(
      updateLines(written)
        .map((line) => `${plain(line)}\n`)
        .join(''),
    );
  const asked = await selectionOf(found, request, { ...selection, baseline: written?.baseline ?? baseline });
  return select(found, change === undefined ? asked : withBrought(asked, found.violations, change));
}

/** The scan options of a command line, for every command. */
export function wishesOf(given: Arguments, io: Io) {
  const infer = wordOption(given, 'infer', ['on', 'off']);
  return {
    cwd: io.cwd,
    env: io.env,
    by: 'the command line',
    contracts: listOption(given, 'contract'),
    basePath: textOption(given, 'basePath'),
    service: textOption(given, 'service'),
    config: textOption(given, 'config'),
    depth: textOption(given, 'depth'),
    maxViolations: countOf(textOption(given, 'maxViolations')),
    minDecided: shareOf(textOption(given, 'minDecided')),
    baseline: switchOption(given, 'baseline', true) ? textOption(given, 'baseline') : (false as const),
    infer: infer === undefined ? undefined : infer === 'on',
    packages: wordOption(given, 'packages', PACKAGES),
    updateBaseline: switchOption(given, 'updateBaseline', false),
    changedSince: textOption(given, 'changedSince'),
  };
}

/** Reads `--fail-on`. UserError: unknown value. */
export const failOnOf = (word: string): Threshold => knownWord(word, FAIL_ON, `--fail-on cannot be ${word}.`);

/** Reads the `--fail-on` of a scan: a list. UserError: an unknown word, or one that goes with no other or needs a base. */
function failOnWords(text: string | undefined, hasBase: boolean): readonly FailOn[] {
  if (text === undefined) return hasBase ? OF_CHANGE : ['error'];
  const words = text.split(',').map((word) => QUESTIONS.find((question) => question === word.trim()) ?? failOnOf(word.trim()));
  const asked = QUESTIONS.filter((word) => words.includes(word));
  if (asked.length > 0 && !hasBase)
    throw new UserError(`--fail-on names ${asked.join(', ')}, which a scan without a base cannot determine.`, {
      hint: 'Name what to compare with: --base origin/main',
    });
  if (words.length > 1 && words.includes('never'))
    throw new UserError('--fail-on is never, which goes with no other word.', { hint: 'Leave out the one or the others.' });
  return words;
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError(`--max-violations must be a whole number from 1, not ${text}.`);
}

/** Reads a share, `0.5` or `50%`. UserError: another text. */
function shareOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = parseShare(text);
  if (share !== undefined) return share;
  throw new UserError(`--min-decided must be a share such as 0.5 or 50%, not ${text}.`);
}

/** The options of a command that scans one folder. UserError: an invalid option or operand. */
export function optionsOf(command: string, given: Arguments, io: Io) {
  return { ...outputsOf(command, given, io), failOn: failOnOf(textOption(given, 'failOn') ?? 'error') };
}

function outputsOf(command: string, given: Arguments, io: Io) {
  return {
    report: reportOf(textOption(given, 'format') ?? 'text'),
    files: listOption(given, 'output').map((output) => fileReport(output, io.cwd)),
    quiet: switchOption(given, 'quiet', false),
    dir: operandOf(command, given),
    show: shownOf(given),
  };
}

function operandOf(command: string, given: Arguments): string | undefined {
  const [dir, another] = given.operands;
  if (another !== undefined)
    throw new UserError(`${command} takes one folder, not also ${another}.`, { hint: 'Name contracts with --contract.' });
  return dir;
}
