import { pullRequest } from './events.js';
import type { Files } from './repository.js';
import { checksOn, openScene, ownComments } from './scene.js';
import { serviceWith } from './service.js';

/** A contract of 20 MB with 5,000 findings: within the same bounds as any other result. */

const BYTES = 20_000_000;
const SCHEMAS = 2_000;
const MOST_REQUESTS = 30;

/** The same service; its contract has schemas besides that nothing refers to. */
function withLargeContract(files: Files): Files {
  const contract = JSON.parse(String(files['openapi.json'])) as object;
  const description = 'x'.repeat(BYTES / SCHEMAS);
  const names = Array.from({ length: SCHEMAS }, (_, index) => `Schema${index}`);
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', description }]));
  return { ...files, 'openapi.json': `${JSON.stringify({ ...contract, components: { schemas } })}\n` };
}

test('a contract of 20 MB with 5,000 findings stays within 30 requests', async () => {
  const [base, head] = [withLargeContract(serviceWith(0)), withLargeContract(serviceWith(5000))];
  expect(String(head['openapi.json']).length).toBeGreaterThan(BYTES);
  const scene = await openScene({ base, head });
  try {
    const step = await scene.step({ event: pullRequest(scene.at) });
    expect([step.code, step.stderr, step.outputs.violations]).toEqual([1, '', '5000']);
    expect(scene.github.requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(checksOn(scene, scene.at.headSha).map(({ status, conclusion }) => [status, conclusion])).toEqual([
      ['completed', 'failure'],
    ]);
    expect(ownComments(scene)).toHaveLength(1);
    expect(scene.github.misuses).toEqual([]);
  } finally {
    await scene.close();
  }
});
