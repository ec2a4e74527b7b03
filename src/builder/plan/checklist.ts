import { parseRequirements, type Requirement } from '../../contracts/requirements/requirements.js';

import type { MilestoneStatus } from './milestone.js';

const MOST_CYCLES = 999_999;

/**
 * Ticks the boxes of these requirements; all else stays byte for byte.
 *
 * @param isDone false: the boxes are emptied
 */
export function withChecked(text: string, ids: Iterable<string>, isDone = true): string {
  const meant = new Set(ids);
  return withLines(text, ({ id, done }, line) => {
    if (!meant.has(id) || done === isDone) return line;
    const box = line.indexOf('[');
    return `${line.slice(0, box)}[${isDone ? 'x' : ' '}]${line.slice(box + 3)}`;
  });
}

/** Counts one more review of a requirement (`(review_cycles: 1)`); all else stays unchanged. */
export function withReviewCycles(text: string, id: string): string {
  return withLines(text, (requirement, line) => {
    if (requirement.id !== id) return line;
    const count = Math.min(requirement.reviewCycles + 1, MOST_CYCLES);
    const end = line.trimEnd().length;
    const suffix = /\(review_cycles:[ \t]*\d{1,6}\)$/.exec(line.slice(0, end));
    if (suffix === null) return `${line.slice(0, end)} (review_cycles: ${count})${line.slice(end)}`;
    return `${line.slice(0, suffix.index)}${suffix[0].replace(/\d{1,6}/, `${count}`)}${line.slice(end)}`;
  });
}

/** Updates the `- Status:` line of a milestone, if it has one; all else stays unchanged. */
export function withStatus(text: string, id: string, status: MilestoneStatus): string {
  const line = parseRequirements(text).milestones.find((each) => each.id === id)?.fieldLines.status;
  if (line === undefined) return text;
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = (line - 1) * 2;
  const before = parts[at] ?? '';
  const value = before.slice(before.indexOf(':') + 1);
  // `- **Status:** PENDING`, `- Status: PENDING`
  const [marks = ''] = /^\**[ \t]*/.exec(value) ?? [];
  parts[at] = `${before.slice(0, before.indexOf(':') + 1)}${marks === '' ? ' ' : marks}${status}`;
  return parts.join('');
}

/** Changes the lines of requirements, and preserves line ends. */
function withLines(text: string, changed: (requirement: Requirement, line: string) => string): string {
  // Lines alternate with their ends.
  const parts = text.split(/(\r\n|\r|\n)/);
  for (const requirement of parseRequirements(text).requirements) {
    const at = (requirement.line - 1) * 2;
    parts[at] = changed(requirement, parts[at] ?? '');
  }
  return parts.join('');
}
