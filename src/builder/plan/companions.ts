import type { Requirements, Milestone as WrittenMilestone } from '../../contracts/requirements/requirements.js';
import { serviceRows } from '../../contracts/requirements/service-table.js';
import { UserError } from '../../model/user-error.js';
import { checkRequirements } from './checked.js';
import type { Milestone, Plan, Requirement } from './milestone.js';
import { linesOf, parseWritten } from './plan.js';
import type { InnerFile } from './read-inside.js';

/** Reads a file beside the plan; undefined: none. */
export type ReadBeside = (path: string) => InnerFile | undefined;

/** Of the plan and all files of requirements, in characters. */
const LARGEST_TOTAL = 5_000_000;

/**
 * Adds requirements from files beside the plan to milestones without their own. `milestones/<id>/REQUIREMENTS.md`,
 * `<id>/REQUIREMENTS.md` or `milestones/<id>.md` belong to one milestone; of `REQUIREMENTS.md` a milestone gets the part below
 * its heading, and requirements that its section of the plan names.
 *
 * @param read with paths relative to the folder of the plan
 * @throws UserError with the file and line of a contradiction
 */
export function withCompanions(plan: Plan, read: ReadBeside): Plan {
  if (plan.milestones.every(({ requirements }) => requirements.length > 0)) return plan;
  let total = plan.text.length;
  const readBounded = (path: string): Companion | undefined => {
    const found = read(path);
    if (found === undefined || found.file === plan.file) return undefined;
    total += found.text.length;
    if (total > LARGEST_TOTAL)
      throw new UserError(`The plan and its requirements have more than ${LARGEST_TOTAL / 1e6} million characters.`);
    return { ...found, parsed: parseWritten(found.text, found.file) };
  };
  const all = commonOf(readBounded('REQUIREMENTS.md'));
  const milestones = plan.milestones.map((milestone) => {
    if (milestone.requirements.length > 0) return milestone;
    const { id } = milestone;
    const places = [`milestones/${id}/REQUIREMENTS.md`, `${id}/REQUIREMENTS.md`, `milestones/${id}.md`];
    for (const place of places) {
      const own = readBounded(place);
      if (own !== undefined) return joined(milestone, own, ownOf(own, milestone));
    }
    return all === undefined ? milestone : all.given(milestone, plan.milestones.length === 1);
  });
  const taken = new Set(milestones.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  return { ...plan, milestones, unassigned: [...plan.unassigned, ...(all?.rest(taken) ?? [])] };
}

interface Companion extends InnerFile {
  readonly parsed: Requirements;
}

/** A part of a file that belongs to a milestone. */
type Part = Pick<WrittenMilestone, 'requirements' | 'line' | 'lastLine'>;

/** The whole file of one milestone, or the part below its heading. */
function ownOf({ parsed, text }: Companion, milestone: Milestone): Part {
  const whole = { requirements: parsed.requirements, line: 1, lastLine: linesOf(text).length };
  return parsed.milestones.find((each) => isSame(each, milestone)) ?? whole;
}

function isSame(written: WrittenMilestone, { id, number }: Milestone): boolean {
  return written.fieldLines.id === undefined ? written.number === number : written.id.toLowerCase() === id.toLowerCase();
}

function joined(milestone: Milestone, { file, text, parsed }: Companion, part: Part): Milestone {
  checkRequirements(milestone.id, part.requirements, file);
  const services = serviceRows(parsed).filter(({ line }) => line >= part.line && line <= part.lastLine);
  const ownText = linesOf(text)
    .slice(part.line - 1, part.lastLine)
    .join('\n')
    .trim();
  return {
    ...milestone,
    requirements: part.requirements.map((each) => ({ ...each, file })),
    services: [...milestone.services, ...services],
    text: `${milestone.text}\n\n${ownText}`,
  };
}

interface Common {
  /** @param isAlone the only milestone owns everything */
  readonly given: (milestone: Milestone, isAlone: boolean) => Milestone;
  readonly rest: (taken: ReadonlySet<string>) => readonly Requirement[];
}

function commonOf(found: Companion | undefined): Common | undefined {
  if (found === undefined) return undefined;
  const { parsed, file, text } = found;
  const within = new Set(parsed.milestones.flatMap(({ requirements }) => requirements));
  const loose = parsed.requirements.filter((each) => !within.has(each));
  const left = new Map(loose.map((each) => [each.id, each]));
  const lines = linesOf(text);
  const named = (milestone: Milestone, isAlone: boolean): Milestone => {
    const words = new Set(milestone.text.split(/[^A-Za-z0-9-]/));
    const requirements = loose.filter(({ id }) => left.has(id) && (isAlone || words.has(id)));
    checkRequirements(milestone.id, requirements, file);
    for (const { id } of requirements) left.delete(id);
    const ownText = requirements.map(({ line }) => (lines[line - 1] ?? '').trim()).join('\n');
    const own = new Set(requirements.map(({ id }) => id));
    return {
      ...milestone,
      requirements: requirements.map((each) => ({ ...each, file })),
      services: [...milestone.services, ...serviceRows(parsed).filter(({ id }) => own.has(id))],
      text: ownText === '' ? milestone.text : `${milestone.text}\n\n${ownText}`,
    };
  };
  return {
    given: (milestone, isAlone) => {
      const part = parsed.milestones.find((each) => isSame(each, milestone));
      return part === undefined ? named(milestone, isAlone) : joined(milestone, found, part);
    },
    rest: (taken) => parsed.requirements.filter(({ id }) => !taken.has(id)).map((each) => ({ ...each, file })),
  };
}
