import type { Requirement as WrittenRequirement } from '../../contracts/requirements/requirements.js';
import type { ServiceRow } from '../../contracts/requirements/service-table.js';
import type { Location } from '../../model/location.js';

/** What a milestone can be at (seed 000). */
export const MILESTONE_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED'] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

/** A line of a checklist, and the file it stands in. */
export interface Requirement extends WrittenRequirement {
  /** Workspace-relative, with forward slashes. */
  readonly file: string;
}

/** A part of the work that is built at one go. */
export interface Milestone {
  /** Letters, digits, `-`, `_` and `.`: it names tasks and files. */
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: MilestoneStatus;
  /** Ids of other milestones of the plan, each once. */
  readonly dependencies: readonly string[];
  readonly description: string;
  /** Each id once. */
  readonly requirements: readonly Requirement[];
  readonly services: readonly ServiceRow[];
  /** Its section of the document with its heading, and what its own file of requirements says. */
  readonly text: string;
  readonly at: Location;
}

/** What is to be built: milestones that wait for one another without a circle. */
export interface Plan {
  readonly title: string;
  /** Workspace-relative, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** At least one. */
  readonly milestones: readonly Milestone[];
  /** Requirements that no milestone has, so that nobody builds them. */
  readonly unassigned: readonly Requirement[];
}
