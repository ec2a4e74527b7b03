import { copyFileSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/schema.js';
import { enginesOf } from '../agents/engines.js';
import { type ClaudeMd, writeClaudeMd } from './claude-md.js';
import type { Guard } from './guarded-files.js';
import type { HookConfig } from './hooks/hook.js';
import { TASK_COPIES, TASK_FILES } from './hooks/protect-storage.js';
import { generateHooksConfig } from './hooks-config.js';
import { mergedSettings, SETTINGS_FILE } from './settings-file.js';

/** The files of agents in a workspace besides their definitions. */
export interface WorkspaceRequest {
  /** Absolute and real. */
  readonly workspace: string;
  readonly config: Pick<Config, 'agent_teams' | 'contract_engine' | 'codebase_intelligence'>;
  /** A team needs instructions and hooks; single agents get everything in their prompts. */
  readonly mode: 'agent_teams' | 'cli';
  readonly instructions: Omit<ClaudeMd, 'contract_limit' | 'engines' | 'hooks'>;
  /** The plan's checklist, relative to the workspace, and the milestones being built. */
  readonly requirements: string;
  readonly milestones: readonly string[];
  /** Runs the scripts of hooks; default: the present Node.js. */
  readonly node?: string;
  /** Receives one sentence per deviation that users may not expect. */
  readonly onNote: (note: string) => void;
}

/**
 * Writes instructions and hooks of a build into a guarded workspace (REQ-056, WIRE-002, WIRE-010); nothing without a team. Can
 * be called again for the next milestone. The guard removes all of it.
 *
 * @throws UserError when links are in the way
 */
export function prepareWorkspace(guard: Guard, request: WorkspaceRequest): void {
  if (request.mode !== 'agent_teams') return;
  const { config, workspace, instructions, requirements, milestones, node = process.execPath, onNote } = request;
  const hasTaskFiles = lstatSync(join(workspace, '.taskmaster'), { throwIfNoEntry: false })?.isDirectory() === true;
  if (hasTaskFiles) copyTaskFiles(workspace);
  const checkTasks = config.agent_teams.task_completed_hook;
  writeHooks(guard, generateHooksConfig({ node, requirements, milestones, checkTasks, hasTaskFiles }), onNote);
  writeClaudeMd(guard, { ...instructions, contract_limit: config.agent_teams.contract_limit, engines: enginesOf(config) });
}

/** Writes hooks and their scripts (REQ-014). @param onNote receives the ignored settings of the user */
function writeHooks(guard: Guard, { hooks, scripts }: HookConfig, onNote: (note: string) => void): void {
  const { text, notes } = mergedSettings(guard.current(SETTINGS_FILE), hooks);
  for (const note of notes) onNote(note);
  guard.put([
    ...Object.entries(scripts).map(([path, content]) => ({ path, content, mode: 0o755 })),
    { path: SETTINGS_FILE, content: text, how: 'settings' },
  ]);
}

/** The originals for the hook that protects TaskMaster's files. */
function copyTaskFiles(workspace: string): void {
  const copies = join(workspace, '.tallystick', 'build', TASK_COPIES);
  mkdirSync(copies, { recursive: true });
  for (const [index, file] of TASK_FILES.entries()) {
    const copy = join(copies, String(index));
    rmSync(copy, { force: true });
    if (lstatSync(join(workspace, file), { throwIfNoEntry: false })?.isFile() === true) copyFileSync(join(workspace, file), copy);
  }
}
