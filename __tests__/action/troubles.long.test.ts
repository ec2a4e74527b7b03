import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tooManyRequests } from '../github/loopback/faults.js';
import { pullRequest } from './events.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { placesOf, serviceWith } from './service.js';

/** More of GitHub's troubles, each of which is waited for. */

/** More than one request has annotations for. */
const FINDINGS = 600;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(FINDINGS) });
});
afterEach(() => scene.close());

test.each([
  ['a bad gateway', 'checks/create', { status: 502 }],
  ['too many requests', 'checks/create', tooManyRequests(1)],
  ['a connection cut before', 'issues/create-comment', 'cut before'],
  ['a connection cut when the check was made already', 'checks/create', 'cut after'],
  ['a connection cut when the batch was taken already', 'checks/update', 'cut after'],
  ['a list that does not come', 'issues/list-comments', { status: 500 }],
] as const)('%s (%s) is waited for, and nothing is published twice', async (_, operation, trouble) => {
  scene.github.fail({ operation, times: 1, trouble });
  const step = await scene.step({ event: pullRequest(scene.at) });
  expect([step.code, step.stderr]).toEqual([1, '']);
  expect(checksOn(scene, scene.at.headSha).map(({ conclusion, annotations }) => [conclusion, annotations.length])).toEqual([
    ['failure', placesOf(FINDINGS)],
  ]);
  expect(ownComments(scene)).toHaveLength(1);
  const seen = scene.github.requests.filter((request) => request.operation === operation);
  expect(seen.map(({ status }) => status).filter((status) => status === 0 || status >= 400)).toHaveLength(1);
});

test('a GitHub that breaks every connection changes nothing but where findings are shown', async () => {
  let tries = 0;
  const broken = createServer((socket) => {
    tries += 1;
    socket.destroy();
  });
  broken.listen(0, '127.0.0.1');
  await once(broken, 'listening');
  const server = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const step = await scene.step({
    event: pullRequest(scene.at),
    github: { api: server, server, graphql: `${server}/graphql` },
  });
  broken.close();
  expect([step.code, step.stderr, step.outputs.errors]).toEqual([1, '', String(FINDINGS)]);
  expect(step.annotations.filter(({ name }) => name === 'error')).toHaveLength(10);
  // One request is repeated three times, and no later one is: it is waited for once, not for every way of publishing.
  expect(tries).toBeLessThanOrEqual(10);
});
