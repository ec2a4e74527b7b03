/**
 * The start of every hook script. `input` is the JSON of `claude` on standard input (TECH-004A). Its fields depend on the
 * event, so all get an empty default. Unreadable input exits with 1, which blocks nothing.
 */
const BEGINNING = String.raw`// Written by Tallystick for the time of a build, and removed when it ends.
import { appendFileSync, lstatSync, mkdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const input = readInput();

function readInput() {
  const texts = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name', 'tool_name', 'tool_use_id', 'agent_id'];
  const more = ['agent_type', 'task_id', 'task_subject', 'task_description', 'teammate_name', 'team_name', 'last_assistant_message'];
  let read;
  try {
    read = JSON.parse(readFileSync(0, 'utf8'));
  } catch {
    writeSync(2, 'The input of the hook is not JSON.\n');
    process.exit(1);
  }
  const given = isObject(read) ? read : {};
  const fields = Object.fromEntries([...texts, ...more].map((name) => [name, typeof given[name] === 'string' ? given[name] : '']));
  return {
    ...fields,
    stop_hook_active: given.stop_hook_active === true,
    background_tasks: Array.isArray(given.background_tasks) ? given.background_tasks : [],
    tool_input: isObject(given.tool_input) ? given.tool_input : {},
  };
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A plain file of at most 5 MB; undefined: there is none. */
function textOf(path) {
  try {
    const found = lstatSync(path);
    return found.isFile() && found.size <= 5_000_000 ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Adds a line to a file of the build, unless that has grown out of bounds or is something else. */
function note(name, entry) {
  const folder = join(workspace, '.tallystick', 'build');
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (!found.isFile() || found.size > 10_000_000)) return;
  appendFileSync(path, JSON.stringify({ at: new Date().toISOString(), ...entry }) + '\n');
}

/** What the agent wanted does not happen, and it is told why. */
function refuse(why) {
  writeSync(2, why + '\n');
  process.exit(2);
}
`;

/** For scripts that read the list of tasks: `tasks()`. */
export const TASK_LIST = String.raw`
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';

/** The tasks of the list of this session, as "claude" keeps them: a file each. */
function tasks() {
  const id = process.env.CLAUDE_CODE_TASK_LIST_ID || input.team_name || input.session_id;
  if (!/^[\w.-]{1,200}$/.test(id) || id.startsWith('.')) return [];
  const folder = join(process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'), 'tasks', id);
  try {
    const files = readdirSync(folder).filter((name) => /^\d{1,9}\.json$/.test(name));
    return files.flatMap((name) => taskOf(textOf(join(folder, name))));
  } catch {
    return [];
  }
}

function taskOf(text) {
  try {
    const task = JSON.parse(text);
    return isObject(task) && typeof task.id === 'string' ? [task] : [];
  } catch {
    return [];
  }
}
`;

/** The script of a hook. @param settings its `settings` constant; without secrets */
export function hookScript(settings: unknown, body: string): string {
  return `${BEGINNING}\nconst settings = ${JSON.stringify(settings)};\n\n${body.trim()}\n`;
}
