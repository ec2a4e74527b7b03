import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { teamSteps } from './team-steps.mjs';

const pause = (millis) => new Promise((done) => setTimeout(done, millis));

/** What can be done, by the name of a step; its value is the first argument. */
const STEPS = {
  say: (text, session) => session.say(text),
  write: ({ file, text }, session) => write(session, file, text),
  edit: ({ file, from, to }, session) => edit(session, file, from, to),
  bash: (command, session) => bash(session, command),
  tool: ({ name, input = {}, result = '', error = false, details }, session) =>
    session.tool(name, input, () => {
      if (error) throw new Error(result);
      return { content: result, details };
    }),
  deny: ({ name, input = {} }, session) => {
    session.denials.push({ tool_name: name, tool_use_id: 'toolu_denied', tool_input: input });
  },
  retry: ({ attempt = 1, status = 529, error = 'overloaded' }, session) =>
    session.line({
      type: 'system',
      subtype: 'api_retry',
      attempt,
      max_retries: 10,
      retry_delay_ms: 1,
      error_status: status,
      error,
    }),
  result: (result, session) => session.result(result),
  line: (text, session) => session.raw(`${text}\n`),
  raw: (text, session) => session.raw(text),
  flood: (bytes, session) => flood(session, bytes),
  stderr: (text) => process.stderr.write(text),
  signal: (name, _session, { home }) => writeFileSync(join(home, name), String(process.pid)),
  wait: async (name, _session, { home }) => {
    while (!existsSync(join(home, name))) await pause(5);
  },
  grandchild: (name, _session, { home }) => grandchild(join(home, name)),
  ignoreTerm: () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  },
  hang: () => new Promise(() => setInterval(() => undefined, 60_000)),
  exit: (code) => process.exit(code),
  die: async (signal) => {
    process.kill(process.pid, signal);
    await pause(60_000);
  },
};

/** Does one step: an object with one field. `place` has the home folder, what is told on the input, and agents that were started. */
export async function step(given, session, place) {
  const [name = '', value] = Object.entries(given)[0] ?? [];
  if (!Object.hasOwn(ALL, name)) throw new Error(`There is no step '${name}'.`);
  await ALL[name](value, session, place);
}

const ALL = { ...STEPS, ...teamSteps(step) };

function write(session, file, text) {
  const filePath = resolve(file);
  return session.tool('Write', { file_path: filePath, content: text }, () => {
    const existed = existsSync(filePath);
    mkdirSync(dirname(filePath), { recursive: true });
    writeFileSync(filePath, text);
    return existed
      ? { content: `The file ${filePath} has been updated successfully.`, details: { type: 'update', filePath } }
      : { content: `File created successfully at: ${filePath}`, details: { type: 'create', filePath } };
  });
}

function edit(session, file, from, to) {
  const filePath = resolve(file);
  return session.tool('Edit', { file_path: filePath, old_string: from, new_string: to }, () => {
    if (!existsSync(filePath)) throw new Error('File does not exist.');
    const text = readFileSync(filePath, 'utf8');
    if (!text.includes(from)) throw new Error('String to replace not found in file.');
    writeFileSync(filePath, text.replace(from, to));
    return { content: `The file ${filePath} has been updated successfully.`, details: { filePath } };
  });
}

function bash(session, command) {
  return session.tool('Bash', { command }, () => {
    const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' });
    if (status !== 0) throw new Error(`Exit code ${status}\n${stdout}${stderr}`);
    return { content: stdout, details: { stdout, stderr, interrupted: false } };
  });
}

function flood(session, bytes) {
  const piece = 'x'.repeat(Math.min(bytes, 1_000_000));
  for (let left = bytes; left > 0; left -= piece.length) session.raw(piece.slice(0, left));
  session.raw('\n');
}

/** In a session of its own, as the real one runs commands. Its pid goes into the file. */
function grandchild(file) {
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 60000)'], {
    detached: true,
    stdio: 'inherit',
  });
  appendFileSync(file, `${child.pid}\n`);
  child.unref();
}
