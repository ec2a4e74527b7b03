import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../extract/make-folder.js';
import { knownHint, knownWord } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { fitsWildcard } from '../model/wildcard.js';
import { excerptPlaces } from '../reports/excerpt.js';
import { reports } from '../reports/index.js';
import type { Report, ReportOptions, Shown } from '../reports/report.js';
import { describedRules } from '../rules/index.js';
import type { Analysis } from '../rules/judge.js';
import { type Arguments, type Io, listOption, type Option, switchOption } from './command.js';

/** A report for a file. */
export interface FileReport {
  readonly report: Report;
  /** Absolute. */
  readonly file: string;
}

/** The reports to render, and their destinations. */
export interface Publication {
  /** For stdout. */
  readonly report: Report;
  readonly files: readonly FileReport[];
  readonly maxViolations: number;
  /** Absolute root of the analysed repository. */
  readonly repository: string;
  readonly show?: Shown;
  /** What was changed since a base. */
  readonly since?: Pick<ReportOptions, 'change' | 'unanswered' | 'base' | 'byChange' | 'failed'>;
}

const STATUSES = ['verified', 'violated', 'missing', 'unverified'] as const;

export const REPORT_OPTIONS: readonly Option[] = [
  {
    flags: '--format <format>',
    description: `How the result is printed: ${reports.map((report) => report.format).join(', ')}.`,
    default: 'text',
  },
  { flags: '--output <format=file>', description: 'Write a report to a file as well.', repeatable: true },
  { flags: '--verbose', description: 'Text also lists verified subjects, undocumented routes and places not analysed.' },
  {
    flags: '--errors-only',
    description: 'Text lists only errors. This and the next three options change neither the verdict nor the exit code.',
  },
  {
    flags: '--rule <rule>',
    description: 'Text lists only findings of this rule: CONTRACT-001, CONTRACT-001/extra.',
    repeatable: true,
  },
  { flags: '--only <subject>', description: "Text lists only these subjects: 'GET /books*'.", repeatable: true },
  {
    flags: '--status <status>',
    description: `Text lists only subjects of this status: ${STATUSES.join(', ')}.`,
    repeatable: true,
  },
  { flags: '--max-violations <n>', description: 'Most findings that text and Markdown list.', default: '100' },
];

/** The report of a format. UserError: unknown format. */
export function reportOf(format: string): Report {
  const report = reports.find((candidate) => candidate.format === format);
  if (report !== undefined) return report;
  const formats: readonly string[] = reports.map((candidate) => candidate.format);
  throw new UserError(`There is no format ${format}.`, { hint: knownHint(format, formats) });
}

/** What text lists. UserError: an unknown status or rule. */
export function shownOf(given: Arguments): Shown {
  const [rules, only, named] = ['rule', 'only', 'status'].map((name) => listOption(given, name));
  const statuses = (named ?? []).map((word) => oneOf(STATUSES, word, 'status'));
  const known = [...describedRules.flatMap(({ id, problems }) => [id, ...Object.keys(problems).map((name) => `${id}/${name}`)])];
  for (const rule of rules ?? []) if (!known.some((id) => fitsWildcard(rule, id))) oneOf(known, rule, 'rule');
  return {
    verbose: switchOption(given, 'verbose', false),
    errorsOnly: switchOption(given, 'errorsOnly', false),
    rules: rules?.length === 0 ? undefined : rules,
    only: only?.length === 0 ? undefined : only,
    statuses: statuses.length === 0 ? undefined : statuses,
  };
}

function oneOf<Word extends string>(known: readonly Word[], asked: string, noun: string): Word {
  return knownWord(asked, known, `There is no ${noun} ${asked}.`);
}

/** Reads `FORMAT=FILE`; files are relative to `cwd`. UserError: another syntax, unknown format. */
export function fileReport(given: string, cwd: string): FileReport {
  const at = given.indexOf('=');
  const file = given.slice(at + 1);
  if (at < 1 || file === '')
    throw new UserError(`--output ${given} is not of the form FORMAT=FILE.`, { hint: 'For example --output json=report.json.' });
  return { report: reportOf(given.slice(0, at)), file: resolve(cwd, file) };
}

/** Writes the files, each atomically, then prints the report for stdout. UserError: a file cannot be written. */
export async function publish(analysis: Analysis, publication: Publication, io: Io): Promise<void> {
  const { maxViolations, repository, since } = publication;
  for (const { report, file } of publication.files) {
    writeWhole(file, await renderReport(report, analysis, repository, { maxViolations, ...since, ...previousOf(report, file) }));
  }
  const place = (file: string): string => relative(io.cwd, join(repository, file)).replaceAll('\\', '/') || file;
  const color = hasColor(io);
  // A dumb terminal would print the codes of links.
  const links = color && io.stdout.isTTY ? { hyperlink: linkIn(repository) } : {};
  const { show = {} } = publication;
  io.stdout.write(
    await renderReport(publication.report, analysis, repository, { maxViolations, ...since, color, place, show, ...links }),
  );
}

/** Links of terminals: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
function linkIn(repository: string): NonNullable<ReportOptions['hyperlink']> {
  return ({ file, line }, shown) =>
    `\u001b]8;;${pathToFileURL(join(repository, file)).href}#${line}\u001b\\${shown}\u001b]8;;\u001b\\`;
}

/** Renders a report with its other inputs: pages of rules, lines of the repository (its absolute root). */
export async function renderReport(
  report: Report,
  analysis: Analysis,
  repository: string,
  options: ReportOptions,
): Promise<string> {
  const uses = new Set(report.uses);
  const rules = uses.has('rules')
    ? { rules: (await import('./rule-pages.js')).rulePages({ validation: analysis.validation !== undefined }) }
    : {};
  const excerpts = uses.has('excerpts')
    ? { excerpts: (await import('./excerpts.js')).readExcerpts(repository, excerptPlaces(analysis)) }
    : {};
  return report.render(analysis, { ...rules, ...excerpts, ...options });
}

/** The present content of a report's file, for reports that preserve parts of it. */
export function previousOf({ uses }: Report, file: string): Pick<ReportOptions, 'previous'> {
  return uses?.includes('previous') === true && existsSync(file) ? { previous: readFileSync(file, 'utf8') } : {};
}

/** Writes a file atomically: readers find the old content or the new. UserError: it cannot be written. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const draft = join(dirname(file), `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    makeFolder(dirname(file));
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    throw new UserError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      hint: 'Name a file in a folder that can be written to.',
    });
  }
}

/** Colours: on a terminal, unless NO_COLOR is set (https://no-color.org) or it is a dumb one; always with FORCE_COLOR. */
export function hasColor({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stdout.isTTY && env.TERM !== 'dumb';
}
