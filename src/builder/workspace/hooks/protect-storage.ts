import { command, type Hook } from './hook.js';
import { hookScript } from './script.js';

/** Files that only TaskMaster may write (spec 001, D3). */
export const TASK_FILES = ['.taskmaster/tasks/tasks.json', '.taskmaster/state.json'] as const;
/** Copies of them from the start of the build, or from TaskMaster's last write: below `.tallystick/build`. */
export const TASK_COPIES = 'task-files';
/** A TaskMaster call without news for this long has ended. */
const LONGEST_CALL_MS = 10 * 60_000;

const BODY = String.raw`
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';

const copies = join(workspace, '.tallystick', 'build', settings.copies);
const calls = join(copies, 'calls');

function bytesOf(path) {
  try {
    return lstatSync(path).isFile() ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function put(path, bytes) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) rmSync(path, { force: true, recursive: true });
  if (bytes === undefined) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** TaskMaster is at it: what changes meanwhile may be its own doing. */
function isAtWork() {
  const names = (() => {
    try {
      return readdirSync(calls);
    } catch {
      return [];
    }
  })();
  return names.some((name) => Date.now() - (statSync(join(calls, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < settings.longest);
}

const copyOf = (index) => join(copies, String(index));
const isTaskMaster = input.tool_name.startsWith('mcp__task-master__');
const mark = join(calls, input.tool_use_id.replace(/[^\w-]/g, '_').slice(0, 100) || 'call');
if (isTaskMaster && input.hook_event_name === 'PreToolUse') {
  mkdirSync(calls, { recursive: true });
  writeFileSync(mark, '');
} else if (isTaskMaster) {
  rmSync(mark, { force: true });
  settings.files.forEach((file, index) => put(copyOf(index), bytesOf(join(workspace, file))));
} else if (!isAtWork()) {
  const changed = settings.files.filter((file, index) => {
    const [now, before] = [bytesOf(join(workspace, file)), bytesOf(copyOf(index))];
    if (now === undefined ? before === undefined : before !== undefined && now.equals(before)) return false;
    put(join(workspace, file), before);
    return true;
  });
  if (changed.length > 0) {
    note('protected.ndjson', { files: changed, tool: input.tool_name, agent_type: input.agent_type, agent_id: input.agent_id });
    const why = changed.join(' and ') + ' belong to TaskMaster, and were put back as they were. Change tasks with the tools of mcp__task-master__ only.';
    if (!input.stop_hook_active) refuse(why);
  }
}
`;

/** Tools that can change files. */
const WRITERS = 'Bash|Write|Edit|MultiEdit|NotebookEdit|mcp__.*';

/** Reverts and reports changes of TaskMaster's files by others (spec 001, storage protection). */
export const protectStorage: Hook = {
  name: 'protect-storage',
  isOn: ({ hasTaskFiles }) => hasTaskFiles,
  groups: (settings) => {
    const hooks = [command(settings, 'protect-storage', 30)];
    return {
      PreToolUse: { matcher: 'mcp__task-master__.*', hooks },
      PostToolUse: { matcher: WRITERS, hooks },
      PostToolUseFailure: { matcher: WRITERS, hooks },
      SubagentStop: { hooks },
    };
  },
  script: () => hookScript({ files: TASK_FILES, copies: TASK_COPIES, longest: LONGEST_CALL_MS }, BODY),
};
