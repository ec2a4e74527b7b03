import { describe, expect, test } from '@jest/globals';
import { configSchema } from '../../src/config/schema.js';
import { codebaseIntelligenceServer, contractEngineServer } from '../../src/mcp/configured-server.js';

const defaults = configSchema.parse({});

describe('the server of the Contract Engine', () => {
  test('is by default the documented command, without a folder and a database', () => {
    expect(contractEngineServer(defaults.contract_engine, {}, '/repository')).toEqual({
      address: { kind: 'stdio', command: 'python', args: ['-m', 'src.contract_engine.mcp_server'], settings: {} },
      options: { startupTimeoutMs: 30_000, toolTimeoutMs: 60_000, env: {} },
    });
  });

  // Shows TECH-020 by mcp/configured-server.ts; TEST-024 by mcp/configured-server.ts
  test('gets its database from the settings, else from CONTRACT_ENGINE_DB', () => {
    const env = { CONTRACT_ENGINE_DB: '/from/env.db', DATABASE_PATH: '/of/another.db' };
    const set = { ...defaults.contract_engine, database_path: '/from/settings.db' };

    expect(contractEngineServer(set, env, '/repository').address.settings).toEqual({ DATABASE_PATH: '/from/settings.db' });
    expect(contractEngineServer(defaults.contract_engine, env, '/repository').address.settings).toEqual({
      DATABASE_PATH: '/from/env.db',
    });
  });

  // Shows TECH-020; TEST-024
  test('is started in its root, from the root of the repository', () => {
    const at = (server_root: string) =>
      contractEngineServer({ ...defaults.contract_engine, server_root }, {}, '/repository').address.cwd;

    expect([at('engines/contracts'), at('/srv/engine')]).toEqual(['/repository/engines/contracts', '/srv/engine']);
  });
});

describe('the server of Codebase Intelligence', () => {
  // Shows REQ-039 by mcp/configured-server.ts; TEST-038 by mcp/configured-server.ts
  test('gets three paths, each from the settings, else from its variable, and no others', () => {
    const env = { CHROMA_PATH: '/env/chroma', GRAPH_PATH: '' };
    const settings = { ...defaults.codebase_intelligence, database_path: '/set/code.db' };

    expect(codebaseIntelligenceServer(settings, env, '/repository').address.settings).toEqual({
      DATABASE_PATH: '/set/code.db',
      CHROMA_PATH: '/env/chroma',
    });
  });
});
