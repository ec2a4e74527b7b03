import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ServiceContractRegistry } from '../../src/contracts/registry/registry.js';
import { CallError } from '../../src/mcp/call-failure.js';
import { clientOf } from '../../src/mcp/clients/client.js';
import type { Engine } from '../../src/mcp/engine.js';
import { engineSource, loadRegistry, tableSource } from '../../src/mcp/registry-source.js';
import { contractEngine } from '../../src/mcp/toolsets/contract-engine.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { closeEngines, engineFor, openapi } from './engines/contract-engine/opened.js';

afterAll(async () => {
  await closeEngines();
  removeFolders();
});

const CACHED = '{"contracts": [{"contract_id": "cached", "provider_service": "books", "spec": {}}]}';
const TABLE =
  '| SVC-ID | Client | Endpoint | Response DTO |\n|---|---|---|---|\n| SVC-001 | web | GET /books | { id: number } |\n';

/** An engine that refuses this tool, and answers the other from another engine. */
function refusing(tool: string, other?: Engine<typeof contractEngine.tools>): Engine<typeof contractEngine.tools> {
  return {
    toolset: contractEngine,
    by: 'embedded',
    call: async (name, input, options) => {
      if (name === tool || other === undefined) throw new CallError('tool-error', `${name} is broken.`);
      return other.call(name, input, options);
    },
    close: async () => undefined,
  };
}

const idsOf = (registry: ServiceContractRegistry) => registry.contracts.map(({ contract_id }) => contract_id);

async function loaded(engine: Engine<typeof contractEngine.tools>, local: string, requirements?: string) {
  const registry = new ServiceContractRegistry();
  const tables = requirements === undefined ? undefined : tableSource(requirements, 'REQUIREMENTS.md');
  const from = await loadRegistry(registry, engineSource(clientOf(engine, { agent: 'test' })), local, tables);
  return { registry, from };
}

describe('a registry from the Contract Engine', () => {
  // Shows TEST-028 by mcp/registry-source.ts
  test('has its contracts, with their documents and what is implemented', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
        `${name}.json`,
        JSON.stringify(openapi({ [`/${name}`]: {} }, { info: { title: name, version: '1.0.0' } })),
      ]),
    );
    const { engine, folder } = await engineFor(files);
    const { registry, from } = await loaded(engine, join(folder, 'CONTRACTS.json'));
    expect(from).toEqual({ from: 'source' });
    expect(idsOf(registry)).toEqual(['a.json', 'b.json', 'c.json', 'd.json', 'e.json', 'f.json']);
    const [row] = await engine.call('list_contracts', {});
    expect(registry.get('a.json')).toMatchObject({ contract_type: 'openapi', spec_hash: row?.spec_hash, implemented: false });
    expect(registry.get('a.json')?.spec).toBeInstanceOf(Map);
  });

  // Shows REQ-029
  test.each(['list_contracts', 'get_contract'])('falls back to what was saved when %s gives no answer', async (tool) => {
    const { engine, folder } = await engineFor({ 'a.json': JSON.stringify(openapi({})), 'CONTRACTS.json': CACHED });
    const { registry, from } = await loaded(refusing(tool, engine), join(folder, 'CONTRACTS.json'), TABLE);
    expect(from).toEqual({ from: 'local', why: `the Contract Engine gives no contracts: ${tool} is broken` });
    expect(idsOf(registry)).toEqual(['cached']);
  });

  test('falls back to the tables of the requirements when nothing was saved', async () => {
    const { registry, from } = await loaded(refusing('list_contracts'), join(folderOf({}), 'CONTRACTS.json'), TABLE);
    expect(from.from).toBe('service-tables');
    expect(from.why).toContain('list_contracts is broken');
    expect(registry.contracts).toMatchObject([{ contract_id: 'REQUIREMENTS.md', contract_type: 'service_table' }]);
  });

  test('is empty and says why when there is nothing at all', async () => {
    const { registry, from } = await loaded(refusing('list_contracts'), join(folderOf({}), 'CONTRACTS.json'));
    expect(from.from).toBe('nothing');
    expect(from.why).toContain('There is no CONTRACTS.json');
    expect(registry.contracts).toEqual([]);
  });
});
