import type { BuildReport, BuildStep } from '../../model/build-report.js';

/** The maximum number of bars: more are unreadable. */
const MOST_BARS = 120;

/** The steps over time as a fenced Mermaid chart; empty: no step ran. Failed steps are marked `crit`, passed ones `done`. */
export function gantt({ milestones }: BuildReport): string {
  const worked = milestones.filter(({ steps }) => steps.length > 0);
  if (worked.length === 0) return '';
  const most = Math.max(1, Math.floor(MOST_BARS / worked.length));
  const lines = worked.flatMap(({ id, steps }) => [`  section ${label(id)}`, ...steps.slice(-most).map(bar)]);
  return ['```mermaid', 'gantt', '  dateFormat x', '  axisFormat %H:%M:%S', ...lines, '```'].join('\n');
}

function bar({ name, attempt, startedAt, seconds, outcome }: BuildStep): string {
  const begin = Date.parse(startedAt);
  // Mermaid does not draw a bar of length zero.
  const end = begin + Math.max(1_000, Math.round(seconds * 1_000));
  const mark = outcome === 'passed' ? 'done, ' : 'crit, ';
  return `  ${label(attempt > 1 ? `${name} ${attempt}` : name)} :${mark}${begin}, ${end}`;
}

/** For Mermaid, a colon ends a label, other signs have a meaning, and an empty label breaks the whole chart. */
function label(text: string): string {
  const shown = text.replace(/[^\p{L}\p{N} ._()-]/gu, ' ').trim();
  return shown === '' ? '-' : shown.slice(0, 60);
}
