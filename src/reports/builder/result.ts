import type { BuildReport } from '../../model/build-report.js';
import { markdownText, plain, shorten } from '../escape.js';
import type { CheckOutput } from '../github/check.js';
import type { Conclusion, Result } from '../github/result.js';
import { asManyAsFit, fitted, fixed, truncatable } from '../truncate.js';
import { counted } from '../verdict.js';
import { gantt } from './gantt.js';
import { details, ending, head, milestoneTable, notesPart, remarksPart } from './markdown.js';
import { sentenceOf } from './words.js';

/** The result of a build for GitHub. */
export interface BuildResult extends Pick<Result, 'name' | 'failed' | 'notes' | 'sha' | 'repositoryUrl' | 'runUrl'> {
  readonly build: BuildReport;
}

/** GitHub accepts 65,535 characters for each text of a check, and 65,536 for a comment. */
const LARGEST_PART = 65_000;
/** GitHub drops a whole job summary over 1 MiB. */
const LARGEST_SUMMARY = 1_000_000;
const LONGEST_TITLE = 255;

/** The conclusion of the check run: success means that everything is built and fits the contracts. */
export function buildConclusion({ build, failed }: Pick<BuildResult, 'build' | 'failed'>): Conclusion {
  if (failed) return 'failure';
  return build.outcome === 'completed' && build.health === 'passed' ? 'success' : 'neutral';
}

/** The texts of the check run. */
export function buildCheck(result: BuildResult, largest: number = LARGEST_PART): CheckOutput {
  const { build, notes } = result;
  const title = shorten(plain(sentenceOf(build)), LONGEST_TITLE);
  const summary = fitted(
    {
      ...top(build),
      remarks: truncatable(remarksPart(build), REMARKS),
      notes: truncatable(notesPart(notes), NOTES),
    },
    ['milestones', 'remarks', 'notes'],
    largest,
  );
  return { title, summary, text: fitted({ steps: truncatable(details(build), STEPS) }, ['steps'], largest) };
}

/** The comment on the pull request, in at most `largest` bytes: it names the parts that did not fit. */
export function buildComment(result: BuildResult, largest: number = LARGEST_PART): string {
  const { build, notes, runUrl } = result;
  return fitted(
    {
      ...parts(build, notes),
      foot: fixed(`[The run](${encodeURI(runUrl)}) at ${markdownText(result.sha.slice(0, 12))}.`),
    },
    KEEP,
    largest,
  );
}

/** The job summary. */
export function buildSummary(
  { build, notes }: Pick<BuildResult, 'build' | 'notes'>,
  published: readonly string[],
  largest: number = LARGEST_SUMMARY,
): string {
  const lines = published.map((line) => `- ${markdownText(line)}`).join('\n');
  const known = fixed(published.length === 0 ? '' : `## Published\n\n${lines}`);
  return `${fitted({ ...parts(build, notes), published: known }, KEEP, largest)}\n`;
}

const REMARKS = '_What went wrong did not fit._';
const NOTES = '_Notes on the run did not fit._';
const STEPS = '_The steps did not fit._';
const KEEP = ['milestones', 'remarks', 'notes', 'chart', 'steps'] as const;

function parts(build: BuildReport, notes: readonly string[]) {
  const chart = gantt(build);
  return {
    ...top(build),
    notes: truncatable(notesPart(notes), NOTES),
    remarks: truncatable(remarksPart(build), REMARKS),
    chart: chart === '' ? fixed('') : truncatable(chart, '_The chart did not fit._'),
    steps: truncatable(details(build), STEPS),
  };
}

function top(build: BuildReport) {
  const { milestones } = build;
  const rows = asManyAsFit(milestones.length, (shown) => {
    const rest = milestones.length - shown;
    const lines = milestoneTable(milestones.slice(0, shown));
    return rest > 0 ? `${lines}\n\n_… and ${counted(rest, 'more milestone')}._` : lines;
  });
  return { top: fixed(head(build)), milestones: rows, ending: fixed(ending(build)) };
}
