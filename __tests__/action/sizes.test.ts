import { pullRequest } from './events.js';
import { installed, tellIfNotRun } from './nodes.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { placesOf, serviceWith } from './service.js';

/** Many findings: as many are annotated as help, within few requests, and of the comment nothing but what is written down is shed. */

let scene: Scene | undefined;
afterEach(async () => {
  await scene?.close();
  scene = undefined;
});

const REQUEST = 50;
const MOST_ANNOTATIONS = 500;
const MOST_REQUESTS = 30;

afterAll(() => tellIfNotRun('the Action with many findings'));

/** One Node tells how results grow; the others that they grow there too. */
const runs = installed.flatMap((node, index) => (index === 0 ? [1, 51, 500, 5000] : [500]).map((count) => ({ ...node, count })));

describe('on Node', () => {
  test.each(runs)('$major: $count findings', async ({ path: node, count }) => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(count) });
    const { github, at } = scene;
    const step = await scene.step({ event: pullRequest(at), node });
    expect({ code: step.code, stderr: step.stderr, violations: step.outputs.violations, misuses: github.misuses }).toEqual({
      code: 1,
      stderr: '',
      violations: String(count),
      misuses: [],
    });

    const annotated = Math.min(placesOf(count), MOST_ANNOTATIONS);
    const [check, ...others] = checksOn(scene, at.headSha);
    expect([check?.status, check?.conclusion, check?.annotations.length, others]).toEqual([
      'completed',
      'failure',
      annotated,
      [],
    ]);
    expect(new Set(check?.annotations.map(({ message }) => message)).size).toBe(annotated);
    const operations = github.requests.map(({ operation }) => operation);
    const writes = operations.filter((operation) => operation === 'checks/create' || operation === 'checks/update');
    expect(writes).toHaveLength(Math.ceil(annotated / REQUEST));
    expect(operations.length).toBeLessThanOrEqual(MOST_REQUESTS);
    // The comment does not wait for annotations.
    if (annotated > REQUEST)
      expect(operations.indexOf('issues/create-comment')).toBeLessThan(operations.indexOf('checks/update'));

    const [comment, ...more] = ownComments(scene);
    expect(more).toEqual([]);
    expect(comment?.body.length).toBeLessThanOrEqual(65_536);
    // The verdict, the change and the count of what is not shown always stand.
    expect(comment?.body).toContain('❌');
    expect(comment?.body).toContain(`${count} new finding${count === 1 ? '' : 's'}`);
    const shown = new Set(comment?.body.match(/\bf\d+x\d+\b/g)).size;
    if (count <= REQUEST + 1) expect(shown).toBe(count);
    else expect(comment?.body).toMatch(/and \d+ more/);

    expect(step.summary).toContain('❌');
    expect(step.annotations.length).toBeLessThanOrEqual(20);
  });
});
