import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { type AnalysedJob, analysed } from '../../src/commands/analysed.js';
import type { Judged } from '../../src/commands/revisions/checkout.js';
import { settle } from '../../src/commands/settings.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const CONTRACT = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get: { responses: { '204': { description: Nothing. } } }
`;
const CODE =
  "import express from 'express';\nconst app = express();\napp.get('/books', (req, res) => { res.sendStatus(204); });\n";
const PULL_REQUEST: Judged = {
  headSha: 'b',
  baseSha: 'a'.repeat(40),
  pullRequest: { number: 1 },
  sha: 'c',
  trusted: false,
  privileged: false,
};

async function job(config: string, more: Partial<AnalysedJob['inputs']> = {}, judged?: Judged): Promise<AnalysedJob> {
  const cwd = folderOf({
    '.git/HEAD': '',
    'openapi.yaml': CONTRACT,
    'app.ts': CODE,
    'package.json': '{"dependencies":{"express":"5"}}',
    '.tallystick.yml': config,
  });
  const env = { RUNNER_TEMP: folderOf({}) };
  const { request, resolved } = await settle({ cwd, env, by: 'the inputs' });
  const inputs = { mode: 'validate', sheets: [], infer: true, headers: [], 'allow-writes': false, ...more };
  return { inputs, request, resolved, judged, env, cwd, notes: [] };
}

test('mode scan validates nothing', async () => {
  const { analysis } = await analysed(await job('', { mode: 'scan' }));
  expect(analysis).not.toHaveProperty('validation');
});

test('mode validate calls a running service, and keeps its database out of the checkout', async () => {
  const server = createServer((_, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const given = await job('', { 'base-url': `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seed: 1 });
  const { validation } = (await analysed(given)).analysis;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(validation?.live?.report).toMatchObject({ passed_endpoints: 1, health: 'passed' });
  expect(existsSync(join(given.cwd, '.tallystick/contracts.db'))).toBe(false);
  expect(existsSync(join(given.env.RUNNER_TEMP ?? '', 'tallystick/contracts.db'))).toBe(true);
});

test('a base that is missing in the clone is reported', async () => {
  const given = await job('', {}, PULL_REQUEST);
  await analysed(given);
  expect(given.notes).toEqual([
    'Breaking changes of the contracts are not reported because the clone does not have the base (use `fetch-depth: 0`).',
  ]);
});

test('in a privileged event no server is started in the folder of the change', async () => {
  const config = 'contract_engine: { enabled: true, mcp_command: engine }\n';
  const { validation } = (await analysed(await job(config, {}, { ...PULL_REQUEST, privileged: true }))).analysis;
  expect(validation?.unanswered).toEqual([expect.stringMatching(/was not started: this event has rights/)]);
});
