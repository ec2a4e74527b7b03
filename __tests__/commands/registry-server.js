// A Contract Engine of somebody else that only keeps contracts. Words: a file with a list of them, as `get_contract` gives them; where
// that is not there, it answers nothing.
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const [file = ''] = process.argv.slice(2);
const kept = () => JSON.parse(readFileSync(file, 'utf8'));
const server = new McpServer({ name: 'registry', version: '1.0.0' });

/** @param {unknown} value */
const answer = (value) => ({ content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(value) }] });

server.registerTool('list_contracts', {}, () => answer(kept().map(({ spec: _spec, ...row }) => row)));
server.registerTool('get_unimplemented_contracts', {}, () => answer(kept().filter(({ status }) => status !== 'implemented')));
server.registerTool('get_contract', { inputSchema: { contract_id: z.string() } }, ({ contract_id }) =>
  answer(kept().find(({ id }) => id === contract_id) ?? null),
);
server.registerTool('validate_spec', { inputSchema: { spec: z.record(z.string(), z.unknown()) } }, () =>
  answer({ valid: true, type: 'openapi', errors: [], warnings: [] }),
);
server.registerTool(
  'generate_tests',
  { inputSchema: { contract_id: z.string(), framework: z.string(), include_negative: z.boolean() } },
  ({ contract_id, framework }) => ({
    content: [{ type: 'text', text: `${framework} tests of the registry for ${contract_id}` }],
  }),
);
await server.connect(new StdioServerTransport());
