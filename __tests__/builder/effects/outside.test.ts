import { expect, test } from '@jest/globals';
import type { AgentTask, TaskResult } from '../../../src/builder/backends/backend.js';
import { effectsOf } from '../../../src/builder/effects/effects.js';
import type { Site } from '../../../src/builder/effects/site.js';

test('what agents write outside of the folder is told, with who wrote it', async () => {
  const known: string[] = [];
  const site = { workspace: '/nowhere', notice: (text: string) => known.push(text) } as unknown as Site;
  const results = [
    { task_id: 'one', files_outside: ['/home/ada/.bashrc'] },
    { task_id: 'two', files_created: ['src/a.js'] },
  ] as unknown as TaskResult[];
  const backend = { executeWave: async () => ({ task_results: results }) as never };
  const tasks = [{ id: 'one', agent: 'build-developer' }] as unknown as AgentTask[];
  await effectsOf(site, backend).execute({ index: 1, tasks });
  expect(known).toEqual([
    'build-developer wrote /home/ada/.bashrc, outside of the folder that is built: nothing takes that back.',
  ]);
});
