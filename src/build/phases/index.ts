import type { AgentName, LENSES, Phase } from '../cast.js';
import { block, bounded, inline, MATERIAL_NOTE, paragraphs } from './blocks.js';
import { lensText } from './lenses.js';

/** What the message of a phase is made from. */
export interface PhaseContext {
  /** What was asked for, in the user's or the plan's words. */
  readonly request: string;
  /** What discovery said of the folder; empty: it was not asked, or the folder is empty. */
  readonly discovery: string;
  /** The analyst's answer. */
  readonly brief: string;
  /** The folder that is worked in, absolute. */
  readonly project_dir: string;
  readonly project_name: string;
  /** Where the skill file goes, relative to it. */
  readonly skills_dir: string;
  /** `milestonePrompt` for this phase; empty: there is no more to tell. */
  readonly milestone: string;
  /** Of the reviewer alone: under which lens it looks. */
  readonly lens?: (typeof LENSES)[number] | undefined;
}

/** A phase, who does it, and what it is told first (seed 003, section 6). */
export interface PhaseRow {
  readonly phase: Phase;
  readonly agent: AgentName;
  readonly message: (context: PhaseContext) => string;
}

const REQUEST_LIMIT = 50_000;
const BRIEF_LIMIT = 50_000;

/** The seven phases in order. */
export const phases: readonly PhaseRow[] = [
  {
    phase: 'analyst',
    agent: 'build-analyst',
    message: ({ request, discovery, milestone }) =>
      paragraphs(
        bounded(request, REQUEST_LIMIT),
        discovery === '' ? '' : paragraphs(milestone === '' ? MATERIAL_NOTE : '', block('DISCOVERY', discovery)),
        milestone,
      ),
  },
  {
    phase: 'architect',
    agent: 'build-architect',
    message: ({ brief, project_dir, milestone }) =>
      paragraphs(
        'Project brief:',
        milestone === '' ? MATERIAL_NOTE : '',
        block('PROJECT BRIEF', brief, BRIEF_LIMIT),
        `Begin architecture design in ${project_dir}.`,
        milestone,
      ),
  },
  {
    phase: 'test-writer',
    agent: 'build-test-writer',
    message: ({ project_dir, milestone }) =>
      paragraphs(`Read specs/ in ${project_dir} and write failing tests. Begin.`, milestone),
  },
  {
    phase: 'developer',
    agent: 'build-developer',
    message: ({ project_dir, milestone }) =>
      paragraphs(`Read the tests and specs/ in ${project_dir}. Implement until all tests pass. Begin.`, milestone),
  },
  {
    phase: 'qa',
    agent: 'build-qa',
    message: ({ project_dir, milestone }) =>
      paragraphs(`Validate the project in ${project_dir}. Run build, lint, tests. Report VERIFICATION: PASS or FAIL.`, milestone),
  },
  {
    phase: 'reviewer',
    agent: 'build-reviewer',
    message: ({ project_dir, milestone, lens }) =>
      paragraphs(
        `Review the code in ${project_dir} for bugs, security, quality. Report REVIEW: PASS or FAIL.`,
        lens === undefined ? '' : lensText(lens),
        milestone,
      ),
  },
  {
    phase: 'delivery',
    agent: 'build-delivery',
    message: ({ project_dir, project_name, skills_dir, milestone }) =>
      paragraphs(
        `Create docs and skill file for ${inline(project_name, 100)} in ${project_dir}. Skills dir: ${skills_dir}.`,
        milestone,
      ),
  },
];

/** Who does a phase, and what it is told. */
export function phaseRow(phase: Phase): PhaseRow {
  const row = phases.find((each) => each.phase === phase);
  if (row === undefined) throw new Error(`no such phase: ${phase}`);
  return row;
}
