import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pullRequest } from './events.js';
import type { Files } from './repository.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';

/** Mode `validate` on pull requests: a running service, changes of contracts, and what a change may not say of either. */

const contract = (...paths: readonly string[]): string =>
  `openapi: 3.0.3
info: { title: Bees, version: 1.0.0 }
security: []
paths:
${paths.map((path) => `  ${path}: { get: { responses: { '204': { description: None. } } } }`).join('\n')}
`;
const code = (...paths: readonly string[]): string =>
  `import express from 'express';
const app = express();
${paths.map((path) => `app.get('${path}', (request, response) => { response.sendStatus(204); });`).join('\n')}
`;
const BASE: Files = {
  'openapi.yaml': contract('/bees', '/hives'),
  'src/app.ts': code('/bees', '/hives'),
  'package.json': '{ "dependencies": { "express": "5.0.0" } }',
};

let scene: Scene;
let server: Server;
const close = async (): Promise<void> => {
  await scene.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};
afterEach(close);

/** Runs the step while a service answers each path with this status. */
async function judged(head: Files, status: number, base: Files = BASE, failOn = 'error') {
  server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scene = await openScene({ base, head });
  const workspace = scene.repository.checkout('refs/pull/7/merge', 0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const step = await scene.step({
    event: pullRequest(scene.at),
    workspace,
    inputs: { mode: 'validate', 'base-url': url, seed: '1', 'fail-on': failOn },
  });
  const [check] = checksOn(scene, scene.at.headSha);
  const comment = ownComments(scene)[0]?.body ?? '';
  return { code: step.code, errors: step.outputs.errors, summary: step.summary, conclusion: check?.conclusion, comment };
}

test('passes where code and service keep the contract, and lists the endpoints', async () => {
  const { code: exit, conclusion, summary } = await judged({ 'README.md': 'Bees.' }, 204);
  expect([exit, conclusion]).toEqual([0, 'success']);
  expect(summary).toContain('2 of 2 endpoints tested, 2 passed, 0 failed; health: passed');
});

test('fails for what the service answers, though the code keeps the contract', async () => {
  const { code: exit, errors, conclusion, comment } = await judged({ 'README.md': 'Bees.' }, 500);
  expect([exit, errors, conclusion]).toEqual([1, '2', 'failure']);
  expect(comment).toContain('0 new findings, 0 fixed, 0 from before');
  expect(comment).toContain('2 of unknown age (the base could not be compared there)');
  expect(comment).toContain('## ❌ The running service breaks its contract at ');
  expect(comment).toContain('### Errors that could not be compared with the base');
  expect(comment).toMatch(/\| ❌ \| `GET \/bees` \| 500 \|/);
});

test('is not let off by a change that ignores it, lowers it, or looks at changed places alone', async () => {
  const config = [
    'severity: { VALIDATE-003: off }',
    'ignore: [{ rule: VALIDATE-*, reason: mine }]',
    'scan_scope_mode: changed',
  ].join('\n');
  const { code: exit, errors } = await judged({ '.tallystick.yml': `${config}\n` }, 500);
  expect([exit, errors]).toEqual([1, '2']);
});

test('the base may say so: what it ignores fails nothing', async () => {
  const config = 'ignore: [{ rule: VALIDATE-003, reason: nothing runs here }]\n';
  const { code: exit } = await judged({ 'README.md': 'Bees.' }, 500, { ...BASE, '.tallystick.yml': config });
  expect(exit).toBe(0);
});

test('what documents had at the base is not new, what the change brings is', async () => {
  const broken = contract('/bees').replace('{ title: Bees, version: 1.0.0 }', '{ title: Bees }');
  const base = { ...BASE, 'openapi.yaml': broken, 'src/app.ts': code('/bees') };
  const judgedWith = async (head: Files) => {
    const { code: exit, conclusion, errors } = await judged(head, 204, base, '');
    return [exit, conclusion, errors];
  };
  expect(await judgedWith({ 'README.md': 'more' })).toEqual([0, 'success', '1']);
  await close();
  const worse = broken.replace('{ description: None. }', '{}');
  expect(await judgedWith({ 'openapi.yaml': worse })).toEqual([1, 'failure', '2']);
});

test('fails for what the contract breaks since the base', async () => {
  const head = { 'openapi.yaml': contract('/bees'), 'src/app.ts': code('/bees') };
  const { code: exit, errors, comment } = await judged(head, 204);
  expect([exit, errors]).toEqual([1, '1']);
  expect(comment).toContain('VALIDATE-004');
});
