import type { Milestone as WrittenMilestone } from '../../contracts/requirements/requirements.js';
import { serviceRows } from '../../contracts/requirements/service-table.js';
import type { OutputOf } from '../../mcp/tool.js';
import type { architect } from '../../mcp/toolsets/architect.js';
import { printable } from '../../model/printable.js';
import { UserError } from '../../model/user-error.js';
import { checked, type ReadMilestone } from './checked.js';
import type { Plan, Requirement } from './milestone.js';
import { parseWritten } from './plan.js';
import { findPlan, hasMilestones, planFrom } from './read-plan.js';

type Decomposition = OutputOf<typeof architect.tools.decompose>;

/** Asks an Architect to split a document; undefined: no answer. Never throws. */
export type AskArchitect = (prd: string) => Promise<Decomposition | undefined>;

const LONGEST_TITLE = 200;

/**
 * Like `readPlan`, but the Architect splits a document without milestones (INT-003). Without an answer, without milestones in
 * it, or with contradictory ones, the document is one milestone.
 *
 * @throws UserError as `readPlan` does
 */
export async function readPlanWithArchitect(workspace: string, file: string | undefined, ask: AskArchitect): Promise<Plan> {
  const found = findPlan(workspace, file);
  const whole = planFrom(workspace, found);
  if (hasMilestones(found.text, found.file)) return whole;
  const answer = await ask(found.text);
  return (answer === undefined ? undefined : decomposed(answer, whole)) ?? whole;
}

function decomposed({ milestones }: Decomposition, whole: Plan): Plan | undefined {
  const { text, file } = whole;
  const parsed = parseWritten(text, file);
  const services = serviceRows(parsed);
  const byId = new Map(whole.milestones.flatMap(({ requirements }) => requirements.map((each) => [each.id, each])));
  const read = milestones.map(({ id, title, dependencies, services: named, requirements: ids }, index): ReadMilestone => {
    const requirements = [...new Set(ids)].flatMap((each) => byId.get(each) ?? []);
    const name = printable(title.slice(0, LONGEST_TITLE)) || id;
    const written: WrittenMilestone = {
      id,
      number: index + 1,
      title: name,
      status: '',
      dependencies,
      description: '',
      requirements,
      line: requirements.find((each) => each.file === file)?.line ?? 1,
      lastLine: 1,
      fieldLines: {},
    };
    const own = new Set(requirements.map((each) => each.id));
    const ownText = [
      `## Milestone ${index + 1}: ${name}`,
      ...(named.length === 0 ? [] : [`Services: ${named.map(printable).join(', ')}`]),
      ...(requirements.length === 0 ? [] : [requirements.map(lineOf).join('\n')]),
    ];
    return { written, services: services.filter((each) => own.has(each.id)), text: ownText.join('\n\n') };
  });
  if (read.length === 0) return undefined;
  try {
    // Their files are already known.
    const found = checked(read, file).map((milestone) => ({
      ...milestone,
      requirements: milestone.requirements.flatMap(({ id }) => byId.get(id) ?? []),
    }));
    const taken = new Set(found.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
    return { ...whole, milestones: found, unassigned: [...byId.values()].filter(({ id }) => !taken.has(id)) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function lineOf({ id, done, text }: Requirement): string {
  return `- [${done ? 'x' : ' '}] ${id}: ${text}`;
}
