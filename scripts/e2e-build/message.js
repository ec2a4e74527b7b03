/** A turn of a scenario as a message of the model. */
import { randomUUID } from 'node:crypto';
import { stringify } from 'yaml';
import { contractFields } from './scenario.js';

/**
 * @typedef {{ type: 'text', text: string } | { type: 'tool_use', id: string, name: string, input: Record<string, unknown> }} Block
 * @typedef {Pick<import('./conversation.js').Conversation, 'milestone' | 'lens' | 'cwd' | 'agent' | 'isMate'>} Words
 */

/**
 * @param {import('./scenario.js').Turn} turn
 * @param {Words} words what is put for `{milestone}` and `{lens}`
 * @returns {{ id: string, content: Block[] }}
 */
export function messageOf(turn, words) {
  const id = randomUUID().replaceAll('-', '');
  const text = filled(spoken(turn, words), words);
  /** @type {Block[]} */
  const calls = Object.entries(turn).flatMap(([name, given], index) => {
    const tool = TOOLS[name];
    if (tool === undefined) return [];
    const listed = name === 'call' && Array.isArray(given) ? given : [given];
    return listed.map((each, at) => {
      const call = tool(filled(each, words), words);
      return { type: 'tool_use', id: `toolu_${id.slice(0, 16)}${index}x${at}`, ...call };
    });
  });
  return { id: `msg_${id}`, content: [...(text === '' ? [] : [/** @type {Block} */ ({ type: 'text', text })]), ...calls] };
}

/** @type {Record<string, (given: any, words: Words) => { name: string, input: Record<string, unknown> }>} */
const TOOLS = {
  read: (file, words) => ({ name: 'Read', input: { file_path: path(file, words) } }),
  write: ({ file, text }, words) => ({ name: 'Write', input: { file_path: path(file, words), content: text } }),
  edit: ({ file, old, new: text }, words) => ({
    name: 'Edit',
    input: { file_path: path(file, words), old_string: old, new_string: text },
  }),
  run: (command) => ({ name: 'Bash', input: { command, description: 'Runs a command' } }),
  search: (pattern) => ({ name: 'Grep', input: { pattern } }),
  // Any tool, as it is.
  call: ({ name, input }) => ({ name, input }),
};

/** @param {string} file @param {Words} words */
function path(file, { cwd }) {
  return file.startsWith('/') ? file : `${cwd}/${file}`;
}

/** @param {import('./scenario.js').Turn} turn @param {Words} words @returns {string} */
function spoken({ say = '', contract, block, handoff = {} }, { agent, isMate }) {
  const isEnd = say !== '' && isMate;
  const known = isEnd
    ? `${say.trimEnd()}\n\n\`\`\`json\n${JSON.stringify({ ...HANDOFF, agent, ...handoff }, null, 2)}\n\`\`\``
    : say;
  // A block that is no contract, word for word.
  const yaml = block ?? (contract === undefined ? undefined : stringify(contractFields(contract), { lineWidth: 0 }));
  if (yaml === undefined) return known;
  return `${known.trimEnd()}\n\n### Router Contract (MACHINE-READABLE)\n\`\`\`yaml\n${yaml.trimEnd()}\n\`\`\`\n`;
}

/** What an agent of a team hands on. */
const HANDOFF = {
  agent: '',
  taskId: '{milestone}',
  status: 'success',
  summary: 'It is done',
  artifacts: [],
  evidence: [],
  next_actions: [],
};

/**
 * @param {any} given
 * @param {Words} words
 * @returns {any}
 */
function filled(given, words) {
  if (typeof given === 'string') return given.replaceAll('{milestone}', words.milestone).replaceAll('{lens}', words.lens);
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map((each) => filled(each, words));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value, words)]));
}
