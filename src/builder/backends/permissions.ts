import type { ClaudeCall } from './claude-arguments.js';
import type { ExecutionBackendOptions } from './options.js';

const BYPASS = 'bypassPermissions';

/**
 * The permissions of an agent. `claude` refuses a bypass as root, so edits are accepted and the definition's tools allowed.
 * Other modes allow these tools too, because the build is unattended.
 */
export function permissionsOf(
  agent: string,
  { permissionMode, toolsOf, userId }: Pick<ExecutionBackendOptions, 'permissionMode' | 'toolsOf' | 'userId'>,
): Pick<ClaudeCall, 'permissionMode' | 'allowedTools'> {
  const root = (userId ?? process.getuid?.()) === 0;
  if (permissionMode === BYPASS && !root) return { permissionMode };
  const mode = permissionMode === BYPASS ? 'acceptEdits' : permissionMode;
  return { permissionMode: mode, allowedTools: mode === 'plan' ? [] : (toolsOf?.(agent) ?? []) };
}
