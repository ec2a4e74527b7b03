import { pullRequest } from './events.js';
import { installed, tellIfNotRun } from './nodes.js';
import { checksOn, openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** Many findings: all are annotated within GitHub's limits, and of the comment nothing but what is written down is shed. */

let scene: Scene | undefined;
afterEach(async () => {
  await scene?.close();
  scene = undefined;
});

const REQUEST = 50;

afterAll(() => tellIfNotRun('the Action with many findings'));

describe.each(installed)('on Node $major', ({ path: node }) => {
  test.each([1, 51, 100, 500, 5000])('%i findings', async (count) => {
    scene = await openScene({ base: serviceWith(0), head: serviceWith(count) });
    const { github, at } = scene;
    const step = await scene.step({ event: pullRequest(at), node });
    expect({ code: step.code, stderr: step.stderr, violations: step.outputs.violations, misuses: github.misuses }).toEqual({
      code: 1,
      stderr: '',
      violations: String(count),
      misuses: [],
    });

    const [check, ...others] = checksOn(scene, at.headSha);
    expect([check?.status, check?.conclusion, check?.annotations.length, others]).toEqual(['completed', 'failure', count, []]);
    expect(new Set(check?.annotations.map(({ message }) => message)).size).toBe(count);
    const writes = github.requests.filter(({ operation }) => operation.startsWith('checks/') && !/get|list/.test(operation));
    expect(writes).toHaveLength(Math.ceil(count / REQUEST));

    const [comment, ...more] = ownComments(scene);
    expect(more).toEqual([]);
    expect(comment?.body.length).toBeLessThanOrEqual(65_536);
    // The verdict, the change and the count of what is not shown always stand.
    expect(comment?.body).toContain('Broken');
    expect(comment?.body).toContain(`${count} new finding${count === 1 ? '' : 's'}`);
    const shown = new Set(comment?.body.match(/\bf\d+x\d+\b/g)).size;
    if (count <= 100) expect(shown).toBe(count);
    else expect(comment?.body).toMatch(/and \d+ more/);

    expect(step.summary).toContain('Broken');
    expect(step.annotations.length).toBeLessThanOrEqual(20);
  });
});
