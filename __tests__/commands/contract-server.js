// A Contract Engine of somebody else: keeps one contract, in a version of its own, and compares paths alone.
// Words: the file of its document (JSON), the name of the service, its status.
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const [file = '', service_name = '', status = 'active'] = process.argv.slice(2);
const spec = JSON.parse(readFileSync(file, 'utf8'));
const row = { id: 'kept-1', type: 'openapi', version: spec.info.version, service_name, spec_hash: 'of-its-own', status };
const server = new McpServer({ name: 'somebody-else', version: '3.1.4' });

/** @param {unknown} value */
const answer = (value) => ({ content: [{ type: /** @type {const} */ ('text'), text: JSON.stringify(value) }] });

server.registerTool('list_contracts', {}, () => answer([row]));
server.registerTool('get_unimplemented_contracts', {}, () => answer(status === 'implemented' ? [] : [row]));
server.registerTool('validate_spec', { inputSchema: { spec: z.record(z.string(), z.unknown()) } }, () =>
  answer({ valid: true, type: 'openapi', errors: [], warnings: [] }),
);
server.registerTool(
  'check_breaking_changes',
  { inputSchema: { contract_id: z.string(), new_spec: z.record(z.string(), z.unknown()) } },
  ({ contract_id, new_spec }) => {
    if (contract_id !== row.id) return { ...answer(`no contract ${contract_id}`), isError: true };
    const gone = Object.keys(spec.paths).filter((path) => !Object.hasOwn(Object(new_spec.paths), path));
    const came = Object.keys(Object(new_spec.paths)).filter((path) => !Object.hasOwn(spec.paths, path));
    return answer([
      ...gone.map((path) => changeOf('path-removed', 'error', path, `${path} is gone.`)),
      ...came.map((path) => changeOf('path-added', 'note', path, `${path} is new.`)),
    ]);
  },
);
await server.connect(new StdioServerTransport());

/**
 * @param {string} rule
 * @param {string} severity
 * @param {string} path
 * @param {string} message
 */
function changeOf(rule, severity, path, message) {
  return { rule, severity, breaking: severity === 'error', subject: `GET ${path}`, message };
}
