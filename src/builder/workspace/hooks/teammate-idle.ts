import { command, type Hook } from './hook.js';
import { hookScript, TASK_LIST } from './script.js';

const BODY = `
import { writeFileSync } from 'node:fs';

/** How often this teammate was kept from resting over these very tasks. */
function timesAsked(key) {
  const path = join(workspace, '.tallystick', 'build', 'idle.json');
  let asked = {};
  try {
    asked = JSON.parse(textOf(path) ?? '{}');
  } catch {}
  const times = (Number.isInteger(asked[key]) ? asked[key] : 0) + 1;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...asked, [key]: times }));
  return times;
}

const all = tasks();
const done = new Set(all.filter((task) => task.status === 'completed').map((task) => task.id));
const waits = (task) => Array.isArray(task.blockedBy) && task.blockedBy.some((id) => !done.has(id));
const isFree = (task) => typeof task.owner !== 'string' || task.owner === '' || task.owner === input.teammate_name;
const open = all.filter((task) => task.status === 'pending' && !waits(task) && isFree(task));
if (open.length > 0) {
  const ids = open.map((task) => '#' + task.id).join(', ');
  // Who does not take a task after being asked again and again will not, and must not be kept busy for ever.
  if (timesAsked(input.teammate_name + ' ' + ids) <= settings.most)
    refuse(open.length + ' pending unblocked tasks: ' + ids + '. Claim one with TaskUpdate and work on it.');
}
`;

/**
 * Keeps a teammate working while a task is ready (REQ-012). Reads the list's files: asking a second `claude`, as specified,
 * would cost a session each time, and that session would have this hook too.
 */
export const teammateIdle: Hook = {
  name: 'teammate-idle-check',
  isOn: () => true,
  groups: (settings) => ({ TeammateIdle: { hooks: [command(settings, 'teammate-idle-check', 30)] } }),
  script: () => hookScript({ most: 3 }, TASK_LIST + BODY),
};
