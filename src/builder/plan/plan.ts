import {
  parseRequirements,
  type Requirements,
  type Milestone as WrittenMilestone,
} from '../../contracts/requirements/requirements.js';
import { serviceRows } from '../../contracts/requirements/service-table.js';
import { UserError } from '../../model/user-error.js';
import { checked } from './checked.js';
import type { Plan, Requirement } from './milestone.js';

export type { Milestone, Plan } from './milestone.js';

/** In characters; no handwritten plan is longer. */
const MAX_PLAN_LENGTH = 2_000_000;

/**
 * Reads a plan with milestones: `## Milestone 1: Title`, `- ID:`, `- Status:`, `- Dependencies:`, `- Description:`, checklists
 * and tables of services.
 *
 * @param text untrusted
 * @param file workspace-relative
 * @throws UserError with file and line, for missing or contradictory milestones
 */
export function parsePlan(text: string, file: string): Plan {
  const parsed = parseWritten(text, file);
  if (parsed.milestones.length === 0) {
    throw new UserError('The plan has no milestone.', {
      hint: 'Begin each with a heading such as: ## Milestone 1: Title',
      location: { file, line: 1 },
    });
  }
  const services = serviceRows(parsed);
  const lines = linesOf(text);
  const milestones = parsed.milestones.map((each) => ({
    written: each,
    services: services.filter(({ line }) => line >= each.line && line <= each.lastLine),
    text: lines
      .slice(each.line - 1, each.lastLine)
      .join('\n')
      .trimEnd(),
  }));
  return {
    title: parsed.title || file,
    file,
    text,
    milestones: checked(milestones, file),
    unassigned: outside(parsed, parsed.milestones, file),
  };
}

/**
 * A document without milestones as a plan with one, `milestone-1`.
 *
 * @throws UserError when it is empty, or contradictory
 */
export function planOfOne(text: string, file: string): Plan {
  const parsed = parseWritten(text, file);
  if (text.trim() === '') throw new UserError('The plan is empty.', { location: { file, line: 1 } });
  const title = parsed.title || file;
  const lines = linesOf(text);
  const written: WrittenMilestone = {
    id: 'milestone-1',
    number: 1,
    title,
    status: '',
    dependencies: [],
    description: '',
    requirements: parsed.requirements,
    line: 1,
    lastLine: lines.length,
    fieldLines: {},
  };
  const milestones = checked([{ written, services: serviceRows(parsed), text: lines.join('\n').trimEnd() }], file);
  return { title, file, text, milestones, unassigned: [] };
}

/** @throws UserError when it is too long */
export function parseWritten(text: string, file: string): Requirements {
  if (text.length <= MAX_PLAN_LENGTH) return parseRequirements(text);
  throw new UserError(`The plan has more than ${MAX_PLAN_LENGTH / 1e6} million characters.`, { location: { file, line: 1 } });
}

function outside({ requirements }: Requirements, milestones: readonly WrittenMilestone[], file: string): readonly Requirement[] {
  const within = new Set(milestones.flatMap((each) => each.requirements));
  return requirements.filter((each) => !within.has(each)).map((each) => ({ ...each, file }));
}

/** With the line numbers of `parseRequirements`. */
export function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}
