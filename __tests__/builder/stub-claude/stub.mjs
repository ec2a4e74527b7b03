/** Stands in for `claude` in tests: does what a scenario says, and answers as the real one does. See README.md beside it. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Conversation } from './conversation.mjs';
import { Session } from './session.mjs';
import { step } from './steps.mjs';
import { notify } from './team-steps.mjs';

const home = process.env.HOME ?? process.env.USERPROFILE ?? '';
const scenario = JSON.parse(readFileSync(join(home, 'stub-claude.json'), 'utf8'));
const args = process.argv.slice(2);
const flagged = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);

if (args.includes('--version')) await version();
else await call();

async function version() {
  const { version: answer = '2.1.329 (Claude Code)' } = scenario;
  if (typeof answer === 'string') process.stdout.write(`${answer}\n`);
  else for (const each of answer) await step(each, new Session(), { home });
}

async function call() {
  const talks = flagged('--input-format') === 'stream-json';
  const agent = flagged('--agent') ?? '';
  const prompt = talks ? '' : (args[args.indexOf('-p') + 1] ?? readFileSync(0, 'utf8'));
  const found = (scenario.calls ?? [])
    .map((each, index) => ({ ...each, index }))
    .find((each) => fits(each, agent, prompt) && isFree(each));
  note({ agent, prompt, scenario: found?.index ?? -1 });
  refuse(agent);
  const session = new Session();
  session.begin(agent, flagged('--permission-mode'));
  const agents = new Map();
  const stop = (id) => notify(session, id, agents.get(id), 'stopped');
  const place = { home, agents, conversation: talks ? new Conversation(stop) : undefined };
  for (const each of found?.do ?? scenario.otherwise ?? []) await step(each, session, place);
  session.end();
  if (talks) process.exit();
}

function fits(entry, agent, prompt) {
  return (entry.agent === undefined || entry.agent === agent) && (entry.prompt === undefined || prompt.includes(entry.prompt));
}

/** Calls may be made at the same time: who makes the file has the turn. */
function isFree({ index, times }) {
  if (times === undefined) return true;
  const folder = join(home, 'stub-claude.used');
  mkdirSync(folder, { recursive: true });
  for (let turn = 0; turn < times; turn += 1) {
    try {
      writeFileSync(join(folder, `${index}-${turn}`), '', { flag: 'wx' });
      return true;
    } catch {
      // Another call had it.
    }
  }
  return false;
}

/** How it was called, for tests to look at. */
function note(what) {
  const call = { ...what, args, cwd: process.cwd(), pid: process.pid, env: process.env, secret: secretOf() };
  appendFileSync(join(home, 'stub-claude.calls.ndjson'), `${JSON.stringify(call)}\n`);
}

/** What the descriptor holds that a variable names. */
function secretOf() {
  const descriptor = process.env.CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR ?? process.env.CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR;
  if (descriptor === undefined) return undefined;
  const bytes = Buffer.alloc(1_000);
  return bytes.toString('utf8', 0, readSync(Number(descriptor), bytes, 0, bytes.length, 0));
}

/** What the real one refuses before it begins; only where the scenario is `strict`. */
function refuse(agent) {
  if (scenario.strict !== true) return;
  const root = process.getuid?.() === 0;
  if (root && flagged('--permission-mode') === 'bypassPermissions') {
    fail('--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons');
  }
  if (agent !== '' && !existsSync(join('.claude', 'agents', `${agent}.md`))) {
    fail(`--agent '${agent}' not found. Available agents: claude, Explore, general-purpose, Plan, statusline-setup`);
  }
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
