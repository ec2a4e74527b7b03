/** A Messages API on loopback that answers by a scenario. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { conversationOf } from './conversation.js';
import { messageOf } from './message.js';

/** What only some builds write for their agents. */
const WATCHED = ['.claude/CLAUDE.md', '.claude/settings.local.json', '.mcp.json'];

/**
 * @typedef {import('./scenario.js').Scenario} Scenario
 * @typedef {import('./scenario.js').Answer} Answer
 * @typedef {import('./conversation.js').Conversation} Conversation
 * @typedef {{ agent: string, milestone: string, lens: string, turn: number, key: string, body: any, there: string[] }} Call
 *   `there`: what of {@link WATCHED} is in the workspace
 */

/**
 * @param {Scenario} scenario
 * @param {string} workspace whose definitions of agents tell who is speaking
 * @param {{ onKill?: (what: string) => void, onCall?: (call: Call) => void }} on a turn asks that something is killed; a message is asked for
 */
export async function startModel(scenario, workspace, { onKill = () => {}, onCall = () => {} } = {}) {
  const script = new Script(scenario);
  /** @type {Call[]} */
  const calls = [];
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const isMessage = request.method === 'POST' && /^\/v1\/messages(?:\?|$)/.test(request.url ?? '');
      if (!isMessage) {
        response.end('{}');
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const key = String(request.headers['x-api-key'] ?? request.headers.authorization ?? '');
      const conversation = conversationOf(body, request.headers, workspace);
      const turn = script.turnOf(conversation);
      const { agent, milestone, lens } = conversation;
      const there = WATCHED.filter((file) => existsSync(join(workspace, file)));
      const call = { agent, milestone, lens, turn: conversation.turn, key, body, there };
      calls.push(call);
      onCall(call);
      if (turn.kill !== undefined) onKill(turn.kill);
      else answer(turn, conversation, body, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    /** Conversations that no answer fits. */
    unknown: script.unknown,
    /** Answers of the scenario itself that nobody asked for. */
    unused: () => scenario.answers.filter((each) => each.by === scenario.name && !script.used.has(each)),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Which answer a conversation gets, from its first message to its last. */
class Script {
  /** @param {Scenario} scenario */
  constructor({ answers }) {
    this.answers = answers;
    /** @type {Map<Answer, number>} */
    this.used = new Map();
    /** @type {Map<string, Answer | undefined>} */
    this.chosen = new Map();
    /** How often a turn of a conversation went wrong. @type {Map<string, number>} */
    this.failures = new Map();
    /** @type {string[]} */
    this.unknown = [];
  }

  /**
   * @param {Conversation} conversation
   * @returns {import('./scenario.js').Turn}
   */
  turnOf(conversation) {
    const { agent, id, turn, brief } = conversation;
    if (brief !== undefined) return { read: brief };
    if (conversation.lead !== undefined) return conversation.lead;
    if (!this.chosen.has(id)) this.#choose(conversation);
    const answer = this.chosen.get(id);
    if (answer === undefined) return { say: 'ok' };
    // A turn that went wrong often enough is followed by the next as if it had not been.
    const turns = answer.turns.filter((each) => !this.#isOver(each, id, answer.turns.indexOf(each)));
    const now = turns[turn] ?? { say: `Nothing is left to do for ${agent}.` };
    const fails = now.status ?? now.drop;
    if (fails !== undefined) {
      const key = `${id} ${answer.turns.indexOf(now)}`;
      this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
    }
    return now;
  }

  /** @param {import('./scenario.js').Turn} turn @param {string} id @param {number} index */
  #isOver(turn, id, index) {
    return turn.often !== undefined && (this.failures.get(`${id} ${index}`) ?? 0) >= turn.often;
  }

  /** @param {Conversation} conversation */
  #choose({ agent, milestone, lens, first, id }) {
    const found = this.answers.find(
      (each) =>
        each.agent === agent &&
        (each.milestone === undefined || each.milestone === milestone) &&
        (each.lens === undefined || each.lens === lens) &&
        (each.says === undefined || first.includes(each.says)) &&
        (this.used.get(each) ?? 0) < (each.times ?? Number.POSITIVE_INFINITY),
    );
    this.chosen.set(id, found);
    if (found === undefined) this.unknown.push(`${agent || 'nobody'}: ${first.slice(-300)}`);
    else this.used.set(found, (this.used.get(found) ?? 0) + 1);
  }
}

/**
 * @param {import('./scenario.js').Turn} turn
 * @param {Conversation} conversation
 * @param {any} body
 * @param {import('node:http').ServerResponse} response
 */
function answer(turn, conversation, body, response) {
  if (turn.hang === true) return;
  if (turn.status !== undefined) {
    const error = { type: turn.error ?? 'api_error', message: turn.message ?? `scripted ${turn.status}` };
    response.writeHead(turn.status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ type: 'error', error }));
    return;
  }
  const message = messageOf(turn, conversation);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  /** @param {string} type @param {Record<string, unknown>} data */
  const event = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = { input_tokens: 100, output_tokens: 1 };
  const empty = { id: message.id, type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null, usage };
  event('message_start', { message: empty });
  if (turn.drop === true) {
    // In the middle of the answer.
    response.socket?.destroy();
    return;
  }
  for (const [index, block] of message.content.entries()) {
    const { start, delta } = parts(block);
    event('content_block_start', { index, content_block: start });
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  }
  const stop_reason = message.content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: turn.tokens ?? 50 } });
  event('message_stop', {});
  response.end();
}

/** @param {import('./message.js').Block} block */
function parts(block) {
  if (block.type === 'text') return { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: block.text } };
  const { id, name, input } = block;
  return {
    start: { type: 'tool_use', id, name, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  };
}
