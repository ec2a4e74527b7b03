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
import type { ServiceProbe } from '../probe.js';
import type { ContractTexts } from './contract-texts.js';

/** The user's options of a build. */
export interface BuildOptions {
  /** Runs the tests; absent: detected. From a trusted user. */
  readonly testCommand?: string | undefined;
  /** Repeat the commands that agents name as evidence. */
  readonly rerunEvidence: boolean;
  readonly onBreaker: EventOf<'breaker-opened'>['choice'];
  /** Asks a person; absent: unattended. `open`: unfixed findings. */
  readonly ask?:
    | ((milestone: string, open: readonly string[], isConflict?: boolean) => Promise<EventOf<'breaker-opened'>['choice']>)
    | undefined;
  /** Name or alias of a model for all agents; absent: their definitions decide. */
  readonly model?: string | undefined;
  /** Of messages for people; agents get English. */
  readonly language: string;
  /** The folder of skill files, relative to the workspace. */
  readonly skillsDir: string;
  /** Its name in contracts and engines; empty: the name of the plan's folder. */
  readonly serviceName: string;
}

/** The place of a build, with the needs of its effects. */
export interface Site {
  /** Absolute and real. */
  readonly workspace: string;
  readonly plan: Plan;
  readonly config: Config;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: BuildOptions;
  readonly engines: Engines;
  /** Asks the engines before a prompt is made; never throws. */
  readonly context: BuildEngines['context'];
  /** Adds new files to the index; returns the accepted ones. */
  readonly register: BuildEngines['register'];
  /** Marks verified contracts as implemented. */
  readonly mark: BuildEngines['mark'];
  /** Fingerprints of findings from before the build. */
  readonly known: ReadonlySet<string>;
  /** Contracts before the build. */
  readonly expected: ContractTexts;
  /** Files that the build itself writes into the workspace. */
  readonly leaveOut: readonly string[];
  /** Snapshots of this process before the running agents began, by step. */
  readonly seen: Map<string, Snapshot>;
  /** Test runs before a milestone's own tests, if there were others. */
  readonly earlier: Map<string, Observation>;
  /** Failing tests that this process observed, by milestone. */
  readonly failingTests: Map<string, Snapshot>;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly wait: (millis: number) => Promise<void>;
  /** Receives one sentence for the user. */
  readonly warn: (warning: string) => void;
  /** Receives one sentence about what agents touched besides their work: for the user and the report. */
  readonly notice: (notice: string) => void;
  /** The notices since the last call. */
  readonly notices: () => readonly string[];
  readonly probe: ServiceProbe;
  /** Time limit of one program (tests, evidence), in seconds. */
  readonly programSeconds: number;
  /** Most US dollars for the next agent. */
  readonly costLeft: (spent: number) => number | undefined;
}

export function buildFolder(workspace: string, ...parts: readonly string[]): string {
  return join(workspace, '.tallystick', 'build', ...parts);
}

export function milestoneOf({ plan }: Site, id: string): Milestone {
  const found = plan.milestones.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no such milestone: ${id}`);
  return found;
}

/** The file of a milestone's plan, relative to the workspace (below `docs/plans/`). */
export function planFileOf(milestone: string): string {
  return `docs/plans/${milestone}.md`;
}

/** The options for programs of the workspace. */
export function runOptions({ workspace, env, signal, programSeconds }: Site): RunOptions {
  return { workspace, env, signal, timeoutSeconds: programSeconds };
}
