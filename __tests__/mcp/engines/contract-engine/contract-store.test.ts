import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ContractStore } from '../../../../src/mcp/engines/contract-engine/contract-store.js';
import { MIGRATIONS } from '../../../../src/mcp/engines/contract-engine/database.js';
import { openStore, type Store } from '../../../../src/mcp/engines/store/store.js';
import { folderOf, removeFolders, writeFiles } from '../../../temporary-folder.js';
import { openapi, scanOf } from './opened.js';

const stores: Store[] = [];
afterAll(() => {
  for (const store of stores) store.close();
  removeFolders();
});

/** A shelf with a clock that is moved by hand. */
async function storeIn(folder: string, dir = folder): Promise<{ readonly store: ContractStore; readonly later: () => void }> {
  const path = join(folder, '.tallystick', 'contracts.db');
  const store = await openStore({ repository: folder, path, kind: 'TSCE', migrations: MIGRATIONS });
  stores.push(store);
  let now = 0;
  const later = (): void => {
    now += 60_000;
  };
  return { store: new ContractStore(store, scanOf(folder, { dir }), () => now), later };
}

const spec = (name: string) => JSON.stringify(openapi({ [`/${name}`]: { get: { responses: { 200: { description: '' } } } } }));

test('a new contract is found after a while', async () => {
  const folder = folderOf({ 'a/openapi.json': spec('a') });
  const { store, later } = await storeIn(folder);
  expect(await store.all()).toHaveLength(1);
  writeFiles(folder, { 'b/openapi.json': spec('b') });
  later();
  expect(await store.all()).toHaveLength(2);
});

test('and at once where it is asked for', async () => {
  const folder = folderOf({ 'a/openapi.json': spec('a') });
  const { store } = await storeIn(folder);
  expect(await store.find('b/openapi.json')).toBeUndefined();
  writeFiles(folder, { 'b/openapi.json': spec('b') });
  expect(await store.find('b/openapi.json')).toMatchObject({ id: 'b/openapi.json' });
});

test('a file that a contract refers to is read anew where it was changed, and only there', async () => {
  const schema = { $ref: './models/it.yaml#/It' };
  const content = { 'application/json': { schema } };
  const document = openapi({ '/it': { get: { responses: { 200: { description: '', content } } } } });
  const folder = folderOf({ 'openapi.json': JSON.stringify(document), 'models/it.yaml': 'It: {type: string}\n' });
  const { store, later } = await storeIn(folder);
  const opened = async () => {
    const [contract] = await store.all();
    if (contract === undefined) throw new Error('It is gone.');
    return store.open(contract);
  };
  const first = await opened();
  later();
  expect(await opened()).toBe(first);
  writeFiles(folder, { 'models/it.yaml': 'It: {type: integer, minimum: 1}\n' });
  later();
  const second = await opened();
  expect([...second.contract.definitions.values()]).toEqual([{ kind: 'scalar', type: 'integer', constraints: { minimum: 1 } }]);
});

test('who looks at one folder forgets nothing of the others', async () => {
  const folder = folderOf({ 'a/openapi.json': spec('a'), 'b/openapi.json': spec('b') });
  const { store: all } = await storeIn(folder);
  const [a, b] = await all.all();
  if (a === undefined || b === undefined) throw new Error('Both should be there.');
  await all.mark(b, { status: 'implemented', evidence: 'b/app.ts', parts: '' });
  const { store: one } = await storeIn(folder, join(folder, 'a'));
  expect((await one.all()).map(({ id }) => id)).toEqual(['a/openapi.json']);
  const { store: again } = await storeIn(folder);
  expect((await again.all()).map(({ id, status }) => [id, status])).toEqual([
    ['a/openapi.json', 'active'],
    ['b/openapi.json', 'implemented'],
  ]);
});

test('a version that is gone cannot be marked', async () => {
  const folder = folderOf({ 'openapi.json': spec('a') });
  const { store } = await storeIn(folder);
  const [before] = await store.all();
  if (before === undefined) throw new Error('It should be there.');
  writeFiles(folder, { 'openapi.json': spec('changed') });
  await store.all();
  expect(await store.mark(before, { status: 'implemented', evidence: 'app.ts', parts: '' })).toBe(false);
});
