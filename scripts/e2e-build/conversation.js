/** Who is speaking, of what, and how far: read from a request alone, so that it does not matter how often it is sent. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leadTurn } from './lead.js';

/** How the agent of a hook is spoken to, which checks each task that is marked as completed. */
const CHECK = 'This check belongs to a build by Tallystick.';

/**
 * @typedef {object} Conversation
 * @property {string} id the same in each of its requests
 * @property {string} agent by its definition; empty: nobody's
 * @property {string} first all that it was told first
 * @property {string} milestone
 * @property {string} lens of a reviewer
 * @property {number} turn how many messages of the model it has
 * @property {string} cwd
 * @property {boolean} isMate an agent of a team
 * @property {string} [brief] a file that holds what it is told, and was not read yet
 * @property {import('./scenario.js').Turn} [lead] what whoever leads a team does now
 */

/**
 * @param {any} body
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} workspace
 * @returns {Conversation}
 */
export function conversationOf(body, headers, workspace) {
  const system = textOf(body.system);
  const message = textOf(body.messages[0]?.content);
  const session = String(headers['x-claude-code-session-id'] ?? body.metadata?.user_id ?? '');
  const own = body.messages.filter((/** @type {any} */ { role }) => role === 'assistant').length;
  const isLead = system.includes('You lead a team of agents');
  // What a lead is told quotes what it is to tell.
  const reads = isLead ? undefined : /Read (\S+) first: it holds your whole task/.exec(message)?.[1];
  const isRead = reads !== undefined && own > 0;
  const first = isRead ? `${message}\n${textOf(answerIn(body.messages)?.content)}` : message;
  const milestone = [...first.matchAll(/Milestone ([\w-]+) of service/g)].at(-1)?.[1] ?? '';
  return {
    id: createHash('sha256').update(`${session} ${message}`).digest('hex'),
    agent: isLead ? 'lead' : message.includes(CHECK) ? 'check' : agentOf(system, workspace),
    first,
    milestone,
    lens: /\b(?:security|performance|quality)-reviewer\b/.exec(first)?.[0] ?? '',
    turn: own - (isRead ? 1 : 0),
    cwd: workspace,
    isMate: reads !== undefined,
    ...(reads !== undefined && !isRead ? { brief: reads } : {}),
    ...(isLead ? { lead: leadTurn(body.messages) } : {}),
  };
}

/** What came of the first call. @param {any[]} messages */
function answerIn(messages) {
  return messages.slice(messages.findIndex(({ role }) => role === 'assistant')).find(({ role }) => role === 'user');
}

/**
 * By the definitions in the workspace: the text of one is the system prompt.
 *
 * @param {string} system
 * @param {string} workspace
 */
function agentOf(system, workspace) {
  const folder = join(workspace, '.claude', 'agents');
  if (!existsSync(folder)) return '';
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const found = files.find((file) => system.includes(instructionsOf(readFileSync(join(folder, file), 'utf8'))));
  return found === undefined ? '' : found.slice(0, -'.md'.length);
}

/** @param {string} text */
function instructionsOf(text) {
  return text.slice(text.indexOf('\n---\n') + '\n---\n'.length).trim();
}

/** @param {unknown} content @returns {string} */
function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => (typeof block.text === 'string' ? block.text : textOf(block.content))).join('\n');
}
