import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Steps of a lead and its team; see README.md beside this. `step` does the steps of an agent. */
export const teamSteps = (step) => ({
  hear: async (text, session, { conversation, home }) => {
    const heard = await conversation.hear(text);
    if (heard !== undefined) return;
    // The input was closed: the real one ends when nothing is left to do.
    writeFileSync(join(home, 'closed'), String(process.pid));
    if (!session.ended) session.result({});
    process.exit();
  },
  list: (task, _session, { home }) => list(task, home),
  agent: (given, session, place) => agent(given, session, place, step),
  resume: (given, session, place) => resume(given, session, place, step),
  turn: (result, session) => session.result({ ...(result === true ? {} : result) }),
});

/** A task of the shared list, as a file. */
function list({ id, key, status = 'pending', blockedBy = [], owner }, home) {
  const folder = join(home, '.claude', 'tasks', process.env.CLAUDE_CODE_TASK_LIST_ID ?? 'none');
  mkdirSync(folder, { recursive: true });
  const task = { id, subject: `[${key}] subject`, description: '', status, blocks: [], blockedBy, metadata: { task_id: key } };
  writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...task, ...(owner === undefined ? {} : { owner }) }));
}

/** Starts an agent in the background, does its steps, and tells that it ended. */
async function agent({ name, prompt = '', do: steps = [], status = 'completed', refused }, session, place, step) {
  const started = { task_type: 'local_agent', description: name, is_backgrounded: true };
  const id = `agent-${name}`;
  const call = await session.tool('Agent', { description: name, name, prompt, run_in_background: true }, (tool_use_id) => {
    if (refused !== undefined) throw new Error(refused);
    session.line({ type: 'system', subtype: 'task_started', task_id: id, tool_use_id, ...started });
    return {
      content: [{ type: 'text', text: 'Async agent launched successfully.' }],
      details: { status: 'async_launched', agentId: id },
    };
  });
  if (refused !== undefined) return;
  place.agents.set(id, call);
  session.parent = call;
  for (const each of steps) await step(each, session, place);
  session.parent = null;
  if (status !== 'working') notify(session, id, call, status);
}

/** Sends an agent on that had ended: its own messages belong to the call that started it, what is told of it to the one that sent it on. */
async function resume({ name, do: steps = [], status = 'completed' }, session, place, step) {
  const id = `agent-${name}`;
  const sent = await session.tool('SendMessage', { to: name, message: 'Go on.' }, (tool_use_id) => {
    session.line({ type: 'system', subtype: 'task_started', task_id: id, tool_use_id, task_type: 'local_agent' });
    return { content: [{ type: 'text', text: `Resuming agent ${name}` }], details: { success: true, resumedAgentId: id } };
  });
  session.parent = place.agents.get(id) ?? null;
  for (const each of steps) await step(each, session, place);
  session.parent = null;
  if (status !== 'working') notify(session, id, sent, status);
}

/** Tells that an agent ended. */
export function notify(session, id, call, status, summary = '') {
  session.line({ type: 'system', subtype: 'task_notification', task_id: id, tool_use_id: call, status, summary });
}
