import { pullRequest } from './events.js';
import { checksOn, openScene } from './scene.js';
import { serviceWith } from './service.js';

/** Whichever single request of a run goes wrong, no check stays unfinished and the exit code is that of the findings. */

/** Two requests have annotations. */
const FINDINGS = 600;

const opened = () => openScene({ base: serviceWith(0), head: serviceWith(FINDINGS) });

/** What a run asks for, request by request: the operation, and how many of it came before. */
async function requestsOfARun(): Promise<readonly { readonly operation: string; readonly after: number }[]> {
  const scene = await opened();
  try {
    await scene.step({ event: pullRequest(scene.at) });
    const counts = new Map<string, number>();
    return scene.github.requests.map(({ operation }) => {
      const after = counts.get(operation) ?? 0;
      counts.set(operation, after + 1);
      return { operation, after };
    });
  } finally {
    await scene.close();
  }
}

/** A fault that passes, one that stays, and an answer that is lost. */
const TROUBLES = [{ status: 502 }, { status: 422, message: 'Planned by the test' }, 'cut after'] as const;

test('a fault in any single request leaves no unfinished check', async () => {
  const requests = await requestsOfARun();
  expect(requests.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['checks/create', 'checks/update']));
  const ends: unknown[] = [];
  for (const { operation, after } of requests) {
    for (const trouble of TROUBLES) {
      const scene = await opened();
      try {
        scene.github.fail({ operation, after, times: 1, trouble });
        const step = await scene.step({ event: pullRequest(scene.at) });
        const unfinished = checksOn(scene, scene.at.headSha).filter(({ status }) => status !== 'completed').length;
        const green = checksOn(scene, scene.at.headSha).filter(({ conclusion }) => conclusion === 'success').length;
        ends.push({ operation, after, trouble, code: step.code, unfinished, green });
      } finally {
        await scene.close();
      }
    }
  }
  expect(ends).toEqual(ends.map((end) => ({ ...(end as object), code: 1, unfinished: 0, green: 0 })));
});
