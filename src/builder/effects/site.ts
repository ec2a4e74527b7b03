import { join } from 'node:path';
import type { Config } from '../../config/schema.js';
import type { ScanRequest } from '../../scan.js';
import type { RunOptions } from '../agent-report/evidence.js';
import type { Observation } from '../agent-report/red-green.js';
import type { Snapshot } from '../agent-report/snapshot.js';
import type { Engines } from '../agents/engines.js';
import type { BuildEngines } from '../engines.js';
import type { EventOf } from '../event.js';
import type { Milestone, Plan } from '../plan/plan.js';
import type { Promised } from './promised.js';

/** What whoever starts a build may say of it. */
export interface BuildOptions {
  /** Runs the tests; absent: found by what the workspace holds. Given by a trusted person. */
  readonly testCommand?: string | undefined;
  /** Commands that agents name as evidence are run again. */
  readonly rerunEvidence: boolean;
  readonly onBreaker: EventOf<'breaker-opened'>['choice'];
  /** Somebody who can be asked instead; absent: nobody is there. `open`: what is not mended. */
  readonly ask?: ((milestone: string, open: readonly string[]) => Promise<EventOf<'breaker-opened'>['choice']>) | undefined;
  /** Name or alias of a model for all agents; absent: what their definitions say. */
  readonly model?: string | undefined;
  /** Of what people are told; agents are spoken to in English. */
  readonly language: string;
  /** Where skill files go, relative to the workspace. */
  readonly skillsDir: string;
  /** As contracts and engines call it; empty: the name of the plan's folder. */
  readonly serviceName: string;
}

/** Where a build takes place, and all that its effects need to know. */
export interface Site {
  /** Absolute and real. */
  readonly workspace: string;
  readonly plan: Plan;
  readonly config: Config;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: BuildOptions;
  readonly engines: Engines;
  /** What is asked of the engines before a prompt is made; never throws. */
  readonly context: BuildEngines['context'];
  /** Tells the index of new files; gives those that it took. */
  readonly register: BuildEngines['register'];
  /** Marks contracts that are kept as implemented. */
  readonly mark: BuildEngines['mark'];
  /** Fingerprints of what was broken before the build. */
  readonly known: ReadonlySet<string>;
  /** What contracts promised before the build. */
  readonly promised: Promised;
  /** Files that the build itself writes into the workspace: no agent's doing. */
  readonly leaveOut: readonly string[];
  /** What this process saw before the agents that are at work now began, by step. */
  readonly seen: Map<string, Snapshot>;
  /** How tests went before a milestone's own were written, where somebody else had written some. */
  readonly earlier: Map<string, Observation>;
  /** Tests as this process saw them fail, by milestone. */
  readonly held: Map<string, Snapshot>;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly wait: (millis: number) => Promise<void>;
  /** One sentence that people must know. */
  readonly warn: (warning: string) => void;
  /** Seconds that one program (tests, evidence) may run. */
  readonly programSeconds: number;
  /** Most US dollars that one more agent may use up. */
  readonly costLeft: (spent: number) => number | undefined;
}

/** Run-time files of builds. */
export function buildFolder(workspace: string, ...parts: readonly string[]): string {
  return join(workspace, '.tallystick', 'build', ...parts);
}

export function milestoneOf({ plan }: Site, id: string): Milestone {
  const found = plan.milestones.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no such milestone: ${id}`);
  return found;
}

/** Where a milestone's plan is kept, relative to the workspace (seed 002: below `docs/plans/`). */
export function planFileOf(milestone: string): string {
  return `docs/plans/${milestone}.md`;
}

/** How programs of the workspace are run. */
export function runOptions({ workspace, env, signal, programSeconds }: Site): RunOptions {
  return { workspace, env, signal, timeoutSeconds: programSeconds };
}
