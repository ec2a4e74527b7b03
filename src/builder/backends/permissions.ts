import type { ClaudeCall } from './claude-arguments.js';
import type { ExecutionBackendOptions } from './options.js';

const BYPASS = 'bypassPermissions';

/**
 * What an agent may do without asking. Root may not bypass permissions: `claude` refuses, so edits are accepted and the tools of
 * the agent's definition allowed. Nobody is there to be asked, so these tools are allowed in other modes too.
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
