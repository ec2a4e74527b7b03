import { pullRequest } from '../action/events.js';
import { checksOn, openScene, ownComments } from '../action/scene.js';
import type { Edits } from './row.js';
import { TABLES } from './tables.js';

/** How the check of a pull request with these changes ends where the Action runs as it is packaged, with its defaults. */
async function published(base: Readonly<Record<string, string>>, edits: Edits) {
  const scene = await openScene({ base, head: edits });
  try {
    const step = await scene.step({ event: pullRequest(scene.at), inputs: { 'fail-on': '' } });
    const checks = checksOn(scene, scene.at.headSha).map(({ status, conclusion }) => `${status}: ${conclusion}`);
    return {
      stderr: step.stderr,
      passes: step.code === 0,
      checks,
      comments: ownComments(scene).length,
      misuses: scene.github.misuses,
    };
  } finally {
    await scene.close();
  }
}

describe.each(TABLES)('a pull request that changes a service in $language', ({ base, rows }) => {
  test.concurrent.each(rows)('%s', async (_, edits, row) => {
    const [conclusion] = row.split(',');
    expect(await published(base, edits)).toEqual({
      stderr: '',
      passes: conclusion !== 'failure',
      checks: [`completed: ${conclusion}`],
      comments: row === 'success' ? 0 : 1,
      misuses: [],
    });
  });
});
