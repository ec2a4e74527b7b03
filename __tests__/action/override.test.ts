import { type PullRequestWishes, pullRequest } from './events.js';
import type { Files } from './repository.js';
import type { Step } from './runner.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** A red result that somebody lets pass: for one head commit, by somebody who may, where the base allows it, for all to see. */

const LABEL = 'contract-exception';
const byLabel: Files = { '.tallystick.yml': `override:\n  label: ${LABEL}\n` };
const byApproval: Files = { '.tallystick.yml': 'override:\n  approvals: 1\n' };

let scene: Scene;
afterEach(() => scene.close());

async function open(allowed: Files, head: Files = {}): Promise<void> {
  scene = await openScene({ base: { ...serviceWith(0), ...allowed }, head: { ...serviceWith(2), ...head } });
  scene.github.world.collaborators.set('hubot', 'write').set('octocat', 'write').set('reader', 'read');
}

const run = (number: number, wishes: PullRequestWishes = {}) =>
  scene.step({ event: pullRequest(scene.at, { ...wishes, labels: scene.pull.labels }), run: number });

function label(sender: string, number = 100): Promise<Step> {
  scene.pull.labels.push(LABEL);
  return run(number, { label: LABEL, sender });
}

function review(login: string, state: 'APPROVED' | 'CHANGES_REQUESTED', commit = scene.pull.headSha): void {
  scene.github.world.reviews.push({
    id: scene.github.world.nextId(),
    pull: 7,
    author: { login, id: login.length, type: 'User' },
    state,
    body: '',
    commit,
    submittedAt: '2026-01-01T00:00:00Z',
  });
}

const conclusion = () => checksOn(scene, scene.at.headSha).at(-1)?.conclusion;

test('a label lets the commit pass that it was put on, later runs of that commit too, and no other commit', async () => {
  await open(byLabel);
  const before = await run(99);
  expect([before.code, conclusion()]).toEqual([1, 'failure']);
  const labelled = await label('hubot');
  expect([labelled.code, conclusion(), labelled.outputs.errors]).toEqual([0, 'neutral', '2']);
  expect(checksOn(scene, scene.at.headSha).at(-1)?.annotations).toHaveLength(1);
  for (const shown of [
    labelled.stdout,
    labelled.summary,
    ownComments(scene)[0]?.body,
    checksOn(scene, scene.at.headSha).at(-1)?.summary,
  ])
    expect(shown).toMatch(/let pass/i);
  expect((await run(101)).code).toBe(0);
  scene.push({ ...serviceWith(2), 'push.txt': 'x' });
  const pushed = await run(102);
  expect([pushed.code, conclusion()]).toEqual([1, 'failure']);
  expect(ownComments(scene)[0]?.body).not.toMatch(/let pass/i);
});

test('a label lets findings pass, not that too little was decided to judge', async () => {
  const out = 'from elsewhere import more\nfrom src.app import app\n\nmore(app)\n';
  const paths = { '/unseen': { get: { responses: { 200: { description: 'ok' } } } } };
  const contract = JSON.parse(String(serviceWith(2)['openapi.json']));
  const unseen = JSON.stringify({ ...contract, paths: { ...contract.paths, ...paths } });
  await open(
    { '.tallystick.yml': `override:\n  label: ${LABEL}\nmin_decided: 1\n` },
    { 'src/more.py': out, 'openapi.json': unseen },
  );
  expect([(await label('hubot')).code, conclusion()]).toEqual([1, 'failure']);
});

test.each([
  ['the author, even with the right to write', 'octocat'],
  ['somebody who may only read', 'reader'],
  ['somebody unknown', 'stranger'],
])('a label of %s lets nothing pass', async (_, sender) => {
  await open(byLabel);
  expect([(await label(sender)).code, conclusion()]).toEqual([1, 'failure']);
  expect((await run(101)).code).toBe(1);
});

test.each<readonly [string, Files]>([
  ['the base says nothing of it', {}],
  ['the base allows another label', { '.tallystick.yml': 'override:\n  label: other\n' }],
])('a label lets nothing pass where %s, whatever the head says', async (_, base) => {
  await open(base, byLabel);
  expect([(await label('hubot')).code, conclusion()]).toEqual([1, 'failure']);
});

test('an approval lets its own commit pass', async () => {
  await open(byApproval);
  review('hubot', 'APPROVED');
  const step = await run(100);
  expect([step.code, conclusion()]).toEqual([0, 'neutral']);
  expect(ownComments(scene)[0]?.body).toMatch(/let pass by the approval of hubot/i);
  scene.push({ ...serviceWith(2), 'push.txt': 'x' });
  expect([(await run(101)).code, conclusion()]).toEqual([1, 'failure']);
});

test.each([
  ['of the author', () => review('octocat', 'APPROVED')],
  ['of somebody who may only read', () => review('reader', 'APPROVED')],
  [
    'that was taken back',
    () => {
      review('hubot', 'APPROVED');
      review('hubot', 'CHANGES_REQUESTED');
    },
  ],
  ['of another commit', () => review('hubot', 'APPROVED', scene.at.baseSha)],
])('an approval %s lets nothing pass', async (_, approve) => {
  await open(byApproval);
  approve();
  expect([(await run(100)).code, conclusion()]).toEqual([1, 'failure']);
});
