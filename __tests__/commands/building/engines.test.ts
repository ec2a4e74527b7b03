import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { BuildEngines } from '../../../src/builder/engines.js';
import { fold } from '../../../src/builder/state.js';
import { openEngines } from '../../../src/commands/building/engines.js';
import { settle } from '../../../src/commands/settings.js';
import { commandTrust } from '../../../src/mcp/choose.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const CONTRACT = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get: { responses: { '204': { description: Nothing. } } }
`;
const CODE = `import express from 'express';
const app = express();
app.get('/books', (req, res) => { res.sendStatus(204); });
`;
const FILES = {
  'openapi.yaml': CONTRACT,
  'src/app.ts': CODE,
  'package.json': '{"dependencies":{"express":"^5.0.0"},"devDependencies":{"typescript":"5"}}',
};
const STATE = fold([
  { at: '2026-01-01T00:00:00.000Z', event: 'build-started', format: 1, plan: { file: 'PRD.md', hash: '' }, checks: [] },
]);

interface Opened extends BuildEngines {
  readonly workspace: string;
  readonly warnings: readonly string[];
}

interface OpeningOptions {
  readonly resumed?: boolean;
  readonly files?: object;
  readonly signal?: AbortSignal;
}

/** Engines of a folder with these settings, and what people are told of them. */
async function opened(settings: string, more: OpeningOptions = {}): Promise<Opened> {
  const workspace = folderOf({ '.git/HEAD': '', ...FILES, '.tallystick.yml': settings, ...more.files });
  const env = { PATH: process.env.PATH, TOOL_MAX_RETRIES: '0' };
  const { resolved, request: scan } = await settle({ cwd: workspace, env, by: 'the command line', scansMayBeOff: true });
  const warnings: string[] = [];
  const engines = await openEngines({
    ...{ workspace, scan, resolved, env, resumed: more.resumed ?? false, serviceName: 'books' },
    commands: commandTrust(true, env),
    self: { command: '/usr/bin/node', args: ['/opt/cli.js'] },
    serveOptions: ['--depth', 'standard'],
    signal: more.signal ?? new AbortController().signal,
    warn: (warning) => warnings.push(warning),
  });
  return { ...engines, workspace, warnings };
}

const serversIn = ({ mcpConfig = '' }: Opened) => JSON.parse(readFileSync(mcpConfig, 'utf8')).mcpServers;
const ON = 'contract_engine: { enabled: true }\ncodebase_intelligence: { enabled: true }\n';

describe('what a team finds in its workspace', () => {
  test('names the contracts, the servers, and what the code is written in and relies on', async () => {
    const engines = await opened(ON);
    expect(engines.instructions).toMatchObject({
      contracts: [{ contract_id: 'openapi.yaml', contract_type: 'openapi', version: '1.0.0', implemented: false }],
      tech_stack: 'TypeScript',
      dependencies: ['express ^5.0.0'],
    });
    expect(Object.keys(engines.instructions.mcp_servers)).toEqual(['contract-engine', 'codebase-intelligence']);
    expect(engines.instructions.codebase_context).toContain('.tallystick/CODEBASE_MAP.md');
    await engines.close();
  });
});

describe('servers of agents', () => {
  // Shows WIRE-004 by commands/building/agent-servers.ts
  test('the engines of this program are started as this program was, with its settings', async () => {
    const engines = await opened(ON);
    const { 'contract-engine': contracts, 'codebase-intelligence': codebase } = serversIn(engines);
    const { workspace } = engines;
    expect(contracts).toEqual({
      type: 'stdio',
      command: '/usr/bin/node',
      args: [
        ...['/opt/cli.js', 'serve', 'contract-engine', '--dir', workspace],
        ...['--database', join(workspace, '.tallystick/contracts.db'), '--depth', 'standard'],
      ],
    });
    expect(codebase.args.slice(1, 5)).toEqual(['serve', 'codebase-intelligence', '--dir', workspace]);
    await engines.close();
  });

  test('a server with a folder of its own is started there', async () => {
    const command = `enabled: true, mcp_command: python, mcp_args: [-m, engine], server_root: engine, database_path: engine.db`;
    const engines = await opened(`contract_engine: { ${command} }\n`, { files: { 'engine/engine.py': '' } });
    const started = { command: 'python', args: ['-m', 'engine'] };
    expect(serversIn(engines)['contract-engine']).toEqual(
      process.platform === 'win32'
        ? { type: 'stdio', ...started, env: { DATABASE_PATH: 'engine.db' } }
        : {
            type: 'stdio',
            command: '/bin/sh',
            args: ['-c', 'cd -- "$0" && exec "$@"', join(engines.workspace, 'engine'), 'python', '-m', 'engine'],
            env: { DATABASE_PATH: 'engine.db' },
          },
    );
    await engines.close();
  });
});

describe('what was built', () => {
  test('contracts that the scan verifies are marked once, with the verified file', async () => {
    const engines = await opened(ON);
    expect(await engines.mark()).toEqual(['openapi.yaml']);
    expect(await engines.mark()).toEqual([]);
    const [contract] = JSON.parse(readFileSync(join(engines.workspace, '.tallystick/CONTRACTS.json'), 'utf8')).contracts;
    expect(contract).toMatchObject({ contract_id: 'openapi.yaml', implemented: true });
    expect(engines.warnings).toEqual([]);
    await engines.close();
  });

  test('a contract that is broken is not marked', async () => {
    const engines = await opened(ON, { files: { 'src/app.ts': CODE.replace('/books', '/loans') } });
    expect(await engines.mark()).toEqual([]);
    await engines.close();
  });

  // Shows WIRE-013 by commands/building/codebase.ts builder/engines.ts
  test('files of code are registered; what is gone, or no code, is not asked about', async () => {
    const engines = await opened(ON, { files: { 'app/main.py': 'def main(): pass\n', 'docs/usage.md': '' } });
    expect(await engines.register(['src/app.ts', 'app/main.py', 'docs/usage.md', 'src/gone.ts'])).toEqual([
      'src/app.ts',
      'app/main.py',
    ]);
    await engines.close();
  });

  test('a refused mark is reported once', async () => {
    const spec = {
      openapi: '3.1.0',
      info: { title: 'Books of the registry', version: '1.0.0' },
      paths: { '/books': { get: { responses: { 204: { description: 'Nothing.' } } } } },
    };
    const retained = ['books-1', 'books-2'].map((id) => ({
      ...{ id, type: 'openapi', version: '1.0.0', service_name: 'books', spec_hash: `of ${id}`, status: 'active', spec },
    }));
    const file = join(folderOf({ 'kept.json': JSON.stringify(retained) }), 'kept.json');
    const words = JSON.stringify([join(import.meta.dirname, '../registry-server.js'), file]);
    const command = `mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${words}`;
    const engines = await opened(`contract_engine: { enabled: true, ${command} }\n`);
    expect(engines.warnings).toEqual([]);
    expect(await engines.mark()).toEqual([]);
    expect(await engines.mark()).toEqual([]);
    expect(engines.warnings).toEqual([expect.stringMatching(/books-1\.json was not marked as implemented: .*mark_implemented/)]);
    await engines.close();
  });
});

test('parallel agents share one context, and each step asks again', async () => {
  const engines = await opened(ON);
  if (STATE === undefined) throw new Error('there is a state');
  const at = { milestone: 'm', step: 'analyst' } as const;
  const [one, other] = await Promise.all([engines.context(STATE, at), engines.context(STATE, at)]);
  expect(one).toEqual(other);
  expect(one.contract_context).toContain('nothing implements yet');
  expect(one.resume_context).toBe('');
  await engines.mark();
  const later = await engines.context(STATE, { milestone: 'm', step: 'architect' });
  expect(later.contract_context).toContain('Contracts that are implemented, and have to stay so:\n- openapi.yaml');
  await engines.close();
});

test('a build that is interrupted does not wait for servers that do not answer', async () => {
  const silent = JSON.stringify([join(import.meta.dirname, '../../mcp/sessions/servers/is-silent.js')]);
  const command = `enabled: true, mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${silent}`;
  const ending = new AbortController();
  const opening = opened(`contract_engine: { ${command} }\ncodebase_intelligence: { ${command} }\n`, { signal: ending.signal });
  ending.abort();
  const engines = await opening;
  expect(engines.instructions.contracts).toHaveLength(1);
  await engines.close();
});

test('with everything off there is no file, no server, and no word of engines', async () => {
  const engines = await opened('', { resumed: true });
  expect(engines.mcpConfig).toBeUndefined();
  expect(existsSync(join(engines.workspace, '.tallystick'))).toBe(false);
  if (STATE === undefined) throw new Error('there is a state');
  const { contract_context, codebase_index_context, tech_research_content, resume_context } = await engines.context(STATE, {
    ...{ milestone: 'm', step: 'analyst' },
  });
  expect([contract_context, codebase_index_context]).toEqual(['', '']);
  expect(tech_research_content).toBe('Technologies: TypeScript, express ^5.0.0');
  expect(resume_context).toContain('This build was interrupted');
  expect(await engines.mark()).toEqual([]);
  expect(await engines.register(['src/app.ts'])).toEqual([]);
});

// Shows REQ-082 by mcp/servers-file.ts
test('engines that .mcp.json names, and the settings do not, are not counted on', async () => {
  const engines = await opened('', { files: { '.mcp.json': '{"mcpServers":{"codebase-intelligence":{"command":"x"}}}' } });
  if (STATE === undefined) throw new Error('there is a state');
  const { tech_research_content } = await engines.context(STATE, { milestone: 'm', step: 'analyst' });
  expect(tech_research_content).toContain('Named in .mcp.json and switched off for this build: codebase-intelligence.');
});
