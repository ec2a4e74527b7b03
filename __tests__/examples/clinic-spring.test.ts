import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { recordedIo } from '../commands/io.js';

test('the clinic of Spring breaks its contract by names, a state and a missing endpoint, and keeps the rest', async () => {
  const io = recordedIo();
  const exit = await runCommandLine(['scan', 'examples/clinic-spring', '--no-cache', '--format', 'json'], commands, io);
  expect(exit).toBe(1);
  const { matrix, violations, gaps } = JSON.parse(io.out());
  const rows = matrix.map(({ status, subject, unknown }: Record<string, unknown>) => `${status} ${subject} ${unknown}`);
  expect(rows.toSorted()).toEqual([
    'missing GET /appointments/{id}/notes 0',
    'verified DELETE /appointments/{id} 0',
    'violated GET /patients 0',
    'violated GET /patients/{id} 0',
    'violated GET /patients/{id}/appointments 0',
    'violated POST /patients 0',
  ]);
  const found = violations.map(
    ({ subject, field, problem, line }: Record<string, unknown>) => `${subject} ${field} ${problem} ${line}`,
  );
  expect(found.toSorted()).toEqual([
    'GET /appointments/{id}/notes undefined endpoint-missing 72',
    'GET /patients count extra 30',
    'GET /patients items[].bornOn case 17',
    'GET /patients total missing 29',
    'GET /patients/{id} bornOn case 17',
    'GET /patients/{id}/appointments [].state enum 6',
    'POST /patients bornOn case 17',
  ]);
  expect(gaps).toEqual([]);
});
