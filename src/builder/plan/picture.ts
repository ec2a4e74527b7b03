import { plain, shorten } from '../../reports/escape.js';
import { mermaidLabel } from '../../reports/mermaid.js';
import { counted } from '../../reports/verdict.js';
import type { Limits } from '../decide.js';
import { callsOf } from './calls.js';
import type { Milestone, Plan } from './milestone.js';
import { type Wave, wavesOf } from './waves.js';

/** The limits and settings of a build. */
export interface DryRunLimits extends Limits {
  /** Most parallel agents; absent: not shown. */
  readonly agents?: number | undefined;
  /** Enabled checks besides tests and reviews; absent: the scan. */
  readonly checks?: readonly ('scan' | 'e2e')[];
}

const LONGEST_TITLE = 80;
const MOST_NAMED = 20;

/** Waves as a Mermaid flowchart, without a fence: one box per wave, an arrow from each milestone to its dependents. */
export function wavesPicture({ milestones }: Pick<Plan, 'milestones'>): string {
  const names = new Map(milestones.map(({ id }, index) => [id, `m${index + 1}`]));
  const node = (milestone: Milestone): string => {
    const { id, title, requirements } = milestone;
    const count = requirements.length === 0 ? '' : `<br/>${counted(requirements.length, 'requirement')}`;
    return `${names.get(id)}["${mermaidLabel(id, 100)}<br/>${mermaidLabel(title)}${count}"]`;
  };
  const complete = milestones.filter(({ status }) => status === 'COMPLETE');
  return [
    'flowchart LR',
    ...complete.map((milestone) => `  ${node(milestone)}:::complete`),
    ...wavesOf({ milestones }).flatMap(({ index, milestones: of }) => [
      `  subgraph wave${index}["wave ${index}"]`,
      ...of.map((milestone) => `    ${node(milestone)}`),
      '  end',
    ]),
    ...milestones.flatMap(({ id, dependencies }) => dependencies.map((other) => `  ${names.get(other)} --> ${names.get(id)}`)),
    ...(complete.length === 0 ? [] : ['  classDef complete stroke-dasharray: 4']),
  ].join('\n');
}

/** Describes the build of a plan for people, with a picture of its waves. */
export function dryRun(plan: Plan, limits: DryRunLimits): string {
  const waves = wavesOf(plan);
  const left = waves.flatMap(({ milestones }) => milestones);
  const complete = plan.milestones.filter(({ status }) => status === 'COMPLETE');
  const sections = [
    [`${shortened(plan.title)} (${plain(plan.file)})`, summaryOf(left, waves, complete)],
    ...waves.map((wave) => waveLines(wave, left)),
    left.length === 0 ? [] : [callsLine(left.length, limits), limitsLine(limits)],
    unassignedLines(plan),
    ['```mermaid', wavesPicture(plan), '```'],
  ];
  return `${sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')])).join('\n\n')}\n`;
}

function summaryOf(left: readonly Milestone[], waves: readonly Wave[], complete: readonly Milestone[]): string {
  const done = complete.length === 0 ? '' : `, ${complete.length} complete already`;
  if (left.length === 0) return `Nothing is left to build: ${counted(complete.length, 'milestone')} complete.`;
  return `${counted(left.length, 'milestone')} in ${counted(waves.length, 'wave')}${done}`;
}

function waveLines({ index, milestones }: Wave, all: readonly Milestone[]): readonly string[] {
  const width = Math.max(...all.map(({ id }) => id.length));
  return [
    `wave ${index}`,
    ...milestones.map((milestone) => {
      const { id, title, requirements, services } = milestone;
      const done = requirements.filter((each) => each.done).length;
      const what = [
        ...(requirements.length === 0
          ? []
          : [`${counted(requirements.length, 'requirement')}${done === 0 ? '' : `, ${done} done`}`]),
        ...(services.length === 0 ? [] : [counted(services.length, 'service')]),
      ];
      return `  ${id.padEnd(width)}  ${shortened(title)}${what.length === 0 ? '' : ` (${what.join('; ')})`}`;
    }),
  ];
}

function callsLine(milestones: number, { checks = ['scan'] }: DryRunLimits): string {
  const { least, most } = callsOf(milestones, checks);
  return `Calls of agents: at least ${least}; at most ${most}, with the most fixes.`;
}

function limitsLine({ cost, turns, seconds, agents }: DryRunLimits): string {
  const limits = [
    ...(cost === undefined ? [] : [`${cost} US dollars`]),
    ...(turns === undefined ? [] : [`${turns} turns`]),
    ...(seconds === undefined ? [] : [`${seconds / 60} minutes`]),
    ...(agents === undefined ? [] : [`${counted(agents, 'agent')} side by side`]),
  ];
  const isBound = cost !== undefined || turns !== undefined || seconds !== undefined;
  return `Limits: ${[...(isBound ? [] : ['none on money, turns and time']), ...limits].join(', ')}.`;
}

function unassignedLines({ unassigned }: Plan): readonly string[] {
  if (unassigned.length === 0) return [];
  const named = unassigned.slice(0, MOST_NAMED).map(({ id, file, line }) => `${plain(id)} (${plain(file)}:${line})`);
  const more = unassigned.length > MOST_NAMED ? ` and ${unassigned.length - MOST_NAMED} more` : '';
  const many = counted(unassigned.length, 'requirement');
  return [`Nobody would build ${many}, which no milestone has: ${named.join(', ')}${more}.`];
}

function shortened(title: string): string {
  return shorten(plain(title), LONGEST_TITLE);
}
