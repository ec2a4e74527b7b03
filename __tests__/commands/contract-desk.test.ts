import { realpathSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { settle } from '../../src/commands/settings.js';
import { ContractClient } from '../../src/commands/validation/contract-client.js';
import { fileNames } from '../../src/contracts/registry/files.js';
import { noneLeft, patient, serverOf, signedIn } from '../mcp/sessions/server-folder.js';
import { expectQuick } from '../processor-time.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

test('many questions at the same time start one server, which ends with them', async () => {
  const folder = folderOf({});
  const { request: scan } = await settle({ cwd: realpathSync(folderOf({})), env: {}, by: 'the test' });
  const desk = new ContractClient({
    choice: { kind: 'server', server: { address: serverOf('works', folder), options: patient }, namedBy: 'a test' },
    scan,
    env: {},
    databasePath: '',
    secrets: [],
    agent: 'test',
  });
  const ask = () => desk.ask('get_contract', { contract_id: 'books' });

  const answers = await Promise.all([ask(), ask(), ask()]);

  expect(answers.map(({ value }) => value?.id)).toEqual(['books', 'books', 'books']);
  expect(signedIn(folder)).toHaveLength(1);
  await desk.close();
  await noneLeft(folder);
});

test('files of contracts have names of their own, however many there are', async () => {
  expect([...fileNames(['Books API', 'books-api', 'orders']).values()]).toEqual([
    expect.stringMatching(/^books-api-[0-9a-f]{8}$/),
    expect.stringMatching(/^books-api-[0-9a-f]{8}$/),
    'orders',
  ]);
  const many = Array.from({ length: 50_000 }, (_, index) => `contract ${index}`);
  await expectQuick(2_000, () => fileNames(many));
});
