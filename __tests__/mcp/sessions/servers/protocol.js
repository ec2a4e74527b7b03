import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The first argument names a folder: every process of a test writes its id there, so that none is left unseen. */
export function signIn(pid = process.pid) {
  writeFileSync(`${process.argv[2]}/${pid}`, '');
}

const parent = process.ppid;

/** Whether the test that started this server is gone: killed, it can end nothing. */
export const isOrphan = () => process.ppid !== parent;

/** @param {object} message without its version */
export function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** A contract, as a server that works gives it. */
export const contract = {
  id: 'books',
  type: 'openapi',
  version: '1.0.0',
  service_name: 'shop',
  spec_hash: 'ab',
  status: 'active',
  spec: { openapi: '3.1.0' },
};

/**
 * The result of a call: a value as JSON in a text, as all revisions know it.
 *
 * @param {unknown} value
 */
export function text(value) {
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] };
}

/**
 * Speaks the protocol line by line, without any library: so it can also break it. `hello` gives the result of `initialize`, `call`
 * what is answered to a call: a message without its id, or nothing. One that `stays` does not end with its input.
 *
 * @param {{
 *   stays?: boolean,
 *   revision?: string,
 *   tools?: string[],
 *   hello?: (params: { protocolVersion: string }) => object,
 *   call?: (params: { name: string }, id: number) => object | undefined | void,
 * }} behaviour
 */
export function serve({ stays = false, revision, tools = ['get_contract', 'list_contracts', 'create_contract'], hello, call }) {
  signIn();
  const lines = createInterface({ input: process.stdin });
  if (stays) setInterval(() => isOrphan() && process.exit(9), 1000);
  else lines.on('close', () => process.exit(0));
  lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize') send({ id, ...(hello?.(params) ?? { result: greeting(revision ?? params.protocolVersion) }) });
    if (method === 'tools/list') {
      send({ id, result: { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) } });
    }
    if (method === 'ping') send({ id, result: {} });
    if (method === 'tools/call') {
      const answer = call ? call(params, id) : { result: text(contract) };
      if (answer !== undefined) send({ id, ...answer });
    }
  });
}

/** @param {string} protocolVersion */
export function greeting(protocolVersion) {
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'a server', version: '1.0' } };
}
