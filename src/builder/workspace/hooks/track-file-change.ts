import { command, type Hook } from './hook.js';
import { hookScript } from './script.js';

/** Written files, one per line: `{at, tool, file, agent_type, agent_id}`; below `.tallystick/build`. */
const CHANGES_FILE = 'changes.ndjson';

const BODY = String.raw`
const path = typeof input.tool_input.file_path === 'string' ? input.tool_input.file_path : '';
if (path !== '') {
  const inside = relative(workspace, resolve(input.cwd || workspace, path)).replaceAll('\\', '/');
  const file = inside === '..' || inside.startsWith('../') ? path : inside;
  note(settings.log, { tool: input.tool_name, file, agent_type: input.agent_type, agent_id: input.agent_id });
}
`;

/** Records every written file for a later contract check, without blocking (REQ-015). */
export const trackFileChange: Hook = {
  name: 'track-file-change',
  isOn: () => true,
  groups: (settings) => ({
    PostToolUse: { matcher: 'Write|Edit', hooks: [{ ...command(settings, 'track-file-change', 30), async: true }] },
  }),
  script: () => hookScript({ log: CHANGES_FILE }, BODY),
};
