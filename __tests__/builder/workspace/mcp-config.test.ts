import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { writeMcpConfig } from '../../../src/builder/workspace/mcp-config.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

const self = { command: '/usr/bin/node', args: ['/opt/tallystick/cli.js'] };

afterAll(removeFolders);

// Shows WIRE-009 by builder/workspace/mcp-config.ts; TEST-087 by builder/workspace/mcp-config.ts
test('servers of this program are started as this program was, wherever that lies', () => {
  const folder = folderOf({ '.mcp.json': '{"mcpServers": {"mine": {}}}' });
  const servers = {
    'contract-engine': { type: 'stdio', command: 'tallystick', args: ['serve', 'contract-engine'] },
    'codebase-intelligence': { type: 'stdio', command: 'index-server', args: [] },
  } as const;
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

// Shows WIRE-009; REQ-085; TEST-087
test('nothing is written where no engine is on', () => {
  const folder = folderOf({});
  expect(writeMcpConfig(folder, {}, self)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
