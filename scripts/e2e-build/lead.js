/** What a model that leads a team does: what it is told, and nothing else. Read from its messages, so that it needs no memory. */

/**
 * @typedef {{ key: string, subject: string, description: string, metadata: unknown, after: string[], agent: string, model?: string, prompt: string }} Task
 * @typedef {{ id: string, name: string, input: any, answer: string }} Call
 */

/**
 * @param {any[]} messages
 * @returns {import('./scenario.js').Turn}
 */
export function leadTurn(messages) {
  const texts = messages.filter(({ role }) => role !== 'assistant').flatMap(({ content }) => textsOf(content));
  const tasks = texts.flatMap(tasksOf);
  const calls = callsOf(messages);
  /** @param {string} name */
  const of = (name) => calls.filter((call) => call.name === name);
  if (of('ToolSearch').length === 0) {
    return {
      call: [{ name: 'ToolSearch', input: { query: 'select:TaskCreate,TaskUpdate,TaskList,SendMessage', max_results: 5 } }],
    };
  }
  const missing = tasks.filter(({ subject }) => !of('TaskCreate').some(({ input }) => input.subject === subject));
  if (missing.length > 0) {
    const create = missing.map(({ subject, description, metadata }) => ({
      name: 'TaskCreate',
      input: { subject, description, metadata },
    }));
    return { call: create };
  }
  /** @param {Task} task its number in the list */
  const idOf = ({ subject }) =>
    /#(\d+)/.exec(of('TaskCreate').find(({ input }) => input.subject === subject)?.answer ?? '')?.[1] ?? '';
  const updates = of('TaskUpdate');
  const blocked = tasks.filter(
    (task) => task.after.length > 0 && !updates.some(({ input }) => input.taskId === idOf(task) && input.addBlockedBy),
  );
  if (blocked.length > 0) {
    const ids = (/** @type {Task} */ { after }) => tasks.filter(({ key }) => after.includes(key)).map(idOf);
    return { call: blocked.map((task) => ({ name: 'TaskUpdate', input: { taskId: idOf(task), addBlockedBy: ids(task) } })) };
  }
  /** How often an agent ended, as the lead was told: anew each time it was sent on. @param {Task} task */
  const endings = ({ key }) => {
    const [agent] = of('Agent').filter(({ input }) => input.name === key);
    const id = /agentId: (\w+)/.exec(agent?.answer ?? '')?.[1];
    if (agent === undefined || id === undefined) return 0;
    return texts.filter((text) => text.includes(`<task-id>${id}<`) && text.includes('<status>completed<')).length;
  };
  /** @param {Task} task */
  const closings = (task) => updates.filter(({ input }) => input.taskId === idOf(task) && input.status === 'completed');
  /** Its hook refused it. @param {Call} call */
  const isRefused = ({ answer }) => !/^Updated task/.test(answer);
  const isClosed = (/** @type {Task} */ task) => closings(task).some((call) => !isRefused(call));
  /** What is to be done now for a task. @param {Task} task @returns {{ name: string, input: Record<string, unknown> }[]} */
  const nextOf = (task) => {
    const taskId = idOf(task);
    if (!of('Agent').some(({ input }) => input.name === task.key)) {
      const isReady = tasks.every((each) => !task.after.includes(each.key) || isClosed(each));
      return isReady ? starting(task, taskId) : [];
    }
    const known = of('SendMessage').filter(({ input }) => input.to === task.key).length;
    const refused = closings(task).filter(isRefused);
    if (!isClosed(task) && refused.length > known) return [sendingOn(task, refused.at(-1)?.answer ?? '')];
    const isDue = !isClosed(task) && endings(task) > closings(task).length;
    return isDue ? [{ name: 'TaskUpdate', input: { taskId, status: 'completed' } }] : [];
  };
  const now = tasks.flatMap(nextOf);
  return now.length === 0 ? { say: 'Waiting.' } : { call: now };
}

/** @param {Task} task @param {string} why */
function sendingOn({ key }, why) {
  return {
    name: 'SendMessage',
    input: { to: key, summary: 'Your task was refused', message: `Your task does not count as done: ${why}` },
  };
}

/** @param {Task} task @param {string} taskId */
function starting({ key, agent, model, prompt }, taskId) {
  const chosen = model === undefined ? {} : { model };
  return [
    { name: 'TaskUpdate', input: { taskId, status: 'in_progress', owner: key } },
    { name: 'Agent', input: { description: key, name: key, subagent_type: agent, ...chosen, prompt, run_in_background: true } },
  ];
}

/** The tasks that a message of a wave lists. @param {string} text @returns {Task[]} */
function tasksOf(text) {
  if (!/^Wave \d+: /.test(text)) return [];
  return text
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [key = ''] = block.split('\n', 1);
      /** @param {string} name */
      const field = (name) => new RegExp(`^- ${name}: (.*)$`, 'm').exec(block)?.[1];
      const after = field('blocked by') ?? 'nothing';
      const model = field('model');
      return {
        key,
        subject: JSON.parse(field('subject') ?? '""'),
        description: JSON.parse(field('description') ?? '""'),
        metadata: JSON.parse(field('metadata') ?? '{}'),
        after: after === 'nothing' ? [] : after.split(', '),
        agent: field('subagent_type') ?? '',
        ...(model === undefined ? {} : { model }),
        prompt: JSON.parse(field('prompt') ?? '""'),
      };
    });
}

/** All that it called, with what came of it. @param {any[]} messages @returns {Call[]} */
function callsOf(messages) {
  const answers = messages.flatMap(({ role, content }) => (role === 'user' && Array.isArray(content) ? content : []));
  return messages
    .flatMap(({ role, content }) => (role === 'assistant' && Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => {
      const answered = answers.find((each) => each.type === 'tool_result' && each.tool_use_id === id);
      return { id, name, input, answer: textsOf(answered?.content).join('\n') };
    });
}

/** @param {unknown} content @returns {string[]} */
function textsOf(content) {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => (typeof block.text === 'string' ? [block.text] : []));
}
