import type { Requirement as WrittenRequirement } from '../../contracts/requirements/requirements.js';
import type { ServiceRow } from '../../contracts/requirements/service-table.js';
import type { Location } from '../../model/location.js';

export const MILESTONE_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED'] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

/** A line of a checklist, with its file. */
export interface Requirement extends WrittenRequirement {
  /** Workspace-relative, with forward slashes. */
  readonly file: string;
}

/** A part of the plan that is built as a unit. */
export interface Milestone {
  /** Letters, digits, `-`, `_` and `.`: it names tasks and files. */
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: MilestoneStatus;
  /** Ids of other milestones of the plan, without duplicates. */
  readonly dependencies: readonly string[];
  readonly description: string;
  /** Without duplicates. */
  readonly requirements: readonly Requirement[];
  readonly services: readonly ServiceRow[];
  /** Its section of the document with its heading, and its own file of requirements. */
  readonly text: string;
  readonly at: Location;
}

/** Milestones without circular dependencies. */
export interface Plan {
  readonly title: string;
  /** Workspace-relative, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** At least one. */
  readonly milestones: readonly Milestone[];
  /** Requirements without a milestone, which are not built. */
  readonly unassigned: readonly Requirement[];
}
