import { expect, test } from '@jest/globals';
import { nodeCheck } from '../../../src/commands/checks/programs.js';

test.each([
  ['18.20.4', 'failed'],
  ['20.18.3', 'failed'],
  ['20.19.0', 'ok'],
  ['24.1.0', 'ok'],
])('Node.js %s: %s', (version, status) => {
  expect(nodeCheck(version)).toMatchObject({ name: 'node', status });
});
