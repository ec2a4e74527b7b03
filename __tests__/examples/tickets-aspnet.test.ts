import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { recordedIo } from '../commands/io.js';

test('the help desk of ASP.NET Core breaks its contract by a name and a missing endpoint, and keeps the rest', async () => {
  const io = recordedIo();
  const exit = await runCommandLine(['scan', 'examples/tickets-aspnet', '--no-cache', '--format', 'json'], commands, io);
  expect(exit).toBe(1);
  const { matrix, violations, gaps } = JSON.parse(io.out());
  const rows = matrix.map(({ status, subject, unknown }: Record<string, unknown>) => `${status} ${subject} ${unknown}`);
  expect(rows.toSorted()).toEqual([
    'missing POST /tickets/{ticketId}/watchers 0',
    'verified DELETE /tickets/{ticketId} 0',
    'verified GET /tickets 0',
    'verified GET /tickets/{ticketId} 0',
    'verified POST /tickets 0',
    'violated GET /agents 0',
    'violated GET /agents/{name} 0',
  ]);
  const found = violations.map(
    ({ subject, field, problem, line }: Record<string, unknown>) => `${subject} ${field} ${problem} ${line}`,
  );
  expect(found.toSorted()).toEqual([
    'GET /agents [].displayName case 10',
    'GET /agents/{name} agent.displayName case 10',
    'POST /tickets/{ticketId}/watchers undefined endpoint-missing 60',
  ]);
  expect(gaps).toEqual([]);
});
