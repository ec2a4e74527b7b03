import { agentServers } from '../../../src/commands/building/agent-servers.js';
import type { EnginesRequest } from '../../../src/commands/building/engines-request.js';
import { resolve } from '../../../src/config/resolve.js';
import { chooseEngine } from '../../../src/mcp/choose.js';

/** The servers of agents with these settings, which somebody typed. */
function servers(values: object) {
  const resolved = resolve({ overrides: { by: 'the inputs', values } });
  const asked = { resolved, commands: {}, env: {}, repository: '/work' };
  const request = { ...asked, scan: { repository: '/work', dir: '/work' }, serveOptions: [] } as unknown as EnginesRequest;
  return agentServers(request, {
    'contract-engine': chooseEngine('contract-engine', asked),
    'codebase-intelligence': chooseEngine('codebase-intelligence', asked),
  });
}

// Shows WIRE-005 by commands/building/agent-servers.ts; WIRE-007; WIRE-008 by commands/building/agent-servers.ts; TEST-039
// Shows TEST-071 by commands/building/agent-servers.ts; TEST-080 by commands/building/agent-servers.ts
test('none where no engine is enabled', () => {
  expect(servers({})).toEqual({});
});

// Shows WIRE-005; WIRE-007 by commands/building/agent-servers.ts; WIRE-008; TEST-039 by commands/building/agent-servers.ts
// Shows WIRE-009; TEST-080; TEST-087
test('embedded engines without a configured command', () => {
  expect(servers({ contract_engine: { enabled: true } })).toEqual({
    'contract-engine': expect.objectContaining({
      command: 'tallystick',
      args: expect.arrayContaining(['serve', 'contract-engine']),
    }),
  });
});

// Shows WIRE-004; TEST-027 by commands/building/agent-servers.ts; WIRE-006 by commands/building/agent-servers.ts
// Shows TEST-037 by commands/building/agent-servers.ts
test('the commands of users, with the places of data that are set', () => {
  const given = { enabled: true, mcp_command: 'python3', mcp_args: ['-m', 'engine'], database_path: '/data/c.db' };
  const asked = { contract_engine: given, codebase_intelligence: { enabled: true, mcp_command: 'ci', mcp_args: [] } };
  expect(servers(asked)).toEqual({
    'contract-engine': { type: 'stdio', command: 'python3', args: ['-m', 'engine'], env: { DATABASE_PATH: '/data/c.db' } },
    'codebase-intelligence': { type: 'stdio', command: 'ci', args: [] },
  });
});
