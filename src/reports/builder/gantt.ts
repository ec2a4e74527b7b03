import type { BuildReport, BuildStep } from '../../model/build-report.js';

/** Bars of one chart; more cannot be read. */
const MOST_BARS = 120;

/** Steps over time as a fenced Mermaid chart; empty: nothing took place. What failed is marked `crit`, what passed `done`. */
export function gantt({ milestones }: BuildReport): string {
  const worked = milestones.filter(({ steps }) => steps.length > 0);
  if (worked.length === 0) return '';
  const most = Math.max(1, Math.floor(MOST_BARS / worked.length));
  const lines = worked.flatMap(({ id, steps }) => [`  section ${label(id)}`, ...steps.slice(-most).map(bar)]);
  return ['```mermaid', 'gantt', '  dateFormat x', '  axisFormat %H:%M:%S', ...lines, '```'].join('\n');
}

function bar({ name, attempt, startedAt, seconds, outcome }: BuildStep): string {
  const begin = Date.parse(startedAt);
  // A bar without a length is not drawn.
  const end = begin + Math.max(1_000, Math.round(seconds * 1_000));
  const mark = outcome === 'passed' ? 'done, ' : 'crit, ';
  return `  ${label(attempt > 1 ? `${name} ${attempt}` : name)} :${mark}${begin}, ${end}`;
}

/** Mermaid ends a label at a colon, reads other signs as its own, and draws nothing at all where a label is empty. */
function label(text: string): string {
  const shown = text.replace(/[^\p{L}\p{N} ._()-]/gu, ' ').trim();
  return shown === '' ? '-' : shown.slice(0, 60);
}
