import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { recordedIo } from '../commands/io.js';

test('the parcels of chi break their contract by a name and a missing endpoint, and keep the rest', async () => {
  const io = recordedIo();
  const exit = await runCommandLine(['scan', 'examples/parcels-chi', '--no-cache', '--format', 'json'], commands, io);
  expect(exit).toBe(1);
  const { matrix, violations, gaps } = JSON.parse(io.out());
  const rows = matrix.map(({ status, subject, unknown }: Record<string, unknown>) => `${status} ${subject} ${unknown}`);
  expect(rows.toSorted()).toEqual([
    'missing GET /parcels/{id}/label 0',
    'verified DELETE /parcels/{id} 0',
    'verified GET /parcels 0',
    'verified GET /parcels/{id} 0',
    'verified POST /parcels 0',
    'violated GET /parcels/{id}/events 0',
  ]);
  const found = violations.map(
    ({ subject, field, problem, line }: Record<string, unknown>) => `${subject} ${field} ${problem} ${line}`,
  );
  expect(found.toSorted()).toEqual([
    'GET /parcels/{id}/events [].location missing 23',
    'GET /parcels/{id}/events [].place extra 24',
    'GET /parcels/{id}/label undefined endpoint-missing 65',
  ]);
  expect(gaps).toEqual([]);
});
