import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { recordedIo } from '../commands/io.js';

test('the recipes of Django REST framework break their contract by a name, a null and a missing endpoint, and keep the rest', async () => {
  const io = recordedIo();
  const exit = await runCommandLine(['scan', 'examples/recipes-django', '--no-cache', '--format', 'json'], commands, io);
  expect(exit).toBe(1);
  const { matrix, violations, gaps } = JSON.parse(io.out());
  const rows = matrix.map(({ status, subject, unknown }: Record<string, unknown>) => `${status} ${subject} ${unknown}`);
  expect(rows.toSorted()).toEqual([
    'missing DELETE /recipes/{id} 0',
    'verified GET /ingredients 0',
    'verified GET /recipes/{id} 0',
    'verified POST /recipes 0',
    'verified POST /recipes/{id}/cooked 0',
    'violated GET /cooks/{id} 0',
    'violated GET /recipes 0',
  ]);
  const found = violations.map(
    ({ subject, field, problem, line }: Record<string, unknown>) => `${subject} ${field} ${problem} ${line}`,
  );
  expect(found.toSorted()).toEqual([
    'DELETE /recipes/{id} undefined endpoint-missing 48',
    'GET /cooks/{id} data.biography nullability 11',
    'GET /recipes data[].createdAt case 36',
  ]);
  expect(gaps).toEqual([]);
});
