import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { HookSettings } from '../../../../src/builder/workspace/hooks/hook.js';
import { scriptPath } from '../../../../src/builder/workspace/hooks/hook.js';
import { generateHooksConfig } from '../../../../src/builder/workspace/hooks-config.js';
import { writeFiles } from '../../../temporary-folder.js';

export const settings: HookSettings = {
  node: process.execPath,
  requirements: 'REQUIREMENTS.md',
  milestones: [],
  checkTasks: true,
  hasTaskFiles: true,
};

/** What claude 2.1.329 tells every hook of a session. */
const session = {
  session_id: 'e95a7463-2ff9-4bc4-a1a9-f03b2e152e60',
  transcript_path: '/home/someone/.claude/projects/-work/e95a7463-2ff9-4bc4-a1a9-f03b2e152e60.jsonl',
  prompt_id: 'eafb5858-1c10-44f6-b91f-62b3eb41e89e',
  permission_mode: 'acceptEdits',
  effort: { level: 'medium' },
};

/** What a hook came to. */
export interface HookRun {
  readonly code: number | null;
  readonly stated: string;
}

/** A workspace with the scripts of all hooks in it. */
export function withHooks(folder: string, given: Partial<HookSettings> = {}): string {
  writeFiles(folder, generateHooksConfig({ ...settings, ...given }).scripts);
  return folder;
}

/** Runs a hook as `claude` does: a process of its own, and the event as JSON on its input. */
export function runHook(folder: string, name: string, event: object | string, env: NodeJS.ProcessEnv = {}): HookRun {
  const input = typeof event === 'string' ? event : JSON.stringify({ ...session, cwd: folder, ...event });
  const { PATH, SystemRoot } = process.env;
  const child = spawnSync(process.execPath, [join(folder, scriptPath(name))], {
    input,
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, SystemRoot, CLAUDE_PROJECT_DIR: folder, HOME: folder, USERPROFILE: folder, ...env },
  });
  return { code: child.status, stated: child.stderr };
}
