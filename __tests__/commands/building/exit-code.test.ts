import { expect, test } from '@jest/globals';
import { buildExitCode } from '../../../src/commands/building/exit-code.js';

test.each([
  ['completed', 'passed', 0],
  ['completed', 'partial', 0],
  ['completed', 'unknown', 0],
  ['completed', 'failed', 1],
  ['failed', 'failed', 1],
  ['aborted', 'failed', 1],
  ['stopped', 'partial', 3],
  ['interrupted', 'partial', 130],
] as const)('a build that is %s, with health %s, ends with %d', (outcome, health, code) => {
  expect(buildExitCode({ outcome, health })).toBe(code);
});
