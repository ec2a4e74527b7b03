import { fileReport, previousOf, renderReport, reportOf, writeWhole } from '../commands/publish.js';
import type { Context } from '../github/context.js';
import type { Inputs } from '../github/inputs.js';
import { resultPath, workspaceOf, writablePath } from '../github/workspace.js';
import { UserError } from '../model/user-error.js';
import { fileUrl } from '../reports/github/result.js';
import { reports } from '../reports/index.js';
import type { ReportOptions } from '../reports/report.js';
import type { Analysis } from '../rules/judge.js';

/** The settings for files that a step writes. */
export interface FileWishes {
  /** Lines of the input `output`. */
  readonly output: readonly string[];
  /** Absolute root of the repository of the analysis. */
  readonly repository: string;
  readonly maxViolations: number;
  /** The target of links in the HTML report; absent outside a workflow. */
  readonly context?: Context | undefined;
  /** What a change did, or why that is unknown. */
  readonly since?: Pick<ReportOptions, 'change' | 'unanswered'> | undefined;
}

/**
 * The one line of `output` without a format: the file of the JSON report.
 *
 * @throws UserError if there are several
 */
function plainOutput(output: readonly string[]): string | undefined {
  const [file, another] = output.filter((line) => !hasFormat(line));
  if (another === undefined) return file;
  throw new UserError(`Input output names two files without a format, ${file} and ${another}.`, {
    hint: 'Write FORMAT=FILE for all but one, for example html=report.html.',
  });
}

/**
 * Checks the files that the inputs name before the run starts: a file that cannot be written must not cause an error only after
 * publishing.
 *
 * @throws UserError as `writeReports`, and if a link leads out of the workspace
 */
export function checkFiles({ output, history }: Pick<Inputs, 'output' | 'history'>): void {
  plainOutput(output);
  for (const line of output) writablePath(fileOf(line), process.env);
  if (history !== undefined) writablePath(history, process.env);
}

function fileOf(line: string): string {
  return hasFormat(line) ? line.slice(line.indexOf('=') + 1) : line;
}

/**
 * Writes the JSON report, and a file for each `FORMAT=FILE`; paths are relative to the workspace.
 *
 * @returns absolute path of the JSON report
 * @throws UserError if a file cannot be written
 */
export async function writeReports(analysis: Analysis, wishes: FileWishes): Promise<string> {
  const { output, repository, maxViolations, context, since } = wishes;
  const options = {
    maxViolations,
    ...since,
    ...(context === undefined ? {} : { link: linksTo(context), about: aboutOf(context) }),
  };
  const path = resultPath(plainOutput(output), 'report.json', process.env);
  const others = output.filter(hasFormat).map((line) => fileReport(line, workspaceOf(process.env)));
  // A file may have been replaced by a link since the first check.
  for (const { file } of others) writablePath(file, process.env);
  for (const { report, file } of [{ report: reportOf('json'), file: path }, ...others]) {
    writeWhole(file, await renderReport(report, analysis, repository, { ...options, ...previousOf(report, file) }));
  }
  return path;
}

function hasFormat(line: string): boolean {
  return reports.some(({ format }) => line.startsWith(`${format}=`));
}

function aboutOf({ repository: { owner, name }, headSha, pullRequest, runUrl }: Context): string {
  const pull = pullRequest === undefined ? '' : ` (#${pullRequest.number})`;
  return `${owner}/${name}${pull} at ${headSha.slice(0, 12)}${runUrl === undefined ? '' : `, ${runUrl}`}`;
}

function linksTo({ serverUrl, repository, headSha }: Context) {
  const repositoryUrl = `${serverUrl}/${repository.owner}/${repository.name}`;
  return ({ file, line }: { readonly file: string; readonly line: number }): string =>
    fileUrl({ repositoryUrl, sha: headSha }, file, line);
}
