import { relative, resolve } from 'node:path';
import { commitOf, gitPlace } from '../git/revisions.js';
import { scopeFile, scopeOf } from '../history/history.js';
import { advance, type Progress, type Threshold } from '../history/progress.js';
import { knownWord } from '../model/nearest.js';
import { TOOL } from '../model/tool.js';
import { plain } from '../reports/escape.js';
import { badge } from '../reports/history/badge.js';
import { PROGRESS_FORMATS, progressReport } from '../reports/history/progress.js';
import { incompleteness } from '../reports/verdict.js';
import type { Analysis } from '../rules/judge.js';
import type { ScanRequest } from '../scan.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, listOption, switchOption, textOption } from './command.js';
import { exitCode } from './exit-code.js';
import { readHistory, usualHistory, writeHistory } from './history-file.js';
import { progressOn } from './progress.js';
import { fileReport, REPORT_OPTIONS, renderReport, writeWhole } from './publish.js';
import { failOnOf, INFER_OPTION, PACKAGES_OPTION, SCAN_OPTIONS, wishesOf } from './scan.js';

export const regression: Command = {
  name: 'regression',
  summary: 'Scan, and compare with the results of earlier scans.',
  operands: '[dir]',
  options: [
    ...SCAN_OPTIONS,
    {
      flags: '--history <file>',
      description: 'Results of earlier scans; this one is added.',
      default: 'a file below .tallystick/history',
    },
    { flags: '--badge <file>', description: 'Write a badge as well, as the JSON that shields.io reads.' },
    {
      flags: '--format <format>',
      description: `How the comparison is printed: ${PROGRESS_FORMATS.join(', ')}.`,
      default: 'text',
    },
    ...REPORT_OPTIONS.filter(({ flags }) => /^--(?:output|max-violations)/.test(flags)),
    {
      flags: '--fail-on <severity>',
      description: 'Lowest severity with exit code 1: error, warning or never; or worse, for regressions alone.',
      default: 'error',
    },
    INFER_OPTION,
    PACKAGES_OPTION,
    { flags: '--no-cache', description: 'Read every file again, without the cache.' },
    { flags: '--quiet', description: 'Print nothing but the result.' },
  ],
  examples: [
    { command: 'tallystick regression', does: 'scan, and report regressions' },
    { command: 'tallystick regression --fail-on worse', does: 'known findings fail nothing' },
    { command: 'tallystick regression --history trend.json --badge badge.json', does: 'files of your own' },
  ],
  run: runRegression,
};

async function runRegression(given: Arguments, io: Io): Promise<number> {
  const asked = textOption(given, 'format') ?? 'text';
  const format = knownWord(asked, PROGRESS_FORMATS, `There is no format ${asked} of a comparison.`);
  const files = listOption(given, 'output').map((output) => fileReport(output, io.cwd));
  const judged = judgedBy(textOption(given, 'failOn') ?? 'error');
  const quiet = switchOption(given, 'quiet', false);
  const dir = given.operands[0];
  if (format === 'text' && !quiet) io.stderr.write(`${TOOL.name} ${TOOL.version} · scanning ${plain(dir ?? io.cwd)}\n\n`);

  const { settle } = await import('./settings.js');
  const { request, maxViolations, selection } = await settle({ ...wishesOf(given, io), dir });
  const stored = historyOf(request, textOption(given, 'history'), io.cwd);
  const cache = switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined;
  const shown = progressOn(io.stderr, quiet);
  const scanner = await import('../scan.js');
  const all = await scanner
    .scan({ ...request, ...(cache === undefined ? {} : { cacheDirectory: cache }), onProgress: shown.show })
    .finally(shown.end);
  const { select, selectionOf } = await import('./selection.js');
  // The history includes findings that the baseline knows, because a user may remove them from it.
  const analysis = select(all, await selectionOf(all, request, { baseline: selection.baseline }));
  for (const { report, file } of files) {
    writeWhole(file, await renderReport(report, analysis, request.repository, { maxViolations }));
  }
  const badgeFile = textOption(given, 'badge');
  if (badgeFile !== undefined) writeWhole(resolve(io.cwd, badgeFile), badge(analysis));
  if (incompleteness(analysis).length > 0) return sayIncomplete(analysis, io);

  const occasion = { at: new Date().toISOString(), commit: await commitIn(request.repository), run: null };
  const outcome = advance(stored.history, all, occasion, judged.threshold);
  writeHistory(stored.file, outcome.history);
  io.stdout.write(progressReport(format, outcome.progress, outcome.history.results, relative(io.cwd, stored.file)));
  return judged.exit(analysis, outcome.progress);
}

/** The checked out commit, if git knows it. */
async function commitIn(repository: string): Promise<string | null> {
  const place = gitPlace(repository);
  const head = place === undefined ? undefined : await commitOf(place, 'HEAD');
  return head?.ok === true ? head.value.sha : null;
}

/** The history of the scanned scope, read before the scan so that mistakes are reported at once. */
function historyOf(request: ScanRequest, named: string | undefined, cwd: string) {
  const scope = scopeOf(relative(request.repository, request.dir).replaceAll('\\', '/'), request.service);
  const file = named === undefined ? usualHistory(request.repository, scopeFile(scope, 'history.json')) : resolve(cwd, named);
  return { file, history: readHistory(file, scope) };
}

/** An incomplete run proves nothing, neither better nor worse. */
function sayIncomplete(analysis: Analysis, io: Io): number {
  const reasons = incompleteness(analysis).map((reason) => `  ${plain(reason)}\n`);
  io.stderr.write(`The scan is incomplete, so it was not compared and not recorded:\n${reasons.join('')}`);
  return exitCode(analysis, ['never']);
}

/** The meaning of `--fail-on`: which findings can be regressions, and the exit code. UserError: unknown value. */
function judgedBy(word: string): {
  readonly threshold: Threshold;
  readonly exit: (analysis: Analysis, progress: Progress) => number;
} {
  if (word === 'worse')
    return { threshold: 'error', exit: (analysis, { verdict }) => (verdict === 'worse' ? 1 : exitCode(analysis, ['worse'])) };
  const failOn = failOnOf(word);
  return { threshold: failOn === 'warning' ? 'warning' : 'error', exit: (analysis) => exitCode(analysis, [failOn]) };
}
