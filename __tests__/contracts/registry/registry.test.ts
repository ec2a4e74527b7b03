import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadContracts } from '../../../src/contracts/load.js';
import { ServiceContractRegistry } from '../../../src/contracts/registry/registry.js';
import type { ServiceContract } from '../../../src/contracts/registry/service-contract.js';
import { type ContractSource, repositorySource } from '../../../src/contracts/registry/source.js';
import { readSpec, specHash } from '../../../src/contracts/registry/spec-hash.js';
import { contractsFor } from '../../../src/contracts/services.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const SPEC =
  '{"openapi": "3.0.3", "info": {"version": 1.0}, "components": {"schemas": {}, "securitySchemes": {"key": "s3cret"}}}';

function contractOf(over: Partial<ServiceContract> = {}): ServiceContract {
  const spec = readSpec(SPEC) ?? null;
  return {
    contract_id: 'books',
    contract_type: 'openapi',
    provider_service: 'library',
    consumer_service: 'shop',
    version: '1.0',
    spec_hash: specHash(spec),
    spec,
    implemented: false,
    evidence_path: '',
    ...over,
  };
}
const sourceOf = (...contracts: readonly ServiceContract[]): ContractSource => ({
  name: 'a server',
  contracts: async () => contracts,
});
const failing: ContractSource = { name: 'a server', contracts: () => Promise.reject(new Error('It is down.')) };

async function loaded(...contracts: readonly ServiceContract[]): Promise<ServiceContractRegistry> {
  const registry = new ServiceContractRegistry();
  expect(await registry.load(sourceOf(...contracts), '/nowhere')).toEqual({ from: 'source' });
  return registry;
}

describe('a registry of contracts', () => {
  // Shows REQ-027 by contracts/registry/service-contract.ts; REQ-028 by contracts/registry/registry.ts
  test('takes those of a source, by id', async () => {
    const registry = await loaded(contractOf(), contractOf({ contract_id: 'authors' }));
    expect(registry.contracts.map(({ contract_id }) => contract_id)).toEqual(['authors', 'books']);
    expect(registry.get('books')).toEqual(contractOf());
    expect(registry.get('shelves')).toBeUndefined();
  });

  // Shows REQ-029 by mcp/registry-source.ts; TEST-029 by contracts/registry/registry.ts
  test('takes those that were saved where the source fails, and says so', async () => {
    const path = join(folderOf({}), '.tallystick/CONTRACTS.json');
    (await loaded(contractOf())).saveCache(path);
    const registry = new ServiceContractRegistry();
    expect(await registry.load(failing, path)).toEqual({ from: 'local', why: 'a server gives no contracts: It is down' });
    expect(registry.contracts).toHaveLength(1);
  });

  test('is empty where both fail, and says why', async () => {
    const registry = await loaded(contractOf());
    expect(await registry.load(failing, join(folderOf({}), 'CONTRACTS.json'))).toEqual({
      from: 'nothing',
      why: 'a server gives no contracts: It is down; There is no CONTRACTS.json',
    });
    expect(registry.contracts).toEqual([]);
  });
});

describe('the saved contracts', () => {
  const saved = async (...contracts: readonly ServiceContract[]) => {
    const folder = folderOf({});
    const path = join(folder, 'CONTRACTS.json');
    (await loaded(...contracts)).saveCache(path);
    const again = new ServiceContractRegistry();
    again.loadLocal(path);
    return { folder, text: readFileSync(path, 'utf8'), contracts: again.contracts };
  };

  // Shows REQ-029A by contracts/registry/cache.ts; TEST-030 by contracts/registry/cache.ts
  // Shows TEST-030A by contracts/registry/cache.ts; SEC-003 by contracts/registry/cache.ts
  test('are read as they were saved, with the hash of the whole document, but for what they say of security', async () => {
    const { text, contracts } = await saved(contractOf({ implemented: true, evidence_path: 'src/books.ts' }));
    expect(text).not.toContain('s3cret');
    const [contract] = contracts;
    const spec = readSpec('{"openapi": "3.0.3", "info": {"version": 1.0}, "components": {"schemas": {}}}');
    expect(contract).toEqual(contractOf({ implemented: true, evidence_path: 'src/books.ts', spec: spec ?? null }));
    // Of what is left the hash is another.
    expect(specHash(contract?.spec ?? null)).not.toBe(contract?.spec_hash);
  });

  // Shows REQ-029A; TEST-030; TEST-030A; SEC-003
  test('lose the security of OpenAPI 2 too', async () => {
    const spec = readSpec('{"swagger": "2.0", "securityDefinitions": {"key": "s3cret"}}') ?? null;
    expect((await saved(contractOf({ spec }))).text).not.toContain('s3cret');
  });

  test('leave no draft behind, also when they cannot be written', async () => {
    const { folder } = await saved(contractOf());
    expect(readdirSync(folder)).toEqual(['CONTRACTS.json']);
    mkdirSync(join(folder, 'taken'));
    const registry = await loaded(contractOf());
    expect(() => registry.saveCache(join(folder, 'taken'))).toThrow('cannot be written');
    expect(readdirSync(folder)).toEqual(['CONTRACTS.json', 'taken']);
  });

  test.each([
    ['{}', 'it has no list of contracts'],
    ['no JSON', 'it has no list of contracts'],
    ['[1]', 'its entry 1 is no object'],
    ['[{"contract_id": 7}]', 'contract_id of its entry 1 is no text'],
    ['[{"version": "1"}]', 'its entry 1 has no contract_id'],
  ])('that are none are refused: %s', (text, why) => {
    const registry = new ServiceContractRegistry();
    expect(() => registry.loadLocal(join(folderOf({ 'CONTRACTS.json': text }), 'CONTRACTS.json'))).toThrow(
      `CONTRACTS.json is not a list of contracts: ${why}.`,
    );
  });
});

