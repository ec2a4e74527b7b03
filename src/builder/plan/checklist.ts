import { parseRequirements, type Requirement } from '../../contracts/requirements/requirements.js';

import type { MilestoneStatus } from './milestone.js';

const MOST_CYCLES = 999_999;

/**
 * How much of a checklist is done, from 0 to 1 (seed 000, REQ-013): all its boxes, with an id or without. What stands in fenced
 * blocks is an example.
 *
 * @returns undefined when there is no box
 */
export function checkboxRatio(text: string): number | undefined {
  const { done, open } = parseRequirements(text).boxes;
  return done + open === 0 ? undefined : done / (done + open);
}

/**
 * The text with the boxes of these requirements ticked off, and everything else as it was, byte for byte.
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

/** The text with one more review of a requirement counted behind it (`(review_cycles: 1)`), and everything else as it was. */
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

/** The text with `- Status:` of a milestone as it is now, where it has that line, and everything else as it was. */
export function withStatus(text: string, id: string, status: MilestoneStatus): string {
  const line = parseRequirements(text).milestones.find((each) => each.id === id)?.saidAt.status;
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

/** The text with the lines of its requirements changed; the ends of lines stay what they are. */
function withLines(text: string, changed: (requirement: Requirement, line: string) => string): string {
  // Lines, and what ends them, in turn.
  const parts = text.split(/(\r\n|\r|\n)/);
  for (const requirement of parseRequirements(text).requirements) {
    const at = (requirement.line - 1) * 2;
    parts[at] = changed(requirement, parts[at] ?? '');
  }
  return parts.join('');
}
