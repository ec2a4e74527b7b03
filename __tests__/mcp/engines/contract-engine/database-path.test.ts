import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { contractDatabase } from '../../../../src/mcp/engines/contract-engine/database-path.js';

const repository = resolve('/repository');
const env = { CONTRACT_ENGINE_DB: 'by-name.db', DATABASE_PATH: 'by-path.db' };

test.each([
  ['the setting', { configured: 'set.db', env }, 'set.db'],
  ['the variable of its own', { configured: '', env }, 'by-name.db'],
  ['the variable of the server', { env: { ...env, CONTRACT_ENGINE_DB: '' } }, 'by-path.db'],
  ['nobody', {}, '.tallystick/contracts.db'],
])('the database is where %s says', (_, wishes, path) => {
  expect(contractDatabase({ repository, ...wishes })).toBe(resolve(repository, path));
});

test('and may lie elsewhere, if it is not the repository that says so', () => {
  const elsewhere = resolve('/var/contracts.db');
  expect(contractDatabase({ repository, env: { CONTRACT_ENGINE_DB: elsewhere } })).toBe(elsewhere);
  for (const configured of [elsewhere, '../contracts.db'])
    expect(() => contractDatabase({ repository, configured, env })).toThrow('leads out of the repository');
});