describe('what is implemented', () => {
  // Shows REQ-027; REQ-028
  test('is marked by its provider, with evidence', async () => {
    const registry = await loaded(
      contractOf(),
      contractOf({ contract_id: 'authors' }),
      contractOf({ contract_id: 'x', provider_service: 'y' }),
    );
    expect(registry.markImplemented('books', 'library', 'src/books.ts')).toEqual({
      marked: true,
      total: 2,
      all_implemented: false,
    });
    expect(registry.unimplemented().map(({ contract_id }) => contract_id)).toEqual(['authors', 'x']);
    expect(registry.unimplemented('library').map(({ contract_id }) => contract_id)).toEqual(['authors']);
    expect(registry.markImplemented('authors', 'library', 'a.ts')).toEqual({ marked: true, total: 2, all_implemented: true });
    expect(registry.get('books')).toMatchObject({ implemented: true, evidence_path: 'src/books.ts' });
  });

  test.each([
    ['a contract that there is not', 'shelves', 'library', 'a.ts', 1],
    ['another service', 'books', 'shop', 'a.ts', 0],
    ['no evidence', 'books', 'library', '', 1],
  ])('is not marked for %s', async (_title, id, service, evidence, total) => {
    const registry = await loaded(contractOf());
    expect(registry.markImplemented(id, service, evidence)).toEqual({ marked: false, total, all_implemented: false });
    expect(registry.unimplemented()).toHaveLength(1);
  });
});

test('a contract that several services have to do with is exchanged once for each that keeps it', async () => {
  const text = 'asyncapi: 2.6.0\ninfo: { title: Books, version: 1.0.0 }\nchannels: {}\n';
  const repository = folderOf({ 'events.yaml': text });
  const { contracts } = await loadContracts({ repository, dir: repository, named: [join(repository, 'events.yaml')] });
  const service = (name: string, lists: object) => ({ name, folders: [name], ...lists });
  const services = [service('library', { contracts: ['events.yaml'] }), service('shop', { consumes: ['events.yaml'] })];
  const asked: string[] = [];
  const registry = new ServiceContractRegistry();
  const source = repositorySource(contractsFor(contracts, services, { folder: '' }), (file) => {
    asked.push(file);
    return text;
  });
  await registry.load(source, '/nowhere');
  expect(asked).toEqual(['events.yaml']);
  expect(registry.contracts.map(({ provider_service, consumer_service }) => [provider_service, consumer_service])).toEqual([
    ['library', 'shop'],
  ]);
});

test('contracts of a repository are exchanged with the hash of their file', async () => {
  const text = 'openapi: 3.0.3\ninfo: { title: Books, version: 1.0.0 }\npaths: {}\n';
  const repository = folderOf({ 'openapi.yaml': text });
  const { contracts } = await loadContracts({ repository, dir: repository });
  const registry = new ServiceContractRegistry();
  await registry.load(
    repositorySource(contracts, () => text),
    '/nowhere',
  );
  expect(registry.contracts).toEqual([
    expect.objectContaining({
      contract_id: 'openapi.yaml',
      contract_type: 'openapi',
      version: '1.0.0',
      spec_hash: specHash(readSpec('{"openapi":"3.0.3","info":{"title":"Books","version":"1.0.0"},"paths":{}}') ?? null),
    }),
  ]);
});
