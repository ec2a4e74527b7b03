import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says in one turn: a text, or a call of a tool. */
export type Stated = { readonly text: string } | { readonly tool: string; readonly input: object };

/** One conversation of the command line with the model, as it stands. */
export interface Conversation {
  /** All messages, as JSON. */
  readonly text: string;
  /** How often the model has spoken in it. */
  readonly turns: number;
}

interface Body {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string }[];
}

/** A Messages API on loopback whose model speaks by a script. */
export async function scriptedModel(script: (conversation: Conversation) => Stated): Promise<{ url: string; close: () => void }> {
  const server: Server = createServer((request, response) => {
    let raw = '';
    request.on('data', (part) => {
      raw += String(part);
    });
    request.on('end', () => {
      if (request.url?.startsWith('/v1/messages?') !== true) return void response.end('{}');
      const { model = '', messages = [] } = JSON.parse(raw) as Body;
      const turns = messages.filter(({ role }) => role === 'assistant').length;
      answer(response, model, script({ text: JSON.stringify(messages), turns }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

let answers = 0;

function answer(response: ServerResponse, model: string, stated: Stated): void {
  answers += 1;
  const send = (type: string, data: object) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = { input_tokens: 1, output_tokens: 1 };
  const isText = 'text' in stated;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const message = { id: `msg_${answers}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage };
  send('message_start', { message });
  const block = isText ? { type: 'text', text: '' } : { type: 'tool_use', id: `toolu_${answers}`, name: stated.tool, input: {} };
  send('content_block_start', { index: 0, content_block: block });
  const delta = isText
    ? { type: 'text_delta', text: stated.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(stated.input) };
  send('content_block_delta', { index: 0, delta });
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason: isText ? 'end_turn' : 'tool_use' }, usage });
  send('message_stop', {});
  response.end();
}
