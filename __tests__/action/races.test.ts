import { describe } from '@jest/globals';
import { pullRequest } from './events.js';
import { racesOf } from './races.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { program, serviceWith } from './service.js';

describe('five runs at once', () => racesOf(5));

describe('one after the other', () => {
  let scene: Scene;
  afterEach(() => scene.close());

  test('a run that comes late never overwrites what a later one published', async () => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(3) });
    const { repository } = scene;
    const old = scene.at;
    const before = repository.checkout('refs/pull/7/merge');
    const now = scene.push(serviceWith(1));
    await scene.step({ event: pullRequest(now), run: 101 });
    const [published] = ownComments(scene).map(({ body }) => body);
    const late = await scene.step({ event: pullRequest(old), workspace: before, run: 100 });
    expect(ownComments(scene).map(({ body }) => body)).toEqual([published]);
    expect(checksOn(scene, now.headSha).map(({ annotations }) => annotations.length)).toEqual([1]);
    expect([late.code, late.outputs.errors]).toEqual([1, '3']);
  });

  test('a re-run of the same head takes the place of the first, and what is fixed is said to be', async () => {
    scene = await openScene({ base: serviceWith(2), head: serviceWith(2) });
    const first = await scene.step({ event: pullRequest(scene.at), run: 100 });
    const second = await scene.step({ event: pullRequest(scene.at), run: 100, attempt: 2 });
    expect([first.code, second.code]).toEqual([1, 1]);
    const [retained, ...others] = ownComments(scene);
    expect(others).toEqual([]);
    const fixed = scene.push({ ...serviceWith(2), 'src/part_0.py': sends(2) });
    const third = await scene.step({ event: pullRequest(fixed), run: 101 });
    expect(third.code).toBe(0);
    expect(ownComments(scene).map(({ id }) => id)).toEqual([retained?.id]);
    expect(ownComments(scene)[0]?.body).toContain('Resolved');
    expect(checksOn(scene, fixed.headSha).map(({ conclusion }) => conclusion)).toEqual(['success']);
  });
});

/** The first file of `serviceWith(count)` as it should be. */
function sends(count: number): string {
  return program([{ path: '/r0', fields: ['kept', ...Array.from({ length: count }, (_, field) => `f0x${field}`)] }]);
}
