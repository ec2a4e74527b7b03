import { afterAll, afterEach, expect, test } from '@jest/globals';
import { removeFolders } from '../temporary-folder.js';
import { buildIn, openBuildScene } from './build-scene.js';
import { schedule } from './events.js';
import type { Scene } from './scene.js';

/** Whole builds in mode build that differ in one thing from the one of `build.test.ts`. */

let scene: Scene;
afterEach(() => scene.close());
afterAll(removeFolders);

test('a token that may only read: log, summary and patch tell all, and what was not published is named', async () => {
  scene = await openBuildScene();
  const { step } = await buildIn(scene, { readOnly: true });
  expect([step.code, step.outputs.outcome]).toEqual([0, 'completed']);
  expect(step.summary).toContain('checks: write');
  expect([scene.github.world.checkRuns, scene.github.world.comments]).toEqual([[], []]);
});

test('what is scheduled was merged, and is built without asking who started it', async () => {
  scene = await openBuildScene();
  const { step } = await buildIn(scene, { event: schedule(scene.at.headSha) });
  expect([step.code, step.outputs.outcome]).toEqual([0, 'completed']);
});

test('mode regression can build first: what came of it is compared, and not recorded, as it is of no commit yet', async () => {
  scene = await openBuildScene();
  const { step } = await buildIn(scene, {
    event: schedule(scene.at.headSha),
    action: 'regression',
    inputs: { build: 'true', publish: 'check, comment, summary' },
  });
  expect([step.code, step.outputs.outcome, step.outputs.errors]).toEqual([0, 'completed', '0']);
  expect(step.outputs.patch).not.toBe('');
  expect(step.summary).toContain('What was just built is of no commit yet');
  expect(scene.github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([]);
});
