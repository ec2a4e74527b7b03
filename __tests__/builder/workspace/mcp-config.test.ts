import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { writeMcpConfig } from '../../../src/builder/workspace/mcp-config.js';
import { resolve } from '../../../src/config/resolve.js';
import { contractAwareServers } from '../../../src/mcp/servers-file.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

const self = { command: '/usr/bin/node', args: ['/opt/tallystick/cli.js'] };

afterAll(removeFolders);

test('servers of this program are started as this program was, wherever that lies', () => {
  const folder = folderOf({ '.mcp.json': '{"mcpServers": {"mine": {}}}' });
  const values = { contract_engine: { enabled: true }, codebase_intelligence: { enabled: true, mcp_command: 'index-server' } };
  const servers = contractAwareServers(resolve({ overrides: { by: 'the inputs', values } }));
  const file = writeMcpConfig(folder, servers, self) ?? '';
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: {
      'contract-engine': {
        type: 'stdio',
        command: '/usr/bin/node',
        args: ['/opt/tallystick/cli.js', 'serve', 'contract-engine'],
      },
      'codebase-intelligence': expect.objectContaining({ command: 'index-server' }),
    },
  });
  expect(readFileSync(join(folder, '.mcp.json'), 'utf8')).toContain('"mine"');
});

test('nothing is written where no engine is on', () => {
  const folder = folderOf({});
  expect(writeMcpConfig(folder, contractAwareServers(resolve({})), self)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
