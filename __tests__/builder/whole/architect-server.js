// An Architect of somebody else: a milestone for each heading of the second level, each after the one that the document has below it.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'somebody-else', version: '1.0.0' });

server.registerTool('decompose', { inputSchema: { prd: z.string() } }, ({ prd }) => {
  const sections = prd.split(/^## /m).slice(1);
  const ids = sections.map((section) => (section.split('\n')[0] ?? '').toLowerCase());
  const milestones = sections.map((section, index) => ({
    id: ids[index],
    title: section.split('\n')[0],
    dependencies: ids.slice(index + 1, index + 2),
    services: [],
    requirements: section.match(/REQ-\d+/g) ?? [],
  }));
  const value = { services: [], milestones, contracts: [], models: [], problems: [] };
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
});
await server.connect(new StdioServerTransport());
