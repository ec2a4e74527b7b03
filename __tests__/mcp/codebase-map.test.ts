import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { CallError } from '../../src/mcp/call-failure.js';
import { clientOf } from '../../src/mcp/clients/client.js';
import { mapOfEngine, mapOfFacts } from '../../src/mcp/codebase-map.js';
import type { Engine } from '../../src/mcp/engine.js';
import { codebaseIntelligence } from '../../src/mcp/toolsets/codebase-intelligence.js';
import { recordedIo } from '../commands/io.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { scanOf } from './engines/contract-engine/opened.js';

afterAll(removeFolders);

type Tools = typeof codebaseIntelligence.tools;
const AT = { file: 'app.ts', line: 1 };
const ANSWERS: Readonly<Record<string, unknown>> = {
  get_service_interface: {
    endpoints: [{ ...AT, method: 'GET', path: '/told', framework: 'engine' }],
    events_published: [],
    events_consumed: [],
  },
  find_dependencies: { imports: ['a.ts'], imported_by: [], transitive_deps: [], circular_deps: [] },
  search_semantic: [{ ...AT, symbol: 'main', kind: 'function', excerpt: '', score: 1 }],
};

/** An engine that says this, but for one tool. */
function engine(broken?: string): Engine<Tools> {
  return {
    toolset: codebaseIntelligence,
    by: 'embedded',
    call: async (name) => {
      if (name === broken) throw new CallError('tool-error', `${name} is broken.`);
      return ANSWERS[name] as never;
    },
    close: async () => undefined,
  };
}

const APP = "import express from 'express';\nconst app = express();\napp.get('/seen', (req, res) => res.json({}));\n";
const facts = () => mapOfFacts(scanOf(folderOf({ 'package.json': '{"dependencies":{"express":"5"}}', 'app.ts': APP })));

describe('the map of the code', () => {
  test('is of the facts of a scan, without any contract', async () => {
    const map = await facts();
    expect(map.origin).toBe('facts');
    expect(map.services.map(({ endpoints }) => endpoints.map(({ path }) => path))).toEqual([['/seen']]);
  });

  // Shows REQ-040 by mcp/codebase-map.ts; TEST-034 by mcp/codebase-map.ts; TEST-068 by mcp/codebase-map.ts
  test('is what Codebase Intelligence says', async () => {
    const map = await mapOfEngine(await facts(), clientOf(engine(), { agent: 'test' }));
    expect(map).toMatchObject({
      origin: 'engine',
      services: [{ endpoints: [{ path: '/told' }] }],
      files: [{ file: 'app.ts', imports: 1, importedBy: 0, circles: [] }],
      overview: [{ symbol: 'main' }],
    });
  });

  // Shows REQ-054; INT-002; TEST-069
  test.each(Object.keys(ANSWERS))('stays that of the facts when %s gives no answer, and says why', async (tool) => {
    const known = await facts();
    expect(await mapOfEngine(known, clientOf(engine(tool), { agent: 'test' }))).toEqual({
      ...known,
      why: `Codebase Intelligence did not answer: ${tool} is broken.`,
    });
  });
});

describe('facts --map', () => {
  const run = async (folder: string, ...words: readonly string[]) => {
    const io = recordedIo({ cwd: folder });
    const exit = await runCommandLine(['facts', '--map', '--quiet', '--no-cache', ...words], commands, io);
    return { exit, out: io.out() };
  };

  function platform(settings = ''): string {
    const folder = folderOf({});
    cpSync('examples/platform', folder, { recursive: true });
    appendFileSync(join(folder, '.tallystick.yml'), settings);
    return folder;
  }

  test('prints the map of a repository of several services', async () => {
    const { exit, out } = await run(platform());
    expect(exit).toBe(0);
    expect(out).toContain("Made from the scan's own facts.");
    expect(out).toContain('| shipping | `services/shipping` | java | 1 | 0 | 1 |');
    expect(out).toContain('  s1 -->|"event orders.placed"| s0');
  });

  // Shows REQ-054
  test('asks Codebase Intelligence where it is on, unless a static map is wanted', async () => {
    expect((await run(platform('codebase_intelligence: { enabled: true }\n'))).out).toContain('Made with Codebase Intelligence.');
    const off = 'codebase_intelligence: { enabled: true, replace_static_map: false }\n';
    expect((await run(platform(off))).out).toContain("Made from the scan's own facts.");
  });

  test('a command that only the repository names is not started, which is reported', async () => {
    const named = 'codebase_intelligence: { enabled: true, mcp_command: no-such-program }\n';
    const { exit, out } = await run(platform(named));
    expect([exit, out.includes('was not started')]).toEqual([0, true]);
  });

  test('no map is of a shard', async () => {
    await expect(run(platform(), '--shard', '1/2')).rejects.toThrow('A map needs all code');
  });
});
