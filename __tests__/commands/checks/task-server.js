// TaskMaster as far as preflight asks it. Words: a folder where it signs in and writes down what it was asked, and its tasks.
import { appendFileSync, writeFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const [folder = '', tasks = '[]'] = process.argv.slice(2);
writeFileSync(`${folder}/${process.pid}`, JSON.stringify(process.env));
const server = new McpServer({ name: 'tasks', version: '1.0.0' });
for (const name of ['get_tasks', 'parse_prd']) {
  server.registerTool(name, { inputSchema: { projectRoot: z.string() } }, ({ projectRoot }) => {
    appendFileSync(`${folder}/asked`, `${name} ${projectRoot}\n`);
    return { content: [{ type: 'text', text: JSON.stringify({ tasks: JSON.parse(tasks) }) }] };
  });
}
await server.connect(new StdioServerTransport());
