import type { AgentTask } from './backend.js';

/** A task of a wave for its team. */
export interface TeamTask {
  readonly task: AgentTask;
  /** Its name in the list, and its agent's name: `task-1`. */
  readonly key: string;
  /** The file of its agent's instructions: relative to the workspace. */
  readonly brief: string;
  /** Names of tasks that must be completed first. */
  readonly after: readonly string[];
}

/** The lead's definition is an argument of the command line, not a file. */
export const LEAD = 'tallystick-lead';

/** The lead's only tools if it just delegates. The hook for completed tasks shares them, and has to read. */
export const LEAD_TOOLS = [
  'ToolSearch',
  'TaskCreate',
  'TaskUpdate',
  'TaskList',
  'TaskGet',
  'TaskStop',
  'Agent',
  'SendMessage',
  'Read',
  'Grep',
  'Glob',
] as const;

export function leadInstructions(delegates: boolean): string {
  return [
    'You lead a team of agents that build software. A program gives you tasks and watches the task list; no person reads along, so never ask anything.',
    ...(delegates
      ? ['You do none of the work yourself: you write no file and run no command. You hand out, watch, and keep the list.']
      : []),
    'The task list is what counts. Its tools may have to be loaded first: ToolSearch with "select:TaskCreate,TaskUpdate,TaskList,SendMessage".',
    'Rules:',
    '1. TaskCreate once for each task you are given, in the order given, with exactly the subject and the metadata given.',
    '2. TaskUpdate with addBlockedBy for each dependency given, before the first agent starts.',
    '3. For a task that nothing blocks: TaskUpdate to in_progress with the owner given, then Agent with exactly the name, subagent_type, model and prompt given, and run_in_background true. Never more agents at once than allowed; one agent a task.',
    '4. When you are told that an agent ended: TaskUpdate its task to completed. If that is refused, tell the agent why with SendMessage and wait for it. If the agent says that it could not do its task, leave the task in_progress and say so.',
    '5. Then start what is no longer blocked. Between events, end your turn: you are woken.',
    '6. On a shutdown request, send each agent that still works a message of type shutdown_request and end your turn.',
  ].join('\n');
}

/** The lead's instructions for a wave. */
export function waveMessage(index: number, tasks: readonly TeamTask[], mostAgents: number): string {
  const blocks = tasks.map(({ task, key, brief, after }) =>
    [
      `### ${key}`,
      `- subject: ${JSON.stringify(`[${key}] ${task.subject}`)}`,
      `- description: ${JSON.stringify(`Described in ${brief}`)}`,
      `- metadata: ${JSON.stringify({ task_id: key })}`,
      `- blocked by: ${after.length === 0 ? 'nothing' : after.join(', ')}`,
      `- owner and name of the agent: ${key}`,
      `- subagent_type: ${task.agent}`,
      ...(task.model === undefined ? [] : [`- model: ${task.model}`]),
      `- prompt: ${JSON.stringify(`Read ${brief} first: it holds your whole task. Do all of it, and end with the answer that it asks for.`)}`,
    ].join('\n'),
  );
  return [`Wave ${index}: ${tasks.length} tasks, at most ${mostAgents} agents at once.`, ...blocks, 'Begin.'].join('\n\n');
}

/** Sent when the lead rests although there is work. */
export function reminder(open: readonly string[]): string {
  return `These tasks are neither completed nor worked on: ${open.join(', ')}. Look at the list (TaskList) and go on: mark what is done as completed, start what nothing blocks.`;
}

/** Reports abandoned tasks. */
export function givenUp(keys: readonly string[], why: string): string {
  return `Given up (${why}): ${keys.join(', ')}. Do not start or repeat them, nor anything that is blocked by them; go on with the others.`;
}

/** News for all working agents. */
export function contextMessage(context: string): string {
  return `Send this to every agent that works now, with SendMessage, word for word, then go on:\n\n${context}`;
}

/** Ends the session, even with remaining work. */
export function shutdownRequest(names: readonly string[]): string {
  return `shutdown_request: end now. Agents that still work: ${names.length === 0 ? 'none' : names.join(', ')}.`;
}
